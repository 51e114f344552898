// SPDX-License-Identifier: GPL-3.0-or-later

/// The clock of a shooting line: time to step up, time to shoot, and a warning near its end, with a horn for each step.
///
/// It is a value, and every function gets the time. The box keeps it in memory only, so nothing sounds after a restart.
public struct EndTimer: Hashable, Sendable {
    /// The times of an end, as they are when the end is called.
    public struct Plan: Hashable, Sendable {
        /// The time between the call and the start.
        public var preparation: Duration
        /// The time in which arrows may be shot.
        public var shooting: Duration
        /// The last part of it, in which the light is amber.
        public var warning: Duration
        /// True if two groups shoot one after the other.
        public var takesTurns: Bool

        public init(preparation: Duration, shooting: Duration, warning: Duration, takesTurns: Bool = false) {
            self.preparation = preparation
            self.shooting = shooting
            self.warning = warning
            self.takesTurns = takesTurns
        }
    }

    /// The group whose turn it is.
    public enum Group: String, Hashable, Sendable { case ab = "AB", cd = "CD" }

    /// A horn. The raw value is the number of its sounds.
    public enum Horn: Int, Hashable, Sendable, CaseIterable { case start = 1, call, time, emergency = 5 }

    /// The thing that a person does with the clock.
    public enum Deed: String, Hashable, Sendable, CaseIterable {
        /// Calls an end; pauses an end under way, or lets it go on.
        case go = "timer"
        case emergency
    }

    /// The sign that the clock shows, each with a colour and a shape of its own.
    public enum Sign: Hashable, Sendable, CaseIterable { case prepare, shoot, hurry, paused, emergency, over }

    /// The clock's face at an instant.
    public struct Face: Hashable, Sendable {
        public var sign: Sign
        /// The whole seconds that are left of this step, rounded up.
        public var seconds: Int
        /// The group whose turn it is; `nil` if all shoot together.
        public var group: Group?
    }

    private struct Run: Hashable {
        let plan: Plan
        let groups: [Group?]
        /// The instant of the call, moved on by every pause.
        var start: Timestamp
        /// The time that had passed when the clock was halted; `nil` while it runs.
        var halted: Duration?
        var isEmergency = false
        /// The time up to which the horns were given.
        var heard: Duration = .nanoseconds(-1)

        var turn: Duration { plan.preparation + plan.shooting }
        var length: Duration { turn * groups.count }
        func elapsed(at now: Timestamp) -> Duration { halted ?? start.duration(to: now) }
        func index(at elapsed: Duration) -> Int { (0..<groups.count).last { turn * $0 <= elapsed } ?? 0 }
        /// Returns true if arrows may be shot after this time of the run, while the clock isn't halted.
        func isShooting(at elapsed: Duration) -> Bool { elapsed < length && elapsed - turn * index(at: elapsed) >= plan.preparation }

        /// The horns in their order. Between two groups the call of the second one says that the first one's time is up.
        var horns: [(at: Duration, horn: Horn)] {
            groups.indices.flatMap { [(turn * $0, Horn.call), (turn * $0 + plan.preparation, .start)] } + [(length, .time)]
        }
    }

    private var run: Run?
    /// The group that shoots first in the next end.
    private var next = Group.ab

    /// The time for which the clock shows that an end is over.
    static let overTime: Duration = .seconds(10)

    public init() {}

    /// True if there is nothing to show or to sound.
    public var isIdle: Bool { run == nil }

    /// True while an end is called, shot or halted.
    public func isRunning(at now: Timestamp) -> Bool { run.map { $0.elapsed(at: now) < $0.length } ?? false }

    // MARK: Deeds

    /// Calls an end if none is under way; otherwise pauses it, or lets it go on.
    /// - Parameter plan: the plan of a new end; `nil` if none shall begin.
    /// - Returns: the horn to sound now.
    public mutating func go(_ plan: Plan?, at now: Timestamp) -> Horn? {
        guard var run, isRunning(at: now) else {
            guard let plan else { return nil }
            let groups: [Group?] = plan.takesTurns ? [next, next == .ab ? .cd : .ab] : [nil]
            self.run = Run(plan: plan, groups: groups, start: now)
            return pass(to: now)
        }
        if let halted = run.halted {
            (run.start, run.halted, run.isEmergency) = (now - halted, nil, false)
            self.run = run
            return run.isShooting(at: halted) ? .start : nil
        }
        // A horn that is due in this very instant comes first.
        let due = pass(to: now)
        if isRunning(at: now) { self.run?.halted = run.elapsed(at: now) }
        return due
    }

    /// Ends the time of those who shoot: the other group is called, or the end is over. After an emergency the clock only goes.
    /// - Returns: the horn to sound now.
    public mutating func end(at now: Timestamp) -> Horn? {
        guard var run, isRunning(at: now), !run.isEmergency else {
            self.run = nil
            return nil
        }
        let skipped = run.turn * (run.index(at: run.elapsed(at: now)) + 1)
        (run.start, run.halted, run.heard) = (now - skipped, nil, skipped - .nanoseconds(1))
        self.run = run
        return pass(to: now)
    }

    /// Halts the clock at once. The horn sounds even if no end is under way.
    public mutating func stopForEmergency(at now: Timestamp) -> Horn {
        guard var run, isRunning(at: now) else { return .emergency }
        (run.halted, run.isEmergency) = (run.elapsed(at: now), true)
        self.run = run
        return .emergency
    }

    /// Does what is due by time alone.
    /// - Returns: the newest horn that is due; an older one isn't sounded any more.
    public mutating func pass(to now: Timestamp) -> Horn? {
        guard var run, run.halted == nil else { return nil }
        let elapsed = run.elapsed(at: now)
        let due = run.horns.last { $0.at > run.heard && $0.at <= elapsed }?.horn
        run.heard = max(run.heard, elapsed)
        self.run = elapsed < run.length + Self.overTime ? run : nil
        if due == .time, let last = run.groups.last { next = last ?? next }
        return due
    }

    // MARK: The face

    /// Returns what the clock shows; `nil` if no end is under way.
    public func face(at now: Timestamp) -> Face? {
        guard let run else { return nil }
        let elapsed = run.elapsed(at: now)
        guard elapsed < run.length else { return elapsed < run.length + Self.overTime ? Face(sign: .over, seconds: 0) : nil }
        let index = run.index(at: elapsed)
        let inTurn = elapsed - run.turn * index
        let left = inTurn < run.plan.preparation ? run.plan.preparation - inTurn : run.turn - inTurn
        let sign: Sign =
            if run.isEmergency { .emergency } else if run.halted != nil { .paused } else if inTurn < run.plan.preparation { .prepare } else {
                left > run.plan.warning ? .shoot : .hurry
            }
        return Face(sign: sign, seconds: Int(left.inSeconds.rounded(.up)), group: run.groups[index])
    }

    /// Returns the next instant after `seen` at which a horn sounds or the face changes; `nil` while nothing does.
    public func nextChange(after seen: Timestamp) -> Timestamp? {
        guard let run, run.halted == nil else { return nil }
        let elapsed = run.elapsed(at: seen)
        if elapsed < .zero { return run.start }
        guard elapsed < run.length else { return run.start + run.length + Self.overTime }
        let begin = run.turn * run.index(at: elapsed)
        let inTurn = elapsed - begin
        let end = inTurn < run.plan.preparation ? run.plan.preparation : run.turn
        let second = end - .seconds(Int((end - inTurn).inSeconds.rounded(.up)) - 1)
        let warning = run.turn - run.plan.warning
        return run.start + begin + (inTurn < warning && end == run.turn ? min(second, warning) : second)
    }
}

extension EndTimer.Horn {
    /// Returns the horn's sound.
    /// - Parameter seconds: the length of one of its sounds; the pauses are half as long.
    public func sound(seconds: Double) -> HornSound { HornSound(count: rawValue, seconds: seconds) }
}

/// The sound of a horn: equal sounds with pauses of half their length.
public struct HornSound: Hashable, Sendable {
    /// The lengths of on, off, on, and so on. They end with an on.
    public let beats: [Duration]

    public init(count: Int, seconds: Double) {
        let sound = Duration.seconds(seconds)
        beats = (0..<max(0, 2 * count - 1)).map { $0.isMultiple(of: 2) ? sound : sound / 2 }
    }

    public var length: Duration { beats.reduce(.zero, +) }
}
