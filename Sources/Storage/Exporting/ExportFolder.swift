// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A folder that clips are exported into, on a stick or anywhere: each file is whole under its name, or isn't there.
///
/// Thread-bound.
public final class ExportFolder {
    /// How much is copied at a time, and synced: what is said to be done outlasts a stick that is pulled.
    static let piece: Int64 = 4 << 20

    public let path: String
    private let files: any FileSystem

    /// - Parameter path: a folder that is there, or whose own name alone is missing.
    public init(_ path: String, files: any FileSystem = POSIXFileSystem()) throws(CardError) {
        (self.path, self.files) = (path, files)
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
        default: throw .failed(operation: "write", subject: place, reason: .isNoFolder)
        }
    }

    /// What an earlier export was writing when it was cut off.
    private func removeUnfinished(in place: String) throws(CardError) {
        for name in try files.list(place) where Self.isOurs(name) && name.hasSuffix(".mp4" + CardLayout.partSuffix) {
            try files.removeIfThere("\(place)/\(name)")
        }
    }

    /// It begins with a session's name, as all do that VIR writes here: anybody may have files of their own in such a folder.
    private static func isOurs(_ name: String) -> Bool {
        CardLayout.sessionNumber(inName: name.split(separator: "_").prefix(3).joined(separator: "_")) != nil
    }

    /// Whether a file of this name is there: an earlier export has written all of it.
    public func has(_ name: String) throws(CardError) -> Bool { try files.isFile("\(path)/\(name)") }

    /// A file in the making.
    /// - Parameter synced: hears how many bytes of it outlast a cut.
    public func begin(_ name: String, synced: @escaping (Int64) -> Void) throws(CardError) -> ExportFile {
        let place = "\(path)/\(name)"
        try requireFolder(CardLayout.folder(of: place))
        return try ExportFile(place, files: files, synced: synced)
    }

    /// Copies a file as it is.
    /// - Parameters:
    ///   - source: a whole path.
    ///   - synced: hears how many bytes of it outlast a cut.
    public func copy(_ source: String, to name: String, synced: @escaping (Int64) -> Void) throws(CardError) {
        let output = try begin(name, synced: synced)
        do throws(CardError) {
            var offset: Int64 = 0
            while true {
                let bytes = try files.read(source, from: offset, count: Int(Self.piece))
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

/// A file of an export while it is written: under another name until it is whole.
///
/// Thread-bound. One that is neither committed nor abandoned leaves its temporary file, which an export of the same file writes anew.
public final class ExportFile: ClipOutput {
    private let path: String
    private let files: any FileSystem
    private let synced: (Int64) -> Void
    private var output: OpenFile?
    private var written: Int64 = 0
    private var lastSync: Int64 = 0

    init(_ path: String, files: any FileSystem, synced: @escaping (Int64) -> Void) throws(CardError) {
        (self.path, self.files, self.synced) = (path, files, synced)
        output = try files.open(path + CardLayout.partSuffix, .create)
    }

    deinit { if let output { files.close(output) } }

    public func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(CardError) {
        try write([bytes], at: offset)
    }

    public func write(_ pieces: [UnsafeRawBufferPointer], at offset: Int64) throws(CardError) {
        try files.write(pieces, to: try requireOutput(), at: offset)
        try note(pieces.reduce(0) { $0 + $1.count })
    }

    func write(_ bytes: [UInt8], at offset: Int64) throws(CardError) {
        try files.write(bytes, to: try requireOutput(), at: offset)
        try note(bytes.count)
    }

    private func note(_ count: Int) throws(CardError) {
        let output = try requireOutput()
        written += Int64(count)
        guard written - lastSync >= ExportFolder.piece else { return }
        try files.sync(output)
        lastSync = written
        synced(written)
    }

    /// The file is whole: it gets its name.
    public func commit() throws(CardError) {
        let output = try requireOutput()
        try files.sync(output)
        files.close(output)
        self.output = nil
        try files.rename(path + CardLayout.partSuffix, to: path)
        try files.syncFolder(CardLayout.folder(of: path))
        synced(written)
    }

    /// Nothing of it stays.
    public func abandon() {
        if let output { files.close(output) }
        output = nil
        try? files.removeIfThere(path + CardLayout.partSuffix)
    }

    private func requireOutput() throws(CardError) -> OpenFile {
        guard let output else { throw .failed(operation: "write", subject: path, reason: .clipGivenUp) }
        return output
    }
}
