// SPDX-License-Identifier: GPL-3.0-or-later

import Synchronization

/// A display's log lines. Thread-safe.
final class DisplayLog: Sendable {
    private let lines = Mutex<[String]>([])

    func put(_ line: String) { lines.withLock { $0.append(line) } }

    var all: [String] { lines.withLock { $0 } }

    /// Returns the number of lines with these words.
    func count(_ words: String) -> Int { all.count { $0.contains(words) } }
}
