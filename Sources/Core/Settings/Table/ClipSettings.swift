// SPDX-License-Identifier: GPL-3.0-or-later

/// What a mark means, and what its clip is: `mark = "live"`, `clip = "window"`, `before = 8`.
public struct ClipSettings: SettingGroup {
    /// Which picture a mark means.
    public var mark = Settings.MarkedPicture.shown
    public var clip = Settings.ClipRule.segment
    /// Seconds before the mark in a `window` clip, 0…60.
    public var beforeSeconds: Double = 8
    /// Seconds after the mark that still belong to its clip, 0…30.
    public var postRollSeconds: Double = 2
    /// No clip begins longer than this before its mark, in seconds; 0 is no limit; at most 1200.
    public var longestSeconds: Double = 60
    /// At STOP, what was never on the TV is a clip too, "Not marked".
    public var keepsTail = true
    public var recordsSound = false
    /// On a card that is nearly full the oldest session that isn't protected goes (`RoomRule`).
    public var deletesOldest = false

    static var path: WritableKeyPath<Settings, Self> & Sendable { \.clips }

    private static let beforeRange = 0.0...60
    private static let postRollRange = 0.0...30
    private static let longestRange = 0.0...1200

    static let table = [
        Setting(
            "mark", \Self.mark, .choice { $0 == .shown ? Strings.markedDelayed : Strings.markedLive }, at: .delay(2),
            "Which picture MARK means: the one \"shown\" on the TV, or the \"live\" one."),
        Setting(
            "clip", \Self.clip, .choice { $0 == .segment ? Strings.markToMark : Strings.aroundMark }, at: .delay(3),
            "\"segment\": from mark to mark. \"window\": so many seconds before and after each mark."),
        Setting(
            "before", \Self.beforeSeconds, .number(beforeRange, .seconds, show: Strings.seconds), at: .delay(4),
            "Seconds before the mark in a \"window\" clip: \(plainSpan(beforeRange))."),
        Setting(
            "after", \Self.postRollSeconds, .number(postRollRange, .seconds, show: Strings.seconds), at: .delay(5),
            "Seconds after the mark that still belong to its clip: \(plainSpan(postRollRange))."),
        Setting(
            "longest", \Self.longestSeconds, .number(longestRange, .seconds, step: 10, show: Strings.longestClip), at: .delay(6),
            "No clip begins longer than this before its mark, in seconds: \(plainSpan(longestRange)); 0 is no limit."),
        Setting(
            "tail", \Self.keepsTail, .flag(), at: .delay(7),
            "true: what STOP found in no clip and never on the TV is written as well, as \"Not marked\"; false: it isn't."),
        Setting(
            "sound", \Self.recordsSound, .flag(), at: .sound(1), for: .stream,
            "true: the clips have sound, where there is a microphone."),
        Setting(
            "delete-oldest", \Self.deletesOldest, .flag(), at: .delay(10),
            "true: when the card is nearly full, the oldest session is deleted that isn't protected. It is named on the TV before."),
    ]
}

extension Settings {
    /// Which picture a mark means: the one that was on the TV when MARK went down, or the camera's newest then.
    public enum MarkedPicture: String, Sendable, CaseIterable { case shown, live }
    /// From mark to mark, or some seconds before and after each mark.
    public enum ClipRule: String, Sendable, CaseIterable { case segment, window }
}
