// SPDX-License-Identifier: GPL-3.0-or-later

/// The settings for shots that the box hears: `sound-marks = "suggest"`, `microphone-distance = 1.5`.
public struct HearingSettings: SettingGroup {
    /// The box's answer to a shot that it hears.
    public var soundMarks = Settings.SoundMarks.off
    /// The distance from the bow to the microphone, in metres: sound needs 2.9 ms for each.
    public var microphoneDistance: Double = 0

    /// True if a shot that was heard counts only if the archer moved with it.
    public var hasMovementWitness = false
    /// True if the box marks each burst of movement by itself.
    public var marksMovement = false
    /// The proposals about hearing that the box has made, by name: it makes each once in its life.
    public var madeOffers: [String] = []

    static var path: WritableKeyPath<Settings, Self> & Sendable { \.hearing }

    private static let distances = 0.0...30

    static let table = [
        Setting(
            "sound-marks", \Self.soundMarks, .choice(show: Strings.soundMarks), at: .sound(6), for: .ear,
            "What the box does with a shot that it hears: nothing (\"off\"), \"suggest\" it to the next MARK, or \"mark\" it by itself. "
                + "It learns the sound of a shot from the MARKs that are pressed."),
        Setting(
            "microphone-distance", \Self.microphoneDistance, .number(distances, .metres, step: 0.5, show: Strings.metres), at: .sound(7).behind,
            when: { $0.soundMarks != .off }, for: .ear,
            "Metres from the bow to the microphone: \(plainSpan(distances)). A shot is dated 2.9 ms earlier for each."),
        Setting(
            "sound-witness", \Self.hasMovementWitness, .flag(), at: .sound(8).behind, when: { $0.soundMarks != .off },
            "true: a shot that is heard counts only if the archer moves with it, for a line with neighbours. The camera has to stand still."),
        Setting(
            "motion-marks", \Self.marksMovement, .flag(), at: .delay(16).behind, when: { $0.soundMarks != .mark && !$0.cutsRallies },
            "true: the box marks each jump, serve or lift by itself: a sudden movement before a camera that stands still. "
                + "Such a clip counts as an arrow once it is liked."),
        Setting("hearing-offers", \Self.madeOffers, .recent, "The proposals about hearing that were on the TV; each is made once."),
    ]
}

extension Settings {
    /// The box's answer to a shot that it hears.
    public enum SoundMarks: String, Sendable, CaseIterable { case off, suggest, mark }
}
