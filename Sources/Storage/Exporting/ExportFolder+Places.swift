// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Under which name a file of an export is written, and what lies there: a file of another session is never touched.
///
/// 1. What an earlier export made of the same clips stays if it is what would be written now, and is replaced if it isn't: the clip was turned,
///    mirrored, scored or drawn on, or a pulled stick or a check of it cut the file off.
/// 2. Where the name is another session's, or somebody's own, four letters of the session's id come behind it: `…_S01_02_copy-9c41.mp4`; where those
///    are taken too, a number.
extension ExportFolder {
    /// What lies where a file would be written.
    public enum Standing: Hashable, Sendable {
        case free
        /// The very file that would be written.
        case current
        /// The same clips, and the file differs.
        case changed
        /// Another session's, or nobody knows whose.
        case foreign
    }

    /// How a file is told from others.
    public enum Identity: Hashable, Sendable {
        /// By its footage: it is a copy of this file, a whole path.
        case copy(of: String)
        /// By what it says of itself.
        case mark(ExportMark)
    }

    public struct Place: Hashable, Sendable {
        /// In this folder.
        public var name: String
        public var standing: Standing

        public init(name: String, standing: Standing) { (self.name, self.standing) = (name, standing) }
    }

    /// How much of two files that are as long is compared, at their beginnings and at their ends: of a clip that has its whole index.
    private static let comparedBytes = 1 << 20
    /// So often the same name may be taken.
    private static let mostNames = 99

    /// Where a file belongs.
    /// - Parameters:
    ///   - name: as it is called where nobody else is.
    ///   - letters: those of its session.
    public func place(for name: String, _ letters: String, _ identity: Identity) throws(CardError) -> Place {
        try place(for: name, letters) { place throws(CardError) in try self.standing(of: place, identity) }
    }

    /// Where a whole session belongs: a folder of this one.
    public func place(for session: SessionExport) throws(CardError) -> Place {
        try place(for: session.title, session.letters) { place throws(CardError) in try self.standing(of: place, session) }
    }

    private func place(
        for name: String, _ letters: String, _ standing: (String) throws(CardError) -> Standing
    ) throws(CardError) -> Place {
        var free: String?
        for number in 0...Self.mostNames {
            let candidate = number == 0 ? name : Self.name(name, with: number == 1 ? letters : "\(letters)-\(number)")
            switch try standing("\(path)/\(candidate)") {
            case .current: return Place(name: candidate, standing: .current)
            case .changed: return Place(name: candidate, standing: .changed)
            case .free: if free == nil { free = candidate }
            case .foreign: continue
            }
            // One of the same clips may have its letters since another was there first.
            if number > 0, let free { return Place(name: free, standing: .free) }
        }
        if let free { return Place(name: free, standing: .free) }
        throw .failed(operation: "write", subject: "\(path)/\(name)", reason: .namesTaken(Self.mostNames))
    }

    /// A name, or a path, with something behind it and before what says its kind.
    static func name(_ name: String, with suffix: String) -> String {
        let begin = name.lastIndex(of: "/").map { name.index(after: $0) } ?? name.startIndex
        guard let dot = name[begin...].lastIndex(of: "."), dot > begin else { return "\(name)-\(suffix)" }
        return "\(name[..<dot])-\(suffix)\(name[dot...])"
    }

    // MARK: One file

    private func standing(of place: String, _ identity: Identity) throws(CardError) -> Standing {
        guard let kind = try files.kind(of: place) else { return .free }
        guard case .file(let bytes) = kind else { return .foreign }
        switch identity {
        case .copy(let source): return try standing(of: place, bytes: bytes, asCopyOf: source)
        case .mark(let wanted):
            let found = try ExportedFile(place, bytes: bytes, files: files)
            if found.isWreck { return .changed }
            guard found.mark?.subject == wanted.subject else { return .foreign }
            return found.isWhole && found.mark == wanted ? .current : .changed
        }
    }

    /// What lies in the place of a copy within a session's own folder: whatever it is, it is that session's.
    public func standing(of name: String, within session: String, asCopyOf source: String) throws(CardError) -> Standing {
        let place = "\(path)/\(session)/\(name)"
        switch try files.kind(of: place) {
        case nil: return .free
        case .file?: return try isSame(place, source) ? .current : .changed
        default: throw .failed(operation: "write", subject: place, reason: .isFolder)
        }
    }

    /// The same of a page that is made.
    public func standing(of name: String, within session: String, asPage bytes: [UInt8]) throws(CardError) -> Standing {
        let place = "\(path)/\(session)/\(name)"
        switch try files.kind(of: place) {
        case nil: return .free
        case .file?: return files.holds(place, bytes) ? .current : .changed
        default: throw .failed(operation: "write", subject: place, reason: .isFolder)
        }
    }

    private func standing(of place: String, bytes: Int64, asCopyOf source: String) throws(CardError) -> Standing {
        do throws(CardError) {
            if try isSame(place, source) { return .current }
            let found = try ExportedFile(place, bytes: bytes, files: files)
            if found.isWreck { return .changed }
            return try hasSameFootage(place, bytes, source) ? .changed : .foreign
        } catch {
            // What can't be read is left as it is.
            guard case .failed = error else { throw error }
            return .foreign
        }
    }

    /// Whether two files are the same, by their lengths, beginnings and ends.
    func isSame(_ place: String, _ source: String) throws(CardError) -> Bool {
        guard let bytes = try? sources.size(of: source), try files.size(of: place) == bytes else { return false }
        for offset in Set([0, max(0, bytes - Int64(Self.comparedBytes))]) {
            guard let wanted = try? sources.read(source, from: offset, count: Self.comparedBytes) else { return false }
            guard try files.read(place, from: offset, count: Self.comparedBytes) == wanted else { return false }
        }
        return true
    }

    /// Whether a file has a clip's footage, or its beginning, behind whatever index: turned or scored, a clip keeps every byte of that.
    private func hasSameFootage(_ place: String, _ bytes: Int64, _ source: String) throws(CardError) -> Bool {
        guard let own = try? MP4Retagging(path: source, files: sources), let found = try? MP4Retagging(path: place, files: files) else {
            return false
        }
        let length = min(bytes - found.rest, own.size - own.rest)
        // An index without a picture.
        guard length > 0 else { return true }
        let count = Int(min(length, Int64(Self.comparedBytes)))
        guard let wanted = try? sources.read(source, from: own.rest, count: count) else { return false }
        return try files.read(place, from: found.rest, count: count) == wanted
    }

    // MARK: A session's folder

    private func standing(of place: String, _ session: SessionExport) throws(CardError) -> Standing {
        guard let kind = try files.kind(of: place) else { return .free }
        guard kind == .folder else { return .foreign }
        let file = "\(place)/\(CardLayout.record)"
        if try files.isFile(file), let bytes = try? files.contents(of: file) {
            switch SessionFile.content(bytes) {
            case .record(let record): return session.isSame(as: record) ? .changed : .foreign
            case .later: return .foreign
            case .unreadable: break
            }
        }
        // Pulled while the record was written: the clips tell.
        var isKnown = false
        for file in try session.files(left: { _ in }) {
            guard let source = file.source, file.name.hasPrefix(CardLayout.clips + "/"),
                case .file(let bytes)? = try files.kind(of: "\(place)/\(file.name)")
            else { continue }
            if try standing(of: "\(place)/\(file.name)", bytes: bytes, asCopyOf: source) == .foreign { return .foreign }
            isKnown = true
        }
        if isKnown { return .changed }
        return try isEmpty(place, but: CardLayout.record) ? .changed : .foreign
    }

    /// Nothing is in a folder but other folders that are, and what was never finished.
    /// - Parameter name: a file that doesn't count.
    private func isEmpty(_ place: String, but name: String? = nil) throws(CardError) -> Bool {
        for entry in try files.list(place) where entry != name && !CardLayout.isLeftover(entry) {
            guard try files.isFolder("\(place)/\(entry)"), try isEmpty("\(place)/\(entry)") else { return false }
        }
        return true
    }
}
