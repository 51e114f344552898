// SPDX-License-Identifier: GPL-3.0-or-later

/// The words of a review.
extension Strings {
    /// Shown under the number of the present clip: "of 6".
    package static func ofClips(_ count: Int) -> String { text("review.of-clips", ["count": count]) }
    /// - Parameter what: "End 3".
    package static func lookedAt(_ what: String) -> String { text("review.looked-at", ["what": what]) }
    package static var allLookedAt: String { text("review.all-looked-at") }
    package static func likedCount(_ count: Int) -> String { text("review.liked", ["count": count]) }
    package static func deletedCount(_ count: Int) -> String { text("review.deleted", ["count": count]) }
    package static func skippedCount(_ count: Int) -> String { text("review.skipped", ["count": count]) }
    package static var bestOfTitle: String { text("review.best-of") }
    package static var playBest: String { text("review.play-best") }
    package static func scoreEnd(_ end: String) -> String { text("review.score-end", ["end": end]) }
    package static var takeDeletedBack: String { text("review.take-deleted-back") }
    /// - Parameter room: the free space on the card, in words.
    package static func deletedStay(_ count: Int, room: String?) -> String {
        let words = text("review.deleted-stay", count: count)
        return room.map { text("review.with-room", ["words": words, "room": $0]) } ?? words
    }
    package static var undoBringsBack: String { text("review.undo-brings-back") }
    package static var moreClipsCome: String { text("review.more-come") }
    /// Shown on the menu's tile.
    package static func shownAfterStop(_ after: Settings.AfterStop) -> String {
        after == .review ? text("review.at-stop") : text("review.not-at-stop")
    }
    package static var swipes: String { text("figures.swipes") }
    /// The number of swipes with the next clip peeking in, and without.
    package static func swipes(peeking: Int, blind: Int) -> String { text("figures.swipe-counts", ["peeking": peeking, "blind": blind]) }
    package static var nothingToReview: String { text("review.nothing") }
    package static var reviewExplained: String { text("review.explained") }
    package static var reviewHint: String { text("review.hint") }
}
