// SPDX-License-Identifier: GPL-3.0-or-later

/// The settings for the target, the round and the archers: `face = "wa_40"`, `arrow = 5.5`, `round = "vegas_300"`,
/// `custom-face-1 = "club_3d; Club 3D; …"`.
public struct ScoringSettings: SettingGroup {
    /// True if the target face comes up after STOP.
    public var scores = true
    /// The id of the face that is shot at: one of `faces`.
    public var face = "wa_122"
    /// The shaft's diameter; `shaft` limits it to what the face allows.
    public var arrow = Length(millimetres: 5.5)
    /// The id of the round that is shot; `nil` in free practice.
    public var round: String?
    /// The archers at this box. Empty: nothing on the TV mentions archers.
    public var archers: [Archer] = []
    /// The name of the current shooter: one of `archers`.
    public var archer: String?
    /// The order in which an end's arrows are scored.
    public var scoreOrder = Settings.ScoreOrder.shot
    /// True if the buzzer signals what is placed, undone and saved; the LED always does.
    public var hasScoreTones = true
    /// The phrases for a session's notes. Empty: the phrases of the language.
    public var phrases: [String] = []
    /// Faces that the settings file adds to the catalogue, by their numbers there, from 1.
    public var customFaces: [Int: Face] = [:]
    /// The ids of the faces and the rounds that were chosen last, newest first; at most `Settings.mostRecent` of each.
    public var recentFaces: [String] = []
    public var recentRounds: [String] = []

    static var path: WritableKeyPath<Settings, Self> & Sendable { \.shooting }

    /// The word for no round and for no custom face.
    fileprivate static let none = "none"

    static let table =
        [
            Setting(
                "scoring", \Self.scores, .flag(), at: .target(1),
                option: .init("true|false", "true: the target face comes up after STOP; false: it doesn't."),
                "true: the target face comes up after STOP, to put the arrows on it."),
            Setting(
                "face", \Self.face, .face, at: .target(3), turn: .second,
                option: .init("id", "What is shot at; 'vir faces' lists the faces."),
                "What is shot at: an id that 'vir faces' lists, or that of a custom face below."),
            Setting(
                "arrow", \Self.arrow, .shaft, at: .target(4),
                option: .init("mm", "The shaft's diameter in millimetres, 3.1 to 10.7; no thicker than the face's rules allow."),
                "The shaft's diameter in millimetres, 3.1 to 10.7; a thicker one than the face's rules allow counts as the thickest."),
            Setting(
                "round", \Self.round, .round, at: .target(2), turn: .second,
                option: .init("id", "The round that is shot, such as wa_70; none is free practice."),
                "The round that is shot, such as \"wa_70\" or \"vegas_300\"; \"none\" is free practice."),
            Setting(
                "archers", \Self.archers, .archers, turn: .second,
                "Who shoots here, up to eight, each with a face, a round or practice, a shaft in mm and a hand if they aren't everybody's: "
                    + "\"Ana: wa_122, wa_70, 5.5, left; Ben: wa_80_6ring, 6.2; Cy: practice\". \"was NAME\" is a former name. "
                    + "\"none\": nothing speaks of archers."),
            Setting(
                "archer", \Self.archer, .archer,
                option: .init("name", "Who shoots now, one of the archers that settings.toml names."),
                "Who shoots now: one of the archers above; \"none\" is the first."),
            Setting(
                "score-order", \Self.scoreOrder, .choice { $0 == .shot ? Strings.asShot : Strings.highToLow }, at: .target(5),
                "\"shot\": arrows are scored in the order of shooting, each with its clip. \"high\": from high to low, as on paper; then no clip is linked."
            ),
            Setting(
                "score-tones", \Self.hasScoreTones, .flag(), at: .sound(2).behind,
                "true: a short tone for each arrow that is placed or taken back, and for an end that is saved; false: only the LED."),
            Setting("recent-faces", \Self.recentFaces, .recent, "The faces that were chosen last; the menu offers them first."),
            Setting("recent-rounds", \Self.recentRounds, .recent, "The rounds that were chosen last; the menu offers them first."),
            Setting(
                "phrases", \Self.phrases, .phrases { Strings.Summary.notePhrases },
                "What the notes of a session are chosen from: up to \(NotePhrases.most) phrases of up to \(NotePhrases.longest) letters, with ; or , between them."
            ),
        ]
        + (1...6).map { number in
            Setting(
                "custom-face-\(number)", \Self.customFaces[number], .customFace(number), turn: .first,
                number > 1
                    ? "Another one."
                    : "A face of your own: id; name; rings from the middle out, each with label, points, diameter in mm, colour and its "
                        + "line's colour; then, if need be, the spots' centres in mm: \"club_3d; Club 3D; X 11 50 red, 8 8 150 white black; spots 0 120, 0 -120\"."
            )
        }
}

extension Settings {
    /// The order in which an end's arrows are scored: as they were shot, or from high to low, as on paper.
    public enum ScoreOrder: String, Hashable, Sendable, CaseIterable { case shot, high }

    /// Every face that can be chosen.
    public var faces: [Face] { FaceCatalog.all + self.customFaces.sorted { $0.key < $1.key }.map(\.value) }
    /// The current shooter; `nil` if no archers are named.
    public var shooter: Archer? { self.archers.first { $0.name == self.archer } ?? self.archers.first }
    /// The name of the next shooter; `nil` without several archers. The archers take turns in their order.
    public var nextArcher: String? {
        guard self.archers.count > 1, let index = self.archers.firstIndex(where: { $0.name == shooter?.name }) else { return nil }
        return self.archers[(index + 1) % self.archers.count].name
    }

    /// Returns the names under which a card may know an archer: the present one first, then former ones that nobody has now. A name that
    /// isn't of an archer here stands alone.
    public func names(ofArcher name: String) -> [String] {
        let present = self.archers.map(\.name)
        guard let archer = self.archers.first(where: { $0.name == name }) ?? self.archers.last(where: { $0.formerNames.contains(name) }) else {
            return [name]
        }
        return [archer.name] + archer.formerNames.reversed().filter { !present.contains($0) }
    }

    /// The face that is shot at. If it was a custom face that is gone from the settings, it is the catalogue's first.
    public var targetFace: Face { faces.first { $0.id == (shooter?.face ?? self.face) } ?? FaceCatalog.all[0] }

    /// Returns the settings with this archer as the current shooter.
    public func shooting(as name: String?) -> Settings {
        var settings = self
        settings.archer = name
        return settings
    }

    /// The shafts that the target allows: the faces of the round, or the face that is set.
    public var shafts: ClosedRange<Length> {
        let faces = chosenRound?.stages.compactMap { FaceCatalog.face($0.face) } ?? [targetFace]
        return Face.thinnestShaft...(faces.map(\.thickestShaft).max() ?? Face.usualThickestShaft)
    }
    /// The shaft in use: if the setting is thicker than the target allows, the thickest that it allows.
    public var shaft: Length { min(shooter?.shaft ?? self.arrow, shafts.upperBound) }
}

extension SettingForm where Value == String {
    fileprivate static var face: SettingForm {
        SettingForm(
            read: { value, key, settings throws(SettingProblem) in
                guard case .string(let id) = value else { throw SettingProblem(key, .noFace(value)) }
                let ids = settings.faces.map(\.id)
                guard ids.contains(id) else {
                    throw SettingProblem(key, .unknownFace(id, near: NameSuggestion.nearest(to: id, of: ids)))
                }
                return id
            }, write: { .string($0) },
            move: { _, steps, settings in settings.targetFace.id.moved(by: steps, in: settings.faces.map(\.id)) },
            show: { _, settings in settings.neededFace.map { Strings.byRound($0.name) } ?? settings.targetFace.name })
    }
}

extension SettingForm where Value == Length {
    /// The knob's step, in micrometres: a tenth of a millimetre.
    private static var step: Int64 { 100 }

    fileprivate static var shaft: SettingForm {
        SettingForm(
            read: { value, key, _ throws(SettingProblem) in
                // The property `shaft` applies the face's own limit, since the face may be changed later, on the TV or in the file.
                let range = Face.thinnestShaft...Face.nfaaThickestShaft
                let taken = range.lowerBound.millimetres...range.upperBound.millimetres
                let number: Double
                switch value {
                case .integer(let integer): number = Double(integer)
                case .double(let double): number = double
                case .string, .bool: throw SettingProblem(key, .noNumber(value, within: taken, .millimetres))
                }
                guard abs(number) < 1000, range.contains(Length(millimetres: number)) else {
                    throw SettingProblem(key, .outOfRange(value, taken, .millimetres))
                }
                return Length(millimetres: number)
            }, write: { .double($0.millimetres) },
            move: { _, steps, settings in
                let range = settings.shafts
                let tenths = (settings.shaft.micrometres + step / 2) / step + Int64(steps.clamped(to: -1000...1000))
                return Length(micrometres: (tenths * step).clamped(to: range.lowerBound.micrometres...range.upperBound.micrometres))
            },
            show: { _, settings in Strings.shaft(settings.shaft) })
    }
}

extension SettingForm where Value == String? {
    fileprivate static var round: SettingForm {
        SettingForm(
            read: { value, key, _ throws(SettingProblem) in
                if value == .string(ScoringSettings.none) { return nil }
                guard case .string(let id) = value, RoundCatalog.round(id) != nil else {
                    throw SettingProblem(key, .unknownRound(value, [ScoringSettings.none] + RoundCatalog.all.map(\.id)))
                }
                return id
            }, write: { .string($0 ?? ScoringSettings.none) },
            move: { round, steps, _ in round.moved(by: steps, in: [nil] + RoundCatalog.all.map(\.id)) },
            show: { _, settings in settings.chosenRound?.name ?? Strings.practice })
    }
}

extension SettingForm where Value == [Archer] {
    fileprivate static var archers: SettingForm {
        SettingForm(
            read: { value, key, settings throws(SettingProblem) in
                guard case .string(let text) = value else { throw SettingProblem(key, .noArchers) }
                if text == ScoringSettings.none { return [] }
                do throws(ArcherProblem) {
                    return try ArcherText.archers(text, faces: settings.faces.map(\.id))
                } catch {
                    throw SettingProblem(key, error.message)
                }
            }, write: { .string($0.isEmpty ? ScoringSettings.none : ArcherText.text($0)) },
            rest: { value, settings in
                guard case .string(let text) = value else { return nil }
                let archers = ArcherText.read(text, faces: settings.faces.map(\.id)).archers
                return archers.isEmpty ? nil : archers
            })
    }
}

extension SettingForm where Value == String? {
    /// One of the archers, by name.
    fileprivate static var archer: SettingForm {
        SettingForm(
            read: { value, key, settings throws(SettingProblem) in
                guard case .string(let name) = value else { throw SettingProblem(key, .noArcher(value)) }
                if name == ScoringSettings.none { return nil }
                let names = settings.archers.map(\.name)
                guard names.contains(name) else {
                    throw SettingProblem(key, .unknownArcher(String(name.prefix(40)), names))
                }
                return name
            }, write: { .string($0 ?? ScoringSettings.none) },
            move: { name, steps, settings in (name ?? settings.shooter?.name).moved(by: steps, in: settings.archers.map { $0.name }) },
            show: { _, settings in settings.shooter?.name ?? "" })
    }
}

extension SettingForm where Value == Face? {
    /// A face of the club's own; `nil` for "none".
    fileprivate static func customFace(_ number: Int) -> SettingForm {
        SettingForm(
            read: { value, key, settings throws(SettingProblem) in
                guard case .string(let text) = value else { throw SettingProblem(key, .noCustomFace) }
                if text == ScoringSettings.none { return nil }
                let others = FaceCatalog.all + settings.customFaces.filter { $0.key != number }.values
                do throws(FaceProblem) {
                    return try FaceText.face(text, taken: Set(others.map(\.id)))
                } catch {
                    throw SettingProblem(key, error.message)
                }
            }, write: { .string($0.map(FaceText.text) ?? ScoringSettings.none) })
    }
}
