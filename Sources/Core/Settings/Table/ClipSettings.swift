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
    /// The seconds of movement below which a rally makes no clip, 1…30: a ball that is fetched or thrown back.
    public var rallyShortestSeconds: Double = 2
    /// The longest clip of a rally in seconds, 10…600. Few rallies of a match last for a minute; a drill can last for several.
    public var rallyLongestSeconds: Double = 60
    /// The percentage of the region, or of the picture, that has to move at once, 0…50. Of a whole court three percent are five blocks of the
    /// picture: players in a rally move in more of them, and two who walk back in fewer.
    public var rallyMovementPercent: Double = 3
    /// The seconds from a referee's whistle to the end of its rally's clip, 0…10; 0: a whistle ends none.
    public var rallyWhistleSeconds: Double = 1.5
    public var keep = Settings.Keep.all
    /// False if only what somebody marks or saves is kept. This is the word of earlier versions, `tail`, for what `keep` says now.
    public var keepsTail: Bool {
        get { keep == .all }
        set { keep = newValue ? .all : .marked }
    }
    public var recordsSound = false
    /// True if the oldest session that isn't protected is deleted from a card that is nearly full (`RoomRule`).
    public var deletesOldest = false

    static var path: WritableKeyPath<Settings, Self> & Sendable { \.clips }

    private static let beforeRange = 0.0...60
    private static let postRollRange = 0.0...30
    private static let longestRange = 0.0...1200
    private static let rallyShortestRange = 1.0...30
    private static let rallyLongestRange = 10.0...600
    private static let rallyMovementRange = 0.0...50
    private static let rallyWhistleRange = 0.0...10

    static let table = [
        Setting(
            "mark", \Self.mark, .choice { $0 == .shown ? Strings.markedDelayed : Strings.markedLive }, at: .delay(3),
            "Which picture MARK means: the one \"shown\" on the TV, or the \"live\" one."),
        Setting(
            "clip", \Self.clip, .clipRule, at: .delay(4),
            "\"segment\": from mark to mark. \"window\": so many seconds before and after each mark. \"rally\", only without scoring: what moves is cut "
                + "by itself, from 2 s before it moves to 1.5 s after it rests, and a mark's clip is as with \"window\"."),
        Setting(
            "before", \Self.beforeSeconds, .number(beforeRange, .seconds, show: Strings.seconds), at: .delay(5).behind,
            when: { $0.clipRule != .segment || $0.soundMarks == .mark || $0.marksMovement || !$0.lines.hasOwnTrigger },
            "Seconds before the mark in a \"window\" clip, and in the clip of a mark that the box sets by itself: \(plainSpan(beforeRange))."),
        Setting(
            "after", \Self.postRollSeconds, .number(postRollRange, .seconds, show: Strings.seconds), at: .delay(6).behind,
            "Seconds after the mark that still belong to its clip: \(plainSpan(postRollRange))."),
        Setting(
            "longest", \Self.longestSeconds, .number(longestRange, .seconds, step: 10, show: Strings.longestClip), at: .delay(7).behind,
            when: { $0.clipRule == .segment },
            "No clip begins longer than this before its mark, in seconds: \(plainSpan(longestRange)); 0 is no limit."),
        Setting(
            "rally-shortest", \Self.rallyShortestSeconds, .number(rallyShortestRange, .seconds, show: Strings.seconds), at: .delay(17).behind,
            when: { $0.cutsRallies },
            "What moves for less than so many seconds is no rally: \(plainSpan(rallyShortestRange))."),
        Setting(
            "rally-longest", \Self.rallyLongestSeconds, .number(rallyLongestRange, .seconds, step: 10, show: Strings.seconds),
            at: .delay(18).behind, when: { $0.cutsRallies },
            "A rally that is longer than so many seconds becomes several clips: \(plainSpan(rallyLongestRange))."),
        Setting(
            "rally-movement", \Self.rallyMovementPercent, .number(rallyMovementRange, .percent, show: Strings.share), at: .delay(19).behind,
            when: { $0.cutsRallies },
            "The percentage of the region, or of the whole picture, that moves at once in a rally: \(plainSpan(rallyMovementRange)). More, if people who walk about count "
                + "as a rally; less, if a rally isn't seen."),
        Setting(
            "rally-whistle", \Self.rallyWhistleSeconds, .number(rallyWhistleRange, .seconds, step: 0.5, show: Strings.rallyWhistle),
            at: .delay(20).behind, when: { $0.cutsRallies && ($0.recordsSound || $0.soundMarks != .off) }, for: .ear,
            "Where there is sound, a referee's whistle ends the rally that runs, so many seconds later: \(plainSpan(rallyWhistleRange)); "
                + "0 is never."),
        Setting(
            "keep", \Self.keep, .choice { Strings.kept($0) }, at: .delay(8).behind,
            "\"all\": what is marked or saved is written, and what STOP found in no clip and never on the TV, as \"Not marked\". \"marked\": only "
                + "what is marked or saved. \"nothing\": no clip and no picture is ever written, only scores and times. A line tail below doesn't count "
                + "beside this one."),
        Setting(
            "tail", \Self.keepsTail, .flag(), turn: .second,
            "The older word for keep: true is \"all\", false is \"marked\". Where there is a line keep, that line holds."),
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
    /// The extent of a mark's clip: from mark to mark, or some seconds before and after each mark. With `rally` the box also makes a clip of each
    /// rally by itself.
    public enum ClipRule: String, Sendable, CaseIterable { case segment, window, rally }

    /// The footage that goes to the card: all that somebody marks or saves, with the footage that STOP finds and nobody saw; the same without
    /// it; or none.
    public enum Keep: String, Sendable, CaseIterable { case all, marked, nothing }

    /// True if no footage is ever written: no clip, no picture, no buffer. Marks, scores and their times are.
    package var keepsNothing: Bool { self.keep == .nothing }

    /// True if the box cuts rallies by itself: that needs `clip = "rally"` and `scoring = false`, because a rally is no arrow.
    public var cutsRallies: Bool { self.clip == .rally && !self.scores }

    /// True if the box listens for referees' whistles, which end rallies: that needs sound.
    public var hearsWhistles: Bool { cutsRallies && self.rallyWhistleSeconds > 0 && (self.recordsSound || self.soundMarks != .off) }
    /// True if the box listens at all.
    public var listens: Bool { self.soundMarks != .off || hearsWhistles }

    /// The rule for clips in force: rallies aren't cut while arrows are scored.
    public var clipRule: ClipRule { self.clip == .rally && self.scores ? .segment : self.clip }

    /// True if STOP writes what is in no clip and was never on the TV. Between rallies that is the time that nobody wants to see.
    public var writesTail: Bool { self.keepsTail && !cutsRallies }
}

extension SettingForm where Value == Settings.ClipRule {
    /// The rule for clips. While arrows are scored, the sheet doesn't offer rallies.
    fileprivate static var clipRule: SettingForm {
        SettingForm(
            read: { value, key, _ throws(SettingProblem) in try value.choice(key) },
            write: { .string($0.rawValue) },
            move: { value, steps, settings in
                let offered: [Value] = settings.scores ? [.segment, .window] : Value.allCases
                return value.moved(by: steps, in: offered)
            },
            show: { value, settings in Strings.clipRule(value, isScored: settings.scores) })
    }
}
