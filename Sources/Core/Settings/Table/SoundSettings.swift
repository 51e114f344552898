// SPDX-License-Identifier: GPL-3.0-or-later

/// How the sound of clips is heard: `sound-output = "hdmi"`, `volume = 60`.
public struct SoundSettings: SettingGroup {
    /// What it is heard through.
    public var soundOutput = Settings.automatic
    /// 0…100; 0 is silence.
    public var volumePercent: Double = 80

    static var path: WritableKeyPath<Settings, Self> & Sendable { \.sounding }

    private static let volumes = 0.0...100

    static let table = [
        Setting(
            "sound-output", \Self.soundOutput,
            .word(Settings.soundOutputs, offered: Settings.cardsSoundOutputs, show: Strings.soundOutput), at: .sound(5), for: .speaker,
            ownersForms: ["alsa"],
            "What the sound of clips is heard through: one of \(quotedList(Settings.cardsSoundOutputs))."),
        Setting(
            "volume", \Self.volumePercent, .number(volumes, .percent, step: 5, show: Strings.volume), at: .sound(4), for: .speaker,
            "How loud the sound of clips is, in percent of how it was recorded: \(plainSpan(volumes)); 0 is off."),
    ]
}

extension Settings {
    public static let soundOutputs = ["auto", "hdmi", "headphones", "alsa:NAME"]
    /// Those that a card may choose (`SettingOrigin`): one of ALSA's own names may stand for a file that is written.
    public static let cardsSoundOutputs = ["auto", "hdmi", "headphones"]
}
