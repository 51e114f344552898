// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A session as it goes into the book: the record of the copy that is taken, and the files of all copies for which it stands.
///
/// A deletion never takes another copy's clip away: if that copy still has the file, the clip is deleted and can be restored.
struct MergedSession {
    /// One copy of the session.
    struct Source {
        let card: Card
        /// Its folder's name.
        let name: String
        let record: SessionRecord
        let text: [UInt8]

        var folder: String { "\(card.path)/\(name)" }
        var lineage: RecordLineage { RecordLineage(of: text) }
    }

    struct File {
        /// The path in the session's folder.
        var name: String
        /// The same file on the cards: the first that can be read is taken.
        var sources: [(card: Card, path: String)]
        var bytes: Int64

        /// True if both have the same bytes, as far as they can be read.
        fileprivate func isAlike(_ other: File) -> Bool {
            guard bytes == other.bytes, let (card, path) = sources.first, let (otherCard, otherPath) = other.sources.first else { return false }
            return (try? card.files.isAlike(path, otherPath, of: otherCard.files)) ?? false
        }
    }

    private(set) var record: SessionRecord
    let lineage: RecordLineage
    /// The bytes of the record that it is made from.
    let text: [UInt8]
    private(set) var files: [File] = []
    /// Everything in the folders that is neither a file nor a folder.
    private(set) var left: [String] = []

    /// - Parameters:
    ///   - source: the copy that is taken.
    ///   - others: the copies for which it stands.
    ///   - number: the session's number in the book.
    /// - Throws: a card's refusal, also if a folder can't be read.
    init(_ source: Source, standingFor others: [Source], number: Int) throws(CardError) {
        record = source.record
        record.header.number = number
        text = source.text
        lineage = source.lineage.merged(from: source.text, number: source.record.header.number)
        files = try Self.files(of: source, left: &left)
        for index in record.clips.indices { addClip(at: index, of: others) }
        for other in others {
            do throws(CardError) {
                let found = try Self.files(of: other, left: &left)
                for file in found where ![CardLayout.clips, CardLayout.stills].contains(where: { file.name.hasPrefix($0 + "/") }) { add(file) }
            } catch {
                guard case .failed = error else { throw error }
                left.append("\(other.folder): \(error)")
            }
        }
        files.sort { $0.name < $1.name }
    }

    /// VIR's own folders lie one deep. A person's may lie deeper.
    private static let deepest = 8

    /// Returns the files of a copy, without those that are made anew and those that other systems leave.
    /// - Parameter place: a folder in the session's own; `nil` for the session's own.
    private static func files(of source: Source, in place: String? = nil, depth: Int = 0, left: inout [String]) throws(CardError) -> [File] {
        var found: [File] = []
        let folder = place.map { "\(source.folder)/\($0)" } ?? source.folder
        for entry in try source.card.files.list(folder) where !CardLayout.isLeftover(entry) {
            let name = place.map { "\($0)/\(entry)" } ?? entry
            if place == nil, ([CardLayout.record, CardLayout.journal, CardLayout.page] + CardLayout.besideThePage).contains(entry) { continue }
            let path = "\(folder)/\(entry)"
            switch try source.card.files.kind(of: path) {
            case .file(let bytes)?: found.append(File(name: name, sources: [(source.card, path)], bytes: bytes))
            case .folder? where depth < deepest: found += try files(of: source, in: name, depth: depth + 1, left: &left)
            case .folder?: left.append("\(path): lies too deep")
            case .other?: left.append("\(path): is neither a file nor a folder")
            case nil: break
            }
        }
        return found
    }

    // MARK: Files of other copies

    /// Adds the files that other copies have of a clip: they stand in for the clip's own ones.
    private mutating func addClip(at index: Int, of others: [Source]) {
        let clip = record.clips[index]
        guard CardLayout.isClipFile(clip.file) else { return }
        for other in others {
            guard let same = other.record.clips.first(where: { $0.isCopy(of: clip) }), CardLayout.isClipFile(same.file),
                add(same.file, of: other, as: clip.file)
            else { continue }
            for still in [CardLayout.stillFile, CardLayout.unmirroredStillFile] { _ = add(still(same.number), of: other, as: still(clip.number)) }
        }
        if files.contains(where: { $0.name == clip.file }) { record.clips[index].isRemoved = false }
    }

    /// - Returns: true if the other copy has the file.
    private mutating func add(_ file: String, of other: Source, as name: String) -> Bool {
        let path = "\(other.folder)/\(file)"
        guard let bytes = try? other.card.files.size(of: path) else { return false }
        if let index = files.firstIndex(where: { $0.name == name }) {
            files[index].sources.append((other.card, path))
        } else {
            files.append(File(name: name, sources: [(other.card, path)], bytes: bytes))
        }
        return true
    }

    /// Adds a kept picture, or a person's file, unless the session has one with the same bytes in the same folder.
    private mutating func add(_ file: File) {
        let folder = CardLayout.folder(of: file.name)
        let here = files.filter { CardLayout.folder(of: $0.name) == folder }
        guard !here.contains(where: { $0.isAlike(file) }) else { return }
        var file = file
        if here.contains(where: { $0.name == file.name }) { file.name = freeName(for: file.name, in: folder, among: here.map(\.name)) }
        files.append(file)
    }

    private func freeName(for path: String, in folder: String, among taken: [String]) -> String {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        if folder == CardLayout.pictures, CardLayout.pictureNumber(name) != nil {
            let highest = taken.compactMap { CardLayout.pictureNumber(String($0.dropFirst(folder.count + 1))) }.max() ?? 0
            return CardLayout.pictureFile(number: highest + 1)
        }
        let prefix = folder == "." ? "" : "\(folder)/"
        var number = 2
        while taken.contains("\(prefix)merged-\(number)-\(name)") { number += 1 }
        return "\(prefix)merged-\(number)-\(name)"
    }
}

extension ClipRecord {
    /// True if both are the same clip of two copies of a session.
    fileprivate func isCopy(of other: ClipRecord) -> Bool {
        if let id, let otherID = other.id { return id == otherID }
        return number == other.number && kind == other.kind
    }
}
