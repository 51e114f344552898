// SPDX-License-Identifier: GPL-3.0-or-later

/// The functions that read and write a setting's values, move them with the knob and show them on the sheet.
struct SettingForm<Value: Sendable>: Sendable {
    /// Reads a value. The other settings are an argument too, since they may decide which values exist.
    var read: @Sendable (SettingValue, SettingKey, Settings) throws(SettingProblem) -> Value
    /// Returns the value in the form of `settings.toml`.
    var write: @Sendable (Value) -> SettingValue
    /// Moves the value by a number of steps; never called with 0.
    var move: @Sendable (Value, Int, Settings) -> Value = { value, _, _ in value }
    var show: @Sendable (Value, Settings) -> String = { _, _ in "" }
    /// True if the setting has two states: a push toggles it.
    var isSwitch = false
    /// Returns the valid entries of a list that `read` doesn't take; `nil` if no entry is valid.
    var rest: @Sendable (SettingValue, Settings) -> Value? = { _, _ in nil }
}

extension SettingForm where Value == Double {
    static func number(
        _ range: ClosedRange<Double>, _ unit: SettingUnit, step: Double = 1,
        show: @escaping @Sendable (Double) -> String
    ) -> SettingForm {
        SettingForm(
            read: { value, key, _ throws(SettingProblem) in try value.number(key, within: range, unit: unit) },
            write: { .double($0) },
            move: { value, steps, _ in (value + Double(steps) * step).clamped(to: range) },
            show: { value, _ in show(value) })
    }
}

extension SettingForm where Value == Bool {
    static func flag(show: @escaping @Sendable (Bool) -> String = { Strings.onOff($0) }) -> SettingForm {
        SettingForm(
            read: { value, key, _ throws(SettingProblem) in try value.flag(key) },
            write: { .bool($0) }, move: { value, _, _ in !value }, show: { value, _ in show(value) }, isSwitch: true)
    }

    /// A switch with a word for each of its states.
    /// - Parameter takesFlags: true if `true` and `false` are taken too.
    static func words(off: String, on: String, takesFlags: Bool = false, show: @escaping @Sendable (Bool) -> String) -> SettingForm {
        SettingForm(
            read: { value, key, _ throws(SettingProblem) in
                switch value {
                case .string(on): return true
                case .string(off): return false
                case .bool(let flag) where takesFlags: return flag
                default: throw SettingProblem(key, .notOneOf([off, on], value))
                }
            }, write: { .string($0 ? on : off) }, move: { value, _, _ in !value }, show: { value, _ in show(value) }, isSwitch: true)
    }
}

extension SettingForm where Value == Int {
    static func oneOf(_ choices: [Int], _ unit: SettingUnit, show: @escaping @Sendable (Int) -> String) -> SettingForm {
        SettingForm(
            read: { value, key, _ throws(SettingProblem) in try value.oneOf(choices, key, unit: unit) },
            write: { .integer($0) }, move: { value, steps, _ in value.moved(by: steps, in: choices) },
            show: { value, _ in show(value) })
    }
}

extension SettingForm where Value: RawRepresentable & CaseIterable & Equatable, Value.RawValue == String {
    /// One of several words. If there are two, a push takes the other.
    static func choice(show: @escaping @Sendable (Value) -> String) -> SettingForm {
        let choices = Array(Value.allCases)
        let isSwitch = choices.count == 2
        return SettingForm(
            read: { value, key, _ throws(SettingProblem) in try value.choice(key) },
            write: { .string($0.rawValue) },
            move: { value, steps, _ in isSwitch ? choices.first { $0 != value } ?? value : value.moved(by: steps, in: choices) },
            show: { value, _ in show(value) }, isSwitch: isSwitch)
    }
}

extension SettingForm where Value == String {
    /// A word that chooses a device, in one of these forms.
    /// - Parameter offered: the words that the sheet offers; a word that was written into `settings.toml` is offered too.
    static func word(_ forms: [String], offered: [String] = [], show: @escaping @Sendable (String) -> String = { $0 }) -> SettingForm {
        SettingForm(
            read: { value, key, _ throws(SettingProblem) in try value.word(key, like: forms) },
            write: { .string($0) },
            move: { value, steps, _ in value.moved(by: steps, in: offered.contains(value) ? offered : offered + [value]) },
            show: { value, _ in show(value) })
    }
}

extension Equatable {
    /// Returns the choice that lies a number of steps further; it stops at the first and the last.
    package func moved(by steps: Int, in choices: [Self]) -> Self {
        guard let last = choices.indices.last else { return self }
        let index = choices.firstIndex(of: self) ?? 0
        let (target, overflow) = index.addingReportingOverflow(steps)
        return choices[overflow ? index : target.clamped(to: 0...last)]
    }
}
