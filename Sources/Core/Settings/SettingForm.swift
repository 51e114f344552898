// SPDX-License-Identifier: GPL-3.0-or-later

/// How the values of a setting are read, written, moved by the knob and shown on the sheet.
struct SettingForm<Value: Sendable>: Sendable {
    /// The value that is meant; beside the other settings, which may say what there is.
    var read: @Sendable (SettingValue, SettingKey, Settings) throws(SettingProblem) -> Value
    /// What `settings.toml` has for it.
    var write: @Sendable (Value) -> SettingValue
    /// The value so many steps on; never called with 0.
    var move: @Sendable (Value, Int, Settings) -> Value = { value, _, _ in value }
    var show: @Sendable (Value, Settings) -> String = { _, _ in "" }
    /// Two states: a push throws it.
    var isSwitch = false
    /// The right entries of a list that `read` doesn't take; `nil` if there are none.
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

    /// A word for each of its states.
    /// - Parameter takesFlags: whether `true` and `false` are taken too.
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
    /// One of some words; of two, a push takes the other.
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
    /// One of the forms of words that choose a device.
    /// - Parameter offered: what the sheet has; what was written into `settings.toml` is offered too.
    static func word(_ forms: [String], offered: [String] = [], show: @escaping @Sendable (String) -> String = { $0 }) -> SettingForm {
        SettingForm(
            read: { value, key, _ throws(SettingProblem) in try value.word(key, like: forms) },
            write: { .string($0) },
            move: { value, steps, _ in value.moved(by: steps, in: offered.contains(value) ? offered : offered + [value]) },
            show: { value, _ in show(value) })
    }
}

extension Equatable {
    /// The choice so many steps on; the first and the last are the ends.
    package func moved(by steps: Int, in choices: [Self]) -> Self {
        guard let last = choices.indices.last else { return self }
        let index = choices.firstIndex(of: self) ?? 0
        let (target, overflow) = index.addingReportingOverflow(steps)
        return choices[overflow ? index : target.clamped(to: 0...last)]
    }
}
