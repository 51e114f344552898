// SPDX-License-Identifier: GPL-3.0-or-later

/// The settings for the steps after an end was shot: `after-stop = "score"`, `review = "grid"`, `peek = false`, `review-tones = false`.
public struct ReviewSettings: SettingGroup {
    /// The first screen that STOP leads to in Live.
    public var afterStop = Settings.AfterStop.review
    public var review = Settings.ReviewForm.stack
    /// True if the clip that would come next is visible while a clip is dragged.
    public var peeks = true
    /// True if the next review begins with a picture that explains the arrows. The box sets it to false once the picture was seen.
    public var explainsReview = true
    /// True if the buzzer signals what was done to a clip, such as a like; the LED always does.
    public var hasReviewTones = true
    /// Minutes without a press after which the box goes back to Live; 0: never.
    public var backToLiveMinutes: Double = 2

    static var path: WritableKeyPath<Settings, Self> & Sendable { \.reviewing }

    private static let backRange = 0.0...60

    static let table = [
        Setting(
            "after-stop", \Self.afterStop, .choice(show: Strings.afterStop), at: .review(1),
            "What STOP leads to after an end: \"review\" (its clips, then the score), \"score\", or \"live\"."),
        Setting(
            "review", \Self.review, .choice { $0 == .stack ? Strings.clipStack : Strings.clipGrid }, at: .review(2),
            when: { $0.afterStop == .review },
            "How an end's clips are reviewed: as a \"stack\" to be swiped, or side by side in a \"grid\"."),
        Setting(
            "peek", \Self.peeks, .flag(), at: .review(3).behind,
            "true: while a clip is dragged aside, the one that would come shows its first picture."),
        Setting(
            "review-help", \Self.explainsReview, .flag(), at: .review(4), when: { $0.afterStop == .review && $0.review == .stack },
            "true: the next review begins with a picture of what the arrows do; the box then sets it to false."),
        Setting(
            "review-tones", \Self.hasReviewTones, .flag(), at: .sound(3),
            "true: a short tone for what is done to a clip: liked, deleted, skipped, taken back, drawn on, timed; false: only the LED."),
        Setting(
            "back-to-live", \Self.backToLiveMinutes, .number(backRange, .minutes, show: Strings.standby), at: .review(5),
            "Minutes without a press after which review, summary, lists and menu give way to Live: \(plainSpan(backRange)); 0 is never."),
    ]
}

extension Settings {
    /// The screen that STOP leads to in Live, once an end was shot.
    public enum AfterStop: String, Sendable, CaseIterable { case review, score, live }
    /// The form of a review: the clips of an end as a stack, or side by side.
    public enum ReviewForm: String, Sendable, CaseIterable { case stack, grid }
}
