// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A folder that clips are exported into, on a stick or anywhere: each file is whole under its name, or isn't there.
///
/// Thread-bound.
public final class ExportFolder {
    /// How much is copied at a time, and synced: what is said to be done outlasts a stick that is pulled.
    static let piece: Int64 = 4 << 20
    /// How much of a file that is as long is compared: of a clip that has its whole index, of a page all there is.
    private static let comparedBytes = 1 << 20

    /// Of what is exported under a name of its own.
    private static let suffixes = [".mp4", ".png"]

    public let path: String
    private let files: any FileSystem
    private let sources: any FileSystem
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
        default: throw .failed(operation: "write", subject: place, reason: .isNoFolder)
        }
    }

    /// What an earlier export was writing when it was cut off.
    private func removeUnfinished(in place: String) throws(CardError) {
        for name in try files.list(place) where Self.isOurs(name) && Self.suffixes.contains(where: { name.hasSuffix($0 + CardLayout.partSuffix) }) {
            try files.removeIfThere("\(place)/\(name)")
        }
    }

    /// It begins with a session's name, as all do that VIR writes here: anybody may have files of their own in such a folder.
    private static func isOurs(_ name: String) -> Bool {
        CardLayout.sessionNumber(inName: name.split(separator: "_").prefix(3).joined(separator: "_")) != nil
    }

    /// Asked before each piece: nobody gave the export up. It may take its time.
    public func mayGoOn() -> Bool { goesOn() }

    /// How much room there is.
    public func space() throws(CardError) -> CardSpace { try files.space(at: path) }

    /// Whether an earlier export has written this: all of it, since it has its name.
    /// - Parameter source: what it would be a copy of, if it is one: that may have changed since.
    public func has(_ name: String, asCopyOf source: String? = nil) throws(CardError) -> Bool {
        let place = "\(path)/\(name)"
        guard try files.isFile(place) else { return false }
        // What mends a stick that was pulled may cut a file off.
        guard let source else { return try files.size(of: place) > 0 }
        guard let bytes = try? sources.size(of: source), try files.size(of: place) == bytes else { return false }
        guard let wanted = try? sources.read(source, from: 0, count: Self.comparedBytes) else { return false }
        return try files.read(place, from: 0, count: Self.comparedBytes) == wanted
    }

    /// A file in the making.
    /// - Parameter synced: hears how many bytes of it outlast a cut.
    public func begin(_ name: String, synced: @escaping (Int64) -> Void) throws(CardError) -> ExportFile {
        let place = "\(path)/\(name)"
        try requireFolder(CardLayout.folder(of: place))
        return try ExportFile(place, files: files, goesOn: goesOn, synced: synced)
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

/// A file of an export while it is written: under another name until it is whole.
///
/// Thread-bound. One that is neither committed nor abandoned leaves its temporary file, which an export of the same file writes anew.
public final class ExportFile: ClipOutput {
    private let path: String
    private let files: any FileSystem
    private let goesOn: () -> Bool
    private let synced: (Int64) -> Void
    private var output: OpenFile?
    private var written: Int64 = 0
    private var lastSync: Int64 = 0
    /// What its place refused last, if it did.
    public private(set) var refusal: CardError?

    init(_ path: String, files: any FileSystem, goesOn: @escaping () -> Bool, synced: @escaping (Int64) -> Void) throws(CardError) {
        (self.path, self.files, self.goesOn, self.synced) = (path, files, goesOn, synced)
        output = try files.open(path + CardLayout.partSuffix, .create)
    }

    deinit { if let output { files.close(output) } }

    public func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(CardError) {
        try write([bytes], at: offset)
    }

    public func write(_ pieces: [UnsafeRawBufferPointer], at offset: Int64) throws(CardError) {
        try write(pieces.reduce(0) { $0 + $1.count }) { output throws(CardError) in try files.write(pieces, to: output, at: offset) }
    }

    func write(_ bytes: [UInt8], at offset: Int64) throws(CardError) {
        try write(bytes.count) { output throws(CardError) in try files.write(bytes, to: output, at: offset) }
    }

    private func write(_ count: Int, _ body: (OpenFile) throws(CardError) -> Void) throws(CardError) {
        do throws(CardError) {
            let output = try requireOutput()
            guard goesOn() else { throw .failed(operation: "write", subject: path, reason: .clipGivenUp) }
            try body(output)
            try note(count, output)
        } catch {
            refusal = error
            throw error
        }
    }

    private func note(_ count: Int, _ output: OpenFile) throws(CardError) {
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
        try files.rename(path + CardLayout.partSuffix, to: path)
        // FAT keeps a file's size and place beside its name, and Linux renames to an entry that has neither until the file is synced once
        // more: a folder that is synced before that has an empty file under the final name.
        try files.sync(output)
        files.close(output)
        self.output = nil
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
