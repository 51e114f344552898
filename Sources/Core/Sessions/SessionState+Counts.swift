// SPDX-License-Identifier: GPL-3.0-or-later

// A session's marks, the numbers of its clips that are on the card, lost, or on their way, and its marks that wait for a score.
extension SessionState {
    /// The latest planned end of a pressed mark's clip; of an automatic mark's clip only if nobody pressed a mark since the last STOP.
    package var lastClipEnd: Timestamp? {
        let isPressed = freshMarks.contains { !$0.isAutomatic }
        return entries.lazy.filter { $0.mark.map { !isPressed || !$0.isAutomatic } ?? false }.map(\.plan.through).max()
    }
    /// The marks, also those that nobody has confirmed.
    public var marks: [Mark] { entries.compactMap(\.mark) }
    /// The marks of this run: their footage may be in the delay line.
    package var marksOfThisRun: [Mark] { entries.compactMap { $0.isOfEarlierRun ? nil : $0.mark } }
    /// The number of the newest pressed mark of the end that is being shot, if it can be withdrawn: its clip isn't being written just now.
    package var newestWithdrawable: Int? {
        entries.dropFirst(restedCount).last { $0.mark.map { !$0.isAutomatic } ?? false }.flatMap { $0.state == .writing ? nil : $0.plan.number }
    }
    public var isEmpty: Bool { entries.isEmpty }
    /// True if something was marked or saved since the last STOP.
    public var isShooting: Bool { entries.count > restedCount }
    /// The number of its entries that belong to ends that are over.
    package var restedEntries: Int { min(restedCount, entries.count) }
    /// The marks of the end that is being shot.
    public var freshMarks: [Mark] { entries.dropFirst(restedCount).compactMap(\.mark) }
    /// The time at which the footage of the next clip will be complete.
    public var nextCompletion: Timestamp? { entries.lazy.filter { $0.state == .growing }.map(\.plan.through).min() }

    // MARK: Clips

    public var writtenCount: Int { entries.count { if case .written = $0.state { true } else { false } } }
    public var lostCount: Int { entries.count { if case .lost = $0.state { true } else { false } } }
    /// The number of clips that aren't on the card yet and will be.
    public var pendingCount: Int { entries.count - writtenCount - lostCount - unkeptCount }
    /// The number of clips that are never written, because nothing is kept.
    package var unkeptCount: Int { entries.count { if case .unkept = $0.state { true } else { false } } }
    /// The numbers of those whose footage is held in memory.
    package var heldClips: [Int] { entries.filter { $0.state == .unkept(isHeld: true) }.map(\.plan.number) }
    /// The number of clips that are being written: their footage is complete.
    public var writingCount: Int { entries.count { $0.state == .writing } }

    /// Notes that a clip whose footage is complete is never written.
    /// - Returns: the line for its journal.
    package mutating func noteUnkept(_ number: Int) -> JournalEntry {
        for index in entries.indices where entries[index].plan.number == number { entries[index].state = .unkept(isHeld: true) }
        let line = JournalEntry.lostClip(number: number, reason: "nothing is kept")
        apply(line)
        return line
    }

    /// Notes that the footage of a clip that is never written isn't held any more.
    package mutating func noteForgotten(_ number: Int) {
        for index in entries.indices where entries[index].plan.number == number { entries[index].state = .unkept(isHeld: false) }
    }

    // MARK: Scores

    /// The marks that count as arrows.
    package var countedMarks: [Mark] { entries.lazy.filter(\.counts).compactMap(\.mark) }
    /// The marks that count and belong to no scored or skipped end; marks of an open end are among them.
    public var unscoredMarks: [Mark] { unscoredEntries.filter(\.counts).compactMap(\.mark) }
    /// The automatic marks that nobody has confirmed and that belong to no scored or skipped end.
    package var unconfirmedMarks: [Mark] { unscoredEntries.filter { !$0.counts }.compactMap(\.mark) }
    private var unscoredEntries: [Entry] {
        let taken = Set(scoredEnds.filter { !$0.isOpen }.flatMap { $0.clips + $0.detected })
        return entries.filter { $0.mark.map { !taken.contains($0.number) } ?? false }
    }
    /// The newest end that isn't open, if its scoring isn't finished: somebody left the face in the middle of it, or skipped it. Practice
    /// never waits for its arrows.
    package var unfinishedEnd: EndRecord? { scoredEnds.last { !$0.isOpen }.flatMap { $0.isPractice || $0.isDone && !$0.isSkipped ? nil : $0 } }
    /// True if arrows are still to be placed: there are marks without a score, or an unfinished end.
    package var isScoreOpen: Bool { !unscoredMarks.isEmpty || unfinishedEnd != nil }
    /// True if at least one arrow is placed.
    public var hasArrows: Bool { scoredEnds.contains { !$0.arrows.isEmpty } }
}
