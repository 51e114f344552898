// SPDX-License-Identifier: GPL-3.0-or-later

import Core

// Both pictures show the part where the person is.
extension CompareScreen {
    /// Returns the view of both pictures, which an export keeps.
    /// - Parameter now: an instant at which the pictures may still be on their way to the person; `nil`: the view at which they come to rest.
    func view(in context: Context, at now: Timestamp?) -> ComparisonView {
        func aimed(_ zoom: Zoom, _ gaze: Gaze) -> Zoom { mode == .beside ? zoom.aimed(at: now.map(gaze.point) ?? gaze.target) : zoom }
        return ComparisonView(
            mode, mix: mix, wipe: wipe, zoom: aimed(context.zoom, gaze), otherZoom: aimed(ownZoom ?? context.zoom, otherGaze))
    }

    func person(in context: Context) -> Point? { gaze.target }

    func personSearches(in context: Context) -> [Track] {
        [side, otherSide].compactMap { $0 }.map { context.personSearch($0.searched) }
    }

    /// Turns both pictures to where the person is.
    mutating func look(in context: Context, at now: Timestamp) {
        let (one, other) = persons(in: context)
        if let one { gaze.go(to: one, at: now) }
        if let other { otherGaze.go(to: other, at: now) }
    }

    /// Returns where the person is in both pictures: one place for both, unless the person stands elsewhere in the other one. The delayed
    /// picture is Live's.
    func persons(in context: Context) -> (Point?, Point?) {
        func person(_ side: CompareSide) -> Point? { context.person(in: side.searched, side.orientation(context.desk.book(of: side.key))) }
        return PersonFinder.shared(person(side), otherSide.map(person) ?? context.livePerson)
    }

    /// Moves the visible part of both pictures. From then on it stays there, wherever the person is.
    func pan(_ direction: Double, in context: inout Context) {
        context.zoom = view(in: context, at: nil).zoom ?? context.zoom
        context.zoom.pan(direction * Zoom.panStep, 0, share: ComparisonView.share)
    }
}
