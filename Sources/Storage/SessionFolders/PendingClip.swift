// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A clip while it is written: under a temporary name, until `commit` files it or `abandon` removes it.
///
/// Thread-bound: the card thread. A clip that is neither committed nor abandoned leaves its temporary file, which the next start removes.
public final class PendingClip: ClipOutput {
    /// The path, relative to the session's folder.
    let file: String
    private let session: String
    private let card: Card
    private var output: OpenFile?
    private var writtenSinceCheck: Int64 = 0
    /// The length of the file so far.
    private(set) var bytes: Int64 = 0

    /// The number of bytes that are written between two checks of the free room.
    private static let checkInterval: Int64 = 4 << 20
    /// The bytes that are written, but not on their way to the disk yet.
    private var begun: Range<Int64> = 0..<0
    /// The number of bytes after which they are sent to the disk: an SD card wants few and long writes.
    private static let startInterval: Int64 = 1 << 20

    init(file: String, session: String, card: Card, expectedBytes: Int64) throws(CardError) {
        self.file = file
        self.session = session
        self.card = card
        try card.requireRoom(for: max(expectedBytes, Self.checkInterval))
        try card.makeWay(for: path + CardLayout.partSuffix)
        try card.makeWay(for: path)
        output = try card.files.open(path + CardLayout.partSuffix, .create)
    }

    deinit { closeOutput() }

    private var path: String { "\(session)/\(file)" }

    /// - Throws: `CardError.full` before the reserve for the journals is touched; then the clip is gone, as after `abandon`.
    public func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(CardError) {
        try write(Int64(bytes.count), at: offset) { file throws(CardError) in try card.files.write(bytes, to: file, at: offset) }
    }

    /// - Throws: the same as the other.
    public func write(_ pieces: [UnsafeRawBufferPointer], at offset: Int64) throws(CardError) {
        let count = pieces.reduce(0) { $0 + Int64($1.count) }
        try write(count, at: offset) { file throws(CardError) in try card.files.write(pieces, to: file, at: offset) }
    }

    /// Waits until everything that was written is on the disk: so `commit` waits for little.
    func sync() throws(CardError) { try card.files.sync(try requireOutput()) }

    /// Files the clip under its final name. When it returns, the clip survives a power cut at any instant.
    /// - Returns: its path, relative to the session's folder.
    public func commit() throws(CardError) -> String {
        let output = try requireOutput()
        do {
            try card.files.sync(output)
            closeOutput()
            try card.files.rename(path + CardLayout.partSuffix, to: path)
            try card.files.syncFolder(CardLayout.folder(of: path))
        } catch {
            abandon()
            throw error
        }
        return file
    }

    /// Gives the clip up and removes what was written of it, if the card is there.
    public func abandon() {
        closeOutput()
        // A card that is away can't be tidied now; the next start removes files with a temporary name.
        try? card.files.removeIfThere(path + CardLayout.partSuffix)
    }

    private func write(_ count: Int64, at offset: Int64, _ body: (OpenFile) throws(CardError) -> Void) throws(CardError) {
        let output = try requireOutput()
        do {
            writtenSinceCheck += count
            if writtenSinceCheck > Self.checkInterval {
                try card.requireRoom(for: count)
                writtenSinceCheck = count
            }
            try body(output)
        } catch {
            if error == .full { abandon() }
            throw error
        }
        bytes = max(bytes, offset + count)
        startWriting(through: offset + count, from: offset, output)
    }

    /// Sends written bytes to the disk, which then works while the next ones are written. So a journal line between two pieces waits less.
    private func startWriting(through end: Int64, from offset: Int64, _ output: OpenFile) {
        if offset != begun.upperBound { begun = offset..<offset }
        begun = begun.lowerBound..<end
        guard end - begun.lowerBound >= Self.startInterval else { return }
        card.files.startWriting(output, from: begun.lowerBound, count: end - begun.lowerBound)
        begun = end..<end
    }

    private func requireOutput() throws(CardError) -> OpenFile {
        guard let output else { throw .failed(operation: "write", subject: file, reason: .clipGivenUp) }
        return output
    }

    private func closeOutput() {
        if let output { card.files.close(output) }
        output = nil
    }
}
