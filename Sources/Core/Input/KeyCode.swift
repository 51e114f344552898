// SPDX-License-Identifier: GPL-3.0-or-later

/// A key of a keyboard, a presenter, a pedal or a TV's remote, as the kernel numbers it.
public struct KeyCode: Hashable, Sendable, CustomStringConvertible {
    /// The code of an evdev key event (linux/input-event-codes.h).
    public let number: Int

    /// The highest code of the kernel.
    public static let highest = 0x2FF

    /// - Parameter number: 1…`highest`; for any other number the result is `nil`.
    public init?(_ number: Int) {
        guard (1...Self.highest).contains(number) else { return nil }
        self.number = number
    }

    /// Reads a name of the kernel, such as `KEY_B`, or a number, such as `KEY_412`, for a key that has no name here.
    public init?(name: String) {
        guard name.hasPrefix(Self.prefix) else { return nil }
        let rest = String(name.dropFirst(Self.prefix.count))
        if let number = Self.numbers[rest] {
            self.number = number
        } else if rest.utf8.count > 1, let number = Int(rest), Self.names[number] == nil, let code = KeyCode(number) {
            self = code
        } else {
            return nil
        }
    }

    /// The name in `settings.toml`: `KEY_B`.
    public var name: String { Self.prefix + (Self.names[number] ?? String(number)) }
    /// The name that a person reads on the TV: `B`, `PAGEDOWN`.
    public var label: String { Self.names[number] ?? "key \(number)" }
    public var description: String { name }

    private static let prefix = "KEY_"

    /// The kernel's names, in runs of successive numbers. `KEY_1` to `KEY_9` are the names of keys, so the keys with numbers of one digit
    /// must all have names here.
    private static let runs: [(first: Int, names: String)] = [
        (
            1,
            """
            ESC 1 2 3 4 5 6 7 8 9 0 MINUS EQUAL BACKSPACE TAB Q W E R T Y U I O P LEFTBRACE RIGHTBRACE ENTER \
            LEFTCTRL A S D F G H J K L SEMICOLON APOSTROPHE GRAVE LEFTSHIFT BACKSLASH Z X C V B N M COMMA DOT \
            SLASH RIGHTSHIFT KPASTERISK LEFTALT SPACE CAPSLOCK F1 F2 F3 F4 F5 F6 F7 F8 F9 F10 NUMLOCK SCROLLLOCK \
            KP7 KP8 KP9 KPMINUS KP4 KP5 KP6 KPPLUS KP1 KP2 KP3 KP0 KPDOT
            """
        ),
        (87, "F11 F12"),
        (96, "KPENTER RIGHTCTRL KPSLASH SYSRQ RIGHTALT"),
        (102, "HOME UP PAGEUP LEFT RIGHT END DOWN PAGEDOWN INSERT DELETE"),
        (113, "MUTE VOLUMEDOWN VOLUMEUP POWER"),
        (119, "PAUSE"),
        (125, "LEFTMETA RIGHTMETA"),
        (128, "STOP"),
        (138, "HELP MENU"),
        (141, "SETUP SLEEP"),
        (158, "BACK FORWARD"),
        (163, "NEXTSONG PLAYPAUSE PREVIOUSSONG STOPCD RECORD REWIND"),
        (172, "HOMEPAGE REFRESH EXIT"),
        (183, "F13 F14 F15 F16 F17 F18 F19 F20 F21 F22 F23 F24"),
        (200, "PLAYCD"),
        (207, "PLAY FASTFORWARD"),
        (212, "CAMERA"),
        (352, "OK SELECT"),
        (358, "INFO"),
        (370, "SUBTITLE"),
        (377, "TV"),
        (398, "RED GREEN YELLOW BLUE CHANNELUP CHANNELDOWN"),
        (512, "NUMERIC_0 NUMERIC_1 NUMERIC_2 NUMERIC_3 NUMERIC_4 NUMERIC_5 NUMERIC_6 NUMERIC_7 NUMERIC_8 NUMERIC_9"),
        (618, "ROOT_MENU"),
    ]

    private static let names: [Int: String] = Dictionary(
        uniqueKeysWithValues: runs.flatMap { run in
            run.names.split(separator: " ").enumerated().map { (run.first + $0.offset, String($0.element)) }
        })

    private static let numbers: [String: Int] = Dictionary(uniqueKeysWithValues: names.map { ($0.value, $0.key) })
}
