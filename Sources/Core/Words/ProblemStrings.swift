// SPDX-License-Identifier: GPL-3.0-or-later

/// The unit of a number in the settings.
enum SettingUnit: String, Sendable {
    case seconds, minutes, degrees, percent, framesASecond, millimetres, megabytes, pixels

    var words: Message {
        switch self {
        case .seconds: Phrases.ReasonParts.unitSeconds
        case .minutes: Phrases.ReasonParts.unitMinutes
        case .degrees: Phrases.ReasonParts.unitDegrees
        case .percent: Phrases.ReasonParts.unitPercent
        case .framesASecond: Phrases.ReasonParts.unitFramesASecond
        case .millimetres: Phrases.ReasonParts.unitMillimetres
        case .megabytes: Phrases.ReasonParts.unitMegabytes
        case .pixels: Phrases.ReasonParts.unitPixels
        }
    }
}

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

    /// - Parameter names: the archers there are.
    static func unknownArcher(_ name: String, _ names: [String]) -> Message {
        names.isEmpty
            ? Phrases.ReasonParts.unknownArcherOfNone(name)
            : Phrases.ReasonParts.unknownArcher(name, words: names.joined(separator: ", "))
    }
    static func noArchersName(_ name: String, longest: Int) -> Message {
        Phrases.ReasonParts.noArchersName(longest, value: name)
    }
    static func archersShaft(_ name: String, _ word: String, _ least: Length, _ most: Length) -> Message {
        Phrases.ReasonParts.archersShaft(name, value: word, least: "\(least.millimetres)", most: "\(most.millimetres)")
    }
    static func archersWord(_ name: String, _ word: String) -> Message {
        Phrases.ReasonParts.archersWord(name, value: word)
    }

    static func noControl(_ key: String, _ word: String, _ controls: [String]) -> Message {
        Phrases.ReasonParts.noControl(key, value: word, words: controls.joined(separator: ", "))
    }
}

/// The reasons why a picture's size can't be recorded.
extension Message {
    static func tooManyMacroblocks(_ count: Int, most: Int) -> Message {
        Phrases.ReasonParts.sizeTooManyMacroblocks(most, count: count)
    }
    static func of(size: VideoSize, _ reason: Message) -> Message { Phrases.ReasonParts.sizeOf(size, reason: reason) }
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

/// Problems with a custom face.
extension Message {
    static func faceID(_ id: String, longest: Int) -> Message { Phrases.ReasonParts.faceID(id, most: longest) }
    static func faceLength(_ word: String, of what: Message) -> Message { Phrases.ReasonParts.faceLength(what, value: word) }
    static func faceColor(_ word: String, _ colors: [String]) -> Message {
        Phrases.ReasonParts.faceColour(word, words: colors.joined(separator: ", "))
    }
    static func faceRingSize(_ ring: Ring, most: Int) -> Message {
        Phrases.ReasonParts.faceRingSize(ring.label, size: "\(ring.diameter.millimetres)", most: most)
    }
    static func faceRingPoints(_ ring: Ring) -> Message { Phrases.ReasonParts.faceRingPoints(ring.label, points: "\(ring.points)") }
    static func faceRingOrder(_ outer: Ring, _ inner: Ring) -> Message {
        Phrases.ReasonParts.faceRingOrder(outer.label, inner: inner.label)
    }
    static func faceRingWorth(_ outer: Ring, _ inner: Ring) -> Message {
        Phrases.ReasonParts.faceRingWorth(outer.label, inner: inner.label)
    }
    static func faceShaft(_ shaft: Length, _ least: Length, _ most: Length) -> Message {
        Phrases.ReasonParts.faceShaft("\(shaft.millimetres)", least: "\(least.millimetres)", most: "\(most.millimetres)")
    }
}
