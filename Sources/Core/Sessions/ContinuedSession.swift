// SPDX-License-Identifier: GPL-3.0-or-later

/// A session on the card that this run continues: an earlier run ended without closing it, or its archer goes on with it.
public struct ContinuedSession: Hashable, Sendable {
    public var key: SessionKey
    /// Everything that the card has about it. Each mark has its clip, or the clip is lost, because its footage was in memory only.
    public var record: SessionRecord
    /// The entries of its journal. If it was filed and has no journal, the entries with which a new journal begins.
    public var journal: [JournalEntry]

    public init(key: SessionKey, record: SessionRecord, journal: [JournalEntry]) {
        self.key = key
        self.record = record
        self.journal = journal
    }
}

extension SessionState {
    /// The highest number of any clip. A record with a higher number wasn't written by a box.
    private static let highestNumber = 100_000

    /// Prepares a run's first session to continue the session that the run before left open: takes over its header and its numbers.
    ///
    /// At this time the card hasn't been asked for the session yet: `take` comes later, or never.
    package mutating func expect(_ left: OpenSession) {
        apply(.opened(left.header))
        guard isEmpty, left.numbers.isPlausible else { return }
        numbers = left.numbers
    }

    /// Takes in the contents that the session had before this run. Marks set since then stay, after them.
    /// - Parameter isScored: true if arrows are scored.
    package mutating func take(_ record: SessionRecord, isScored: Bool = true) {
        // The journal may have been edited: only numbers that a box would give are accepted, each of them once.
        var known = Set(entries.map(\.plan.number))
        func isNew(_ number: Int) -> Bool { (1...Self.highestNumber).contains(number) && known.insert(number).inserted }
        var earlier: [Entry] = []
        for mark in record.marks where mark.number <= SessionNumbers.highestMark && isNew(mark.number) {
            var mark = mark
            // Its footage is gone, and its times are from another run's clock.
            (mark.stamp.timestamp, mark.pressed) = (min(max(mark.stamp.timestamp, .zero), start), nil)
            let (kind, time) = (ClipPlan.Kind(ofNumber: mark.number), mark.stamp.timestamp)
            let plan = ClipPlan(number: mark.number, kind: kind, from: time, through: time)
            let clip = record.clips.first { $0.number == mark.number }
            earlier.append(
                Entry(
                    mark: mark, plan: plan, state: clip.map(ClipState.written) ?? .lost(Strings.lostWithTheRun), isJournalled: true,
                    isOfEarlierRun: true))
        }
        for clip in record.clips where isNew(clip.number) {
            earlier.append(Entry(mark: nil, plan: ClipPlan(number: clip.number, kind: clip.kind, from: start, through: start), state: .written(clip)))
        }
        earlier.sort { $0.plan.number < $1.plan.number }
        hasBegun = true
        target = record.target ?? target
        numbers.note(SessionNumbers(of: record))
        contents = contents(after: earlier, of: record)
        lentEnds = []
        entries.insert(contentsOf: earlier, at: 0)
        // Earlier marks without a score belong to the end that is being shot.
        let unscored = Set(unscoredMarks.map(\.number))
        let first = isScored ? earlier.firstIndex { unscored.contains($0.plan.number) } ?? earlier.count : earlier.count
        restedCount = restedCount > 0 ? restedCount + earlier.count : first
    }

    /// Returns the contents with the card's lines before those of this run.
    /// - Parameter earlier: the marks and clips of the record that are accepted.
    private func contents(after earlier: [Entry], of record: SessionRecord) -> SessionContents {
        // The journal of a linked session tells its target itself.
        let tellsTarget = linked != nil
        let older = record.journal.filter { line in
            switch line {
            case .marked, .clip: false
            case .target: !tellsTarget
            default: true
            }
        }
        let shot = earlier.flatMap { entry -> [JournalEntry] in
            let clip: ClipRecord? = if case .written(let record) = entry.state { record } else { nil }
            return [entry.mark.map { .marked($0) }, clip.map { .clip($0) }].compactMap { $0 }
        }
        let own = contents.lines.filter { line in
            switch line {
            case .end(let end): !lentEnds.contains(end)
            case .target: tellsTarget
            case .opened, .notes, .over, .protected: false
            default: true
            }
        }
        return SessionContents(older + shot + own)
    }

    /// Notes that the card doesn't have the session: this run's marks form a session of their own. If there are no entries yet, numbers
    /// start at 1.
    package mutating func noteMissing() {
        let lent = lentEnds
        let own = contents.lines.filter { line in
            switch line {
            case .opened, .target, .continues: false
            // One of these ends may have been skipped meanwhile, so that the next could begin.
            case .end(let end): !(lent.contains(end) || end.isSkipped && lent.contains { $0.number == end.number })
            default: true
            }
        }
        contents = SessionContents(own)
        linked = nil
        lentEnds = []
        guard isEmpty else { return }
        hasBegun = false
        numbers = SessionNumbers()
    }

    /// Continues a session of an earlier run. Its ends and its next numbers are known at once; the rest of its record comes later from the
    /// card.
    /// - Parameter linked: the same session, if this run's part of it gets a folder of its own until it is joined.
    package mutating func goOn(with left: ResumableSession, linked: LinkedSession? = nil, at instant: Timestamp) {
        hasBegun = true
        self.linked = linked
        numbers.note(left.numbers)
        target = left.target
        if let linked { apply(.continues(linked.link)) } else if let told = left.toldTarget { apply(.target(told)) }
        for end in left.ends { apply(.end(end)) }
        lentEnds = left.ends
        lastUse = max(lastUse, instant)
    }

    // MARK: Without the older session

    /// Takes over the marks, clips and ends of this start from a session that was linked to an older one: they are a session of their own,
    /// with numbers from 1. The other session is again as its older part was.
    /// - Returns: the numbers of the marks and clips before and now.
    package mutating func takeOver(from old: inout SessionState) -> [(from: Int, to: Int)] {
        guard let linked = old.linked else { return [] }
        let link = linked.link
        var moved: [(from: Int, to: Int)] = []
        var kept: [Entry] = []
        for (index, entry) in old.entries.enumerated() {
            guard let number = link.numbers.own(entry.plan.number) else {
                kept.append(entry)
                continue
            }
            var own = entry
            own.mark?.number = number
            own.plan.number = number
            if case .written(let record) = entry.state, let record = link.own(record, of: old.header?.id) { own.state = .written(record) }
            entries.append(own)
            if index < old.restedCount { restedCount += 1 }
            moved.append((entry.plan.number, number))
        }
        (hasBegun, lastUse, target) = (true, old.lastUse, old.target)
        numbers = old.numbers.own(after: link.numbers)
        takenThrough = numbers.nextMark - 1
        contents = old.contents
        contents.apply(.alone)
        old.restedCount = old.restedEntries - restedCount
        (old.entries, old.numbers, old.linked) = (kept, link.numbers, nil)
        let older = old.contents.lines.filter { line in
            if case .end = line { false } else { link.isAboutOlder(line) }
        }
        let told: [JournalEntry] = [linked.header.map { .opened($0) }, linked.target.map { .target($0) }].compactMap { $0 }
        old.contents = SessionContents(told + older + linked.ends.map { .end($0) })
        return moved
    }

    /// Notes that the card has joined it to the older session: everything is in that one's folder now.
    package mutating func noteJoined(to key: SessionKey, _ header: SessionHeader) {
        let lines = contents.lines.filter { if case .continues = $0 { false } else { true } }
        contents = SessionContents(lines + [.opened(header)])
        for index in entries.indices where entries[index].home?.isSame(as: key) ?? false { entries[index].home = nil }
    }

    /// Notes that its journal stands alone: it has all the marks that the session took over, and all automatic marks.
    package mutating func noteAlone() {
        for index in entries.indices where entries[index].mark.map({ $0.isAutomatic || $0.number <= takenThrough }) ?? false {
            entries[index].isJournalled = true
        }
    }
}
