// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// The progress of a long piece of work, on standard error: one line that counts up on a terminal, and a line for each tenth anywhere
/// else. Work of fewer steps than a hundred shows nothing.
final class ProgressLine {
    private static let shortest = 100

    private let word: String
    private let isTerminal = isatty(STDERR_FILENO) == 1
    /// The last progress that was shown, in hundredths or tenths.
    private var shown = 0
    private var hasLine = false

    /// - Parameter word: the work, as in `checked 40 %`.
    init(_ word: String) {
        self.word = word
    }

    func show(_ done: Int, of all: Int) {
        guard all >= Self.shortest else { return }
        let steps = isTerminal ? 100 : 10
        let step = done * steps / all
        guard step > shown else { return }
        shown = step
        write(isTerminal ? "\r\(word) \(step) %" : "\(word) \(step * 100 / steps) %\n")
        hasLine = isTerminal
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
