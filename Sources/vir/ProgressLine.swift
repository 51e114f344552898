// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// How far a long piece of work has come, on standard error: one line that counts up on a terminal, and a line for each tenth anywhere
/// else. Short work, of fewer steps than a hundred, shows nothing.
final class ProgressLine {
    private static let shortest = 100

    private let word: String
    private let isTerminal = isatty(STDERR_FILENO) == 1
    /// What was shown last, in hundredths or tenths.
    private var shown = 0
    private var hasLine = false

    /// - Parameter word: what was done, as in `checked 40 %`.
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

    /// Takes the line away, so that what comes next begins at the left.
    func end() {
        if hasLine { write("\r\u{1B}[K") }
        hasLine = false
    }

    private func write(_ text: String) {
        let bytes = Array(text.utf8)
        // Nobody waits for it: what can't be written is left out.
        _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
    }
}
