// SPDX-License-Identifier: GPL-3.0-or-later

/// The unit of a number in the settings.
enum SettingUnit: String, Sendable {
    case seconds, minutes, degrees, percent, framesASecond, millimetres, metres, megabytes, pixels

    var words: Message {
        switch self {
        case .seconds: Phrases.ReasonParts.unitSeconds
        case .minutes: Phrases.ReasonParts.unitMinutes
        case .degrees: Phrases.ReasonParts.unitDegrees
        case .percent: Phrases.ReasonParts.unitPercent
        case .framesASecond: Phrases.ReasonParts.unitFramesASecond
        case .millimetres: Phrases.ReasonParts.unitMillimetres
        case .metres: Phrases.ReasonParts.unitMetres
        case .megabytes: Phrases.ReasonParts.unitMegabytes
        case .pixels: Phrases.ReasonParts.unitPixels
        }
    }
}

/// A value as `settings.toml` writes it, in every language.
extension SettingValue: PhraseValue {}

/// Problems with a value in the settings, and the values to write instead.
extension Message {
    /// `delay: 61 is out of range; take 1 to 60 seconds`.
    package static func of(setting: String, _ reason: Message) -> Message {
        Phrases.ReasonParts.ofSetting(setting, reason: reason)
    }

    static func noNumber(_ value: SettingValue, within range: ClosedRange<Double>, _ unit: SettingUnit) -> Message {
        Phrases.ReasonParts.noNumber(value, wanted: take(range, unit))
    }
    static func outOfRange(_ value: SettingValue, _ range: ClosedRange<Double>, _ unit: SettingUnit) -> Message {
        Phrases.ReasonParts.outOfRange(value, wanted: take(range, unit))
    }
    private static func take(_ range: ClosedRange<Double>, _ unit: SettingUnit) -> Message {
        Phrases.ReasonParts.take(plainNumber(range.lowerBound), most: plainNumber(range.upperBound), unit: unit.words)
    }
    static func notOneOf(_ numbers: [Int], _ value: SettingValue, _ unit: SettingUnit) -> Message {
        Phrases.ReasonParts.notOneOfNumbers(value, numbers: plainList(numbers), unit: unit.words)
    }
    static func notOneOf(_ words: [String], _ value: SettingValue) -> Message {
        Phrases.ReasonParts.notOneOf(value, words: words.joined(separator: ", "))
    }
    static func noSpeeds(_ value: SettingValue, within range: ClosedRange<Double>) -> Message {
        Phrases.ReasonParts.noSpeeds(value, span: plainSpan(range))
    }
    static func noRegion(_ value: SettingValue) -> Message { Phrases.ReasonParts.noRegion(value) }
    static func empty(_ words: [String]) -> Message { Phrases.ReasonParts.empty(words.joined(separator: ", ")) }
    static func lineBreak(in word: String) -> Message { Phrases.ReasonParts.lineBreak(word) }
    static func notFromACard(_ word: String, _ key: SettingKey) -> Message {
        Phrases.ReasonParts.notFromACard(word, setting: "\(key.rawValue)")
    }

    static func noShutter(_ value: SettingValue, _ range: ClosedRange<Int>) -> Message {
        Phrases.ReasonParts.noShutter(value, least: "\(range.lowerBound)", most: "\(range.upperBound)")
    }
    /// - Parameter near: faces that may have been meant.
    static func unknownFace(_ id: String, near: [String]) -> Message {
        near.isEmpty
            ? Phrases.ReasonParts.unknownFace(id.prefix(60))
            : Phrases.ReasonParts.unknownFaceNear(id.prefix(60), words: near.joined(separator: ", "))
    }
    static func unknownRound(_ value: SettingValue, _ rounds: [String]) -> Message {
        Phrases.ReasonParts.unknownRound(value, words: rounds.joined(separator: ", "))
    }

    static func noPhrase(_ value: String, longest: Int) -> Message {
        Phrases.ReasonParts.noPhrase(longest, value: value)
    }

    static func noControl(_ key: String, _ word: String, _ controls: [String]) -> Message {
        Phrases.ReasonParts.noControl(key, value: word, words: controls.joined(separator: ", "))
    }
}

/// Problems with the text of a settings file.
extension Message {
    /// - Parameter meant: the setting whose name is nearly the same.
    package static func unknownSetting(meant: SettingKey) -> Message { Phrases.ReasonParts.unknownSettingNear("\(meant.rawValue)") }
    /// - Parameters:
    ///   - given: the file's own text.
    ///   - meant: the same value as it is written in TOML.
    package static func takenAs(_ given: String, _ meant: String) -> Message {
        Phrases.ReasonParts.takenAs(given, meant: meant)
    }
}
