// SPDX-License-Identifier: GPL-3.0-or-later

/// The settings for replaying and exporting footage: `again = "1 0.5"`, `auto-replay = true`, `export-freeze = 2`.
public struct ReplaySettings: SettingGroup {
    /// The speeds of "look again": the footage plays once at each speed, and goes on at the last. At least one.
    public var again: [Double] = [1, 0.5]
    /// True if a replay can also play at an eighth of the speed, in both directions.
    public var hasEighthSpeed = false
    /// The seconds for which an exported film with drawings stands still at the beginning of each drawing, 0…10.
    public var exportFreezeSeconds: Double = 2

    /// True if each moment comes again by itself.
    public var replaysByItself = false
    /// True if the shots of an end come again side by side once all its arrows have marks.
    public var replaysEnds = false
    /// The seconds from the end of a moment's footage to its replay, 0…10.
    public var autoReplayPauseSeconds: Double = 1
    /// The seconds of movement before the camera after which a replay that came by itself ends, 0…10; 0: movement doesn't end it.
    public var autoReplayMovementSeconds: Double = 3

    static var path: WritableKeyPath<Settings, Self> & Sendable { \.replaying }

    private static let freezeRange = 0.0...10
    private static let waitRange = 0.0...10

    static let table = [
        Setting(
            "again", \Self.again, .speeds(offered: [[1, 0.5], [1], [1, 0.5, 0.25], [0.5], [0.25]], show: Strings.speeds), at: .delay(2),
            "The speeds of a look again, one after the other: each once, and on at the last. From 0.125 to 2."),
        Setting(
            "auto-replay", \Self.replaysByItself, .flag(), at: .delay(13),
            "true: each moment that is marked or heard comes again by itself: once at full speed, once at half, then at a quarter. "
                + "The next moment or any control but MARK ends it."),
        Setting(
            "auto-replay-pause", \Self.autoReplayPauseSeconds, .number(waitRange, .seconds, show: Strings.seconds), at: .delay(14).behind,
            when: { $0.replaysByItself },
            "Seconds from a moment's last picture to its replay: \(plainSpan(waitRange))."),
        Setting(
            "auto-replay-movement", \Self.autoReplayMovementSeconds, .number(waitRange, .seconds, show: Strings.seconds), at: .delay(15).behind,
            when: { $0.replaysByItself },
            "Such a replay ends once the person has moved for so many seconds, as to raise the bow: \(plainSpan(waitRange)); 0 is never."),
        Setting(
            "auto-replay-end", \Self.replaysEnds, .flag(), at: .delay(21).behind, when: { $0.replaysByItself && $0.scores },
            "true: after the last arrow of a round's end all its shots come again, side by side, instead of the last one alone."),
        Setting(
            "eighth-speed", \Self.hasEighthSpeed, .flag(), at: .delay(12).behind,
            "true: replays can be played at an eighth of their speed, both ways."),
        Setting(
            "export-freeze", \Self.exportFreezeSeconds, .number(freezeRange, .seconds, show: Strings.seconds), at: .review(7).behind,
            "A film with drawings that is exported stands still for so many seconds where a drawing begins: \(plainSpan(freezeRange))."),
    ]
}

extension Settings {
    /// The speeds of a replay, in rising order; below 0 it plays backwards.
    package var playSpeeds: [Double] {
        let eighth = replaying.hasEighthSpeed ? [0.125] : []
        return [-2, -1, -0.5, -0.25] + eighth.map { -$0 } + eighth + [0.25, 0.5, 0.75, 1, 2]
    }
}

extension SettingForm where Value == [Double] {
    private static var range: ClosedRange<Double> { 0.125...2 }
    /// The most speeds: nobody watches more passes.
    private static var most: Int { 8 }

    /// Speeds with a space between them: `1 0.5`.
    /// - Parameter offered: the lists that the sheet offers; a list that was written into `settings.toml` is offered too.
    static func speeds(offered: [[Double]], show: @escaping @Sendable ([Double]) -> String) -> SettingForm {
        SettingForm(
            read: { value, key, _ throws(SettingProblem) in
                guard case .string(let text) = value else { throw SettingProblem(key, .noSpeeds(value, within: range)) }
                let words = text.split(separator: " ")
                let known = words.compactMap { Double($0) }.filter(range.contains)
                guard (1...most).contains(words.count), known.count == words.count else {
                    throw SettingProblem(key, .noSpeeds(value, within: range))
                }
                return known
            },
            write: { .string(written($0)) },
            move: { value, steps, _ in value.moved(by: steps, in: offered.contains(value) ? offered : offered + [value]) },
            show: { value, _ in show(value) })
    }

    private static func written(_ speeds: [Double]) -> String { speeds.map(plainNumber).joined(separator: " ") }
}
