// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A folder that clips are exported into, on a stick or anywhere: each file is whole under its name, or isn't there.
///
/// Thread-bound.
public final class ExportFolder {
    /// How much is copied at a time, and synced: what is said to be done outlasts a stick that is pulled.
    static let piece: Int64 = 4 << 20
    /// Of what is exported under a name of its own.
    private static let suffixes = [".mp4", ".png"]

    public let path: String
    let files: any FileSystem
    let sources: any FileSystem
    private let goesOn: () -> Bool

    /// - Parameters:
    ///   - path: a folder that is there, or whose own name alone is missing.
    ///   - sources: where the files that are copied lie; `nil`: on the same file system.
    ///   - goesOn: asked before each piece that is written, and may take its time; once it says no, the file is given up.
    public init(
        _ path: String, files: any FileSystem = POSIXFileSystem(), sources: (any FileSystem)? = nil,
        goesOn: @escaping () -> Bool = { true }
    ) throws(CardError) {
        (self.path, self.files, self.sources, self.goesOn) = (path, files, sources ?? files, goesOn)
        try requireFolder(path)
        try removeUnfinished(in: path)
    }

    /// The folders between it and this one are made too.
    private func requireFolder(_ place: String) throws(CardError) {
        if place.hasPrefix(path + "/") { try requireFolder(CardLayout.folder(of: place)) }
        switch try files.kind(of: place) {
        case .folder: return
        case nil:
            try files.makeFolder(place)
            try files.syncFolder(CardLayout.folder(of: place))
        default:
            let name = place.split(separator: "/").last.map(String.init) ?? place
            throw .failed(operation: "write", subject: place, reason: .isFileAndNoFolder(name))
        }
    }

    /// What an earlier export was writing when it was cut off. A folder may be called so, and is somebody's.
    private func removeUnfinished(in place: String) throws(CardError) {
        for name in try files.list(place) where Self.isOurs(name) && Self.suffixes.contains(where: { name.hasSuffix($0 + CardLayout.partSuffix) }) {
            if try files.isFile("\(place)/\(name)") { try files.remove("\(place)/\(name)") }
        }
    }

    /// It begins with a session's name, as all do that VIR writes here: anybody may have files of their own in such a folder.
    private static func isOurs(_ name: String) -> Bool {
        let parts = name.split(separator: "_")
        return [2, 3].contains { CardLayout.sessionNumber(inName: parts.prefix($0).joined(separator: "_")) != nil }
    }

    /// Asked before each piece: nobody gave the export up. It may take its time.
    public func mayGoOn() -> Bool { goesOn() }

    /// How long a file is; `nil` where there is none.
    public func size(of name: String) throws(CardError) -> Int64? {
        guard case .file(let bytes)? = try files.kind(of: "\(path)/\(name)") else { return nil }
        return bytes
    }

    /// How much room there is.
    public func space() throws(CardError) -> CardSpace { try files.space(at: path) }

    /// A file in the making.
    /// - Parameter synced: hears how many bytes of it outlast a cut.
    public func begin(_ name: String, synced: @escaping (Int64) -> Void) throws(CardError) -> ExportFile {
        let place = "\(path)/\(name)"
        try requireFolder(CardLayout.folder(of: place))
        return try ExportFile(place, files: files, goesOn: goesOn, synced: synced)
    }

    /// Writes a file that is in memory.
    public func write(_ bytes: [UInt8], to name: String, synced: @escaping (Int64) -> Void) throws(CardError) {
        let output = try begin(name, synced: synced)
        do throws(CardError) {
            try output.write(bytes, at: 0)
            try output.commit()
        } catch {
            output.abandon()
            throw error
        }
    }

    /// What shapes a film that is made of a clip, as the clip's own file says it: how its pictures lie, and how many bytes there are.
    public func shape(ofSource source: String) -> String {
        guard let film = try? MP4Retagging(path: source, files: sources) else { return "?" }
        return "\(film.size) \(film.orientation.map { "\($0)" } ?? "")"
    }

    /// Copies a file as it is.
    /// - Parameters:
    ///   - source: a whole path.
    ///   - synced: hears how many bytes of it outlast a cut.
    public func copy(_ source: String, to name: String, synced: @escaping (Int64) -> Void) throws(CardError) {
        // Said at once, and not when 4 GB are through; it is this file's fault, and the others go on.
        if let largest = MountedFormat.of(path)?.largestFileBytes, try sources.size(of: source) > largest {
            throw .failed(operation: "write", subject: source, reason: .fileTooLarge)
        }
        let output = try begin(name, synced: synced)
        do throws(CardError) {
            var offset: Int64 = 0
            while true {
                let bytes = try sources.read(source, from: offset, count: Int(Self.piece))
                if bytes.isEmpty { break }
                try output.write(bytes, at: offset)
                offset += Int64(bytes.count)
            }
            try output.commit()
        } catch {
            output.abandon()
            throw error
        }
    }
}
