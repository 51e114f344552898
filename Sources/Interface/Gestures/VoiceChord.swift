// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// STOP and the knob held together, which turns the voice on or off for somebody who can't see the TV.
///
/// The hold begins with the second of the two, if it goes down within 0.4 s of the first. From then on neither does anything by itself until
/// both are up. A turn of the knob calls the hold off.
struct VoiceChord: Hashable, Sendable {
    static let controls: Set<Control> = [.stop, .knob]
    /// The longest time from the first press to the second.
    static let window: Duration = .milliseconds(400)
    /// The time for which both are held, from the second press on.
    static let holdTime: Duration = .seconds(2)

    /// The answer to a press.
    enum Press: Hashable, Sendable {
        /// The control does what it does by itself.
        case alone
        /// Both are held together from here on: what the first one began has to be forgotten.
        case together
        /// The control does nothing, since both were held together and aren't up yet.
        case taken
    }

    /// The controls of the two that are down, each with the time of its press.
    private var down: [Control: Timestamp] = [:]
    /// True from the second press on until both are up.
    private(set) var isTogether = false
    /// True if no hold begins any more until both are up.
    private var isCalledOff = false
    private var hold: HoldDeadline?

    /// Notes that a control went down. A keyboard repeats the press of a key that is held; such a press changes nothing.
    mutating func press(_ control: Control, at instant: Timestamp) -> Press {
        guard Self.controls.contains(control) else { return .alone }
        let isNew = down[control] == nil
        if isNew { down[control] = instant }
        if isTogether { return .taken }
        guard isNew, !isCalledOff, down.count == Self.controls.count, let first = down.values.min(), let second = down.values.max(),
            first.duration(to: second) <= Self.window
        else { return .alone }
        isTogether = true
        hold = HoldDeadline(second + Self.holdTime)
        return .together
    }

    /// Notes that a control came up.
    /// - Returns: true if the control does nothing, since both were held together.
    mutating func release(_ control: Control) -> Bool {
        guard Self.controls.contains(control) else { return false }
        let isTaken = isTogether
        down[control] = nil
        hold = nil
        if down.isEmpty { self = VoiceChord() }
        return isTaken
    }

    /// Notes that the knob was turned.
    /// - Returns: true if the turn does nothing else, since both are held together.
    mutating func turn() -> Bool {
        callOff()
        return isTogether
    }

    /// Ends the hold, or lets none begin while one of the two is down.
    mutating func callOff() {
        hold = nil
        isCalledOff = !down.isEmpty
    }

    /// Returns true if both have been held long enough by this instant, but only once.
    mutating func isHeldOut(at instant: Timestamp) -> Bool {
        guard hold?.isReached(at: instant) == true else { return false }
        hold = nil
        return true
    }

    /// The instant at which `isHeldOut` is next worth asking; `nil` while nothing is held together.
    var deadline: Timestamp? { hold?.instant }
}
