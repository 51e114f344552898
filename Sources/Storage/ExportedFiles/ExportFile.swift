// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A file of an export while it is written: under another name until it is whole.
///
/// Thread-bound. A file that is neither committed nor abandoned leaves its temporary file, which an export of the same file writes anew.
public final class ExportFile: ClipOutput {
    private let path: String
    /// The file's path until it is whole.
    private let part: String
    private let files: any FileSystem
    private let goesOn: () -> Bool
    private let synced: (Int64) -> Void
    private var output: OpenFile?
    private var written: Int64 = 0
    private var lastSync: Int64 = 0
    /// The error of the last refused write, if there was one.
    public private(set) var refusal: CardError?

    init(_ path: String, files: any FileSystem, goesOn: @escaping () -> Bool, synced: @escaping (Int64) -> Void) throws(CardError) {
        (self.path, self.files, self.goesOn, self.synced) = (path, files, goesOn, synced)
        part = try Self.part(for: path, files)
        output = try files.open(part, .create)
    }

    /// Returns the first temporary name that is free, or that is a file's: a folder may have such a name.
    private static func part(for path: String, _ files: any FileSystem) throws(CardError) -> String {
        for number in 1...mostParts {
            let part = (number == 1 ? path : ExportFolder.name(path, with: "\(number)")) + CardLayout.partSuffix
            switch try files.kind(of: part) {
            case .file?, nil: return part
            case .folder?, .other?: continue
            }
        }
        throw .failed(operation: "write", subject: path, reason: .namesTaken(mostParts))
    }

    private static let mostParts = 9

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

    /// Gives the file its name, because it is whole.
    public func commit() throws(CardError) {
        let output = try requireOutput()
        try files.sync(output)
        try files.rename(part, to: path)
        // FAT keeps a file's size and location beside its name, and Linux renames to an entry that has neither until the file is synced
        // once more. A folder that is synced before that has an empty file under the final name.
        try files.sync(output)
        files.close(output)
        self.output = nil
        try files.syncFolder(CardLayout.folder(of: path))
        synced(written)
    }

    /// Removes everything that was written.
    public func abandon() {
        if let output { files.close(output) }
        output = nil
        try? files.removeIfThere(part)
    }

    private func requireOutput() throws(CardError) -> OpenFile {
        guard let output else { throw .failed(operation: "write", subject: path, reason: .clipGivenUp) }
        return output
    }
}
