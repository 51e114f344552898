// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Brings the files of a session's clips in line with its record: each gets its final name, its arrow in its metadata, and the rotation for
/// viewing. Mirroring stays in the record: no file is mirrored.
///
/// Thread-bound: the card thread. Files that are right already are left alone, so repeating it changes nothing. At any instant a clip is
/// whole under a name that the journal, or the number in the name, leads to.
struct ClipFiling {
    let card: Card
    /// The session's folder, as a whole path.
    let folder: String
    /// Called between two pieces of a clip that is copied, for more urgent work.
    let between: () throws(CardError) -> Void

    /// The number of bytes that are copied between two such calls.
    private static let piece: Int64 = 1 << 20

    private var files: any FileSystem { card.files }

    /// - Returns: the clip as it lies on the card now. A clip that can't be read, or for whose copy there is no room, keeps its name and
    ///   its old metadata. If only its file says that it is mirrored, the returned clip says so, and the file is unchanged: once the
    ///   journal has that, the next call files the clip.
    func file(_ clip: ClipRecord, of record: SessionRecord) throws(CardError) -> ClipRecord {
        let scored = record.arrow(ofClip: clip.number).flatMap { $0.end.isDone ? $0.entry.score.label : nil }
        var filed = clip
        filed.file = CardLayout.clipFile(number: clip.number, kind: clip.kind, label: scored)
        // On exFAT both names are one file, which mustn't be removed as the old one.
        if filed.file.lowercased() == clip.file.lowercased() { filed.file = clip.file }
        let (old, new) = ("\(folder)/\(clip.file)", "\(folder)/\(filed.file)")
        // Name and number come from a file that anybody may have edited, so they mustn't lead out of the session's folder.
        guard CardLayout.isClipFile(clip.file), CardLayout.isClipFile(filed.file), try files.isFile(old) else { return clip }
        let tags = ClipTags(ofClip: clip.number, in: record)
        let retagging: MP4Retagging
        do throws(MP4Fault) {
            retagging = try MP4Retagging(path: old, files: files)
        } catch {
            // A bad block in one clip doesn't keep its session from being filed.
            if case .unread(let refusal) = error, !isLeft(clip, because: refusal) { throw refusal }
            return clip
        }
        if clip.orientation == nil, let mirrored = retagging.mirrored {
            var learnt = clip
            learnt.recorded = mirrored
            return learnt
        }
        do throws(MP4Fault) {
            // A file without pictures has nothing to turn.
            let orientation = retagging.orientation.map { (clip.orientation ?? $0).unmirrored }
            if retagging.current == tags, retagging.orientation == orientation { return try renamed(clip, to: filed, old, new) }
            return try copied(clip, retagging, try retagging.head(with: tags, orientation), old, new) ? filed : clip
        } catch {
            if case .unread(let refusal) = error { throw refusal }
            return clip
        }
    }

    private func renamed(_ clip: ClipRecord, to filed: ClipRecord, _ old: String, _ new: String) throws(MP4Fault) -> ClipRecord {
        guard old != new else { return clip }
        do throws(CardError) {
            try card.makeWay(for: new)
            try files.rename(old, to: new)
            try files.syncFolder(CardLayout.folder(of: new))
        } catch {
            throw .unread(error)
        }
        return filed
    }

    /// True if the refusal concerns this one file. The clip then keeps its name, and that is noted.
    private func isLeft(_ clip: ClipRecord, because refusal: CardError) -> Bool {
        guard card.isOfOneFile(refusal) else { return false }
        card.note("\(folder.split(separator: "/").last ?? "")/\(clip.file): \(refusal); it keeps its name")
        return true
    }

    /// - Returns: false if there was no room for the copy, or if the clip couldn't be read completely.
    private func copied(
        _ clip: ClipRecord, _ retagging: MP4Retagging, _ head: [UInt8], _ old: String, _ new: String
    ) throws(MP4Fault) -> Bool {
        do throws(CardError) {
            guard try files.space(at: folder).freeBytes - retagging.size - Int64(head.count) > card.reserveBytes else { return false }
            let part = new + CardLayout.partSuffix
            try card.makeWay(for: part)
            try card.makeWay(for: new)
            do throws(CardError) {
                try copy(head, old, from: retagging.rest, to: part)
            } catch {
                try? files.removeIfThere(part)
                // Work between two pieces may be refused too, and so may the copy. Only a failure of the clip itself counts here.
                guard case .failed(_, let subject, _) = error, subject == old, isLeft(clip, because: error) else { throw error }
                return false
            }
            try files.rename(part, to: new)
            try files.syncFolder(CardLayout.folder(of: new))
            return true
        } catch {
            if error == .full { return false }
            throw .unread(error)
        }
    }

    private func copy(_ head: [UInt8], _ old: String, from rest: Int64, to part: String) throws(CardError) {
        let output = try files.open(part, .create)
        defer { files.close(output) }
        try files.write(head, to: output, at: 0)
        var (from, to) = (rest, Int64(head.count))
        while true {
            let bytes = try files.read(old, from: from, count: Int(Self.piece))
            if bytes.isEmpty { break }
            try files.write(bytes, to: output, at: to)
            files.startWriting(output, from: to, count: Int64(bytes.count))
            from += Int64(bytes.count)
            to += Int64(bytes.count)
            try between()
        }
        try files.sync(output)
    }
}
