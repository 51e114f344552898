// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The persons' places in the footage on the screen, found by `PersonFinder` from the movement round each clip's moment.
///
/// All points are 0…1 both ways of the picture as it was recorded, so they hold when a clip is turned or mirrored.
struct Persons: Hashable, Sendable {
    /// A stretch of footage round a moment.
    struct Subject: Hashable, Sendable {
        var footage: FootageID
        var moment: Duration
    }

    /// The end to which a clip belongs.
    struct End: Hashable, Sendable {
        var session: SessionKey
        var number: Int?
    }

    /// The number of places that are kept, the last found ones.
    private static let most = 100

    /// The places that were found; `nil` in it if nothing moves.
    private var places: [Subject: Point?] = [:]
    private var order: [Subject] = []
    /// The place that was found last.
    private var lastPlace: Point?
    /// The end in which it was found; `nil` if it was found in the delay line.
    private var lastEnd: End?
    /// The person's place in Live's picture.
    var live = LivePerson()

    /// Returns true if the footage was searched.
    func knows(_ subject: Subject) -> Bool { places[subject] != nil }

    /// Takes the movement round a moment. A clip of the same end as the one before has nearly the same place.
    mutating func take(_ pictures: [(place: Duration, grid: MotionGrid)], of subject: Subject, in end: End?) {
        var finder = PersonFinder()
        finder.add(pictures, about: subject.moment)
        let before = lastEnd?.session == end?.session ? lastPlace : nil
        var found = finder.region(near: before)?.center
        if let place = found, let before, end != nil, lastEnd == end { found = PersonFinder.place(place, after: before) }
        if found != nil { (lastPlace, lastEnd) = (found, end) }
        places[subject] = .some(found)
        order.append(subject)
        while order.count > Self.most { places[order.removeFirst()] = nil }
    }

    /// Returns the person's place. As long as the footage wasn't searched, or if nothing moves in it, it is where the person was last in
    /// that session; `nil` if that isn't known either.
    func place(in subject: Subject, session: SessionKey?) -> Point? {
        if let known = places[subject], let place = known { return place }
        if subject.footage == .line { return place(inLiveAt: nil) }
        return lastEnd?.session == session ? lastPlace : nil
    }

    /// - Parameter now: an instant at which the picture may still be on its way there; `nil`: the place where it comes to rest.
    func place(inLiveAt now: Timestamp?) -> Point? {
        guard let gaze = live.gaze else { return lastPlace }
        return now.map(gaze.point) ?? gaze.target
    }

    mutating func forget() { self = Persons() }
}

extension Context {
    /// Returns the stretch of footage that has to be searched to know where the person is.
    func personSearch(_ subject: Persons.Subject) -> Track {
        let span = MotionTrace.studied(about: subject.moment)
        return Track(
            id: .replay, footage: subject.footage,
            timeline: Timeline(from: .zero, position: subject.moment.clamped(to: span), rate: 0, bounds: span))
    }

    /// Finds the person in the footage whose movement is known by now.
    mutating func findPersons(in searched: [Track], at now: Timestamp) {
        for track in searched {
            let subject = Persons.Subject(footage: track.footage, moment: track.timeline.position(at: now))
            guard !persons.knows(subject), let bounds = track.timeline.bounds, movement.isKnown(track, line: lineBounds, at: now) else { continue }
            persons.take(movement.pictures(of: track.footage, within: bounds), of: subject, in: end(of: track.footage))
        }
    }

    private func end(of footage: FootageID) -> Persons.End? {
        guard case .clip(let key) = footage else { return nil }
        return Persons.End(session: key.session, number: desk.book(of: key)?.end(ofClip: key.number)?.number)
    }

    /// Returns where the person is in a clip or in the delay line, 0…1 both ways of the picture as it is displayed; `nil` if nobody knows.
    func person(in subject: Persons.Subject, _ orientation: PictureOrientation) -> Point? {
        var session: SessionKey?
        if case .clip(let key) = subject.footage { session = key.session }
        if let region = settings.region, isOfThisRun(session) { return orientation.shown(region.rect.center) }
        return persons.place(in: subject, session: session).map(orientation.shown)
    }

    /// Returns true for a session of this run and for the delay line. In another run the camera may have stood elsewhere.
    private func isOfThisRun(_ session: SessionKey?) -> Bool {
        session.map { key in sessions.all.contains { sessions.key(of: $0.ref)?.isSame(as: key) ?? false } } ?? true
    }
}
