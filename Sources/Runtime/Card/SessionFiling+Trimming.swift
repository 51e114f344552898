// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Media
import Storage

extension SessionFiling {
    /// Copies a part of a clip that is on the card into a clip of its own, with its still and its journal lines. The part takes over the
    /// whole clip's moment, orientation, drawings and phases.
    /// - Parameter between: called between two pieces of the clip, to write what is more urgent.
    func trim(_ trim: ClipTrim, of ref: SessionRef, between: @escaping () throws(CardError) -> Void) throws(CardError) -> Outcome {
        guard let name = try folderName(of: ref), let key = try key(of: ref) else { return .lost(reason: .noSession) }
        let folder = if let header = header(of: key) { try folder(of: key, header: header) } else { try openStored(name, as: key) }
        guard let record = SessionRecord(journal: folder.entries, ending: .stopped) else { return .lost(reason: .isMissing) }
        // The clip may be of the session that this one continues.
        var home = (name: folder.name, record: record)
        if !record.keptClips.contains(where: { $0.number == trim.source }), let older = try older(of: record) { home = older }
        guard let source = home.record.keptClips.first(where: { $0.number == trim.source }) else { return .lost(reason: .isMissing) }
        // The path in the record isn't trusted, because anybody may have edited the record.
        guard let path = try card.file(ofClip: ClipKey(session: SessionKey(folder: home.name), number: source.number)) else {
            return .lost(reason: .isMissing)
        }
        var numbers = SessionNumbers(of: record)
        let number = numbers.take(.part)
        let result: ClipRemuxer.Result
        let pending = try folder.beginClip(number: number, kind: .part, expectedBytes: expectedBytes(of: trim, source, path))
        let output = InterruptibleOutput(pending, between: between)
        do throws(ClipError) {
            let comment = ClipComment.words(isMirrored: source.orientation?.isMirrored ?? false)
            let header = record.header
            let title = "\(header.title(in: folder.name)) part \(ClipPlan.Kind.part.shown(number))"
            var tags = ["title": title, "album": folder.name, "comment": comment]
            let begins = ClipRemuxer.creationTime(of: path).map { $0 + Int64(trim.from.inSeconds) }
            tags.merge(Self.dates(at: begins, header)) { $1 }
            if let archer = record.target?.archer { tags["artist"] = archer.onOneLine }
            let remuxer = try ClipRemuxer(path, span: trim.from...trim.through, metadata: tags)
            result = try remuxer.write(to: output)
        } catch {
            pending.abandon()
            if let failure = output.failure { throw failure }
            return .lost(reason: error.message)
        }
        let file = try pending.commit()
        let clip = self.record(of: result, from: source, of: home.record, number: number, file: file, record)
        try append(.clip(clip), to: key)
        writeStill(of: clip, framesPerSecond: record.header.framesPerSecond, into: folder)
        return .written(clip, file: "\(folder.name)/\(file)")
    }

    private func append(_ entry: JournalEntry, to key: SessionRef) throws(CardError) {
        switch key {
        case .stored(let place): try append(entry, stored: place)
        case .run: if let header = header(of: key) { try append(entry, session: key, header: header) }
        }
    }

    private func record(
        of result: ClipRemuxer.Result, from source: ClipRecord, of home: SessionRecord, number: Int, file: String, _ record: SessionRecord
    ) -> ClipRecord {
        // The record may have been edited, so its first frame may be any number.
        let isKnown = (0...1 << 53).contains(source.firstFrame)
        let first = isKnown ? source.firstFrame + Int64(result.skipped) : ClipRecord.unknownFrame
        let marked = home.marks.first { $0.number == source.number }.flatMap {
            source.seconds(of: $0.about, at: record.header.framesPerSecond)
        }
        let moment = (source.judgement.moment ?? marked).map { $0 - result.start.inSeconds }
        return ClipRecord(
            number: number, kind: .part, file: file, firstFrame: first,
            lastFrame: isKnown ? first + Int64(result.frames) - 1 : ClipRecord.unknownFrame,
            firstTimestamp: source.firstTimestamp.map { $0 + result.start }, seconds: result.seconds, isCutShort: false,
            id: record.header.id.map { "\($0)-\(number)" },
            recorded: source.recorded ?? (result.orientation.isMirrored ? result.orientation : nil),
            judgement: ClipJudgement(
                moment: moment.flatMap { (0...result.seconds).contains($0) ? $0 : nil }, orientation: source.judgement.orientation,
                annotations: source.judgement.annotations.compactMap { $0.moved(by: result.start.inSeconds, within: result.seconds) },
                phases: source.judgement.phases.moved(by: result.start.inSeconds, within: result.seconds)))
    }

    /// Estimates the part's size from its share of the clip's time, so that a part that can't fit isn't begun.
    private func expectedBytes(of trim: ClipTrim, _ source: ClipRecord, _ path: String) -> Int64 {
        let share = source.seconds > 0 ? (trim.through - trim.from).inSeconds / source.seconds : 1
        return Int64(Double(card.size(of: "\(path.dropFirst(card.path.count + 1))")) * share.clamped(to: 0...1))
    }
}
