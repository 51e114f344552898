// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// The progress of a long piece of work: one line on a terminal that counts up, from the first second on. Anywhere else nothing is
/// written, so that a log or a cron's mail stays as it is.
final class ProgressLine {
    private static let patience = Duration.seconds(1)
    private static let pause = Duration.milliseconds(200)

    private let word: String
    private let isShown: Bool
    private let clock = ContinuousClock()
    private let start: ContinuousClock.Instant
    private var next: ContinuousClock.Instant
    private var hasLine = false

    /// - Parameters:
    ///   - word: the work, as in `checked 40 %, 3 s`.
    ///   - isQuiet: true if nobody wants to see it.
    init(_ word: String, isQuiet: Bool) {
        self.word = word
        isShown = !isQuiet && isatty(STDERR_FILENO) == 1
        start = clock.now
        next = start + Self.patience
    }

    func show(_ done: Int, of all: Int) {
        guard isShown, all > 0, clock.now >= next else { return }
        next = clock.now + Self.pause
        let seconds = start.duration(to: clock.now).components.seconds
        // The rest of a longer line before is erased.
        write("\r\(word) \(done * 100 / all) %, \(seconds) s\u{1B}[K")
        hasLine = true
    }

    /// Erases the line, so that what comes next begins at the left.
    func end() {
        if hasLine { write("\r\u{1B}[K") }
        hasLine = false
    }

    private func write(_ text: String) {
        let bytes = Array(text.utf8)
        // Progress is left out if it can't be written.
        _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
    }
}
