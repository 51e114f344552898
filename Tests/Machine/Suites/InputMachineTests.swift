// SPDX-License-Identifier: GPL-3.0-or-later

import CUInput
import Core
import Devices
import Glibc
import Testing

/// Keyboards, mice and touch panels on the kernel's own input layer, made by the tests.
@Suite(.serialized, .enabled(if: Guest.isHere)) struct InputMachineTests {
    private let clock = MonotonicClock()
    private let log = PanelLog()

    /// The event types of linux/input-event-codes.h.
    private enum Kind { static let key: UInt16 = 1, relative: UInt16 = 2, absolute: UInt16 = 3 }
    private static let leftButton: UInt16 = 0x110, touch: UInt16 = 0x14A
    private static let wheel: UInt16 = 8, slot: UInt16 = 0x2F, x: UInt16 = 0x35, y: UInt16 = 0x36, trackingID: UInt16 = 0x39

    private func panel() -> InputPanel {
        let log = log
        let panel = InputPanel { log.tell($0) }
        panel.start { log.hear($0) }
        return panel
    }

    /// Waits until libinput has the device that `make` makes.
    private func device(_ name: String, _ make: (String) -> Int32) throws -> Int32 {
        let device = make(name)
        try #require(device >= 0, "there is no uinput")
        try #require(clock.comes { log.lines.contains { $0.contains("\(name) is there") } }, "\(log.lines)")
        return device
    }

    private func press(_ key: UInt16, on device: Int32) {
        vir_uinput_send(device, Kind.key, key, 1)
        vir_uinput_sync(device)
        vir_uinput_send(device, Kind.key, key, 0)
        vir_uinput_sync(device)
    }

    @Test func aHundredQuickPressesAreAHundredAtTheKernelsTime() throws {
        let panel = panel()
        defer { panel.stop() }
        let keyboard = try device("vir-pedal") { vir_uinput_keyboard($0) }
        defer { close(keyboard) }
        let start = clock.now()
        // 200 a second: the kernel's own queue would drop some if all came at once.
        for _ in 0..<100 {
            press(48, on: keyboard)
            clock.wait(.milliseconds(5))
        }
        #expect(clock.comes { log.keys.count == 200 })
        let keys = log.keys
        #expect(keys.allSatisfy { $0.key.name == "KEY_B" })
        #expect(keys.enumerated().allSatisfy { $0.element.isPressed == ($0.offset % 2 == 0) })
        #expect(zip(keys, keys.dropFirst()).allSatisfy { $0.timestamp <= $1.timestamp })
        #expect(keys.allSatisfy { (start - .milliseconds(1)...clock.now()).contains($0.timestamp) })
    }

    /// While VIR has the console, the kernel doesn't handle these keys itself.
    @Test func altWithAFunctionKeyAsksForATextConsole() throws {
        let panel = panel()
        defer { panel.stop() }
        let keyboard = try device("vir-consoles") { vir_uinput_keyboard($0) }
        defer { close(keyboard) }
        press(60, on: keyboard)
        vir_uinput_send(keyboard, Kind.key, 56, 1)
        vir_uinput_sync(keyboard)
        for key in [UInt16(59), 60, 68] { press(key, on: keyboard) }
        vir_uinput_send(keyboard, Kind.key, 56, 0)
        vir_uinput_sync(keyboard)
        press(60, on: keyboard)
        #expect(clock.comes { log.keys.count == 6 })
        #expect(log.consoles == [1, 2, 10])
        #expect(log.keys.map(\.key.name) == ["KEY_F2", "KEY_F2", "KEY_LEFTALT", "KEY_LEFTALT", "KEY_F2", "KEY_F2"])
    }

    @Test func aMouseIsAFingerAndAKnob() throws {
        let panel = panel()
        defer { panel.stop() }
        let mouse = try device("vir-mouse") { vir_uinput_mouse($0) }
        defer { close(mouse) }
        vir_uinput_send(mouse, Kind.key, Self.leftButton, 1)
        vir_uinput_sync(mouse)
        vir_uinput_send(mouse, Kind.key, Self.leftButton, 0)
        vir_uinput_sync(mouse)
        #expect(clock.comes { log.actions.contains(.touchUp) })
        #expect(log.actions == [.touchDown(Canvas.bounds.center), .touchUp])
        for _ in 0..<3 {
            vir_uinput_send(mouse, Kind.relative, Self.wheel, 1)
            vir_uinput_sync(mouse)
        }
        #expect(clock.comes { log.detents == 3 }, "\(log.actions)")
        #expect(log.events.allSatisfy { $0.source == .mouse })
    }

    @Test func aFingerIsWhereItTouchesTheCanvas() throws {
        let panel = panel()
        defer { panel.stop() }
        let touch = try device("vir-touch") { vir_uinput_touch($0) }
        defer { close(touch) }
        vir_uinput_send(touch, Kind.absolute, Self.slot, 0)
        vir_uinput_send(touch, Kind.absolute, Self.trackingID, 1)
        vir_uinput_send(touch, Kind.absolute, Self.x, 500)
        vir_uinput_send(touch, Kind.absolute, Self.y, 250)
        vir_uinput_send(touch, Kind.key, Self.touch, 1)
        vir_uinput_sync(touch)
        vir_uinput_send(touch, Kind.absolute, Self.trackingID, -1)
        vir_uinput_send(touch, Kind.key, Self.touch, 0)
        vir_uinput_sync(touch)
        #expect(clock.comes { log.actions.contains(.touchUp) })
        guard case .touchDown(let point) = try #require(log.actions.first) else {
            Issue.record("the first is \(log.actions)")
            return
        }
        #expect(abs(point.x - 960) < 2 && abs(point.y - 270) < 2)
    }

    @Test func aKeyboardThatGoesAndComesIsSaidAndWorks() throws {
        let panel = panel()
        defer { panel.stop() }
        for round in 1...5 {
            let keyboard = try device("vir-keys-\(round)") { vir_uinput_keyboard($0) }
            press(57, on: keyboard)
            #expect(clock.comes { log.keys.count == 2 * round })
            close(keyboard)
            #expect(clock.comes { log.lines.contains { $0.contains("vir-keys-\(round) is gone") } })
        }
    }

    @Test func aPanelThatWasStoppedSaysNothingMore() throws {
        let panel = panel()
        let keyboard = try device("vir-late") { vir_uinput_keyboard($0) }
        defer { close(keyboard) }
        panel.stop()
        press(57, on: keyboard)
        clock.wait(.milliseconds(100))
        #expect(log.keys.isEmpty)
    }
}
