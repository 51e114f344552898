// SPDX-License-Identifier: GPL-3.0-or-later

/// A session as the screens for scoring know it: what was shot, what was scored, and where its clips are.
package struct ScoreBook: Hashable, Sendable {
    /// A clip of the session: of a mark, of what came after the last one, or a saved buffer.
    package struct Clip: Hashable, Sendable {
        package var number: Int
        /// Relative to the card; `nil` while it is being written.
        package var file: String?
        /// How long it plays; 0 while that isn't known.
        package var seconds: Double
        /// How long after the session's first clip it begins, in seconds; `nil` where that isn't known.
        package var offset: Double?
        package var kind = ClipPlan.Kind.mark
        /// Its marked picture; `nil` for a clip without a mark.
        package var mark: FrameStamp?
        /// How long after its first picture the marked one comes, in seconds; `nil` where that isn't known.
        package var markSeconds: Double?
        /// How it was turned and mirrored when it was recorded, where its file can't say that.
        package var recorded: PictureOrientation?
        package var judgement = ClipJudgement()
        /// Its deletion is final.
        package var isRemoved = false
        /// The journal has its judgement as it stands now.
        package var isAcknowledged = true
        /// The session that its file lies in; `nil`: the book's. A session that went on after another card was put in lies on both.
        package var home: SessionKey?
        package var isDeleted: Bool { judgement.isDeleted || isRemoved }
        /// How it is turned and mirrored to be looked at; `nil`: as its file says.
        package var orientation: PictureOrientation? { judgement.orientation ?? recorded }
        /// What it is about, in seconds after its first picture: set by hand, else its mark.
        package var moment: Double? { (judgement.moment ?? markSeconds).flatMap { $0 >= 0 && $0 < 1e6 ? $0 : nil } }
        /// There is a file to play.
        package var isPlayable: Bool { file != nil && !isDeleted }
        /// The whole buffer, saved by hand: it shows no one arrow.
        package var isBuffer: Bool { kind == .buffer }
        /// The clip's name for people: "Clip 3", "Not marked", "Buffer 1".
        package var title: String { Strings.clip(number, kind) }
    }

    package var ref: SessionRef
    /// Where it lies, once it has a folder.
    package var key: SessionKey?
    /// Its folder's name, once it has one.
    package var name: String? { key?.folder }
    /// When it began, as a label; empty where that isn't known.
    package var started = ""
    /// By number.
    package var clips: [Clip] = []
    /// By number, from 1 without a gap.
    package var ends: [EndRecord] = []
    /// The ends as the journal has them: what is in it is acknowledged.
    package var journalled: [EndRecord] = []
    package var notes = ""
    /// Who shot; `nil` where no archers are named.
    package var archer: String?
    /// Who shot at what, as the session itself says; `nil` where that isn't known.
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

    /// Whether the journal has this arrow as it stands now.
    package func isAcknowledged(_ arrow: PlacedArrow, end: Int) -> Bool {
        journalled.first { $0.number == end }?.arrows.contains(arrow) ?? false
    }

    /// The numbers of the clips that an arrow may be linked to.
    package var linkable: [Int] { clips.filter { !$0.isBuffer && !$0.isDeleted }.map(\.number) }

    /// How many clips nobody deleted.
    package var keptCount: Int { clips.count { !$0.isDeleted } }

    /// A clip's name with how long it plays, or that it was deleted.
    package func words(ofClip number: Int) -> String {
        clip(number)?.isDeleted == true
            ? Strings.Summary.deleted(title(ofClip: number)) : Strings.Summary.clip(title(ofClip: number), seconds: clip(number)?.seconds ?? 0)
    }

    /// The clips that there is a file of, or will be: those that were deleted too, as long as they can be restored.
    package var present: [Clip] { clips.filter { !$0.isRemoved } }

    /// A clip's name for people, also of one that the book doesn't have.
    package func title(ofClip number: Int) -> String { clip(number)?.title ?? Strings.clip(number) }

    /// The numbers of the marks' clips, without those whose mark was taken back.
    package var marked: [Int] { clips.filter { $0.kind == .mark && !($0.isDeleted && $0.mark == nil) }.map(\.number) }

    package func clip(_ number: Int) -> Clip? { clips.first { $0.number == number } }

    /// Where a clip lies, once its session has a folder.
    package func key(ofClip number: Int) -> ClipKey? { (clip(number)?.home ?? key).map { ClipKey(session: $0, number: number) } }

    package var total: Int { EndSum(ends).points }
    /// An arrow is placed, in practice or not.
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
            case .lost: nil
            case .growing, .writing:
                Clip(
                    number: entry.plan.number, file: nil, seconds: 0, offset: offset, kind: entry.plan.kind, mark: entry.mark?.stamp)
            case .written(let record):
                Clip(
                    number: entry.plan.number, file: (entry.home ?? key).map { "\($0.folder)/\(record.file)" }, seconds: record.seconds,
                    offset: offset, kind: entry.plan.kind, mark: entry.mark?.stamp,
                    markSeconds: entry.mark.flatMap { mark in
                        session.header.flatMap { record.seconds(of: mark.stamp, at: $0.framesPerSecond) }
                    },
                    recorded: record.recorded, judgement: record.judgement, isRemoved: record.isRemoved, home: entry.home)
            }
        }
        clips.sort { $0.number < $1.number }
    }

    /// A session that lies on a card.
    package init(_ record: SessionRecord, key: SessionKey) {
        self.init(ref: .stored(key), key: key, started: record.header.started)
        take(record, key: key)
        journalled = record.ends
    }

    /// A part of a clip is a clip of its own.
    package mutating func add(_ part: ClipRecord, from source: Int, file: String) {
        guard clip(part.number) == nil else { return }
        clips.append(
            Clip(
                number: part.number, file: file, seconds: part.seconds, offset: clip(source)?.offset, kind: part.kind, recorded: part.recorded,
                judgement: part.judgement))
    }

    /// The card's word for everything: clips have their final names.
    package mutating func take(_ record: SessionRecord, key: SessionKey) {
        self.key = key
        started = record.header.started
        let first = record.firstClip
        let marks = Dictionary(record.marks.map { ($0.number, $0.stamp) }) { first, _ in first }
        clips = record.clips.map { clip in
            let offset = first.flatMap { clip.seconds(after: $0, at: record.header.framesPerSecond) }
            let mark = clip.kind == .mark ? marks[clip.number] : nil
            return Clip(
                number: clip.number, file: "\(key.folder)/\(clip.file)", seconds: clip.seconds, offset: offset, kind: clip.kind, mark: mark,
                markSeconds: mark.flatMap { clip.seconds(of: $0, at: record.header.framesPerSecond) },
                recorded: clip.recorded, judgement: clip.judgement, isRemoved: clip.isRemoved)
        }
        ends = record.ends
        notes = record.notes
        archer = record.target?.archer
        target = record.target
    }
}
