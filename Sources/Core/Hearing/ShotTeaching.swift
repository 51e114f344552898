// SPDX-License-Identifier: GPL-3.0-or-later

/// Learns from pressed marks what a shot sounds like (docs/hearing.md, rule 3).
///
/// A person presses MARK after the shot: after hearing it, or after seeing it on the TV, which is late by the delay. Nobody says which. So
/// each mark teaches two onsets, the loudest of the two seconds before the press and the loudest of the two seconds before what was on the
/// TV. Of the two series the one whose onsets sound alike is the archer's.
///
/// Beside a loud coach the loudest onset is sometimes a word. So a second pass chooses again among the few loudest onsets before each mark: the
/// nearest to the lesson of the first pass. All places are counted from the first sample of the sound.
public struct ShotTeaching: Sendable {
    /// The moments that a mark may follow.
    public enum Habit: Hashable, Sendable, CaseIterable {
        /// The shot itself: the press comes after what was heard.
        case afterShot
        /// The shot on the TV: the press comes after what was seen.
        case afterTV
    }

    /// The time before a moment in which its shot is searched (rule 3).
    static let reach = Duration.seconds(2)
    /// The marks that count: twice the nine that are enough (rule 3), so that another bow or another place is learned within an end or two.
    private static let remembered = 18
    /// The onsets that are kept for marks to come, the newest: an hour of a quiet lane, and minutes of a loud one.
    private static let keptOnsets = 1024
    /// The most bytes that the onsets take: those that are kept, and those of the marks under both habits.
    static let mostBytes = (keptOnsets + remembered * 2 * choices) * SoundOnset.bytes
    /// The onsets before a mark among which the second pass chooses.
    private static let choices = 6
    /// The deviation of a shape, in dB, and of a level, in dB, that count as much as a mark without an onset. Shapes of one bow differ by
    /// some 5 dB, which is the least spread of rule 3, and levels by less than 6, which is the range of rule 3.
    private static let (strangeShape, strangeLevel): (Float, Double) = (15, 12)

    private struct Mark: Sendable {
        var pressed: Duration
        var shown: Duration?
    }

    /// The lessons of one mark under each habit: the loudest onsets before it, the loudest first.
    private struct Lesson: Sendable {
        var afterShot: [SoundOnset]
        var afterTV: [SoundOnset]

        subscript(habit: Habit) -> [SoundOnset] { habit == .afterShot ? afterShot : afterTV }
    }

    /// The last onsets, the oldest first.
    private(set) var onsets: [SoundOnset] = []
    private var waiting: [Mark] = []
    private var lessons: [Lesson] = []
    /// The sound of a shot; `nil` if fewer than three marks agree.
    public private(set) var learned: LearnedShot?
    /// The habit that the marks follow, if anything is learned.
    public private(set) var habit: Habit?

    public init() {
        onsets.reserveCapacity(Self.keptOnsets)
    }

    /// The number of marks that count.
    public var markCount: Int { lessons.count }

    /// Forgets the onsets for marks to come, because other sound begins. What was learned stays.
    mutating func forgetOnsets() {
        onsets.removeAll(keepingCapacity: true)
        waiting = []
    }

    /// Keeps an onset for marks to come.
    mutating func note(_ onset: SoundOnset) {
        // A quarter at once: taking the first one off moves all others.
        if onsets.count == Self.keptOnsets { onsets.removeFirst(Self.keptOnsets / 4) }
        onsets.append(onset)
    }

    /// Takes a pressed mark. Its shot may lie so short before that its onset isn't known yet; `settle` learns from it then.
    /// - Parameters:
    ///   - pressed: the time of the press.
    ///   - shown: the time at which the picture was taken that was on the TV then; `nil` if the TV showed no delayed picture.
    mutating func mark(pressed: Duration, shown: Duration?) {
        waiting.append(Mark(pressed: pressed, shown: shown))
    }

    /// Learns from the marks whose onsets are all known.
    /// - Parameter heard: the time up to which onsets are known.
    mutating func settle(heard: Duration) {
        guard let first = waiting.first, first.pressed <= heard else { return }
        while let mark = waiting.first, mark.pressed <= heard {
            waiting.removeFirst()
            lessons.append(Lesson(afterShot: loudest(before: mark.pressed), afterTV: mark.shown.map { loudest(before: $0) } ?? []))
        }
        if lessons.count > Self.remembered { lessons.removeFirst(lessons.count - Self.remembered) }
        learn()
    }

    private func loudest(before moment: Duration) -> [SoundOnset] {
        let near = onsets.reversed().prefix { $0.place >= moment - Self.reach }.filter { $0.place <= moment }
        return Array(near.sorted { $0.level > $1.level }.prefix(Self.choices))
    }

    private mutating func learn() {
        let series = Habit.allCases.map { habit in (habit: habit, onsets: alike(habit)) }
        guard let best = series.min(by: { disagreement($0.onsets) < disagreement($1.onsets) }) else { return }
        learned = LearnedShot(best.onsets)
        habit = learned == nil ? nil : best.habit
    }

    /// Returns one onset of each mark that has any: at first the loudest, and then the one nearest to what these teach.
    private func alike(_ habit: Habit) -> [SoundOnset] {
        let lessons = lessons.map { $0[habit] }
        let loudest = lessons.compactMap(\.first)
        guard let first = LearnedShot(loudest) else { return loudest }
        return lessons.compactMap { choices in
            let likely = choices.filter { first.isLoudEnough($0) }
            return likely.min { first.distance(of: $0.shape) < first.distance(of: $1.shape) } ?? choices.first
        }
    }

    /// Returns how little these onsets sound alike: 0 if all are equal, 1 if no mark has an onset.
    private func disagreement(_ onsets: [SoundOnset]) -> Double {
        guard let level = LearnedShot.median(onsets.map(\.level)) else { return 1 }
        let middle = (0..<ShotShape.count).map { cell in LearnedShot.median(onsets.map { $0.shape.cells[cell] }) ?? 0 }
        let strange = onsets.reduce(0.0) { sum, onset in
            let squares = zip(onset.shape.cells, middle).reduce(Float(0)) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
            let shape = Double((squares / Float(ShotShape.count)).squareRoot() / Self.strangeShape)
            return sum + min(1, (shape + abs(onset.level - level) / Self.strangeLevel) / 2)
        }
        return (strange + Double(lessons.count - onsets.count)) / Double(lessons.count)
    }
}
