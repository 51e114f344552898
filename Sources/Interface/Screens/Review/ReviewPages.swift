// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The pages of a long review: the first twenty clips at once, then fifty each time that ten are left.
struct ReviewPages: Hashable, Sendable {
    static let first = 20
    static let more = 50
    static let refill = 10

    /// The number of clips that weren't read yet.
    private(set) var left = 0
    private var last: ClipKey?
    /// True if a page was requested and isn't there yet.
    private(set) var isWaiting = false

    /// - Parameter isWaiting: true if the first page was requested; false for a review of clips that are known already.
    init(isWaiting: Bool = false) { self.isWaiting = isWaiting }

    /// Returns true if this is the page that was requested. A clip that somebody took back may lie on the stack before the first page is
    /// there.
    func accepts(_ page: UnjudgedClips) -> Bool { isWaiting && page.isFirst == (last == nil) }

    mutating func take(_ page: UnjudgedClips) {
        isWaiting = false
        // An empty page is the last one, whatever the card thought.
        left = page.clips.isEmpty ? 0 : page.left
        last = page.clips.last?.key ?? last
    }

    /// Stops waiting because the card couldn't be read. No more clips come.
    mutating func giveUp() { (isWaiting, left) = (false, 0) }

    /// Requests more clips once the stack is nearly through.
    mutating func more(for stack: ReviewStack) -> [ScreenOutcome] {
        guard left > 0, !isWaiting, stack.clips.count <= Self.refill else { return [] }
        isWaiting = true
        return [.effect(.card(.findUnjudged(after: last, limit: Self.more)))]
    }
}
