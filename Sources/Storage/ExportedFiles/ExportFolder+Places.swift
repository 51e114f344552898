// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Chooses the name under which a file of an export is written, and tells what lies there already. A file of another session is never
/// touched.
///
/// 1. A file that an earlier export made of the same clips stays if it is what would be written now. It is replaced if it isn't: the clip
///    was turned, mirrored, scored or drawn on, or a pulled stick or a check of it cut the file off.
/// 2. If the name is taken by another session or by somebody's own file, four letters of the session's id are added:
///    `…_S01_02_copy-9c41.mp4`. If that name is taken too, a number is added.
extension ExportFolder {
    /// The state of the path at which a file would be written.
    public enum Standing: Hashable, Sendable {
        case free
        /// The very file that would be written.
        case current
        /// A file of the same clips with another content.
        case changed
        /// A file of another session, or of unknown origin.
        case foreign
    }

    /// The property by which a file is told from others.
    public enum Identity: Hashable, Sendable {
        /// Its footage: the file is a copy of the file at this whole path.
        case copy(of: String)
        /// The mark that it contains.
        case mark(ExportMark)
    }

    /// The name that a file of an export gets, and the state of that name's path.
    public struct Place: Hashable, Sendable {
        /// The name in this folder.
        public var name: String
        public var standing: Standing

        public init(name: String, standing: Standing) { (self.name, self.standing) = (name, standing) }
    }

    /// The number of bytes that are compared at the beginning and at the end of two files of the same length: a clip's whole index.
    private static let comparedBytes = 1 << 20
    /// The most names that are tried for one file.
    private static let mostNames = 99

    /// Returns the name for a file, and the state of its path.
    /// - Parameters:
    ///   - name: the name if nobody else has it.
    ///   - letters: the letters of its session.
    public func place(for name: String, _ letters: String, _ identity: Identity) throws(CardError) -> Place {
        try place(for: name, letters) { place throws(CardError) in try self.standing(of: place, identity) }
    }

    /// Returns the name for a whole session: a folder in this one.
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
            // A file of the same clips may have the letters, because another file had the name first.
            if number > 0, let free { return Place(name: free, standing: .free) }
        }
        if let free { return Place(name: free, standing: .free) }
        throw .failed(operation: "write", subject: "\(path)/\(name)", reason: .namesTaken(Self.mostNames))
    }

    /// Returns a name, or a path, with a suffix before its extension.
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

    /// Returns the state of a copy's path in a session's own folder. Anything there belongs to that session.
    public func standing(of name: String, within session: String, asCopyOf source: String) throws(CardError) -> Standing {
        let place = "\(path)/\(session)/\(name)"
        switch try files.kind(of: place) {
        case nil: return .free
        case .file?: return try isSame(place, source) ? .current : .changed
        default: throw .failed(operation: "write", subject: place, reason: .isFolder)
        }
    }

    /// Returns the same for a page that is made.
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
            // A file that can't be read is left as it is.
            guard case .failed = error else { throw error }
            return .foreign
        }
    }

    /// True if two files are the same, by their lengths, beginnings and ends.
    func isSame(_ place: String, _ source: String) throws(CardError) -> Bool {
        guard let bytes = try? sources.size(of: source), try files.size(of: place) == bytes else { return false }
        for offset in Set([0, max(0, bytes - Int64(Self.comparedBytes))]) {
            guard let wanted = try? sources.read(source, from: offset, count: Self.comparedBytes) else { return false }
            guard try files.read(place, from: offset, count: Self.comparedBytes) == wanted else { return false }
        }
        return true
    }

    /// True if a file has a clip's footage, or its beginning, behind any index. A clip that is turned or scored keeps every byte of its
    /// footage.
    private func hasSameFootage(_ place: String, _ bytes: Int64, _ source: String) throws(CardError) -> Bool {
        guard let own = try? MP4Retagging(path: source, files: sources), let found = try? MP4Retagging(path: place, files: files) else {
            return false
        }
        let length = min(bytes - found.rest, own.size - own.rest)
        // The file has an index, but no picture.
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
        // The stick was pulled while the record was written, so the clips decide.
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

    /// True if a folder has nothing in it but leftovers and folders of which the same is true.
    /// - Parameter name: a file that doesn't count.
    private func isEmpty(_ place: String, but name: String? = nil) throws(CardError) -> Bool {
        for entry in try files.list(place) where entry != name && !CardLayout.isLeftover(entry) {
            guard try files.isFolder("\(place)/\(entry)"), try isEmpty("\(place)/\(entry)") else { return false }
        }
        return true
    }
}
