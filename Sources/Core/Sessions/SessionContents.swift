// SPDX-License-Identifier: GPL-3.0-or-later

/// The contents of a session, as the lines of its journal say them.
///
/// Only `apply` knows the meaning of a line. A record is made from the contents of its journal, and a session in progress holds its own.
package struct SessionContents: Hashable, Sendable {
    package private(set) var notes = ""
    package private(set) var target: SessionTarget?
    /// The reason why the session isn't continued any more; `nil` while it may be.
    package private(set) var over: SessionEnd?
    package private(set) var isProtected = false
    /// The session that this one continues, until it is joined to that; `nil` for a session that stands alone.
    package private(set) var continues: SessionLink?
    /// The numbers of the clips whose footage was gone before it could be written.
    package private(set) var lostClips: [Int] = []
    /// The journal's first line, with the date that was learnt since.
    package private(set) var header: SessionHeader?
    /// The marks in the order of their lines; `nil` for a mark that was withdrawn since.
    private var markLines: [Mark?] = []
    /// The indices in `markLines` of the marks with a number.
    private var markIndices: [Int: [Int]] = [:]
    /// The clips by number, each with its judgement. A clip whose deletion is final stays so, whatever a later line says.
    private var clipsByNumber: [Int: ClipRecord] = [:]
    /// The judgements that have lines of their own. They count more than a clip's own line, before it or after it: its writer may not have
    /// known them.
    private var judgements: [Int: ClipJudgement] = [:]
    private var endsByNumber: [Int: EndRecord] = [:]

    package init() {}

    package init(_ journal: some Sequence<JournalEntry>) {
        for entry in journal { apply(entry) }
    }

    /// Applies the next line of the journal, in constant time: a journal may be long.
    package mutating func apply(_ entry: JournalEntry) {
        switch entry {
        case .opened(let header): self.header = header
        case .dated(let date): header?.learn(date)
        case .closed, .joined: break
        case .parted(let part): self.part(part)
        case .continues(let link): if link.isPlausible { continues = link }
        case .alone: standAlone()
        case .marked(let mark):
            markIndices[mark.number, default: []].append(markLines.count)
            markLines.append(mark)
        case .withdrawn(let number):
            for index in markIndices.removeValue(forKey: number) ?? [] { markLines[index] = nil }
        case .impact(let number, let seconds):
            if let index = markIndices[number]?.last { markLines[index]?.impact = seconds }
        case .clip(let clip): apply(clip)
        case .judged(let number, let judgement):
            judgements[number] = judgement
            if let clip = clipsByNumber[number] { apply(clip) }
        case .lostClip(let number, _): lostClips.append(number)
        case .end(let end): endsByNumber[end.number] = end
        case .notes(let notes): self.notes = notes
        case .target(let target): self.target = target
        case .over(let reason): over = reason
        case .protected(let isProtected): self.isProtected = isProtected
        }
    }

    private mutating func apply(_ line: ClipRecord) {
        var clip = line
        if let judgement = judgements[clip.number] { clip.judgement = judgement }
        if clip.isRemoved || clipsByNumber[clip.number]?.isRemoved == true { clip.remove() }
        clipsByNumber[clip.number] = clip
    }

    /// Drops the link: what is about the older session goes, and the session's own numbers begin at 1. This takes linear time, once.
    private mutating func standAlone() {
        guard let link = continues else { return }
        let (marks, ends) = (marks.compactMap { link.own($0) }, link.own(ends))
        replaceMarks(marks)
        endsByNumber = Dictionary(ends.map { ($0.number, $0) }) { $1 }
        let clips = clipsByNumber.values.compactMap { link.own($0, of: header?.id) }
        clipsByNumber = Dictionary(clips.map { ($0.number, $0) }) { $1 }
        let judged = judgements.compactMap { judged in link.numbers.own(judged.key).map { ($0, judged.value) } }
        judgements = Dictionary(judged) { $1 }
        lostClips = lostClips.compactMap(link.numbers.own)
        (notes, isProtected, continues) = ("", false, nil)
    }

    /// Leaves out the later part of the session, and nobody goes on with the rest. This takes linear time, once.
    private mutating func part(_ part: SessionPart) {
        guard let header else { return }
        let record = SessionRecord(header, self, ending: .stopped)
        guard part.journal(of: record, in: "-") != nil else { return }
        let numbers = part.numbers(in: record)
        replaceMarks(marks.filter { !numbers.contains($0.number) })
        for number in numbers { (clipsByNumber[number], judgements[number]) = (nil, nil) }
        lostClips.removeAll(where: numbers.contains)
        for number in endsByNumber.keys where number >= part.end { endsByNumber[number] = nil }
        over = over ?? .newSession
    }

    private mutating func replaceMarks(_ marks: [Mark]) {
        markLines = marks
        markIndices = [:]
        for (index, mark) in marks.enumerated() { markIndices[mark.number, default: []].append(index) }
    }

    /// The marks that weren't withdrawn, in the order of their lines.
    package var marks: [Mark] { markLines.compactMap { $0 } }

    /// The ends in the order of their numbers. A later line about an end has replaced the earlier one.
    package var ends: [EndRecord] {
        let ends = endsByNumber.values.sorted { $0.number < $1.number }
        guard markIndices.keys.contains(where: { ClipPlan.Kind(ofNumber: $0) == .detected }) else { return ends }
        // A decision about an automatic mark has one line, and the line of its end may be older.
        let times = Dictionary(marks.map { ($0.number, $0.stamp.timestamp) }) { $1 }
        return ends.map { end in
            var end = end
            end.follow {
                judgements[$0]?.isConfirmed ?? clipsByNumber[$0]?.judgement.isConfirmed
            } time: {
                times[$0]
            }
            return end
        }
    }

    /// The clips in the order of their numbers.
    package var clips: [ClipRecord] { clipsByNumber.values.sorted { $0.number < $1.number } }

    package func clip(_ number: Int) -> ClipRecord? { clipsByNumber[number] }

    /// Returns the decisions about a clip, also if it isn't written yet; `nil` if no line is about them.
    package func judgement(ofClip number: Int) -> ClipJudgement? { clipsByNumber[number]?.judgement ?? judgements[number] }

    /// A journal that says the same, for contents of which some lines no longer count.
    package var lines: [JournalEntry] {
        var lines: [JournalEntry] = [header.map { .opened($0) }, continues.map { .continues($0) }, target.map { .target($0) }].compactMap { $0 }
        lines += marks.map { .marked($0) }
        lines += judgements.map { .judged(clip: $0.key, $0.value) }
        lines += clips.map { .clip($0) }
        lines += lostClips.map { .lostClip(number: $0, reason: "") }
        lines += ends.map { .end($0) }
        if !notes.isEmpty { lines.append(.notes(notes)) }
        if let over { lines.append(.over(over)) }
        if isProtected { lines.append(.protected(true)) }
        return lines
    }
}

extension SessionRecord {
    package init(_ header: SessionHeader, _ contents: SessionContents, ending: Ending) {
        self.init(
            header: header, marks: contents.marks, clips: contents.clips, lostClips: contents.lostClips, ends: contents.ends,
            notes: contents.notes, ending: ending, target: contents.target, over: contents.over, isProtected: contents.isProtected,
            continues: contents.continues)
    }

    /// Builds the record from a journal; `nil` if the journal has no header, because power was cut before its first line was complete.
    public init?(journal: [JournalEntry], ending: Ending) {
        guard case .opened(let header)? = journal.first else { return nil }
        let contents = SessionContents(journal)
        self.init(contents.header ?? header, contents, ending: ending)
    }
}
