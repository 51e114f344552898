// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A whole session as it is exported: its folder without deleted clips, without the drawings on them, and without the files that other
/// systems leave in folders. The record and the pages are made anew, and contain only what is exported.
///
/// Thread-safe.
public struct SessionExport: Sendable {
    /// One file of the session.
    public struct File: Hashable, Sendable {
        /// The name in the session's folder.
        public var name: String
        /// The whole path of the file to copy; `nil` if the file is made anew.
        public var source: String?
        public var bytes: Int64
    }

    /// The folder's name on the card.
    public let name: String
    /// The name of the exported folder: with its archer.
    public let title: String
    public let letters: String
    /// The session's record without what was deleted.
    let record: SessionRecord
    /// The numbers and kinds of the clips that somebody deleted.
    private let deleted: [(number: Int, kind: ClipPlan.Kind)]
    private let card: Card
    /// True if the exported record is the card's own.
    private let isAsRecorded: Bool

    /// The assumed size of a page that isn't there yet, in bytes.
    private static let typicalPage: Int64 = 100 << 10

    /// - Returns: `nil` for a session whose record can't be read.
    public init?(_ stored: StoredSession, of card: Card) {
        guard let record = stored.record else { return nil }
        (name, self.card) = (stored.name, card)
        var shared = record.withoutDeleted
        // A session that goes on wasn't cut off.
        if case .open = stored.state { shared.ending = .stopped }
        self.record = shared
        title = stored.name + ExportTags.archer(of: record)
        letters = ExportMark.letters(of: record.header)
        deleted = record.clips.filter(\.isDeleted).map { ($0.number, $0.kind) }
        if case .closed = stored.state { isAsRecorded = self.record == record } else { isAsRecorded = false }
    }

    private var folder: String { "\(card.path)/\(name)" }

    // MARK: Exported files

    /// Returns every file of the export, its record first, because the record tells whose the folder is.
    /// - Parameter left: called with the whole path of everything that is neither a file nor a folder.
    public func files(left: (String) -> Void) throws(CardError) -> [File] {
        var names = [CardLayout.record, CardLayout.page]
        if !record.ends.isEmpty { names += [CardLayout.scores, CardLayout.target] }
        if record.clips.contains(where: { $0.judgement.phases.count > 1 }) { names.append(CardLayout.phases) }
        if record.clips.contains(where: { $0.judgement.annotations.contains { $0.kind.isAngle } }) { names.append(CardLayout.angles) }
        var all: [File] = []
        for name in names { all.append(File(name: name, bytes: (try? card.files.size(of: "\(folder)/\(name)")) ?? Self.typicalPage)) }
        try add(from: nil, to: &all, left)
        return all
    }

    private func add(from place: String?, to all: inout [File], _ left: (String) -> Void) throws(CardError) {
        let folder = place.map { "\(self.folder)/\($0)" } ?? self.folder
        for entry in try card.files.list(folder) where goesAlong(entry, in: place) {
            let name = place.map { "\($0)/\(entry)" } ?? entry
            switch try card.files.kind(of: "\(folder)/\(entry)") {
            case .file(let bytes): all.append(File(name: name, source: "\(folder)/\(entry)", bytes: bytes))
            case .folder: try add(from: name, to: &all, left)
            default: left("\(folder)/\(entry)")
            }
        }
    }

    /// - Parameter place: a folder in the session's own; `nil` for the session's own.
    private func goesAlong(_ name: String, in place: String?) -> Bool {
        if CardLayout.isLeftover(name) { return false }
        switch place {
        case nil: return !([CardLayout.record, CardLayout.page, CardLayout.journal] + CardLayout.besideThePage).contains(name)
        case CardLayout.clips?: return !isGone(clip: name)
        case CardLayout.stills?: return !isGone(still: name)
        default: return true
        }
    }

    /// True for a file of a clip that somebody deleted, and for an old name of a clip that is kept.
    func isGone(clip name: String) -> Bool {
        guard let found = CardLayout.clip(named: name), !record.clips.contains(where: { $0.file == "\(CardLayout.clips)/\(name)" }) else {
            return false
        }
        return deleted.contains { found.isOf($0.number, $0.kind) } || record.clips.contains { found.isOf($0.number, $0.kind) }
    }

    func isGone(still name: String) -> Bool {
        let number = CardLayout.stillNumber(name) ?? CardLayout.unmirroredStillNumber(name)
        return number.map { number in deleted.contains { $0.number == number } } ?? false
    }

    // MARK: Record and pages

    /// Returns the record and the pages, by their names.
    /// - Throws: the card's refusal, also if the session isn't on the card any more.
    public func pages() throws(CardError) -> [String: [UInt8]] {
        let stills = "\(folder)/\(CardLayout.stills)"
        let names = try card.files.isFolder(stills) ? card.files.list(stills).filter { !isGone(still: $0) } : []
        let recorded = try card.recordedPictures(of: record, named: name)
        var pages: [String: [UInt8]] = [:]
        for page in try Scorebook.files(
            of: record, named: name, stills: Set(names.compactMap(CardLayout.stillNumber)),
            unmirrored: Set(names.compactMap(CardLayout.unmirroredStillNumber)), pictures: card.pictures(ofSession: name), recorded: recorded)
        { pages[page.path] = page.bytes }
        // Fields that this program doesn't know may tell of something deleted, so they are kept only if nothing was deleted.
        pages[CardLayout.record] =
            isAsRecorded ? try card.files.contents(of: "\(folder)/\(CardLayout.record)") : try SessionFile.bytes(of: record, recorded: recorded)
        return pages
    }

    // MARK: Identity

    /// True if a record that was found elsewhere is of this session. The ids decide. But copies of one card may have been continued
    /// separately, so everything that both have must be the same.
    func isSame(as other: SessionRecord) -> Bool {
        let (one, two) = (record.header, other.header)
        guard one.number == two.number, one.firstLabel == two.firstLabel else { return false }
        if let id = one.id, let otherID = two.id {
            guard id == otherID else { return false }
        } else if one.camera != two.camera || one.size != two.size {
            return false
        }
        let clips = Dictionary(other.clips.map { ($0.number, $0) }) { $1 }
        let marks = Dictionary(other.marks.map { ($0.number, $0) }) { $1 }
        return record.clips.allSatisfy { clip in clips[clip.number].map { $0.isSameFootage(as: clip) } ?? true }
            && record.marks.allSatisfy { mark in marks[mark.number].map { $0.stamp == mark.stamp } ?? true }
    }
}

extension ClipRecord {
    fileprivate func isSameFootage(as other: ClipRecord) -> Bool {
        // A clip that was found whole after a power cut has unknown frames.
        if firstFrame == Self.unknownFrame || other.firstFrame == Self.unknownFrame { return true }
        return kind == other.kind && firstFrame == other.firstFrame && lastFrame == other.lastFrame
    }
}

extension SessionRecord {
    /// The record without the clips that somebody deleted, their marks, and the links to them.
    var withoutDeleted: SessionRecord {
        let gone = Set(clips.filter(\.isDeleted).map(\.number))
        guard !gone.isEmpty else { return self }
        var record = self
        record.clips = keptClips
        record.marks.removeAll { gone.contains($0.number) }
        for index in record.ends.indices {
            record.ends[index].clips.removeAll(where: gone.contains)
            for arrow in record.ends[index].arrows.indices where record.ends[index].arrows[arrow].clip.map(gone.contains) == true {
                record.ends[index].arrows[arrow].clip = nil
            }
        }
        return record
    }
}

extension CardLayout {
    /// The names are in lower case.
    private static let others: Set<String> = [
        "thumbs.db", "ehthumbs.db", "desktop.ini", "system volume information", "$recycle.bin", "recycler", "__macosx", "icon\r", "lost.dir",
    ]

    /// True for the files that other systems leave in folders, and for those that VIR was writing, removing, or found damaged.
    static func isLeftover(_ name: String) -> Bool {
        name.hasPrefix(".") || name.hasSuffix(partSuffix) || name.hasSuffix(deletedSuffix) || isAside(name) || others.contains(name.lowercased())
    }
}
