// SPDX-License-Identifier: GPL-3.0-or-later

/// The settings for the picture and the text on the TV: `flip = true`, `rotation = 180`, `text-scale = 150`.
public struct PictureSettings: SettingGroup {
    /// True if the picture is mirrored left to right on the TV, however it is turned, as in a dance studio's mirror.
    public var isFlipped = false
    /// The turn of the picture before it is mirrored, in degrees clockwise: 0, 90, 180 or 270.
    public var rotation = 0
    /// The turn of everything on the TV, in degrees clockwise: 0, 90, 180 or 270, for a TV that hangs on its side or head.
    public var tvRotation = 0
    /// The part of the picture in which the archer stands, or the court; `nil`: the box finds it by what moves.
    public var region: PictureRegion?
    /// True if live is shown beside delayed.
    public var isSplit = false
    /// The size of the text in percent: 100, 150 or 200; `nil`: as it suits the TV.
    public var chosenTextScale: Int?
    /// The size that suits the TV that is there now, in percent. It is no setting: the TV tells its size.
    public var suitableTextScale = 100
    public var hasHighContrast = false
    /// True if sheets and cards cross-fade instead of moving.
    public var hasReducedMotion = false
    public var showsDiagnostics = false
    /// The language of all words: the name of its file (`LanguageShelf`).
    public var language = "english"
    /// The difference of the local time from UTC, in minutes; `nil`: as the machine says.
    public var zone: Int?

    static var path: WritableKeyPath<Settings, Self> & Sendable { \.picture }

    static let table = [
        Setting(
            "flip", \Self.isFlipped, .flag(), at: .picture(2),
            "true: mirrored left to right, as in a dance studio's mirror."),
        Setting(
            "rotation", \Self.rotation, .oneOf(Settings.rotations, .degrees, show: Strings.rotation), at: .picture(3),
            "How the picture is turned on the TV, in degrees clockwise: \(plainList(Settings.rotations))."),
        Setting(
            "tv-rotation", \Self.tvRotation, .oneOf(Settings.rotations, .degrees, show: Strings.rotation), at: .picture(13).behind, for: .tv,
            "How everything on the TV is turned, in degrees clockwise, for a TV that hangs on its side: \(plainList(Settings.rotations))."),
        Setting(
            "region", \Self.region, .region, at: .picture(14).behind,
            "Where the archer stands in the recorded picture, or the court: \"30 10 40 80\" is left, top, width, height in percent; "
                + "\"auto\": the box finds it by what moves."),
        Setting(
            "split", \Self.isSplit, .flag(), at: .picture(1),
            "true: live beside delayed."),
        Setting(
            "text-scale", \Self.chosenTextScale, .textScale, at: .more(1),
            "The size of the words on the TV, in percent: \(plainList(textScales)); \"auto\" is 150 on a TV under 40 inches, else 100."),
        Setting(
            "contrast", \Self.hasHighContrast,
            .words(off: "normal", on: "high", takesFlags: true) { $0 ? Strings.highContrast : Strings.normalContrast }, at: .more(3).behind,
            "\"normal\" or \"high\"."),
        Setting(
            "reduced-motion", \Self.hasReducedMotion, .flag { $0 ? Strings.reducedMotion : Strings.fullMotion }, at: .more(9).behind,
            "true: sheets and cards fade instead of moving."),
        Setting(
            "diagnostics", \Self.showsDiagnostics, .flag(), at: .more(7).behind,
            "true: frame rates, losses and the measured delay are on the TV."),
        Setting(
            "language", \Self.language, .language, at: .more(2), for: .words,
            "The language of the TV and of the card's pages: \"english\", \"german\", or the name of a file in the folder languages."),
        Setting(
            "zone", \Self.zone, .zone, at: .more(10).behind, for: .clock,
            "The difference of the local time from UTC: \"+01:00\", \"-03:30\"; \"auto\": as the machine says."),
    ]

    fileprivate static let textScales = [100, 150, 200]
}

extension SettingForm where Value == Int? {
    /// A difference from UTC in minutes.
    fileprivate static var zone: SettingForm {
        let choices: [Int?] = [nil] + stride(from: SessionDate.offsets.lowerBound, through: SessionDate.offsets.upperBound, by: 15).map { $0 }
        return SettingForm(
            read: { value, key, _ throws(SettingProblem) in
                if value == .string(Settings.automatic) { return nil }
                guard case .string(let words) = value, let offset = SessionDate.offset(words) else {
                    throw SettingProblem(key, .notOneOf([Settings.automatic, "+01:00", "-03:30"], value))
                }
                return offset
            }, write: { .string($0.map(SessionDate.words(ofOffset:)) ?? Settings.automatic) },
            move: { offset, steps, _ in
                // From "automatic" the first step leads to UTC, not to the other side of the world.
                offset == nil && steps > 0 ? 0 : offset.moved(by: steps, in: choices)
            },
            show: { offset, _ in offset.map(Strings.zone) ?? Strings.automatic })
    }

    fileprivate static var textScale: SettingForm {
        SettingForm(
            read: { value, key, _ throws(SettingProblem) in
                if value == .string(Settings.automatic) { return nil }
                return try value.oneOf(PictureSettings.textScales, key, unit: .percent)
            }, write: { $0.map { .integer($0) } ?? .string(Settings.automatic) },
            move: { scale, steps, _ in scale.moved(by: steps, in: [nil] + PictureSettings.textScales) },
            show: { scale, _ in scale.map(Strings.textScale) ?? Strings.automatic })
    }
}

extension SettingForm where Value == String {
    /// A language of the shelf. Its own name for itself is taken too: `Deutsch`.
    fileprivate static var language: SettingForm {
        SettingForm(
            read: { value, key, _ throws(SettingProblem) in
                let languages = LanguageShelf.languages
                guard case .string(let word) = value,
                    let language = languages.first(where: { $0.id == word }) ?? languages.first(where: { $0.header.name == word })
                else { throw SettingProblem(key, .notOneOf(languages.map(\.id), value)) }
                return language.id
            }, write: { .string($0) },
            move: { id, steps, _ in id.moved(by: steps, in: LanguageShelf.languages.map(\.id)) },
            show: { id, _ in LanguageShelf.language(id)?.header.name ?? id })
    }
}

extension SettingForm where Value == PictureRegion? {
    fileprivate static var region: SettingForm {
        SettingForm(
            read: { value, key, _ throws(SettingProblem) in
                if value == .string(Settings.automatic) { return nil }
                guard case .string(let words) = value, let region = PictureRegion(words: words) else {
                    throw SettingProblem(key, .noRegion(value))
                }
                return region
            }, write: { .string($0?.words ?? Settings.automatic) },
            move: { region, steps, _ in steps > 0 ? region ?? .usual : nil },
            show: { region, _ in region == nil ? Strings.automatic : Strings.setByHand })
    }
}

extension Settings {
    /// The size of the text in percent: the chosen size, or else the size that suits the TV.
    public var textScalePercent: Int {
        get { picture.chosenTextScale ?? picture.suitableTextScale }
        set { picture.chosenTextScale = newValue }
    }

    /// The diagonal of a TV, in inches, under which its text is larger unless somebody chose a size.
    public static let smallTVInches = 40.0

    /// Takes in the size of the TV that is there now; `nil` if the TV doesn't tell.
    public mutating func suitText(toInches diagonal: Double?) {
        picture.suitableTextScale = diagonal.map { $0 < Self.smallTVInches } == true ? 150 : 100
    }

    /// The possible rotations, in degrees clockwise.
    public static let rotations = [0, 90, 180, 270]

    /// The turn of everything on the TV, the picture and all words.
    public var tvTurn: PictureOrientation.Turn { PictureOrientation.Turn(rawValue: picture.tvRotation) ?? .none }

    /// The orientation of the picture on the TV. It is turned first and mirrored afterwards, so that a person who stood upright stands
    /// upright in the mirror.
    public var orientation: PictureOrientation {
        let turned = PictureOrientation(turn: PictureOrientation.Turn(rawValue: picture.rotation) ?? .none)
        return picture.isFlipped ? turned.mirrored() : turned
    }
}
