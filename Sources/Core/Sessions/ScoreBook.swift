// SPDX-License-Identifier: GPL-3.0-or-later

/// A session in the form that the scoring screens use: its clips, its ends with their scores, and its notes.
package struct ScoreBook: Hashable, Sendable {
    /// A clip of the session, of any kind.
    package struct Clip: Hashable, Sendable {
        package var number: Int
        /// The path relative to the card; `nil` while the clip is being written.
        package var file: String?
        /// True if its footage is held in memory: until it is written, or if nothing is kept, until the next end begins.
        package var isHeld = false
        /// The time at which its footage begins in this run's delay line; `nil` if that is unknown.
        package var begin: Timestamp?
        /// Its playing time; 0 while that is unknown.
        package var seconds: Double
        /// The seconds from the beginning of the session's first clip to the beginning of this clip; `nil` if unknown.
        package var offset: Double?
        package var kind = ClipPlan.Kind.mark
        /// Its marked picture, or the detected shot that its mark is about; `nil` for a clip without a mark.
        package var mark: FrameStamp?
        /// The seconds from its first picture to what its mark is about; `nil` if unknown.
        package var markSeconds: Double?
        /// The seconds from its first picture to the shot that was heard; `nil` if none was heard, or that is unknown.
        package var heardShot: Double?
        /// The seconds from that shot to the sound of the arrow's impact; `nil` if that wasn't heard.
        package var impact: Double?
        /// The turn and mirroring when it was recorded, if its file can't say that.
        package var recorded: PictureOrientation?
        package var judgement = ClipJudgement()
        /// True if its deletion is final.
        package var isRemoved = false
        /// True if the journal has its judgement as it stands now.
        package var isAcknowledged = true
        /// The session whose folder has its file; `nil`: the book's own. A session that was continued after a change of cards lies on both
        /// cards.
        package var home: SessionKey?
        package var isDeleted: Bool { judgement.isDeleted || isRemoved }
        /// The turn and mirroring for viewing; `nil`: as its file says.
        package var orientation: PictureOrientation? { judgement.orientation ?? recorded }
        /// Its moment, in seconds after its first picture: set by hand, else the detected shot, else its mark.
        package var moment: Double? { (judgement.moment ?? markSeconds).flatMap { $0 >= 0 && $0 < 1e6 ? $0 : nil } }
        /// True if it has a file, or its footage is kept in memory.
        package var isThere: Bool { file != nil || isHeld }
        /// True if it can be played and isn't deleted.
        package var isPlayable: Bool { isThere && !isDeleted }
        /// True for the whole buffer, saved by hand: it shows no single arrow.
        package var isBuffer: Bool { kind == .buffer }
        /// True if the box marked it by itself and nobody has confirmed that: it is no arrow's clip.
        package var isUnconfirmed: Bool { kind == .detected && !judgement.isConfirmed }
        /// The clip's name for people: "Clip 3", "Not marked", "Buffer 1".
        package var title: String { Strings.clip(number, kind) }
    }

    package var ref: SessionRef
    /// Its key on the card, once it has a folder; before that, the key of a session of this run.
    package var key: SessionKey?
    /// The name of its folder, once it has a folder.
    package var name: String? { key.flatMap { $0.unfiled == nil ? $0.folder : nil } }
    /// The label of its beginning; empty if unknown.
    package var started = ""
    /// The session's number on its card, once its record was read.
    package var number: Int?
    /// Its clips, in the order of their numbers.
    package var clips: [Clip] = []
    /// Its ends, in the order of their numbers: from 1 without a gap.
    package var ends: [EndRecord] = []
    /// The ends as the journal has them: anything in the journal is acknowledged.
    package var journalled: [EndRecord] = []
    package var notes = ""
    /// True for a session that was read from the card and holds imported films.
    package private(set) var isOfFilms = false
    /// The archer's name; `nil` if no archers are named.
    package var archer: String?
    /// The archer, round and face that the session itself records; `nil` if unknown.
    package var target: SessionTarget?

    /// The end with this number.
    package subscript(end number: Int) -> EndRecord? {
        get { ends.first { $0.number == number } }
        set {
            ends.removeAll { $0.number == number }
            if let newValue { ends.append(newValue) }
            ends.sort { $0.number < $1.number }
        }
    }

    /// Returns true if the journal has this arrow as it stands now.
    package func isAcknowledged(_ arrow: PlacedArrow, end: Int) -> Bool {
        journalled.first { $0.number == end }?.arrows.contains(arrow) ?? false
    }

    /// The numbers of the clips that an arrow may be linked to.
    package var linkable: [Int] { clips.filter { !$0.isBuffer && !$0.isDeleted }.map(\.number) }

    /// The number of clips that aren't deleted.
    package var keptCount: Int { clips.count { !$0.isDeleted } }

    /// Returns a clip's name with its playing time, or with the remark that it was deleted.
    package func words(ofClip number: Int) -> String {
        clip(number)?.isDeleted == true
            ? Strings.Summary.deleted(title(ofClip: number)) : Strings.Summary.clip(title(ofClip: number), seconds: clip(number)?.seconds ?? 0)
    }

    /// The clips that have a file, or will have one. Deleted clips are included as long as they can be restored.
    package var present: [Clip] { clips.filter { !$0.isRemoved } }
    /// True if a clip can be played.
    package var hasClips: Bool { clips.contains(where: \.isPlayable) }

    /// Returns a clip's name for people, also if the book lacks the clip.
    package func title(ofClip number: Int) -> String { clip(number)?.title ?? Strings.clip(number) }

    /// The numbers of the clips whose marks count, without deleted clips whose mark was withdrawn.
    package var marked: [Int] { shots.filter { !$0.isUnconfirmed }.map(\.number) }
    /// The numbers of the clips of automatic marks that nobody has confirmed.
    package var unconfirmed: [Int] { shots.filter(\.isUnconfirmed).map(\.number) }

    /// The marks' clips in the order of the marks, without deleted clips whose mark was withdrawn.
    private var shots: [Clip] { inTime(clips.filter { $0.kind.hasMark && !($0.isDeleted && $0.mark == nil) }) }

    /// Returns clips in the order of their numbers, with those of automatic marks between the others by the times of their pictures.
    func inTime(_ clips: [Clip]) -> [Clip] {
        clips.filter { $0.kind == .detected }.reduce(into: clips.filter { $0.kind != .detected }) { order, clip in
            order.insert(clip) { $0.mark?.timestamp }
        }
    }

    package func clip(_ number: Int) -> Clip? { clips.first { $0.number == number } }

    /// Returns a clip's key on the card, once its session has a folder.
    package func key(ofClip number: Int) -> ClipKey? { (clip(number)?.home ?? key).map { ClipKey(session: $0, number: number) } }

    package var total: Int { EndSum(ends).points }
    /// True if an arrow is placed, in practice or not.
    package var hasArrows: Bool { ends.contains { !$0.arrows.isEmpty } }
}

extension ScoreBook {
    /// A session of this run that has just ended.
    package init(_ session: SessionState, key: SessionKey?) {
        self.init(ref: .run(session.number), key: key)
        archer = session.target?.archer
        target = session.target
        let first = session.entries.map(\.plan.from).min()
        clips = session.entries.compactMap { entry in
            let offset = first.map { $0.duration(to: entry.plan.from).inSeconds }
            return switch entry.state {
            case .lost, .unkept(isHeld: false): nil
            case .growing, .writing, .unkept(isHeld: true):
                Clip(
                    number: entry.plan.number, file: nil, isHeld: true, begin: entry.plan.from,
                    seconds: entry.plan.from.duration(to: entry.plan.through).inSeconds, offset: offset, kind: entry.plan.kind,
                    mark: entry.mark?.about, markSeconds: entry.mark.map { entry.plan.from.duration(to: $0.about.timestamp).inSeconds },
                    judgement: entry.judgement ?? ClipJudgement())
            case .written(let record):
                Clip(
                    number: entry.plan.number, file: (entry.home ?? key).map { "\($0.folder)/\(record.file)" },
                    begin: entry.isOfEarlierRun ? nil : entry.plan.from, seconds: record.seconds, offset: offset, kind: entry.plan.kind,
                    mark: entry.mark?.about,
                    markSeconds: entry.mark.flatMap { mark in
                        session.header.flatMap { record.seconds(of: mark.about, at: $0.framesPerSecond) }
                    },
                    recorded: record.recorded, judgement: record.judgement, isRemoved: record.isRemoved, home: entry.home)
            }
        }
        clips.sort { $0.number < $1.number }
        let marks = session.entries.reduce(into: [Int: Mark]()) { marks, entry in marks[entry.plan.number] = entry.mark }
        for index in clips.indices {
            guard let mark = marks[clips[index].number], mark.shot != nil else { continue }
            (clips[index].heardShot, clips[index].impact) = (clips[index].markSeconds, mark.impact)
        }
    }

    /// A session that lies on a card.
    package init(_ record: SessionRecord, key: SessionKey) {
        self.init(ref: .stored(key), key: key, started: record.header.started)
        take(record, key: key)
        journalled = record.ends
    }

    /// Adds a part of a clip as a clip of its own.
    package mutating func add(_ part: ClipRecord, from source: Int, file: String) {
        guard clip(part.number) == nil else { return }
        clips.append(
            Clip(
                number: part.number, file: file, seconds: part.seconds, offset: clip(source)?.offset, kind: part.kind, recorded: part.recorded,
                judgement: part.judgement))
    }

    /// Replaces the contents with the card's record, in which the clips have their final names.
    package mutating func take(_ record: SessionRecord, key: SessionKey) {
        self.key = key
        (started, number, isOfFilms) = (record.header.started, record.header.number, record.header.isOfFilms)
        let first = record.firstClip
        let marks = Dictionary(record.marks.map { ($0.number, $0) }) { first, _ in first }
        clips = record.clips.map { clip in
            let offset = first.flatMap { clip.seconds(after: $0, at: record.header.framesPerSecond) }
            let mark = clip.kind.hasMark ? marks[clip.number] : nil
            let markSeconds = mark.flatMap { clip.seconds(of: $0.about, at: record.header.framesPerSecond) }
            return Clip(
                number: clip.number, file: "\(key.folder)/\(clip.file)", seconds: clip.seconds, offset: offset, kind: clip.kind, mark: mark?.about,
                markSeconds: markSeconds, heardShot: mark?.shot == nil ? nil : markSeconds, impact: mark?.impact, recorded: clip.recorded,
                judgement: clip.judgement, isRemoved: clip.isRemoved)
        }
        ends = record.ends
        notes = record.notes
        archer = record.target?.archer
        target = record.target
    }
}
