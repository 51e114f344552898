// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A folder into which clips are exported, on a stick or anywhere. Each file is whole under its name, or isn't there.
///
/// Thread-bound.
public final class ExportFolder {
    /// The number of bytes that are copied and then synced, so that reported progress survives pulling the stick.
    static let piece: Int64 = 4 << 20
    /// The extensions of the files that are exported under names of their own.
    private static let suffixes = [".mp4", ".png"]

    public let path: String
    let files: any FileSystem
    let sources: any FileSystem
    private let goesOn: () -> Bool

    /// - Parameters:
    ///   - path: a folder that exists, or that lacks only its own name.
    ///   - sources: the file system of the files that are copied; `nil` for the same one.
    ///   - goesOn: asked before each piece that is written; it may take its time. If it returns false, the file is given up.
    public init(
        _ path: String, files: any FileSystem = POSIXFileSystem(), sources: (any FileSystem)? = nil,
        goesOn: @escaping () -> Bool = { true }
    ) throws(CardError) {
        (self.path, self.files, self.sources, self.goesOn) = (path, files, sources ?? files, goesOn)
        try requireFolder(path)
        try removeUnfinished(in: path)
    }

    /// Makes a folder, and those between it and this folder.
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

    /// Removes the files that an earlier export was writing when it was cut off. A folder with such a name is somebody's, and stays.
    private func removeUnfinished(in place: String) throws(CardError) {
        for name in try files.list(place) where Self.isOurs(name) && Self.suffixes.contains(where: { name.hasSuffix($0 + CardLayout.partSuffix) }) {
            if try files.isFile("\(place)/\(name)") { try files.remove("\(place)/\(name)") }
        }
    }

    /// True if a name begins with a session's name, as all names do that VIR writes here. Anybody may have files of their own in such a
    /// folder.
    private static func isOurs(_ name: String) -> Bool {
        let parts = name.split(separator: "_")
        return [2, 3].contains { CardLayout.sessionNumber(inName: parts.prefix($0).joined(separator: "_")) != nil }
    }

    /// True if nobody gave the export up. Asked before each piece; it may take its time.
    public func mayGoOn() -> Bool { goesOn() }

    /// Returns the size of a file in bytes; `nil` if there is no such file.
    public func size(of name: String) throws(CardError) -> Int64? {
        guard case .file(let bytes)? = try files.kind(of: "\(path)/\(name)") else { return nil }
        return bytes
    }

    /// Returns the room on the folder's file system.
    public func space() throws(CardError) -> CardSpace { try files.space(at: path) }

    /// Begins a file.
    /// - Parameter synced: called with the number of its bytes that survive a power cut.
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

    /// Returns the properties of a clip's file that shape a film made of it: the number of its bytes, and the orientation of its pictures.
    public func shape(ofSource source: String) -> String {
        guard let film = try? MP4Retagging(path: source, files: sources) else { return "?" }
        return "\(film.size) \(film.orientation.map { "\($0)" } ?? "")"
    }

    /// Copies a file unchanged.
    /// - Parameters:
    ///   - source: a whole path.
    ///   - synced: called with the number of its bytes that survive a power cut.
    public func copy(_ source: String, to name: String, synced: @escaping (Int64) -> Void) throws(CardError) {
        // This is reported at once, and not after 4 GB. Only this file is refused; the others go on.
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
