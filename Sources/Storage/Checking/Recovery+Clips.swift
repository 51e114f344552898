// SPDX-License-Identifier: GPL-3.0-or-later

import Core

// The clips of a session that was cut off: those that its journal doesn't have yet, and those with two files.
extension Recovery {
    /// Adopts clips that are on the card but not in the journal. A clip is filed before it is journalled; after a power cut between the
    /// two, only its name tells of it.
    mutating func adoptClips(of name: String, into record: inout SessionRecord) throws(CardError) {
        let folder = "\(card.path)/\(name)/\(CardLayout.clips)"
        guard try files.isFolder(folder) else { return }
        let known = Set(record.clips.map(\.file))
        let unfiled = UnfiledFilm(in: "\(card.path)/\(name)", besides: record.clips, files: files)
        for entry in try files.list(folder) {
            let file = "\(CardLayout.clips)/\(entry)"
            guard let clip = CardLayout.clip(named: entry), !known.contains(file) else { continue }
            guard try files.isFile("\(folder)/\(entry)") else {
                report.problems.append("\(name)/\(file): is no file and is left alone")
                continue
            }
            switch try look(at: file, of: name) {
            case nil: continue
            case .failure(let fault)?:
                try setAside(file, of: name, because: fault)
            case .success(let movie)?:
                if let index = record.clips.firstIndex(where: { clip.isOf($0.number, $0.kind) }) {
                    guard !record.clips[index].isRemoved else {
                        report.problems.append("\(name)/\(file): has the number of a clip that was deleted; it is left alone")
                        continue
                    }
                    try settle(file, showing: movie, beside: &record.clips[index], of: name)
                    continue
                }
                if let unfiled, unfiled.clip.file == file {
                    record.clips.append(unfiled.clip)
                    report.adoptedClips.append("\(name)/\(file)")
                    continue
                }
                let isMarks = record.marks.contains { $0.number == clip.number }
                record.clips.append(
                    ClipRecord(
                        number: clip.number, kind: clip.kind != .mark ? clip.kind : isMarks ? .mark : .tail,
                        file: file, firstFrame: ClipRecord.unknownFrame,
                        lastFrame: ClipRecord.unknownFrame, seconds: movie.seconds, isCutShort: false))
                report.adoptedClips.append("\(name)/\(file)")
            }
        }
        record.clips.sort { $0.number < $1.number }
    }

    /// Settles a clip that has two files, or one under a name that the journal doesn't have yet: a power cut came while the clip got its
    /// final name. The file that the journal names counts if it is whole; a file that shows something else isn't this clip, and stays.
    private mutating func settle(
        _ file: String, showing movie: MP4Inspection, beside clip: inout ClipRecord,
        of name: String
    ) throws(CardError) {
        let folder = "\(card.path)/\(name)"
        guard CardLayout.isClipFile(clip.file) else {
            clip.file = file
            return
        }
        if file.lowercased() == clip.file.lowercased() {
            // On exFAT both names mean one file, whose name somebody wrote otherwise on a laptop.
            if try !files.isFile("\(folder)/\(clip.file)") { clip.file = file }
            return
        }
        switch try look(at: clip.file, of: name) {
        case nil: break
        case .success(movie)? where try haveSamePictures("\(folder)/\(clip.file)", "\(folder)/\(file)"):
            try files.remove("\(folder)/\(file)")
            try files.syncFolder("\(folder)/\(CardLayout.clips)")
            report.removed.append("\(name)/\(file)")
        case .success?:
            report.problems.append("\(name)/\(file): has the number of \(clip.file), but isn't that clip; it is left alone")
        case .failure(let fault)?:
            if try files.isFile("\(folder)/\(clip.file)") { try setAside(clip.file, of: name, because: fault) }
            clip.file = file
        }
    }

    /// True if two files have the same pictures. Two files of one clip differ in their heads alone. A count isn't enough: clips of one
    /// length may well have as many pictures.
    private func haveSamePictures(_ one: String, _ other: String) throws(CardError) -> Bool {
        let pair: (MP4Retagging, MP4Retagging)
        do throws(MP4Fault) {
            pair = (try MP4Retagging(path: one, files: files), try MP4Retagging(path: other, files: files))
        } catch {
            if case .unread(let refusal) = error, !card.isOfOneFile(refusal) { throw refusal }
            return false
        }
        guard pair.0.size - pair.0.rest == pair.1.size - pair.1.rest else { return false }
        let count = 1 << 20
        do throws(CardError) {
            return try files.read(one, from: pair.0.rest, count: count) == files.read(other, from: pair.1.rest, count: count)
        } catch {
            guard card.isOfOneFile(error) else { throw error }
            return false
        }
    }

    /// - Returns: `nil` if the card can't read the file, which is reported: the others, and the session, don't wait for it.
    private mutating func look(at file: String, of name: String) throws(CardError) -> Result<MP4Inspection, MP4Fault>? {
        do throws(CardError) {
            return try inspect("\(card.path)/\(name)/\(file)")
        } catch {
            guard card.isOfOneFile(error) else { throw error }
            report.problems.append("\(name)/\(file): \(error); it is left alone")
            return nil
        }
    }

    private func inspect(_ path: String) throws(CardError) -> Result<MP4Inspection, MP4Fault> {
        do throws(MP4Fault) {
            return .success(try MP4Inspection(path: path, files: files))
        } catch {
            if case .unread(let refusal) = error { throw refusal }
            return .failure(error)
        }
    }

    /// Keeps a file that isn't a whole clip, but not under a clip's name.
    private mutating func setAside(_ file: String, of name: String, because fault: MP4Fault) throws(CardError) {
        let path = "\(card.path)/\(name)/\(file)"
        let aside = try files.moveAside(path)
        try files.syncFolder(CardLayout.folder(of: path))
        report.problems.append("\(name)/\(file): \(fault); it is kept as \(aside.split(separator: "/").last ?? "")")
    }
}
