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
    /// The numbers of the clips whose footage was gone before it could be written.
    package private(set) var lostClips: [Int] = []
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
        case .opened, .closed: break
        case .marked(let mark):
            markIndices[mark.number, default: []].append(markLines.count)
            markLines.append(mark)
        case .withdrawn(let number):
            for index in markIndices.removeValue(forKey: number) ?? [] { markLines[index] = nil }
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

    /// The marks that weren't withdrawn, in the order of their lines.
    package var marks: [Mark] { markLines.compactMap { $0 } }

    /// The ends in the order of their numbers. A later line about an end has replaced the earlier one.
    package var ends: [EndRecord] { endsByNumber.values.sorted { $0.number < $1.number } }

    /// The clips in the order of their numbers.
    package var clips: [ClipRecord] { clipsByNumber.values.sorted { $0.number < $1.number } }
}

extension SessionRecord {
    package init(_ header: SessionHeader, _ contents: SessionContents, ending: Ending) {
        self.init(
            header: header, marks: contents.marks, clips: contents.clips, lostClips: contents.lostClips, ends: contents.ends,
            notes: contents.notes, ending: ending, target: contents.target, over: contents.over, isProtected: contents.isProtected)
    }

    /// Builds the record from a journal; `nil` if the journal has no header, because power was cut before its first line was complete.
    public init?(journal: [JournalEntry], ending: Ending) {
        guard case .opened(let header)? = journal.first else { return nil }
        self.init(header, SessionContents(journal), ending: ending)
    }
}
