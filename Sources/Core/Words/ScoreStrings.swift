// SPDX-License-Identifier: GPL-3.0-or-later

extension Strings {
    /// The words of the score screen.
    package enum Score {
        // MARK: Toasts

        package static func practice(_ isPractice: Bool) -> String { isPractice ? Phrases.ScoreParts.practice : Phrases.ScoreParts.countsAgain }

        // MARK: The panel

        package static func arrow(_ number: Int, of all: Int) -> String { Phrases.ScoreParts.arrow(number, all: all) }
        package static func round(afterEnds count: Int) -> String { Phrases.ScoreParts.roundAfter(count) }
        package static func session(afterEnds count: Int) -> String { Phrases.ScoreParts.sessionAfter(count) }
    }
}
