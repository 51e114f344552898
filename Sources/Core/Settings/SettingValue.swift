// SPDX-License-Identifier: GPL-3.0-or-later

/// A setting's value as a file or a command line has it.
public enum SettingValue: Hashable, Sendable {
    case string(String)
    case integer(Int)
    case double(Double)
    case bool(Bool)

    /// A word of the command line: `true` and `false`, a number, or else a string.
    public init(word: String) {
        if let bool = Bool(word) {
            self = .bool(bool)
        } else if let integer = Int(word) {
            self = .integer(integer)
        } else if let double = decimal(word) {
            self = .double(double)
        } else {
            self = .string(word)
        }
    }
}

/// Reads a number as people write it. Swift would read hexadecimal too, but 0x480 is a size with a nought in it, and not a number.
public func decimal(_ word: String) -> Double? {
    word.utf8.contains { $0 == UInt8(ascii: "x") || $0 == UInt8(ascii: "X") } ? nil : Double(word)
}

extension SettingValue: CustomStringConvertible {
    /// The value as a person would write it, without quotes.
    public var description: String {
        switch self {
        case .string(let text): text
        case .integer(let number): "\(number)"
        case .double(let number): plainNumber(number)
        case .bool(let flag): "\(flag)"
        }
    }

    func number(_ key: SettingKey, within range: ClosedRange<Double>, unit: SettingUnit) throws(SettingProblem) -> Double {
        let number: Double
        switch self {
        case .integer(let integer): number = Double(integer)
        case .double(let double): number = double
        case .string, .bool: throw SettingProblem(key, .noNumber(self, within: range, unit))
        }
        // NaN is in no range.
        guard range.contains(number) else { throw SettingProblem(key, .outOfRange(self, range, unit)) }
        return number
    }

    func oneOf(_ choices: [Int], _ key: SettingKey, unit: SettingUnit) throws(SettingProblem) -> Int {
        for choice in choices {
            if case .integer(choice) = self { return choice }
            if case .double(let number) = self, number == Double(choice) { return choice }
        }
        throw SettingProblem(key, .notOneOf(choices, self, unit))
    }

    func flag(_ key: SettingKey) throws(SettingProblem) -> Bool {
        if case .bool(let flag) = self { return flag }
        throw SettingProblem(key, .noFlag(self))
    }

    func choice<Choice: RawRepresentable & CaseIterable>(_ key: SettingKey) throws(SettingProblem) -> Choice
    where Choice.RawValue == String {
        if case .string(let text) = self, let choice = Choice(rawValue: text) { return choice }
        throw SettingProblem(key, .notOneOf(Choice.allCases.map(\.rawValue), self))
    }

    /// Reads a word of one of these forms. After a form's colon any text may follow, but not an empty text.
    func word(_ key: SettingKey, like forms: [String]) throws(SettingProblem) -> String {
        guard case .string(let text) = self else { throw SettingProblem(key, .notOneOf(forms, self)) }
        guard !text.isEmpty else { throw SettingProblem(key, .empty(forms)) }
        // The word has to fit on one line of settings.toml.
        guard !text.contains(where: \.isNewline) else {
            throw SettingProblem(key, .lineBreak(in: text))
        }
        let isTaken = forms.contains { form in
            guard let colon = form.firstIndex(of: ":") else { return text == form }
            let head = form[...colon]
            return text.hasPrefix(head) && text.count > head.count
        }
        guard isTaken else { throw SettingProblem(key, .notOneOf(forms, self)) }
        return text
    }
}

/// Returns a number without a needless fraction: 5, not 5.0; 2.5 as it is.
func plainNumber(_ number: Double) -> String {
    if let whole = Int(exactly: number) { return "\(whole)" }
    return "\(number)"
}

// The words for ranges and choices in the comments of the table.

func plainSpan(_ range: ClosedRange<Double>) -> String { "\(plainNumber(range.lowerBound)) to \(plainNumber(range.upperBound))" }

func plainList(_ numbers: [Int]) -> String { numbers.map(String.init).joined(separator: ", ") }

func quotedList(_ words: [String]) -> String { words.map { "\"\($0)\"" }.joined(separator: ", ") }
