// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The messages between VIR and the TV at one CEC adapter, and when each is due: no I/O.
///
/// A request waits for a TV to be there and is said once. It isn't said anew to a TV that goes and comes back: many a TV does
/// so when a person switches it off. Many a TV in standby looks as if it weren't there: "switch on" is called out to it all the same, as
/// nobody in particular (HDMI 1.4b, its part on CEC: an unregistered device has the address 15).
struct CECExchange: Sendable {
    enum Request: Hashable, Sendable { case wake, standby }

    /// Where VIR is while there is a TV: what it is called there, and its socket.
    struct Place: Hashable, Sendable {
        var logical: UInt8
        var physical: CECAddress
    }

    /// How a message went.
    enum Outcome: Hashable, Sendable { case acknowledged, refused }

    /// What to tell a person of.
    enum News: Hashable, Sendable { case woken, slept, silent }

    /// `nil` while there is no TV.
    var place: Place? { didSet { if place != nil { calls = 0 } } }
    /// How often a TV that isn't seen was called.
    private var calls = 0
    /// The socket whose picture the TV shows, as far as was heard.
    private var activeSource: CECAddress?
    private var lines: [Line] = []
    private var tries = 0

    private enum Word { case imageViewOn, activeSource, standby }

    private struct Line {
        var word: Word
        var time: Timestamp
    }

    /// A TV that comes out of standby may be deaf to the first word of whose picture to show.
    static let wakingTime: Duration = .seconds(5)
    static let patience: Duration = .seconds(2)
    static let maximumTries = 5
    static let maximumCalls = 3

    /// VIR's picture is what the TV shows.
    var isActive: Bool { place != nil && activeSource == place?.physical }

    /// When there is something to say.
    var due: Timestamp? { place != nil || isCalling ? lines.first?.time : nil }

    private var isCalling: Bool { place == nil && calls < Self.maximumCalls && lines.first?.word == .imageViewOn }

    /// A later request takes an earlier one's place.
    mutating func want(_ request: Request, at now: Timestamp) {
        (tries, calls) = (0, 0)
        switch request {
        case .wake:
            lines = [
                Line(word: .imageViewOn, time: now), Line(word: .activeSource, time: now),
                Line(word: .activeSource, time: now.advanced(by: Self.wakingTime)),
            ]
        case .standby:
            // Whoever looks at something else on the TV keeps it.
            lines = isActive ? [Line(word: .standby, time: now)] : []
        }
    }

    /// What is to be said now. How it went is told with `said`, before the next.
    func message(at now: Timestamp) -> CECMessage? {
        guard let line = lines.first, line.time <= now else { return nil }
        guard let place else { return isCalling ? .imageViewOn(from: CECMessage.everybody) : nil }
        return switch line.word {
        case .imageViewOn: .imageViewOn(from: place.logical)
        case .activeSource: .activeSource(from: place.logical, at: place.physical)
        case .standby: .standby(from: place.logical)
        }
    }

    mutating func said(_ outcome: Outcome, at now: Timestamp) -> News? {
        guard let line = lines.first else { return nil }
        guard place != nil else {
            // Once it is there, it is asked as itself.
            calls = outcome == .acknowledged ? Self.maximumCalls : calls + 1
            lines[0].time = now.advanced(by: Self.patience)
            return outcome == .acknowledged ? .woken : nil
        }
        guard outcome == .acknowledged else {
            tries += 1
            lines[0].time = now.advanced(by: Self.patience)
            guard tries >= Self.maximumTries else { return nil }
            lines = []
            return .silent
        }
        tries = 0
        lines.removeFirst()
        switch line.word {
        case .imageViewOn: return .woken
        case .activeSource:
            activeSource = place?.physical
            return nil
        case .standby:
            activeSource = nil
            return .slept
        }
    }

    /// Somebody said something to VIR or to everybody.
    /// - Returns: the answer, where one is due. The kernel gives those about names, versions and addresses.
    mutating func heard(_ message: CECMessage) -> CECMessage? {
        guard let place, let opcode = message.opcode else { return nil }
        defer { if !isActive { lines.removeAll { $0.word == .standby } } }
        switch opcode {
        case CECMessage.Opcode.activeSource:
            activeSource = message.address(at: 0)
        case CECMessage.Opcode.routingChange:
            activeSource = message.address(at: 2)
        case CECMessage.Opcode.setStreamPath:
            activeSource = message.address(at: 0)
            if isActive { return .activeSource(from: place.logical, at: place.physical) }
        case CECMessage.Opcode.requestActiveSource:
            if isActive { return .activeSource(from: place.logical, at: place.physical) }
        case CECMessage.Opcode.standby:
            activeSource = nil
            lines = []
        case CECMessage.Opcode.givePowerStatus:
            return answer(message, CECMessage.Opcode.reportPowerStatus, [0])
        case CECMessage.Opcode.featureAbort, CECMessage.Opcode.userControlPressed, CECMessage.Opcode.userControlReleased:
            break
        default:
            // "I don't know this word." Some TVs ask for ever otherwise.
            return answer(message, CECMessage.Opcode.featureAbort, [opcode, 0])
        }
        return nil
    }

    private func answer(_ message: CECMessage, _ opcode: UInt8, _ operands: [UInt8]) -> CECMessage? {
        guard let place, !message.isForEverybody, message.initiator != CECMessage.everybody else { return nil }
        return CECMessage(initiator: place.logical, destination: message.initiator, opcode: opcode, operands: operands)
    }
}
