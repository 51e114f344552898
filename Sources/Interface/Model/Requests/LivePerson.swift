// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The person's place in Live's picture, from the movement that is found in it while it is shown.
///
/// The place is calm: it changes only if the person has moved away from it, at most once a second, and then the picture moves there smoothly.
struct LivePerson: Hashable, Sendable {
    /// The time for which movement counts, and the time between two looks at it.
    private static let (memory, pause) = (Duration.seconds(6), Duration.seconds(1))
    /// Pictures that follow the last one sooner than this are left out.
    private static let interval = Duration.milliseconds(100)
    /// The distance, in widths of the picture, that the person may move without being followed.
    private static let slack = 0.08

    private var finder = PersonFinder()
    private var added: Timestamp?
    private var looked: Timestamp?
    private(set) var gaze: Gaze?

    /// The place, 0…1 both ways of the picture as it was recorded; `nil` if nothing has moved yet.
    var place: Point? { gaze?.target }

    mutating func take(_ grid: MotionGrid, at now: Timestamp) {
        if let added, added.duration(to: now) < Self.interval { return }
        added = now
        let time = Timestamp.zero.duration(to: now)
        finder.add(grid, at: time)
        guard looked.map({ $0.duration(to: now) >= Self.pause }) ?? true else { return }
        looked = now
        finder.forget(before: time - Self.memory)
        guard let found = finder.region(near: place)?.center else { return }
        guard let place else { return gaze = Gaze(at: found, since: now) }
        if (found - place).length > Self.slack { gaze?.go(to: found, at: now) }
    }
}

extension Context {
    /// The person's place in Live's picture, 0…1 both ways as it is displayed: as a person set it, as its movement says, or else the last
    /// clip's.
    var livePerson: Point? { livePlace(at: nil).map(settings.orientation.shown) }

    /// Returns where the person is, on the way there if the picture still moves.
    func livePerson(at now: Timestamp) -> Point? { livePlace(at: now).map(settings.orientation.shown) }

    /// Returns the person's place in the picture as the camera records it now.
    /// - Parameter now: as in `Persons.place`.
    private func livePlace(at now: Timestamp?) -> Point? { settings.region?.rect.center ?? persons.place(inLiveAt: now) }

    /// Returns true if this is where the person is in the picture that the camera records now, or if nobody knows where that is.
    /// - Parameter reach: the distance from where the box found the person, in widths of the picture.
    func isOfPerson(_ middle: Point, within reach: Double) -> Bool {
        if let region = settings.region { return region.rect.contains(middle) }
        return persons.place(inLiveAt: nil).map { abs($0.x - middle.x) <= reach } ?? true
    }

    /// Returns true if the person moves in the picture that the camera records now.
    /// - Parameter reach: the distances from where the box found the person, in widths and heights of the picture.
    func personMoves(within reach: (across: Double, down: Double)) -> Bool {
        if let region = settings.region { return movement.live.moves(in: region) }
        return movement.live.moves(near: persons.place(inLiveAt: nil) ?? Point(0.5, 0.5), reach: reach)
    }
}
