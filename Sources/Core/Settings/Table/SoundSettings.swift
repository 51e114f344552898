// SPDX-License-Identifier: GPL-3.0-or-later

/// The settings for what is heard: `sound-output = "hdmi"`, `volume = 60`, `voice = "scores"`.
public struct SoundSettings: SettingGroup {
    /// The output of the sound.
    public var soundOutput = Settings.automatic
    /// The volume, 0…100; 0 is silence.
    public var volumePercent: Double = 80
    public var voice = Settings.Speaking.off
    public var voiceVolumePercent: Double = 80

    static var path: WritableKeyPath<Settings, Self> & Sendable { \.sounding }

    private static let volumes = 0.0...100

    static let table = [
        Setting(
            "sound-output", \Self.soundOutput,
            .word(Settings.soundOutputs, offered: Settings.cardsSoundOutputs, show: Strings.soundOutput), at: .sound(5).behind, for: .speaker,
            ownersForms: ["alsa"],
            "What the sound of clips is heard through: one of \(quotedList(Settings.cardsSoundOutputs))."),
        Setting(
            "volume", \Self.volumePercent, .number(volumes, .percent, step: 5, show: Strings.volume), at: .sound(4), for: .speaker,
            "How loud the sound of clips is, in percent of how it was recorded: \(plainSpan(volumes)); 0 is off."),
        Setting(
            "voice", \Self.voice, .choice(show: Strings.speaking), at: .sound(9).behind, for: .speaker,
            "What the voice says: nothing (\"off\"), each arrow's score and the totals (\"scores\"), or everything, for somebody who can't see the "
                + "TV (\"all\"). It needs the package libespeak-ng1."),
        Setting(
            "voice-volume", \Self.voiceVolumePercent, .number(volumes, .percent, step: 5, show: Strings.volume), at: .sound(10).behind,
            when: { $0.voice != .off }, for: .speaker,
            "How loud the voice is, in percent, whatever the volume of clips is: \(plainSpan(volumes))."),
    ]
}

extension Settings {
    /// The things that the voice says: nothing, what is scored, or everything that somebody has to know who can't see the TV.
    public enum Speaking: String, Hashable, Sendable, CaseIterable { case off, scores, all }

    public static let soundOutputs = ["auto", "hdmi", "headphones", "alsa:NAME"]
    /// The outputs that a card may choose (`SettingOrigin`). ALSA's own names are left out, since such a name may stand for a file that is
    /// written.
    public static let cardsSoundOutputs = ["auto", "hdmi", "headphones"]
}
