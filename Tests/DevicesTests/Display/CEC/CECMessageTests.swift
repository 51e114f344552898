// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Devices

@Suite struct CECMessageTests {
    /// Opcodes and operands as in the CEC supplement of HDMI 1.4 (table 8 and after).
    @Test(
        arguments: [
            (CECMessage.imageViewOn(from: 4), [0x40, 0x04]),
            (.imageViewOn(from: 8), [0x80, 0x04]),
            (.activeSource(from: 4, at: CECAddress(0x1000)), [0x4F, 0x82, 0x10, 0x00]),
            (.activeSource(from: 11, at: CECAddress(0x2310)), [0xBF, 0x82, 0x23, 0x10]),
            (.standby(from: 4), [0x40, 0x36]),
            (CECMessage(initiator: 4, destination: 4), [0x44]),
        ] as [(CECMessage, [UInt8])])
    func whatGoesOverTheWire(message: CECMessage, bytes: [UInt8]) {
        #expect(message.bytes == bytes)
        #expect(CECMessage(bytes: bytes) == message)
    }

    @Test(arguments: [[], [UInt8](repeating: 0x44, count: 17)] as [[UInt8]])
    func whatIsNoMessage(bytes: [UInt8]) {
        #expect(CECMessage(bytes: bytes) == nil)
    }

    @Test func aMessageThatEndsTooEarlyHasNoAddress() {
        #expect(CECMessage(bytes: [0x0F, 0x80, 0x10, 0x00, 0x20])?.address(at: 2) == nil)
        #expect(CECMessage(bytes: [0x0F, 0x80, 0x10, 0x00, 0x20, 0x00])?.address(at: 2) == CECAddress(0x2000))
    }

    @Test(arguments: [(0x1000, "1.0.0.0", true), (0x2A30, "2.a.3.0", true), (0, "0.0.0.0", false), (0xFFFF, "f.f.f.f", false)])
    func anAddressIsAPlaceInTheTreeOfCables(number: UInt16, text: String, isSource: Bool) {
        #expect(CECAddress(number).description == text)
        #expect(CECAddress(number).isSource == isSource)
    }
}
