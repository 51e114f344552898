// SPDX-License-Identifier: GPL-3.0-or-later

/// The facts about a session that are known when it begins: the journal's first line.
public struct SessionHeader: Hashable, Sendable, Codable {
    /// Its number among the sessions of the card, from 1.
    public var number: Int
    /// The label of its beginning in local time, `2026-11-20T14:03:00`; empty if no date is known. Nothing is ordered by it, since a clock may
    /// be wrong.
    public var started: String
    public var size: VideoSize
    public var framesPerSecond: Double
    public var delaySeconds: Double
    public var camera: String
    public var encoder: String
    /// An id that no other session has, on this card or another; `nil` in a record from before version 3.
    public var id: String?
    /// The camera of a session that holds imported films and nothing else.
    public static let filmCamera = "imported films"
    /// True if the session holds imported films and nothing else.
    public var isOfFilms: Bool { camera == Self.filmCamera }
    /// The source of the date; `nil` in a record from before this field, and in a virtual run, which has a fixed date.
    public var dateFrom: DateSource?
    /// `SessionDate.utc`.
    public var utc: Int64?
    /// `SessionDate.offset`.
    public var offset: Int?

    public init(
        number: Int, started: String, size: VideoSize, framesPerSecond: Double, delaySeconds: Double,
        camera: String, encoder: String, id: String? = nil, date: SessionDate? = nil
    ) {
        (dateFrom, utc, offset) = (date?.from, date?.utc, date?.offset)
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

/// One line of `journal.jsonl`. A line that is on the card is acknowledged: no later power cut loses it.
public enum JournalEntry: Hashable, Sendable {
    case opened(SessionHeader)
    /// A person has set the clock since the session began, so its date is known.
    case dated(SessionDate)
    /// The session continues another one and is to be joined to it. It is the journal's second line.
    case continues(SessionLink)
    /// The session doesn't continue the other one any more: it stands alone, and its numbers begin at 1.
    case alone
    /// The lines from here on were those of a session that continued this one. Its folder goes once its files have been moved.
    case joined(folder: String, id: String?)
    /// Somebody has split the session: its later part is a session of its own, and gone from this one.
    case parted(SessionPart)
    case marked(Mark)
    /// A mark was withdrawn: MARK was held on for a quick save, or somebody undid the mark.
    case withdrawn(mark: Int)
    /// The arrow's impact was heard this many seconds after the shot of a mark: `Mark.impact`. The newest line about a mark counts.
    case impact(mark: Int, seconds: Double)
    case clip(ClipRecord)
    /// Somebody's decisions about a clip. They replace all earlier decisions about it.
    case judged(clip: Int, ClipJudgement)
    /// A clip that isn't made: its footage was gone before it could be written, or nothing is kept.
    case lostClip(number: Int, reason: String)
    /// An end as it stands now, which replaces the end with its number: an arrow was placed, taken back or linked to another clip, or the
    /// end was saved.
    case end(EndRecord)
    /// Somebody's notes about the session. They replace the earlier notes.
    case notes(String)
    /// The session's archer, round and face. They replace the earlier target.
    case target(SessionTarget)
    /// The session is over: it isn't continued any more.
    case over(SessionEnd)
    /// True: the session isn't deleted to make room; false: it may be.
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
    /// Numbers of the clips whose footage was gone before it could be written, or wasn't to be kept.
    public var lostClips: [Int]
    /// The ends in the order they were shot; since version 2.
    public var ends: [EndRecord]
    /// Somebody's notes; since version 2.
    public var notes: String
    public var ending: Ending
    /// The archer, round and face; since version 3.
    public var target: SessionTarget?
    /// The reason why it isn't continued automatically; `nil` while it may be. Since version 3.
    public var over: SessionEnd?
    /// True if somebody wants to keep it: it isn't deleted to make room. Since version 3.
    public var isProtected: Bool
    /// The session that it continues, until it is joined to that; `nil` for a session that stands alone. Since version 3.
    public var continues: SessionLink?

    public init(
        version: Int = SessionRecord.currentVersion, header: SessionHeader, marks: [Mark] = [],
        clips: [ClipRecord] = [], lostClips: [Int] = [], ends: [EndRecord] = [], notes: String = "", ending: Ending,
        target: SessionTarget? = nil, over: SessionEnd? = nil, isProtected: Bool = false, continues: SessionLink? = nil
    ) {
        self.continues = continues
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

    /// A journal from which this record can be built.
    public var journal: [JournalEntry] {
        var entries: [JournalEntry] = [.opened(header)]
        if let continues { entries.append(.continues(continues)) }
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

    // MARK: Totals

    public var sum: EndSum { EndSum(ends) }
    public var total: Int { sum.points }
    /// The number of arrows that count.
    public var arrowCount: Int { sum.arrows }
    /// The number of arrows that were shot, in practice ends too: of an end without any, and outside of ends, the marks that count.
    public var shotCount: Int {
        let confirmed = Set(clips.filter(\.judgement.isConfirmed).map(\.number))
        let inEnds = Set(ends.flatMap { $0.clips + $0.detected })
        return ends.reduce(0) { $0 + ($1.arrows.isEmpty ? $1.clips.count : $1.arrows.count) }
            + marks.count { !inEnds.contains($0.number) && (!$0.isAutomatic || confirmed.contains($0.number)) }
    }
    public var innerTens: Int { sum.innerTens }
    public var tens: Int { sum.tens }
    /// The ends without practice ends.
    package var countedEnds: [EndRecord] { ends.filter { !$0.isPractice } }
    /// The ends whose arrows form the session's group: practice ends only if there are no others.
    package var pictured: [EndRecord] { countedEnds.isEmpty ? ends : countedEnds }
    /// The clips that aren't deleted.
    public var keptClips: [ClipRecord] { clips.filter { !$0.isDeleted } }
    /// The clips that somebody liked and that aren't deleted.
    public var likedClips: [ClipRecord] { keptClips.filter(\.judgement.isLiked) }
    /// The clips of shots that nobody has judged yet. A saved buffer shows no single shot, and an imported film is somebody else's.
    public var unjudgedClips: [ClipRecord] { keptClips.filter { !$0.judgement.isLiked && $0.kind != .buffer && $0.kind != .film } }
    /// The clips that were deleted and can be restored.
    public var restorableClips: [ClipRecord] { clips.filter(\.isRestorable) }
    /// The deleted clips whose files go when deletions become final. Imported films stay: the box can't shoot them again.
    public var removableClips: [ClipRecord] { restorableClips.filter { $0.kind != .film } }

    /// Returns the index of the end that a clip belongs to: one of its arrows is linked to the clip, or the clip was marked in it.
    public func endIndex(ofClip number: Int) -> Int? {
        ends.firstIndex { end in end.arrows.contains { $0.clip == number } } ?? ends.firstIndex { $0.clips.contains(number) }
    }

    /// Returns the arrow that a clip shows, with its end and its score.
    public func arrow(ofClip number: Int) -> (end: EndRecord, entry: EndScore.Entry)? {
        for end in ends {
            if let entry = end.score.entries.first(where: { $0.arrow.clip == number }) { return (end, entry) }
        }
        return nil
    }
}

/// The form in `session.json`. `seconds`, `total` and the beginning of each clip are written for people who read the file, and aren't read
/// back.
extension SessionRecord {
    private enum Key: String, CodingKey {
        case version, header, continues, target, marks, clips, lostClips, ends, notes, ending, over, isProtected, seconds, total
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
        // A link that can't be read keeps nobody from reading the session.
        continues = ((try? fields.decodeIfPresent(SessionLink.self, forKey: .continues)) ?? nil).flatMap { $0.isPlausible ? $0 : nil }
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(version, forKey: .version)
        try fields.encode(header, forKey: .header)
        try fields.encodeIfPresent(continues, forKey: .continues)
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
        // `false` is written too: a field that is left out keeps its old value in the file.
        try fields.encode(isProtected, forKey: .isProtected)
        try fields.encode(total, forKey: .total)
        // Replaces a value that an earlier run wrote and that is no longer true.
        if isOfOneRun { try fields.encodeIfPresent(seconds, forKey: .seconds) } else { try fields.encodeNil(forKey: .seconds) }
    }

    /// The first clip, from whose beginning the others' beginnings are counted; `nil` if no clip has frame numbers, or if the session was
    /// shot in two runs.
    var firstClip: ClipRecord? {
        guard isOfOneRun else { return nil }
        return clips.filter { $0.firstFrame != ClipRecord.unknownFrame }.min { $0.firstFrame < $1.firstFrame }
    }

    /// True if all of it was shot in one run, as far as can be told. Each run counts its frames anew, so the frame numbers of two runs say
    /// nothing about the time between two clips. Marks set while looking back are left out, because they may lie anywhere. A longer delay
    /// moves a live mark back by less than a minute.
    package var isOfOneRun: Bool {
        let live = marks.filter { $0.pressed != nil }.sorted { $0.number < $1.number }.map { Double($0.stamp.frame) }
        return zip(live, live.dropFirst()).allSatisfy { $1 >= $0 - 60 * header.framesPerSecond }
    }

    /// Its duration: from the first frame of its first clip to the last frame of its last clip. `nil` if no clip has frame numbers, or if
    /// the session was shot in two runs.
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

/// A clip as the record is written: with its beginning, if that is known.
private struct PlacedClip: Encodable {
    let clip: ClipRecord
    /// Its beginning, in seconds after the beginning of the session's first clip.
    let begins: Double?

    private enum Key: String, CodingKey { case begins }

    func encode(to encoder: any Encoder) throws {
        try clip.encode(to: encoder)
        guard let begins, begins.isFinite else { return }
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode((begins * 1000).rounded() / 1000, forKey: .begins)
    }
}
