// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// What the name of a clip's file says of the clip.
struct ClipName {
    /// `mark` for a name without a word: in a session of before version 3 a tail has such a name too.
    var kind: ClipPlan.Kind
    /// The number in the name.
    var digits: Int

    /// The clip's number within its session, as a session of today counts.
    var number: Int { kind.base + digits }

    /// Whether the file may be the clip with this number and of this kind. Sessions of before version 3 counted all kinds together.
    func isOf(_ number: Int, _ kind: ClipPlan.Kind) -> Bool {
        switch self.kind {
        case .mark: kind != .buffer && kind != .part && number == digits
        case .tail: kind == .tail && number == self.number
        case .buffer: kind == .buffer && (number == self.number || number == digits)
        case .part: kind == .part && number == self.number
        }
    }

    static func prefix(_ kind: ClipPlan.Kind) -> String {
        switch kind {
        case .mark: ""
        case .tail: "unmarked_"
        case .buffer: "buffer_"
        case .part: "part_"
        }
    }

    /// The word before a clip's number in its name. A tail of before version 3 had none.
    static func prefix(_ number: Int, _ kind: ClipPlan.Kind) -> String {
        kind == .tail && number <= kind.base ? "" : prefix(kind)
    }
}
