import Core

/// A clip while it is written: under a temporary name, until `commit` files it or `abandon` takes it away.
///
/// Thread-bound: the card thread. One that is neither committed nor abandoned leaves its temporary file, which the
/// next start removes.
public final class PendingClip: ClipOutput {
    /// Relative to the session's folder.
    private let file: String
    private let session: String
    private let card: Card
    private var output: OpenFile?
    private var writtenSinceCheck: Int64 = 0

    /// How much is written between two looks at the room that is left.
    private static let checkInterval: Int64 = 4 << 20

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
        let output = try requireOutput()
        do {
            writtenSinceCheck += Int64(bytes.count)
            if writtenSinceCheck > Self.checkInterval {
                try card.requireRoom(for: Int64(bytes.count))
                writtenSinceCheck = Int64(bytes.count)
            }
            try card.files.write(bytes, to: output, at: offset)
            // The disk works while the next bytes are gathered, and a journal line between two pieces waits less.
            card.files.startWriting(output, from: offset, count: Int64(bytes.count))
        } catch {
            if error == .full { abandon() }
            throw error
        }
    }

    /// Files the clip under its final name. When it returns, the clip outlasts a cut at any instant.
    /// - Returns: its name, relative to the session's folder.
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

    /// Gives the clip up and takes away what was written of it, if the card is there.
    public func abandon() {
        closeOutput()
        // A card that is away can't be tidied now; the next start removes what has a temporary name.
        try? card.files.removeIfThere(path + CardLayout.partSuffix)
    }

    private func requireOutput() throws(CardError) -> OpenFile {
        guard let output else { throw .failed(operation: "write", subject: file, reason: "the clip was given up") }
        return output
    }

    private func closeOutput() {
        if let output { card.files.close(output) }
        output = nil
    }
}
