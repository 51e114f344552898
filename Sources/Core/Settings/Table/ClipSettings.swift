// SPDX-License-Identifier: GPL-3.0-or-later

/// The settings for the meaning of a mark and the extent of its clip: `mark = "live"`, `clip = "window"`, `before = 8`.
public struct ClipSettings: SettingGroup {
    /// The picture that a mark means.
    public var mark = Settings.MarkedPicture.shown
    public var clip = Settings.ClipRule.segment
    /// Seconds before the mark in a `window` clip and in an automatic mark's, 0…60.
    public var beforeSeconds: Double = 8
    /// Seconds after the mark that still belong to its clip, 0…30.
    public var postRollSeconds: Double = 2
    /// The longest time from a clip's beginning to its mark, in seconds, at most 1200; 0 is no limit.
    public var longestSeconds: Double = 60
    /// True if STOP makes a clip, "Not marked", of the footage that is in no clip and was never on the TV.
    public var keepsTail = true
    public var recordsSound = false
    /// True if the oldest session that isn't protected is deleted from a card that is nearly full (`RoomRule`).
    public var deletesOldest = false

    static var path: WritableKeyPath<Settings, Self> & Sendable { \.clips }

    private static let beforeRange = 0.0...60
    private static let postRollRange = 0.0...30
    private static let longestRange = 0.0...1200

    static let table = [
        Setting(
            "mark", \Self.mark, .choice { $0 == .shown ? Strings.markedDelayed : Strings.markedLive }, at: .delay(3),
            "Which picture MARK means: the one \"shown\" on the TV, or the \"live\" one."),
        Setting(
            "clip", \Self.clip, .choice { $0 == .segment ? Strings.markToMark : Strings.aroundMark }, at: .delay(4),
            "\"segment\": from mark to mark. \"window\": so many seconds before and after each mark."),
        Setting(
            "before", \Self.beforeSeconds, .number(beforeRange, .seconds, show: Strings.seconds), at: .delay(5).behind,
            when: { $0.clip == .window || $0.soundMarks == .mark || $0.marksMovement || !$0.lines.hasOwnTrigger },
            "Seconds before the mark in a \"window\" clip, and in the clip of a mark that the box sets by itself: \(plainSpan(beforeRange))."),
        Setting(
            "after", \Self.postRollSeconds, .number(postRollRange, .seconds, show: Strings.seconds), at: .delay(6).behind,
            "Seconds after the mark that still belong to its clip: \(plainSpan(postRollRange))."),
        Setting(
            "longest", \Self.longestSeconds, .number(longestRange, .seconds, step: 10, show: Strings.longestClip), at: .delay(7).behind,
            when: { $0.clip == .segment },
            "No clip begins longer than this before its mark, in seconds: \(plainSpan(longestRange)); 0 is no limit."),
        Setting(
            "tail", \Self.keepsTail, .flag(), at: .delay(8).behind,
            "true: what STOP found in no clip and never on the TV is written as well, as \"Not marked\"; false: it isn't."),
        Setting(
            "sound", \Self.recordsSound, .flag(), at: .sound(1), for: .stream,
            "true: the clips have sound, where there is a microphone."),
        Setting(
            "delete-oldest", \Self.deletesOldest, .flag(), at: .delay(11).behind,
            "true: when the card is nearly full, the oldest session is deleted that isn't protected. It is named on the TV before."),
    ]
}

extension Settings {
    /// The picture that a mark means: the picture on the TV when MARK went down, or the camera's newest picture at that time.
    public enum MarkedPicture: String, Sendable, CaseIterable { case shown, live }
    /// The extent of a mark's clip: from mark to mark, or some seconds before and after each mark.
    public enum ClipRule: String, Sendable, CaseIterable { case segment, window }
}
