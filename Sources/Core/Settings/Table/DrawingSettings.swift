// SPDX-License-Identifier: GPL-3.0-or-later

/// The settings for drawing on pictures: `drawing-time = 2`, `drawing-words = "Elbow up; Wait"`.
public struct DrawingSettings: SettingGroup {
    /// The seconds for which a drawing is shown, beginning with the picture that it was drawn on; 0: always.
    public var drawingSeconds = 2.0
    /// The names of a shot's phases in their order; each phase lasts until the next. Empty: the language's names.
    public var phaseNames: [String] = []
    /// The words from which a text on a picture is chosen. Empty: the language's words.
    public var drawingWords: [String] = []
    /// True if a shooter without an entry in `archers` is left-handed: lines that stay on every picture are then mirrored.
    public var isLeftHanded = false

    static var path: WritableKeyPath<Settings, Self> & Sendable { \.drawing }

    private static let timeRange = 0.0...60

    static let table = [
        Setting(
            "drawing-time", \Self.drawingSeconds, .number(timeRange, .seconds, show: Strings.drawingTime), at: .review(6).behind,
            "Seconds for which a drawing is seen, from its picture on: \(plainSpan(timeRange)); 0 is for as long as the clip."),
        Setting(
            "phases", \Self.phaseNames, .phrases { Strings.phaseNames },
            "The phases of a shot, as the stopwatch goes through them: up to \(NotePhrases.most) of up to \(NotePhrases.longest) letters, with ; or , between them."
        ),
        Setting(
            "drawing-words", \Self.drawingWords, .phrases { Strings.drawingWords },
            "What a text on a picture is chosen from: up to \(NotePhrases.most) of up to \(NotePhrases.longest) letters, with ; or , between them."
        ),
        Setting(
            "left-handed", \Self.isLeftHanded, .flag(), at: .review(8).behind,
            "Whoever has no entry in archers is left-handed: the lines that stay on every picture are mirrored."),
    ]
}

extension Settings {
    /// The phases of a shot in their order: at least one.
    package var shotPhases: [String] { drawing.phaseNames.isEmpty ? Strings.phaseNames : drawing.phaseNames }

    /// Returns true if an archer is left-handed: by their own entry, or by the setting for shooters without an entry.
    package func isLeftHanded(_ archer: String?) -> Bool { self.archers.first { $0.name == archer }?.isLeftHanded ?? drawing.isLeftHanded }

    /// The words from which a text on a picture is chosen: at least one.
    package var wordsToDraw: [String] { drawing.drawingWords.isEmpty ? Strings.drawingWords : drawing.drawingWords }
}
