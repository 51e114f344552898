// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core

@Suite struct TypewriterTests {
    private func write(_ keys: String, on typewriter: inout Typewriter) throws -> [Typing] {
        try keys.split(separator: " ").compactMap { word -> Typing? in
            let isUp = word.hasPrefix("-")
            let key = try #require(KeyCode(name: "KEY_\(word.drop { "+-".contains($0) })"))
            return typewriter.take(KeyPress(key, isPressed: !isUp, at: .zero))
        }
    }

    @Test(
        "Shift is held, Caps Lock is pressed, and a key that goes up writes nothing",
        arguments: [
            ("A B -A -B", ["a", "b"]), ("+LEFTSHIFT A -LEFTSHIFT B", ["A", "b"]), ("CAPSLOCK A 1 CAPSLOCK A", ["A", "1", "a"]),
            ("CAPSLOCK +RIGHTSHIFT A 1", ["a", "!"]), ("+LEFTSHIFT +RIGHTSHIFT -LEFTSHIFT A", ["A"]),
            ("SPACE MINUS DOT KP7 SLASH", [" ", "-", ".", "7", "/"]), ("F5 LEFT ESC PAGEDOWN VOLUMEUP", []),
        ])
    func whatKeysWrite(keys: String, texts: [String]) throws {
        var typewriter = Typewriter()
        #expect(try write(keys, on: &typewriter) == texts.map(Typing.text))
    }

    @Test func someKeysWriteNoLetters() throws {
        var typewriter = Typewriter()
        #expect(try write("BACKSPACE ENTER KPENTER DELETE", on: &typewriter) == [.erase, .done, .done, .erase])
    }

    @Test func askingWhetherAKeyWritesChangesNothing() throws {
        var typewriter = Typewriter()
        let key = try #require(KeyCode(name: "KEY_Y"))
        let lock = try #require(KeyCode(name: "KEY_CAPSLOCK"))
        #expect(!typewriter.writes(KeyPress(lock, isPressed: true, at: .zero)) && typewriter.writes(KeyPress(key, isPressed: false, at: .zero)))
        #expect(typewriter.take(KeyPress(key, isPressed: true, at: .zero)) == .text("y"))
    }
}
