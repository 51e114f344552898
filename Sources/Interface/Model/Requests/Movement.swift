// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The movement in the pictures on the TV, while a person has it shown.
///
/// Footage is searched for movement part by part, beginning with the part that is on the TV. For the picture in Live, a service reports the
/// movement of each picture as it is shown.
struct Movement: Hashable, Sendable {
    /// The number of parts that are kept, the last requested ones: a quarter of an hour of footage isn't examined at once.
    static let mostParts = 48

    /// True if movement is shown.
    var isOn = false
    private var traces: [MotionPart: MotionTrace?] = [:]
    /// The parts in the order in which they were last needed, the newest last.
    private var order: [MotionPart] = []
    private var wanted: [MotionPart] = []
    private(set) var watched: VideoSource?
    /// The movement in the picture that is watched.
    private(set) var live = MotionGrid.still

    // MARK: Requests

    /// Asks for the movement that is needed in the footage that plays, and in the live picture.
    /// - Parameter line: the span of the delay line.
    mutating func ask(for wishes: Wishes, line: ClosedRange<Duration>?, at now: Timestamp) -> [Effect] {
        var effects: [Effect] = []
        let watched = isOn || wishes.findsPerson ? wishes.live : nil
        if watched != self.watched {
            (self.watched, live) = (watched, .still)
            effects.append(.stills(.watchMotion(watched)))
        }
        let needed = (wishes.studied + (isOn ? wishes.moving : [])).flatMap { parts(of: $0, line, at: now) }
        note(needed)
        let lacking = needed.filter { traces[$0] == nil }
        if lacking != wanted {
            wanted = lacking
            effects.append(.stills(.findMotion(lacking)))
        }
        return effects
    }

    /// Returns the parts of the footage that a track may show; the part that is shown now comes first.
    private func parts(of track: Track, _ line: ClosedRange<Duration>?, at now: Timestamp) -> [MotionPart] {
        guard track.id != .delayed, !track.isPrimed else { return [] }
        let here = MotionPart(track.footage, at: track.timeline.position(at: now))
        guard var bounds = track.timeline.bounds ?? line else { return [here] }
        // The line grows, and loses its oldest footage: a part counts only as long as it is whole.
        if track.footage == .line, let line { bounds = bounds.clamped(to: line) }
        let (first, last) = (MotionPart(track.footage, at: bounds.lowerBound).number, MotionPart(track.footage, at: bounds.upperBound).number)
        let near = max(first, here.number - Self.mostParts / 3)...max(first, min(last, here.number + Self.mostParts / 3))
        return near.map { MotionPart(track.footage, number: $0) }
            .filter { part in
                guard part.footage == .line, let line else { return true }
                return line.lowerBound <= part.span.lowerBound && part.span.upperBound <= line.upperBound
            }
            .sorted { (abs($0.number - here.number), $0.number) < (abs($1.number - here.number), $1.number) }
    }

    private mutating func note(_ needed: [MotionPart]) {
        guard !needed.isEmpty else { return }
        let known = Set(needed)
        order.removeAll { known.contains($0) }
        order += needed.filter { traces[$0] != nil }
        makeRoom()
    }

    private mutating func makeRoom() {
        while order.count > Self.mostParts { traces[order.removeFirst()] = nil }
    }

    // MARK: Answers

    /// - Parameter trace: the movement in the part; `nil` if the part can't be read.
    mutating func take(_ trace: MotionTrace?, of part: MotionPart) {
        if traces.updateValue(trace, forKey: part) == nil { order.append(part) }
        wanted.removeAll { $0 == part }
        makeRoom()
    }

    mutating func take(_ grid: MotionGrid) {
        if watched != nil { live = grid }
    }

    /// Forgets the parts that couldn't be read: they may be there now.
    mutating func forgetMissing() {
        traces = traces.filter { $0.value != nil }
        order.removeAll { traces[$0] == nil }
    }

    // MARK: Results

    /// Returns the movement in the picture at a position, or `nil` if it isn't known yet.
    func grid(of footage: FootageID, at place: Duration) -> MotionGrid? {
        guard let trace = traces[MotionPart(footage, at: place)] ?? nil else { return nil }
        return trace.grid(at: place)
    }

    /// Returns true if all parts of the footage that a track may show were searched, or can't be.
    func isKnown(_ track: Track, line: ClosedRange<Duration>?, at now: Timestamp) -> Bool {
        parts(of: track, line, at: now).allSatisfy { traces[$0] != nil }
    }

    /// Returns the movement in every known picture of some footage.
    func pictures(of footage: FootageID, within bounds: ClosedRange<Duration>) -> [(place: Duration, grid: MotionGrid)] {
        known(of: footage).flatMap { $0.pictures(within: bounds) }
    }

    /// Returns every known picture of some footage with the strength of its movement, 0…1, in their order.
    func strengths(of footage: FootageID, within bounds: ClosedRange<Duration>) -> [(place: Duration, strength: Double)] {
        known(of: footage).flatMap { trace in
            zip(trace.places, trace.strengths).filter { bounds.contains($0.0) }.map { (place: $0, strength: $1) }
        }
    }

    private func known(of footage: FootageID) -> [MotionTrace] {
        traces.filter { $0.key.footage == footage }.sorted { $0.key.number < $1.key.number }.compactMap(\.value)
    }
}

extension Context {
    /// Movement as a tool, in Live and in replays.
    var movementOffer: ToolOffer { ToolOffer(.movement, state: movement.isOn ? Strings.onOff(true) : nil) }

    mutating func toggleMovement(at now: Timestamp) -> [ScreenOutcome] {
        movement.isOn.toggle()
        say(Strings.movement(movement.isOn), at: now)
        return []
    }
}
