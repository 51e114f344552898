// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The messages between VIR and the TV at one CEC adapter, and the time at which each is due; without I/O.
///
/// A request waits until a TV is there, and its messages are sent once. They aren't sent again to a TV that goes and comes back, because
/// many TVs do so when a person switches them off. Many TVs in standby look as if they weren't there. "Switch on" is sent to them all the
/// same, from the address 15 of an unregistered device (HDMI 1.4b, its part on CEC).
struct CECExchange: Sendable {
    enum Request: Hashable, Sendable { case wake, standby }

    /// VIR's addresses while there is a TV: its own, and that of its socket.
    struct Place: Hashable, Sendable {
        var logical: UInt8
        var physical: CECAddress
    }

    /// The result of sending a message.
    enum Outcome: Hashable, Sendable { case acknowledged, refused }

    /// News for a person.
    enum News: Hashable, Sendable { case woken, slept, silent }

    /// VIR's addresses; `nil` while there is no TV.
    var place: Place? { didSet { if place != nil { calls = 0 } } }
    /// The number of calls to a TV that isn't seen.
    private var calls = 0
    /// The socket whose picture the TV shows, as far as the messages tell.
    private var activeSource: CECAddress?
    private var lines: [Line] = []
    private var tries = 0

    private enum Word { case imageViewOn, activeSource, standby }

    private struct Line {
        var word: Word
        var time: Timestamp
    }

    /// The time after which VIR announces its picture a second time: a TV that comes out of standby may miss the first announcement.
    static let wakingTime: Duration = .seconds(5)
    static let patience: Duration = .seconds(2)
    static let maximumTries = 5
    static let maximumCalls = 3

    /// True if the TV shows VIR's picture.
    var isActive: Bool { place != nil && activeSource == place?.physical }

    /// The time at which the next message is due; `nil` if no message waits.
    var due: Timestamp? { place != nil || isCalling ? lines.first?.time : nil }

    private var isCalling: Bool { place == nil && calls < Self.maximumCalls && lines.first?.word == .imageViewOn }

    /// Makes a request, which replaces an earlier one.
    mutating func want(_ request: Request, at now: Timestamp) {
        (tries, calls) = (0, 0)
        switch request {
        case .wake:
            lines = [
                Line(word: .imageViewOn, time: now), Line(word: .activeSource, time: now),
                Line(word: .activeSource, time: now.advanced(by: Self.wakingTime)),
            ]
        case .standby:
            // A person who watches another source keeps the TV.
            lines = isActive ? [Line(word: .standby, time: now)] : []
        }
    }

    /// Returns the message that is due now. Its outcome is passed to `said` before the next call.
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
            // Once the TV is there, the message is sent again from VIR's own address.
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

    /// Takes a message from another device to VIR or to everybody.
    /// - Returns: the answer, if one is due. The kernel answers those about names, versions and addresses.
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
