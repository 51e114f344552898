// SPDX-License-Identifier: GPL-3.0-or-later

/// A message on the wire over which HDMI devices speak with each other (HDMI 1.4, supplement 1: CEC).
struct CECMessage: Hashable, Sendable {
    /// The logical addresses of the sender and of the receiver, 0…15.
    var initiator: UInt8
    var destination: UInt8
    /// The operation; `nil` for an empty message, which only asks whether somebody is there.
    var opcode: UInt8?
    /// At most 14 bytes.
    var operands: [UInt8] = []

    static let tv: UInt8 = 0
    /// Everybody as a destination, a device without an address as an initiator.
    static let everybody: UInt8 = 15

    /// The operations that VIR sends or understands.
    enum Opcode {
        static let featureAbort: UInt8 = 0x00
        static let imageViewOn: UInt8 = 0x04
        static let standby: UInt8 = 0x36
        static let userControlPressed: UInt8 = 0x44
        static let userControlReleased: UInt8 = 0x45
        static let routingChange: UInt8 = 0x80
        static let activeSource: UInt8 = 0x82
        static let requestActiveSource: UInt8 = 0x85
        static let setStreamPath: UInt8 = 0x86
        static let givePowerStatus: UInt8 = 0x8F
        static let reportPowerStatus: UInt8 = 0x90
    }

    var isForEverybody: Bool { destination == Self.everybody }

    /// Returns the physical address in the two operands from this index on.
    func address(at index: Int) -> CECAddress? {
        guard operands.count >= index + 2 else { return nil }
        return CECAddress(UInt16(operands[index]) << 8 | UInt16(operands[index + 1]))
    }
}

extension CECMessage {
    /// "Switch on and show pictures", to the TV.
    static func imageViewOn(from initiator: UInt8) -> CECMessage {
        CECMessage(initiator: initiator, destination: tv, opcode: Opcode.imageViewOn)
    }

    /// "The picture comes from me", to everybody: the TV goes to that socket.
    static func activeSource(from initiator: UInt8, at address: CECAddress) -> CECMessage {
        CECMessage(initiator: initiator, destination: everybody, opcode: Opcode.activeSource, operands: address.bytes)
    }

    /// "Go to standby", to the TV alone.
    static func standby(from initiator: UInt8) -> CECMessage {
        CECMessage(initiator: initiator, destination: tv, opcode: Opcode.standby)
    }

    /// The message as it goes over the wire, 1…16 bytes.
    var bytes: [UInt8] {
        precondition(initiator <= 15 && destination <= 15 && operands.count <= 14, "no message of CEC")
        return [initiator << 4 | destination] + (opcode.map { [$0] } ?? []) + operands
    }

    /// Reads a message from the wire; `nil` if the bytes are no message.
    init?(bytes: some Collection<UInt8>) {
        guard let head = bytes.first, bytes.count <= 16 else { return nil }
        initiator = head >> 4
        destination = head & 15
        opcode = bytes.dropFirst().first
        operands = Array(bytes.dropFirst(2))
    }
}

/// The position of a device in the tree of HDMI cables: "1.0.0.0" is the TV's first socket.
struct CECAddress: Hashable, Sendable, CustomStringConvertible {
    let number: UInt16

    init(_ number: UInt16) { self.number = number }

    var bytes: [UInt8] { [UInt8(number >> 8), UInt8(number & 0xFF)] }

    /// True if a device at this address can show its picture on a TV: 0.0.0.0 is a TV itself, and f.f.f.f is nowhere.
    var isSource: Bool { number != 0 && number != 0xFFFF }

    var description: String {
        [12, 8, 4, 0].map { String(number >> $0 & 15, radix: 16) }.joined(separator: ".")
    }
}
