// SPDX-License-Identifier: GPL-3.0-or-later

/// The result of `vir card check`.
public struct CardReport: Hashable, Sendable {
    public var sessions = 0
    public var marks = 0
    public var clips = 0
    public var arrows = 0
    /// The faults: something acknowledged is missing, or something under a final name isn't whole.
    public var faults: [String] = []
    /// The remarks: things that a person should know, or that the next start or `vir card rebuild` puts in order.
    public var remarks: [String] = []

    public init() {}

    public var isSound: Bool { faults.isEmpty }

    /// The faults, the remarks, which begin with `note:`, and a last line with the counts, one thing a line.
    public var lines: [String] {
        let scored = arrows > 0 ? [counted(arrows, "arrow")] : []
        let counts = ([counted(sessions, "session"), counted(marks, "mark"), counted(clips, "clip")] + scored).joined(separator: ", ")
        let verdict = isSound ? "all is well" : counted(faults.count, "fault")
        let notes = remarks.isEmpty ? "" : ", \(counted(remarks.count, "note"))"
        return (faults + remarks.map { "note: \($0)" }).map(PageText.line) + ["\(counts): \(verdict)\(notes)"]
    }
}

/// Returns a number of things in words: `1 clip`, `2 clips`.
func counted(_ number: Int, _ word: String) -> String { "\(number) \(word)\(number == 1 ? "" : "s")" }
