// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The parts of a clip's file name.
struct ClipName {
    /// The clip's kind; `mark` for a name without a word. Before version 3, a tail had such a name too.
    var kind: ClipPlan.Kind
    /// The number in the name.
    var digits: Int

    /// The clip's number within its session, as a session counts today.
    var number: Int { kind.base + digits }

    /// True if the file may be the clip with this number and of this kind. Before version 3, sessions counted all kinds together.
    func isOf(_ number: Int, _ kind: ClipPlan.Kind) -> Bool {
        switch self.kind {
        case .mark: ![.buffer, .part, .detected, .film].contains(kind) && number == digits
        case .detected: kind == .detected && number == self.number
        case .tail: kind == .tail && number == self.number
        case .buffer: kind == .buffer && (number == self.number || number == digits)
        case .part, .film: kind == self.kind && number == self.number
        }
    }

    static func prefix(_ kind: ClipPlan.Kind) -> String {
        switch kind {
        case .mark: ""
        case .detected: "detected_"
        case .tail: "unmarked_"
        case .buffer: "buffer_"
        case .part: "part_"
        case .film: "film_"
        }
    }

    /// Returns the word before a clip's number in its name. Before version 3, a tail had no word.
    static func prefix(_ number: Int, _ kind: ClipPlan.Kind) -> String {
        kind == .tail && number <= kind.base ? "" : prefix(kind)
    }
}
