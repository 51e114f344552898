// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// What moves in the pictures that are looked at, while somebody wants to see that.
///
/// Of footage it is worked out part by part, where it is looked at first; of Live's picture it is told as it is shown.
struct Movement: Hashable, Sendable {
    /// A quarter of an hour of footage isn't looked at in one go: the parts that were asked for last are kept.
    static let mostParts = 48

    /// It is seen.
    var isOn = false
    private var traces: [MotionPart: MotionTrace?] = [:]
    /// Those that were needed last come last.
    private var order: [MotionPart] = []
    private var wanted: [MotionPart] = []
    private(set) var watched: VideoSource?
    /// In the picture that is watched.
    private(set) var live = MotionGrid.still

    // MARK: Asking

    /// Asks for what is needed of the footage that plays, and for what is shown live.
    /// - Parameters:
    ///   - studied: some tool needs what moves in these even if nobody wants to see it.
    ///   - shown: the live or the delayed picture, where one is shown.
    ///   - line: what the delay line holds.
    mutating func ask(
        for tracks: [Track], studied: [Track], shown: VideoSource?, line: ClosedRange<Duration>?, at now: Timestamp
    ) -> [Effect] {
        var effects: [Effect] = []
        let watched = isOn ? shown : nil
        if watched != self.watched {
            (self.watched, live) = (watched, .still)
            effects.append(.stills(.watchMotion(watched)))
        }
        let needed = (studied + (isOn ? tracks : [])).flatMap { parts(of: $0, line, at: now) }
        note(needed)
        let lacking = needed.filter { traces[$0] == nil }
        if lacking != wanted {
            wanted = lacking
            effects.append(.stills(.findMotion(lacking)))
        }
        return effects
    }

    /// The parts of what a track may show, the one that is shown first.
    private func parts(of track: Track, _ line: ClosedRange<Duration>?, at now: Timestamp) -> [MotionPart] {
        guard track.id != .delayed, !track.isPrimed else { return [] }
        let here = MotionPart(track.footage, at: track.timeline.position(at: now))
        guard var bounds = track.timeline.bounds ?? line else { return [here] }
        // The line grows and goes: a part counts once it is whole, and as long as it is.
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

    /// - Parameter trace: `nil`: it can't be read.
    mutating func take(_ trace: MotionTrace?, of part: MotionPart) {
        if traces.updateValue(trace, forKey: part) == nil { order.append(part) }
        wanted.removeAll { $0 == part }
        makeRoom()
    }

    mutating func take(_ grid: MotionGrid) {
        if watched != nil { live = grid }
    }

    /// What couldn't be read may be there now.
    mutating func forgetMissing() {
        traces = traces.filter { $0.value != nil }
        order.removeAll { traces[$0] == nil }
    }

    // MARK: What is known

    /// What moves in the picture that is shown at a place; `nil`: that isn't known yet.
    func grid(of footage: FootageID, at place: Duration) -> MotionGrid? {
        guard let trace = traces[MotionPart(footage, at: place)] ?? nil else { return nil }
        return trace.grid(at: place)
    }

    /// What moves in every known picture of some footage.
    func grids(of footage: FootageID, within bounds: ClosedRange<Duration>) -> [MotionGrid] {
        known(of: footage).flatMap { trace in
            trace.places.indices.filter { bounds.contains(trace.places[$0]) }.map(trace.grid(ofPicture:))
        }
    }

    /// Every known picture of some footage with how much moves in it, 0…1, in their order.
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
    /// What moves as a tool, in Live and in replays.
    var movementOffer: ToolOffer { ToolOffer(.movement, state: movement.isOn ? Strings.onOff(true) : nil) }

    mutating func toggleMovement(at now: Timestamp) -> [ScreenOutcome] {
        movement.isOn.toggle()
        say(Strings.movement(movement.isOn), at: now)
        return []
    }
}
