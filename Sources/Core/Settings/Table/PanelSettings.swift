// SPDX-License-Identifier: GPL-3.0-or-later

/// The settings for keys and the panel's GPIO lines: `keys = "KEY_B=mark"`, `line-mark = 17`, `line-mark = "GPIO17"`, `line-buzzer = "none"`.
public struct PanelSettings: SettingGroup {
    /// The controls that the keys of keyboards, presenters, pedals and remotes stand for.
    public var keys = KeyMap()
    /// True if the LED is on while the camera is recorded.
    public var hasRecordingLight = false
    /// The GPIO lines of the buttons, the knob, the LED, the buzzer and the trigger.
    public var lines = PanelLines()

    static var path: WritableKeyPath<Settings, Self> & Sendable { \.wiring }

    private static let debounceRange = 0.0...0.5
    private static let lockoutRange = 0.0...60.0

    static let table =
        [
            Setting(
                "keys", \Self.keys, .keyMap,
                "Keys, pedals and remotes that were learned: \"KEY_B=mark, KEY_F5=stop\"."),
            Setting(
                "recording-light", \Self.hasRecordingLight, .flag(), at: .more(6).behind,
                "true: the panel's LED is on while the camera is recorded, and goes out for a mark; false: it is dark but for a mark."),
            Setting(
                "gpio-chip", \Self.lines.chip, .gpioChip, for: .panel,
                "The chip of the panel's lines: its path, name or label; \"auto\" finds the Raspberry Pi's header."),
            Setting(
                "knob-steps", \Self.lines.knobSteps, .knobSteps, for: .panel,
                "Steps of the knob's contacts from one click to the next: 4, or 2 of a knob with 30 clicks and 15 pulses a turn; \"auto\" learns it."),
            Setting(
                "trigger-debounce", \Self.lines.triggerDebounceSeconds, .number(debounceRange, .seconds, show: Strings.seconds), for: .panel,
                "Seconds for which the trigger's line must be open before it can close again: \(plainSpan(debounceRange))."),
            Setting(
                "trigger-lockout", \Self.lines.triggerLockoutSeconds, .number(lockoutRange, .seconds, show: Strings.seconds), for: .panel,
                "Seconds after a trigger in which there is no other: \(plainSpan(lockoutRange))."),
        ]
        + PanelLines.Part.allCases.map { part in
            Setting(
                "line-\(part.rawValue)", \Self.lines[part], .panelLine, for: .panel,
                "The line of \(part.title): a BCM number, a line's name such as \"GPIO17\", or \"none\".")
        }
}

extension SettingForm where Value == KeyMap {
    fileprivate static var keyMap: SettingForm {
        SettingForm(
            read: { value, key, _ throws(SettingProblem) in
                guard case .string(let text) = value else { throw SettingProblem(key, .noKeyMap(value)) }
                do throws(KeyMapProblem) {
                    return try KeyMap(text: text)
                } catch {
                    throw SettingProblem(key, error.message)
                }
            }, write: { .string($0.text) },
            rest: { value, _ in
                if case .string(let text) = value { KeyMap.rest(of: text) } else { nil }
            })
    }
}

extension SettingForm where Value == String {
    /// A chip's path, name or label.
    fileprivate static var gpioChip: SettingForm {
        SettingForm(
            read: { value, key, _ throws(SettingProblem) in
                guard case .string(let text) = value, isPlain(text) else {
                    throw SettingProblem(key, .noChip(value.shown))
                }
                return text
            }, write: { .string($0) })
    }
}

extension SettingForm where Value == PanelLines.KnobSteps {
    fileprivate static var knobSteps: SettingForm {
        SettingForm(
            read: { value, key, _ throws(SettingProblem) in
                let word =
                    switch value {
                    case .integer(let number): "\(number)"
                    case .string(let text): text
                    case .double, .bool: ""
                    }
                guard let steps = PanelLines.KnobSteps(rawValue: word) else {
                    throw SettingProblem(key, .notOneOf(PanelLines.KnobSteps.allCases.map(\.rawValue), value))
                }
                return steps
            }, write: { $0.count.map { .integer($0) } ?? .string($0.rawValue) })
    }
}

extension SettingForm where Value == PanelLines.Line? {
    fileprivate static var panelLine: SettingForm {
        SettingForm(
            read: { value, key, _ throws(SettingProblem) in try value.panelLine(key) },
            write: { line in
                switch line {
                case .number(let number): .integer(number)
                case .name(let name): .string(name)
                case nil: .string(PanelLines.none)
                }
            })
    }
}

private func isPlain(_ text: String) -> Bool {
    !text.isEmpty && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
}

extension SettingValue {
    /// Reads a GPIO line; `nil` for "none".
    fileprivate func panelLine(_ key: SettingKey) throws(SettingProblem) -> PanelLines.Line? {
        switch self {
        case .string(PanelLines.none):
            return nil
        case .integer(let number) where (0...PanelLines.highestNumber).contains(number):
            return .number(number)
        case .string(let text):
            if let number = Int(text) { return try SettingValue.integer(number).panelLine(key) }
            guard isPlain(text), text.utf8.count <= PanelLines.longestName else { break }
            return .name(text)
        case .integer, .double, .bool:
            break
        }
        throw SettingProblem(key, .noLine(shown))
    }

    /// The value as a message can show it, on one line.
    fileprivate var shown: Message {
        let text = description
        return isPlain(text) ? Message(text.prefix(40)) : .unprintable
    }
}
