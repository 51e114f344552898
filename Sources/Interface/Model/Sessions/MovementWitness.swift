// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The archer's movement as the witness of a heard shot: a neighbour's shot is heard too, but the archer doesn't move with it.
///
/// A missing movement alone never takes a shot away: the picture may shake, or nobody may be in view. So the witness counts only once it
/// saw most of the last shots that marks took.
struct MovementWitness: Hashable, Sendable {
    /// A shot that waits to be seen.
    struct Waiting: Hashable, Sendable {
        var shot: DetectedShot
        /// The camera's picture at the moment of the shot.
        var live: FrameStamp
        /// The time that was believed to be the shot's before.
        var before: Timestamp?
    }

    /// The witness counts if it saw `least` of the last `judged` taken shots.
    private static let (least, judged) = (3, 5)
    /// A burst belongs to the person if it isn't farther from them than this, in widths of the picture.
    fileprivate static let reach = 0.35
    /// A shot waits no longer than this: the burst may come 0.3 s after it, and a moment later the box knows.
    private static let patience = Duration.seconds(1)
    /// The bursts that are remembered: half a minute of the quickest ones.
    private static let remembered = 64

    private var bursts: [Timestamp] = []
    /// Taken shots of which nobody knows yet whether they are seen.
    private var open: [Timestamp] = []
    private var seen: [Bool] = []
    private var waiting: [Waiting] = []
    /// True if the service was asked for bursts.
    private var isAsked = false

    var isReliable: Bool { seen.count(where: { $0 }) >= Self.least }

    func saw(_ shot: Timestamp) -> Bool { bursts.contains { MovementBurst.beside.contains(shot.duration(to: $0)) } }

    mutating func note(_ burst: Timestamp) {
        if bursts.count == Self.remembered { bursts.removeFirst() }
        bursts.append(burst)
    }

    /// Notes that a mark took a shot, from which the witness is judged.
    mutating func judge(by shot: Timestamp) { open.append(shot) }

    /// Judges the shots of which everything is known by now, and lets go of those that waited in vain.
    mutating func pass(to now: Timestamp) {
        while let shot = open.first, now - Self.patience >= shot {
            open.removeFirst()
            seen = (seen + [saw(shot)]).suffix(Self.judged)
        }
        waiting.removeAll { now - Self.patience > $0.shot.timestamp }
    }

    mutating func wait(for shot: Waiting) { waiting.append(shot) }

    /// Forgets that this shot waits, because more is known of it now.
    mutating func forget(_ id: Int) { waiting.removeAll { $0.shot.id == id } }

    /// Returns the shots that waited and are seen now.
    mutating func takeSeen() -> [Waiting] {
        let found = waiting.filter { saw($0.shot.timestamp) }
        waiting.removeAll { found.contains($0) }
        return found
    }

    /// Asks for bursts if a setting needs them.
    mutating func ask(_ settings: Settings) -> [Effect] {
        let isNeeded = settings.watchesBursts
        guard isNeeded != isAsked else { return [] }
        isAsked = isNeeded
        return [.stills(.watchBursts(isNeeded))]
    }
}

extension Settings {
    /// True if the camera's picture has to be searched for bursts of movement.
    fileprivate var watchesBursts: Bool { self.marksMovement && self.soundMarks != .mark || self.hasMovementWitness && self.soundMarks != .off }
}

extension Context {
    /// Returns true unless the witness says that somebody else shot.
    func believes(_ shot: Timestamp) -> Bool { !settings.hasMovementWitness || !witness.isReliable || witness.saw(shot) }

    /// Takes over a burst of movement: it witnesses a shot, or is marked itself.
    /// - Parameter middle: its middle in the recorded picture.
    mutating func hear(burst stamp: FrameStamp, middle: Point, at now: Timestamp) -> [Effect] {
        guard isOfPerson(middle, within: MovementWitness.reach), switchingOff.ending == nil else { return [] }
        witness.note(stamp.timestamp)
        var effects: [Effect] = []
        for found in witness.takeSeen() { effects += believe(found.shot, found.live, before: found.before, at: now) }
        if settings.marksMovement, settings.soundMarks != .mark { effects += markMovement(stamp, at: now) }
        return effects
    }

    /// Marks a burst, unless a mark of another one was set within the second before it.
    private mutating func markMovement(_ stamp: FrameStamp, at now: Timestamp) -> [Effect] {
        let last = sessions.session.freshMarks.last { $0.source == .movement }
        if let last, last.stamp.timestamp.duration(to: stamp.timestamp) < .seconds(1) { return [] }
        return markDetected(stamp, source: .movement, at: now)
    }
}
