// SPDX-License-Identifier: GPL-3.0-or-later

extension Strings {
    /// The words of the page at the end of a round.
    package enum RoundResult {
        /// The highest possible score, beside the total: "of 720".
        package static func of(_ most: Int) -> String { Phrases.Round.of(most) }
        package static var bestEnd: String { Phrases.Round.bestEnd }
        package static var bestArrow: String { Phrases.Round.bestArrow }
        package static var worstArrow: String { Phrases.Round.worstArrow }
        package static func placed(_ count: Int) -> String { Phrases.Round.placed(count) }
    }
}
