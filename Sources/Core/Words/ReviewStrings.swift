// SPDX-License-Identifier: GPL-3.0-or-later

/// The words of a review.
extension Strings {
    /// - Parameter room: the free space on the card, in words.
    package static func deletedStay(_ count: Int, room: String?) -> String {
        let words = Phrases.Review.deletedStay(count)
        return room.map { Phrases.Review.withRoom(words, room: $0) } ?? words
    }
    /// The number of swipes with the next clip peeking in, and without.
    package static func swipes(peeking: Int, blind: Int) -> String { Phrases.Figures.swipeCounts(peeking, blind: blind) }
}
