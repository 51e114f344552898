// SPDX-License-Identifier: GPL-3.0-or-later

/// The meanings of the keys of keyboards, presenters, pedals and remotes: the default meanings, and those that a person taught the box.
public struct KeyMap: Hashable, Sendable {
    /// The input of the panel that a key stands for.
    public enum Meaning: Hashable, Sendable {
        case control(Control)
        /// A turn of the knob, in detents.
        case turn(Int)
        /// A deed of the shooting line's clock. No key has this meaning until a person teaches it.
        case timer(EndTimer.Deed)
        /// The voice is turned on or off.
        case voice

        /// The meanings that a person can teach a key.
        public static let taught = Control.allCases.map(control) + EndTimer.Deed.allCases.map(timer) + [.voice]

        /// The word for a meaning that can be taught.
        var word: String {
            switch self {
            case .control(let control): control.rawValue
            case .timer(let deed): deed.rawValue
            case .voice: "voice"
            case .turn: ""
            }
        }
    }

    /// The learned keys. They take precedence over the default meanings.
    public private(set) var learned: [KeyCode: Meaning] = [:]

    public init() {}

    public func meaning(of key: KeyCode) -> Meaning? {
        learned[key] ?? Self.known[key]
    }

    /// Returns the meaning of a key press. A camera shutter's keys all mean MARK, unless a person taught the box another meaning.
    public func meaning(of press: KeyPress) -> Meaning? {
        press.isOfShutter && learned[press.key] == nil ? .control(.mark) : meaning(of: press.key)
    }

    /// Gives the key this meaning instead of its old one. Other keys with the same meaning keep it.
    public mutating func learn(_ key: KeyCode, as meaning: Meaning) {
        learned[key] = meaning
    }

    mutating func learn(_ key: KeyCode, as control: Control) { learn(key, as: .control(control)) }

    public mutating func forgetAll() {
        learned = [:]
    }

    // MARK: As text

    /// The learned keys as text, `KEY_B=mark, KEY_F5=stop`, in the order of the keys' numbers; empty if nothing was learned.
    public var text: String {
        learned.sorted { $0.key.number < $1.key.number }.map { "\($0.key.name)=\($0.value.word)" }.joined(separator: ", ")
    }

    /// Reads a text in the form of `text`.
    /// - Throws: the problem with the first wrong entry, in words.
    public init(text: String) throws(KeyMapProblem) {
        for word in text.split(separator: ",") { try learn(word) }
    }

    /// Returns the valid entries of such a text; `nil` if no entry is valid.
    static func rest(of text: String) -> KeyMap? {
        var map = KeyMap()
        for word in text.split(separator: ",") { try? map.learn(word) }
        return map.learned.isEmpty ? nil : map
    }

    private mutating func learn(_ word: Substring) throws(KeyMapProblem) {
        let parts = word.split(separator: "=", omittingEmptySubsequences: false).map { part in
            String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
        }
        guard parts.count == 2 else { throw KeyMapProblem(.noKey(String(word.prefix(40)))) }
        guard let key = KeyCode(name: parts[0]) else { throw KeyMapProblem(.unknownKey(String(parts[0].prefix(40)))) }
        guard let meaning = Meaning.taught.first(where: { $0.word == parts[1] }) else {
            throw KeyMapProblem(.noControl(parts[0], String(parts[1].prefix(40)), Meaning.taught.map(\.word)))
        }
        learned[key] = meaning
    }

    // MARK: Default meanings

    /// Keyboards have the same keys as the window. On a clicker, forward is MARK, back is ◀ and the blank-screen button is STOP. Remotes
    /// and volume knobs mean what is printed on them.
    private static let known: [KeyCode: Meaning] = {
        let words: [(Meaning, String)] = [
            (.control(.mark), "SPACE M PAGEDOWN A F13 PLAYPAUSE PLAY PLAYCD RECORD RED"),
            (.control(.stop), "ESC S B V DOT F5 C F15 STOP STOPCD EXIT BACK"),
            (.control(.left), "LEFT PREVIOUSSONG PAGEUP"),
            (.control(.right), "RIGHT NEXTSONG"),
            (.control(.up), "UP"),
            (.control(.down), "DOWN"),
            (.control(.knob), "ENTER KPENTER K OK SELECT MENU SETUP ROOT_MENU MUTE F14"),
            (.turn(1), "EQUAL KPPLUS RIGHTBRACE VOLUMEUP CHANNELUP FASTFORWARD"),
            (.turn(-1), "MINUS KPMINUS LEFTBRACE VOLUMEDOWN CHANNELDOWN REWIND"),
            (.voice, "F8"),
        ]
        var known: [KeyCode: Meaning] = [:]
        for (meaning, names) in words {
            for name in names.split(separator: " ") {
                if let key = KeyCode(name: "KEY_\(name)") { known[key] = meaning }
            }
        }
        return known
    }()
}

/// The problem with the text of a key map.
public struct KeyMapProblem: Error, Hashable, CustomStringConvertible {
    public var message: Message
    public var description: String { message.description }

    init(_ message: Message) {
        self.message = message
    }
}

/// A key that went down or up.
public struct KeyPress: Hashable, Sendable {
    public var key: KeyCode
    public var isPressed: Bool
    public var timestamp: Timestamp
    /// True if the device has volume keys only: it is a phone camera's shutter.
    public var isOfShutter: Bool

    public init(_ key: KeyCode, isPressed: Bool, at timestamp: Timestamp, isOfShutter: Bool = false) {
        self.key = key
        self.isPressed = isPressed
        self.timestamp = timestamp
        self.isOfShutter = isOfShutter
    }
}
