// SPDX-License-Identifier: GPL-3.0-or-later

/// The settings for the shooting line's clock: `end-timer = 120`, `end-timer-groups = true`, `horn = "speaker"`.
///
/// World Archery's rule book wasn't at hand, so the defaults are those of custom: 10 s to step up, the last 30 s in amber, one, two, three
/// and five sounds. Check them against the rule book before a tournament.
public struct TimerSettings: SettingGroup {
    /// The time of an end in seconds; 0 if the box is no clock of a shooting line.
    public var endTimerSeconds: Double = 0
    public var endTimerPreparationSeconds: Double = 10
    public var endTimerWarningSeconds: Double = 30
    /// True if the groups AB and CD take turns.
    public var hasEndTimerGroups = false
    public var horn = Settings.HornOutput.both
    public var hornSeconds: Double = 0.5
    public var hornVolumePercent: Double = 80

    static var path: WritableKeyPath<Settings, Self> & Sendable { \.timing }

    private static let ends = 0.0...600
    private static let steps = 0.0...300
    private static let horns = 0.5...2.0
    private static let volumes = 0.0...100

    static let table = [
        Setting(
            "end-timer", \Self.endTimerSeconds, .number(ends, .seconds, step: 30, show: Strings.endTimer), at: .more(20).behind,
            "Seconds of an end on the shooting line's clock, by custom 120 or 240: \(plainSpan(ends)); 0 is no clock, and no tile in the menu."),
        Setting(
            "end-timer-preparation", \Self.endTimerPreparationSeconds, .number(steps, .seconds, step: 5, show: Strings.seconds),
            at: .more(21).behind, when: { $0.endTimerSeconds > 0 },
            "Seconds from the call to the start, red, by custom 10, to be checked against the rule book: \(plainSpan(steps))."),
        Setting(
            "end-timer-warning", \Self.endTimerWarningSeconds, .number(steps, .seconds, step: 5, show: Strings.seconds),
            at: .more(22).behind, when: { $0.endTimerSeconds > 0 },
            "Last seconds of an end, amber, by custom 30, to be checked against the rule book: \(plainSpan(steps))."),
        Setting(
            "end-timer-groups", \Self.hasEndTimerGroups, .flag(), at: .more(23).behind, when: { $0.endTimerSeconds > 0 },
            "true: the groups AB and CD take turns, and the one that was last begins the next end; false: all shoot together."),
        Setting(
            "horn", \Self.horn, .choice(show: Strings.hornOutput), at: .more(24).behind, when: { $0.endTimerSeconds > 0 },
            "The clock's horn: \"both\" the speaker and the panel's buzzer, \"speaker\", \"buzzer\", or \"off\"."),
        Setting(
            "horn-seconds", \Self.hornSeconds, .number(horns, .seconds, step: 0.5, show: Strings.seconds), at: .more(25).behind,
            when: { $0.endTimerSeconds > 0 },
            "Seconds of each sound of the horn: \(plainSpan(horns)). One starts, two call, three end, five are an emergency."),
        Setting(
            "horn-volume", \Self.hornVolumePercent, .number(volumes, .percent, step: 5, show: Strings.volume), at: .more(26).behind,
            when: { $0.endTimerSeconds > 0 },
            "How loud the horn is through the speaker, in percent, whatever the volume of clips is: \(plainSpan(volumes))."),
    ]
}

extension Settings {
    /// The devices that sound the horn.
    public enum HornOutput: String, Hashable, Sendable, CaseIterable {
        case both, speaker, buzzer, off

        public var isByBuzzer: Bool { self == .both || self == .buzzer }
        public var isBySpeaker: Bool { self == .both || self == .speaker }
    }

    /// The plan of the next end on the shooting line's clock; `nil` if the box is no such clock.
    public var endPlan: EndTimer.Plan? {
        guard self.endTimerSeconds > 0 else { return nil }
        return EndTimer.Plan(
            preparation: .seconds(self.endTimerPreparationSeconds), shooting: .seconds(self.endTimerSeconds),
            warning: .seconds(self.endTimerWarningSeconds), takesTurns: self.hasEndTimerGroups)
    }
}
