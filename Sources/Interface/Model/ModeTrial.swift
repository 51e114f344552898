// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The way out of a TV that stays dark: MARK and STOP, held together for five seconds, go through modes of which every TV takes one.
///
/// Each mode is up for five seconds, twice round. The next press keeps the mode that is up; without a press the TV's own comes back.
struct ModeTrial: Hashable, Sendable {
    /// Both controls are held for this long.
    static let holdTime: Duration = .seconds(5)
    /// After this long the mark that MARK set before STOP went down is taken back: this was no mark.
    static let claimTime: Duration = .seconds(1)
    static let stepTime: Duration = .seconds(5)
    static let rounds = 2

    /// The deeds that follow from time alone.
    enum Deed: Hashable, Sendable {
        case takeMarkBack
        /// Another mode is up, or the TV's own again.
        case changed
    }

    /// The controls of the two that are down since they were held together.
    private var down: Set<Control> = []
    /// The instant since which both have been down; `nil` unless both are, or once the trial has begun.
    private(set) var heldSince: Timestamp?
    private var hasTakenMarkBack = false
    /// The time of the whole trial.
    private(set) var span: TimeSpan?
    /// The mode that is tried now; `nil` if none is.
    private(set) var mode: TVResolution?

    /// Begins the hold: both controls are down.
    mutating func hold(at instant: Timestamp) {
        self = ModeTrial()
        down = [.mark, .stop]
        heldSince = instant
    }

    /// Returns true if this control went down for the hold and hasn't come up since.
    func holds(_ control: Control) -> Bool { down.contains(control) }

    /// Notes that a control came up. The other one does nothing by itself any more.
    /// - Returns: true if it went down for the hold.
    mutating func letGo(_ control: Control) -> Bool {
        guard down.remove(control) != nil else { return false }
        heldSince = nil
        return true
    }

    /// Ends the trial, and returns the mode that was up; `nil` if none is tried.
    mutating func keep() -> TVResolution? {
        defer { (mode, span) = (nil, nil) }
        return mode
    }

    /// Lets time pass.
    mutating func pass(to now: Timestamp) -> [Deed] {
        var deeds: [Deed] = []
        if let heldSince, !hasTakenMarkBack, heldSince + Self.claimTime <= now {
            hasTakenMarkBack = true
            deeds.append(.takeMarkBack)
        }
        if let start = heldSince.map({ $0 + Self.holdTime }), start <= now {
            heldSince = nil
            span = TimeSpan(start, for: Self.stepTime * (TVResolution.tried.count * Self.rounds))
        }
        let before = mode
        if let span {
            mode = span.end <= now ? nil : TVResolution.tried[step(at: now, of: span) % TVResolution.tried.count]
            if mode == nil { self.span = nil }
        }
        if mode != before { deeds.append(.changed) }
        return deeds
    }

    private func step(at now: Timestamp, of span: TimeSpan) -> Int { Int(span.start.duration(to: now) / Self.stepTime) }

    /// Returns the instant at which the next mode comes; `nil` if none is tried.
    func nextStep(after now: Timestamp) -> Timestamp? { span.map { $0.start + Self.stepTime * (step(at: now, of: $0) + 1) } }

    /// Returns the next instant after `seen` at which something changes by time alone.
    func nextChange(after seen: Timestamp) -> Timestamp? {
        if let heldSince { return hasTakenMarkBack ? heldSince + Self.holdTime : heldSince + Self.claimTime }
        // The words count the seconds to the next mode.
        return span.flatMap { span in
            let seconds = Int(span.start.duration(to: max(seen, span.start)) / .seconds(1)) + 1
            return min(span.start + .seconds(seconds), span.end)
        }
    }
}

extension Context {
    /// Returns the words on the picture of a mode that is tried; `nil` if none is.
    func modeTrialText(at now: Timestamp) -> DialogText? {
        guard let mode = modeTrial.mode, let next = modeTrial.nextStep(after: now) else { return nil }
        let seconds = max(1, Int((now.duration(to: next) / .seconds(1)).rounded(.up)))
        return DialogText(title: Strings.tvMode(mode), lines: [Strings.modeTrialKeep, Strings.modeTrialGoesOn(seconds)], progress: nil)
    }
}
