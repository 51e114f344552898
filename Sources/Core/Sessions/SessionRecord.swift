// SPDX-License-Identifier: GPL-3.0-or-later

/// What is known of a session from its first moment: the journal's first line.
public struct SessionHeader: Hashable, Sendable, Codable {
    /// Counts the sessions of a card, from 1.
    public var number: Int
    /// The wall clock's word for when it began, `2026-11-20T14:03:00`. A label: a Pi has no battery clock, so
    /// nothing is ordered by it.
    public var started: String
    public var size: VideoSize
    public var framesPerSecond: Double
    public var delaySeconds: Double
    public var camera: String
    public var encoder: String
    /// What no other session has, on this card or another; `nil` in a record of before version 3.
    public var id: String?

    public init(
        number: Int, started: String, size: VideoSize, framesPerSecond: Double, delaySeconds: Double,
        camera: String, encoder: String, id: String? = nil
    ) {
        self.id = id
        self.number = number
        self.started = started
        self.size = size
        self.framesPerSecond = framesPerSecond
        self.delaySeconds = delaySeconds
        self.camera = camera
        self.encoder = encoder
    }
}

/// One line of `journal.jsonl`. What is in it, on the card, is acknowledged: a cut at any instant later loses none of it.
public enum JournalEntry: Hashable, Sendable {
    case opened(SessionHeader)
    case marked(Mark)
    /// A mark taken back (MARK was held on for a quick save).
    case withdrawn(mark: Int)
    case clip(ClipRecord)
    /// What somebody decided about a clip, in the place of what was decided before.
    case judged(clip: Int, ClipJudgement)
    /// A clip that will never be: its footage was gone before it could be written.
    case lostClip(number: Int, reason: String)
    /// An end as it stands now, in the place of what was known of the one with its number: an arrow was placed, taken back or
    /// linked to another clip, or the end was saved.
    case end(EndRecord)
    /// What somebody noted about the session, in the place of what was noted before.
    case notes(String)
    /// Who shoots in it, and at what, in the place of what was known before.
    case target(SessionTarget)
    /// The session isn't gone on with any more.
    case over(SessionEnd)
    /// It isn't deleted to make room; `false`: it may be.
    case protected(Bool)
    case closed
}

/// Everything about a session: `session.json`.
public struct SessionRecord: Hashable, Sendable, Codable {
    /// The version this program writes. A file of a later version is left alone.
    public static let currentVersion = 3

    public enum Ending: String, Hashable, Sendable, Codable {
        /// By STOP, by the end of the run or by SIGTERM.
        case stopped
        /// The plug was pulled; the record was made from the journal at the next start.
        case recovered
    }

    public var version: Int
    public var header: SessionHeader
    public var marks: [Mark]
    public var clips: [ClipRecord]
    /// Numbers of the clips whose footage was gone before it could be written.
    public var lostClips: [Int]
    /// In the order they were shot; since version 2.
    public var ends: [EndRecord]
    /// What somebody noted; since version 2.
    public var notes: String
    public var ending: Ending
    /// Who shoots in it, and at what; since version 3.
    public var target: SessionTarget?
    /// Why it isn't gone on with by itself; `nil` while it may be. Since version 3.
    public var over: SessionEnd?
    /// Somebody wants to keep it: it isn't deleted to make room. Since version 3.
    public var isProtected: Bool

    public init(
        version: Int = SessionRecord.currentVersion, header: SessionHeader, marks: [Mark] = [],
        clips: [ClipRecord] = [], lostClips: [Int] = [], ends: [EndRecord] = [], notes: String = "", ending: Ending,
        target: SessionTarget? = nil, over: SessionEnd? = nil, isProtected: Bool = false
    ) {
        self.isProtected = isProtected
        self.target = target
        self.over = over
        self.version = version
        self.header = header
        self.marks = marks
        self.clips = clips
        self.lostClips = lostClips
        self.ends = ends
        self.notes = notes
        self.ending = ending
    }

    /// The record that a journal tells. Entries without a header (a journal cut before its first line was whole) tell nothing.
    public init?(journal: [JournalEntry], ending: Ending) {
        guard case .opened(let header)? = journal.first else { return nil }
        self.init(header: header, ending: ending)
        // A clip's own line may have been written after what was decided about it, by somebody who didn't know that yet.
        var judgements: [Int: ClipJudgement] = [:]
        var removed: Set<Int> = []
        // By their numbers: what is said again replaces what was said before, and a journal may say much.
        var clips: [Int: ClipRecord] = [:]
        var ends: [Int: EndRecord] = [:]
        var marks: [Mark?] = []
        var places: [Int: [Int]] = [:]
        for entry in journal.dropFirst() {
            switch entry {
            case .opened, .closed: break
            case .marked(let mark):
                places[mark.number, default: []].append(marks.count)
                marks.append(mark)
            case .withdrawn(let number):
                for place in places.removeValue(forKey: number) ?? [] { marks[place] = nil }
            case .clip(let clip):
                clips[clip.number] = clip
                if clip.isRemoved { removed.insert(clip.number) }
            case .judged(let number, let judgement): judgements[number] = judgement
            case .lostClip(let number, _): lostClips.append(number)
            case .end(let end):
                ends[end.number] = end
            case .notes(let notes): self.notes = notes
            case .target(let target): self.target = target
            case .over(let end): over = end
            case .protected(let isProtected): self.isProtected = isProtected
            }
        }
        self.marks = marks.compactMap { $0 }
        self.clips = clips.values.sorted { $0.number < $1.number }
        for index in self.clips.indices {
            let number = self.clips[index].number
            if let judgement = judgements[number] { self.clips[index].judgement = judgement }
            if removed.contains(number) { self.clips[index].remove() }
        }
        self.ends = ends.values.sorted { $0.number < $1.number }
    }

    /// The journal that tells this record.
    public var journal: [JournalEntry] {
        var entries: [JournalEntry] = [.opened(header)]
        if let target { entries.append(.target(target)) }
        entries += marks.map { .marked($0) }
        entries += clips.map { .clip($0) }
        entries += lostClips.map { .lostClip(number: $0, reason: "") }
        entries += ends.map { .end($0) }
        if !notes.isEmpty { entries.append(.notes(notes)) }
        if let over { entries.append(.over(over)) }
        if isProtected { entries.append(.protected(true)) }
        return entries
    }

    // MARK: What it comes to

    public var sum: EndSum { EndSum(ends) }
    public var total: Int { sum.points }
    /// How many arrows count.
    public var arrowCount: Int { sum.arrows }
    public var innerTens: Int { sum.innerTens }
    public var tens: Int { sum.tens }
    /// Without practice.
    package var countedEnds: [EndRecord] { ends.filter { !$0.isPractice } }
    /// The ends whose arrows are the session's group: those of practice only if there are no others.
    package var pictured: [EndRecord] { countedEnds.isEmpty ? ends : countedEnds }
    /// The clips that nobody deleted.
    public var keptClips: [ClipRecord] { clips.filter { !$0.isDeleted } }
    /// Those that somebody liked, and kept.
    public var likedClips: [ClipRecord] { keptClips.filter(\.judgement.isLiked) }
    /// Those of shots about which nothing was decided. A saved buffer shows no one shot.
    public var unjudgedClips: [ClipRecord] { keptClips.filter { !$0.judgement.isLiked && $0.kind != .buffer } }
    /// The clips that were deleted and can be restored.
    public var restorableClips: [ClipRecord] { clips.filter(\.isRestorable) }

    /// The place among the ends of the one that a clip belongs to: one of its arrows is linked to the clip, or the clip was marked in it.
    public func endIndex(ofClip number: Int) -> Int? {
        ends.firstIndex { end in end.arrows.contains { $0.clip == number } } ?? ends.firstIndex { $0.clips.contains(number) }
    }

    /// The arrow that a clip shows, with its end and what it scores.
    public func arrow(ofClip number: Int) -> (end: EndRecord, entry: EndScore.Entry)? {
        for end in ends {
            if let entry = end.score.entries.first(where: { $0.arrow.clip == number }) { return (end, entry) }
        }
        return nil
    }
}

/// As `session.json` has it. `seconds`, `total` and when each clip begins are written for those who read the file, and aren't read back.
extension SessionRecord {
    private enum Key: String, CodingKey {
        case version, header, target, marks, clips, lostClips, ends, notes, ending, over, isProtected, seconds, total
    }

    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        version = try fields.decode(Int.self, forKey: .version)
        header = try fields.decode(SessionHeader.self, forKey: .header)
        marks = try fields.decode([Mark].self, forKey: .marks)
        clips = try fields.decode([ClipRecord].self, forKey: .clips)
        lostClips = try fields.decode([Int].self, forKey: .lostClips)
        ends = try fields.decodeIfPresent([EndRecord].self, forKey: .ends) ?? []
        notes = try fields.decodeIfPresent(String.self, forKey: .notes) ?? ""
        ending = try fields.decode(Ending.self, forKey: .ending)
        target = try fields.decodeIfPresent(SessionTarget.self, forKey: .target)
        over = try fields.decodeIfPresent(SessionEnd.self, forKey: .over)
        isProtected = try fields.decodeIfPresent(Bool.self, forKey: .isProtected) ?? false
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(version, forKey: .version)
        try fields.encode(header, forKey: .header)
        try fields.encodeIfPresent(target, forKey: .target)
        try fields.encode(marks, forKey: .marks)
        let first = firstClip
        try fields.encode(
            clips.map { clip in PlacedClip(clip: clip, begins: first.flatMap { clip.seconds(after: $0, at: header.framesPerSecond) }) },
            forKey: .clips)
        try fields.encode(lostClips, forKey: .lostClips)
        try fields.encode(ends, forKey: .ends)
        try fields.encode(notes, forKey: .notes)
        try fields.encode(ending, forKey: .ending)
        try fields.encodeIfPresent(over, forKey: .over)
        // Written when it isn't any more too: a field that is left out keeps what the file said before.
        try fields.encode(isProtected, forKey: .isProtected)
        try fields.encode(total, forKey: .total)
        // What a run before this one wrote there isn't so any more.
        if isOfOneRun { try fields.encodeIfPresent(seconds, forKey: .seconds) } else { try fields.encodeNil(forKey: .seconds) }
    }

    /// The clip from whose beginning on the others' beginnings are counted; `nil` if no clip tells, or if it was shot in two runs.
    var firstClip: ClipRecord? {
        guard isOfOneRun else { return nil }
        return clips.filter { $0.firstFrame != ClipRecord.unknownFrame }.min { $0.firstFrame < $1.firstFrame }
    }

    /// Whether all of it was shot in one run, as far as can be told. Frames are counted anew in each: then their numbers say nothing of
    /// the time between two clips. What was marked while looking back lies anywhere, and a longer delay goes back by less than a minute.
    package var isOfOneRun: Bool {
        let live = marks.filter { $0.pressed != nil }.sorted { $0.number < $1.number }.map { Double($0.stamp.frame) }
        return zip(live, live.dropFirst()).allSatisfy { $1 >= $0 - 60 * header.framesPerSecond }
    }

    /// How long it lasted: from the first frame of its first clip to the last of its last one. `nil` if no clip tells, or if it was shot in
    /// two runs.
    public var seconds: Double? {
        guard isOfOneRun else { return nil }
        let known = clips.filter { $0.firstFrame != ClipRecord.unknownFrame && $0.lastFrame >= $0.firstFrame }
        guard let first = known.min(by: { $0.firstFrame < $1.firstFrame }), let last = known.max(by: { $0.lastFrame < $1.lastFrame }),
            header.framesPerSecond > 0
        else { return nil }
        let seconds =
            if first.firstTimestamp != nil, last.firstTimestamp != nil, let begin = last.seconds(after: first, at: header.framesPerSecond) {
                begin + last.seconds
            } else {
                (Double(last.lastFrame) - Double(first.firstFrame) + 1) / header.framesPerSecond
            }
        return seconds.isFinite ? (seconds * 1000).rounded() / 1000 : nil
    }
}

/// A clip as its session's record is written: with when it begins, where that is known.
private struct PlacedClip: Encodable {
    let clip: ClipRecord
    /// In seconds after the session's first clip.
    let begins: Double?

    private enum Key: String, CodingKey { case begins }

    func encode(to encoder: any Encoder) throws {
        try clip.encode(to: encoder)
        guard let begins, begins.isFinite else { return }
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode((begins * 1000).rounded() / 1000, forKey: .begins)
    }
}
