// SPDX-License-Identifier: GPL-3.0-or-later

/// The settings for the TV itself: `tv-mode = "720p"`, `tv-power = true`, `tv-standby = 30`.
public struct TVSettings: SettingGroup {
    /// The TV's mode. MARK and STOP, held together, go through them.
    public var tvMode = TVResolution.auto
    /// True if the TV is switched on with VIR and shows VIR's picture (over HDMI: CEC).
    public var switchesTV = false
    /// The minutes without use after which a TV that is switched on with VIR goes to standby, 0…240; 0 is never.
    public var tvStandbyMinutes: Double = 0

    static var path: WritableKeyPath<Settings, Self> & Sendable { \.tvs }

    private static let standbyRange = 0.0...240

    static let table = [
        Setting(
            "tv-mode", \Self.tvMode, .choice(show: Strings.tvMode), at: .more(8).behind,
            "The TV's mode: \"auto\", \"1080p\", \"720p\" or \"480p\". If the TV stays dark, hold MARK and STOP together for 5 s."),
        Setting(
            "tv-power", \Self.switchesTV, .flag(), at: .more(4).behind, for: .tv,
            "true: the TV is switched on with VIR and shows VIR's picture, where it understands HDMI-CEC."),
        Setting(
            "tv-standby", \Self.tvStandbyMinutes, .number(standbyRange, .minutes, step: 10, show: Strings.standby), at: .more(5).behind,
            when: { $0.switchesTV }, for: .tv,
            "With tv-power: minutes without use after which the TV goes to standby: \(plainSpan(standbyRange)); 0 is never."),
    ]
}
