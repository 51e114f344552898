// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The clips of a long review come in pages: the first twenty at once, then fifty each time that ten are left.
struct ReviewPages: Hashable, Sendable {
    static let first = 20
    static let more = 50
    static let refill = 10

    /// How many there are that weren't read yet.
    private(set) var left = 0
    private var last: ClipKey?
    /// A page was asked for, and isn't there yet.
    private(set) var isWaiting = false

    /// - Parameter isWaiting: the first page is asked for; else it is a review of what is known already.
    init(isWaiting: Bool = false) { self.isWaiting = isWaiting }

    /// Whether it is the page that was asked for. A clip that somebody took back may lie on the stack before the first one is there.
    func accepts(_ page: UnjudgedClips) -> Bool { isWaiting && page.isFirst == (last == nil) }

    mutating func take(_ page: UnjudgedClips) {
        isWaiting = false
        // A page with nothing in it is the last one, whatever the card thought.
        left = page.clips.isEmpty ? 0 : page.left
        last = page.clips.last?.key ?? last
    }

    /// The card couldn't be read: what is there is what there is.
    mutating func giveUp() { (isWaiting, left) = (false, 0) }

    /// Asks for more once the stack is nearly through.
    mutating func more(for stack: ReviewStack) -> [ScreenOutcome] {
        guard left > 0, !isWaiting, stack.clips.count <= Self.refill else { return [] }
        isWaiting = true
        return [.effect(.card(.findUnjudged(after: last, limit: Self.more)))]
    }
}
