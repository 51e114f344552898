// SPDX-License-Identifier: GPL-3.0-or-later

/// An edit made with a key of the keyboard.
public enum Typing: Hashable, Sendable {
    /// Writes a letter, a digit or a sign.
    case text(String)
    /// Deletes the last letter.
    case erase
    /// Ends the input.
    case done
}

/// Turns key presses into text. Letters lie as on a US keyboard, because the kernel reports the key and not what is printed on it. A pure
/// value.
public struct Typewriter: Hashable, Sendable {
    private var shifts: Set<Int> = []
    private var hasCapsLock = false

    public init() {}

    /// Handles a key that was pressed or released. It needs all keys, because Shift is one of them.
    /// - Returns: the edit; `nil` for a key that writes nothing or is released.
    public mutating func take(_ press: KeyPress) -> Typing? {
        let name = press.key.label
        switch name {
        case "LEFTSHIFT", "RIGHTSHIFT":
            if press.isPressed { shifts.insert(press.key.number) } else { shifts.remove(press.key.number) }
            return nil
        case "CAPSLOCK":
            if press.isPressed { hasCapsLock.toggle() }
            return nil
        default: break
        }
        guard press.isPressed, !press.isOfShutter else { return nil }
        switch name {
        case "BACKSPACE", "DELETE": return .erase
        case "ENTER", "KPENTER": return .done
        default: return text(of: name).map(Typing.text)
        }
    }

    /// True if pressing the key would write something.
    public func writes(_ press: KeyPress) -> Bool {
        var copy = self
        var down = press
        down.isPressed = true
        return copy.take(down) != nil
    }

    private func text(of name: String) -> String? {
        let isShifted = !shifts.isEmpty
        if name.count == 1, let letter = name.first {
            if let index = Self.figures.firstIndex(of: letter) { return String(isShifted ? Self.shiftedFigures[index] : letter) }
            return isShifted != hasCapsLock ? name : name.lowercased()
        }
        return Self.signs[name].map { isShifted ? $0.shifted : $0.plain }
    }

    private static let figures = Array("1234567890")
    private static let shiftedFigures = Array("!@#$%^&*()")
    private static let signs: [String: (plain: String, shifted: String)] = [
        "SPACE": (" ", " "), "MINUS": ("-", "_"), "EQUAL": ("=", "+"), "COMMA": (",", "<"), "DOT": (".", ">"), "SLASH": ("/", "?"),
        "SEMICOLON": (";", ":"), "APOSTROPHE": ("'", "\""), "LEFTBRACE": ("[", "{"), "RIGHTBRACE": ("]", "}"), "BACKSLASH": ("\\", "|"),
        "GRAVE": ("`", "~"), "KPMINUS": ("-", "-"), "KPPLUS": ("+", "+"), "KPASTERISK": ("*", "*"), "KPSLASH": ("/", "/"), "KPDOT": (".", "."),
        "KP0": ("0", "0"), "KP1": ("1", "1"), "KP2": ("2", "2"), "KP3": ("3", "3"), "KP4": ("4", "4"), "KP5": ("5", "5"), "KP6": ("6", "6"),
        "KP7": ("7", "7"), "KP8": ("8", "8"), "KP9": ("9", "9"),
    ]
}
