// SPDX-License-Identifier: GPL-3.0-or-later

/// The unit of a number in the settings.
enum SettingUnit: String, Sendable {
    case seconds, minutes, degrees, percent, framesASecond, millimetres, megabytes, pixels

    var words: Message {
        switch self {
        case .seconds: .text("unit.seconds")
        case .minutes: .text("unit.minutes")
        case .degrees: .text("unit.degrees")
        case .percent: .text("unit.percent")
        case .framesASecond: .text("unit.frames-a-second")
        case .millimetres: .text("unit.millimetres")
        case .megabytes: .text("unit.megabytes")
        case .pixels: .text("unit.pixels")
        }
    }
}

/// Problems with a value in the settings, and the values to write instead.
extension Message {
    /// `delay: 61 is out of range; take 1 to 60 seconds`.
    package static func of(setting: String, _ reason: Message) -> Message {
        text("problem.of-setting", ["setting": Message(setting), "reason": reason])
    }

    static func noNumber(_ value: SettingValue, within range: ClosedRange<Double>, _ unit: SettingUnit) -> Message {
        text("problem.no-number", ["value": "\(value)", "wanted": take(range, unit)])
    }
    static func outOfRange(_ value: SettingValue, _ range: ClosedRange<Double>, _ unit: SettingUnit) -> Message {
        text("problem.out-of-range", ["value": "\(value)", "wanted": take(range, unit)])
    }
    private static func take(_ range: ClosedRange<Double>, _ unit: SettingUnit) -> Message {
        text("problem.take", ["least": Message(plainNumber(range.lowerBound)), "most": Message(plainNumber(range.upperBound)), "unit": unit.words])
    }
    static func notOneOf(_ numbers: [Int], _ value: SettingValue, _ unit: SettingUnit) -> Message {
        text("problem.not-one-of-numbers", ["value": "\(value)", "numbers": Message(plainList(numbers)), "unit": unit.words])
    }
    static func notOneOf(_ words: [String], _ value: SettingValue) -> Message {
        text("problem.not-one-of", ["value": "\(value)", "words": Message(words.joined(separator: ", "))])
    }
    static func noSpeeds(_ value: SettingValue, within range: ClosedRange<Double>) -> Message {
        text("problem.no-speeds", ["value": "\(value)", "span": Message(plainSpan(range))])
    }
    static func noFlag(_ value: SettingValue) -> Message { text("problem.no-flag", ["value": "\(value)"]) }
    static func empty(_ words: [String]) -> Message { text("problem.empty", ["words": Message(words.joined(separator: ", "))]) }
    static func lineBreak(in word: String) -> Message { text("problem.line-break", ["value": Message(word)]) }
    static func notFromACard(_ word: String, _ key: SettingKey) -> Message {
        text("problem.not-from-a-card", ["value": Message(word), "setting": "\(key.rawValue)"])
    }

    static func noShutter(_ value: SettingValue, _ range: ClosedRange<Int>) -> Message {
        text("problem.no-shutter", ["value": "\(value)", "least": "\(range.lowerBound)", "most": "\(range.upperBound)"])
    }
    static func noSize(_ value: SettingValue) -> Message { text("problem.no-size", ["value": "\(value)"]) }
    static func noTVMode(_ word: String) -> Message { text("problem.no-tv-mode", ["value": Message(word)]) }
    static func noFace(_ value: SettingValue) -> Message { text("problem.no-face", ["value": "\(value)"]) }
    /// - Parameter near: faces that may have been meant.
    static func unknownFace(_ id: String, near: [String]) -> Message {
        near.isEmpty
            ? text("problem.unknown-face", ["value": Message(id.prefix(60))])
            : text("problem.unknown-face-near", ["value": Message(id.prefix(60)), "words": Message(near.joined(separator: ", "))])
    }
    static func unknownRound(_ value: SettingValue, _ rounds: [String]) -> Message {
        text("problem.unknown-round", ["value": "\(value)", "words": Message(rounds.joined(separator: ", "))])
    }
    static var noCustomFace: Message { text("problem.no-custom-face") }

    static var noPhrases: Message { text("problem.no-phrases") }
    static func manyPhrases(_ count: Int, most: Int) -> Message { text("problem.many-phrases", ["count": "\(count)", "most": "\(most)"]) }
    static func noPhrase(_ value: String, longest: Int) -> Message {
        text("problem.no-phrase", ["value": Message(value), "most": "\(longest)"])
    }

    static var noArchers: Message { text("problem.no-archers") }
    static var noIDs: Message { text("problem.no-ids") }
    static func noArcher(_ value: SettingValue) -> Message { text("problem.no-archer", ["value": "\(value)"]) }
    /// - Parameter names: the archers there are.
    static func unknownArcher(_ name: String, _ names: [String]) -> Message {
        names.isEmpty
            ? text("problem.unknown-archer-of-none", ["value": Message(name)])
            : text("problem.unknown-archer", ["value": Message(name), "words": Message(names.joined(separator: ", "))])
    }
    static func twoArchers(_ name: String) -> Message { text("problem.two-archers", ["name": Message(name)]) }
    static func manyArchers(_ count: Int, most: Int) -> Message { text("problem.many-archers", ["count": "\(count)", "most": "\(most)"]) }
    static func noArchersName(_ name: String, longest: Int) -> Message {
        text("problem.no-archers-name", ["value": Message(name), "most": "\(longest)"])
    }
    static func commaInArchersName(_ name: String) -> Message { text("problem.comma-in-archers-name", ["value": Message(name)]) }
    static func archersShaft(_ name: String, _ word: String, _ least: Length, _ most: Length) -> Message {
        text(
            "problem.archers-shaft", ["name": Message(name), "value": Message(word), "least": "\(least.millimetres)", "most": "\(most.millimetres)"])
    }
    static func archersWord(_ name: String, _ word: String) -> Message {
        text("problem.archers-word", ["name": Message(name), "value": Message(word)])
    }

    static func noKeyMap(_ value: SettingValue) -> Message { text("problem.no-key-map", ["value": "\(value)"]) }
    static func noKey(_ word: String) -> Message { text("problem.no-key", ["value": Message(word)]) }
    static func unknownKey(_ word: String) -> Message { text("problem.unknown-key", ["value": Message(word)]) }
    static func noControl(_ key: String, _ word: String, _ controls: [String]) -> Message {
        text("problem.no-control", ["key": Message(key), "value": Message(word), "words": Message(controls.joined(separator: ", "))])
    }
    static func noChip(_ shown: Message) -> Message { text("problem.no-chip", ["value": shown]) }
    static func noLine(_ shown: Message) -> Message { text("problem.no-line", ["value": shown]) }
    static var unprintable: Message { text("problem.unprintable") }
}

/// The reasons why a picture's size can't be recorded.
extension Message {
    static func sideTooShort(_ pixels: Int) -> Message { text("size.too-short", ["pixels": "\(pixels)"]) }
    static func sideTooLong(_ pixels: Int) -> Message { text("size.too-long", ["pixels": "\(pixels)"]) }
    static var oddSide: Message { text("size.odd") }
    static func tooManyMacroblocks(_ count: Int, most: Int) -> Message {
        text("size.too-many-macroblocks", ["count": "\(count)", "most": "\(most)"])
    }
    static func of(size: VideoSize, _ reason: Message) -> Message { text("size.of", ["size": "\(size)", "reason": reason]) }
}

/// Problems with the text of a settings file.
extension Message {
    package static var unknownSetting: Message { text("file.unknown-setting") }
    /// - Parameter meant: the setting whose name is nearly the same.
    package static func unknownSetting(meant: SettingKey) -> Message { text("file.unknown-setting-near", ["setting": "\(meant.rawValue)"]) }
    /// - Parameters:
    ///   - given: the file's own text.
    ///   - meant: the same value as it is written in TOML.
    package static func takenAs(_ given: String, _ meant: String) -> Message {
        text("file.taken-as", ["given": Message(given), "meant": Message(meant)])
    }
    package static func moreLines(_ count: Int) -> Message { text("file.more-lines", ["count": "\(count)"]) }
    package static var isUTF16: Message { text("file.is-utf-16") }
    package static var belowTable: Message { text("file.below-table") }
    package static func nearName(_ name: String) -> Message { text("file.near-name", ["name": Message(name)]) }
    package static var setTwice: Message { text("file.set-twice") }
    package static var belongsOnTheCard: Message { text("file.belongs-on-the-card") }
    package static var noSingleValue: Message { text("file.no-single-value") }
    package static var noPlainText: Message { text("file.no-plain-text") }
    package static func notRead(_ reason: Message) -> Message { text("file.not-read", ["reason": reason]) }
    package static var badTable: Message { text("file.bad-table") }
    package static var noStatement: Message { text("file.no-statement") }
    package static var nameMissing: Message { text("file.name-missing") }
    package static var equalsMissing: Message { text("file.equals-missing") }
    package static var valueEndless: Message { text("file.value-endless") }
    package static var valueMissing: Message { text("file.value-missing") }
    package static var quotesMissing: Message { text("file.quotes-missing") }
    package static var badQuotes: Message { text("file.bad-quotes") }
    package static var noValue: Message { text("file.no-value") }
}

/// Problems with a custom face.
extension Message {
    static var faceForm: Message { text("face.form") }
    static func faceID(_ id: String, longest: Int) -> Message { text("face.id", ["value": Message(id), "most": "\(longest)"]) }
    static func faceTaken(_ id: String) -> Message { text("face.taken", ["value": Message(id)]) }
    static var faceNameless: Message { text("face.nameless") }
    static func facePart(_ word: String) -> Message { text("face.part", ["value": Message(word)]) }
    static func faceRing(_ word: String) -> Message { text("face.ring", ["value": Message(word)]) }
    static func faceSpot(_ word: String) -> Message { text("face.spot", ["value": Message(word)]) }
    static func faceLength(_ word: String, of what: Message) -> Message { text("face.length", ["what": what, "value": Message(word)]) }
    static func faceRingName(_ label: String) -> Message { text("face.ring-name", ["label": Message(label)]) }
    static var faceSpotName: Message { text("face.spot-name") }
    static func faceColor(_ word: String, _ colors: [String]) -> Message {
        text("face.colour", ["value": Message(word), "words": Message(colors.joined(separator: ", "))])
    }
    static var faceRingless: Message { text("face.ringless") }
    static var faceSpotless: Message { text("face.spotless") }
    static func manyRings(_ count: Int, most: Int) -> Message { text("face.many-rings", ["count": "\(count)", "most": "\(most)"]) }
    static func manySpots(_ count: Int, most: Int) -> Message { text("face.many-spots", ["count": "\(count)", "most": "\(most)"]) }
    static func faceRingSize(_ ring: Ring, most: Int) -> Message {
        text("face.ring-size", ["label": Message(ring.label), "size": "\(ring.diameter.millimetres)", "most": "\(most)"])
    }
    static func faceRingPoints(_ ring: Ring) -> Message { text("face.ring-points", ["label": Message(ring.label), "points": "\(ring.points)"]) }
    static func faceRingOrder(_ outer: Ring, _ inner: Ring) -> Message {
        text("face.ring-order", ["outer": Message(outer.label), "inner": Message(inner.label)])
    }
    static func faceRingWorth(_ outer: Ring, _ inner: Ring) -> Message {
        text("face.ring-worth", ["outer": Message(outer.label), "inner": Message(inner.label)])
    }
    static func faceSpotFar(_ most: Int) -> Message { text("face.spot-far", ["most": "\(most)"]) }
    static func faceShaft(_ shaft: Length, _ least: Length, _ most: Length) -> Message {
        text("face.shaft", ["value": "\(shaft.millimetres)", "least": "\(least.millimetres)", "most": "\(most.millimetres)"])
    }
}
