// SPDX-License-Identifier: GPL-3.0-or-later

/// Files that are replaced together, so that two waits for the card serve hundreds of them.
///
/// A cut at any instant leaves each of them as it was or as it is to be, whole; which of them are which is left to chance, so only files
/// that can be made again belong in one. Thread-bound.
final class FileBatch {
    private let files: any FileSystem
    /// A folder of the file system that all of them are on.
    private let folder: String
    /// Written, and not renamed yet.
    private var waiting: [String] = []
    private var bytes = 0

    /// So much is written before it is waited for.
    private static let mostFiles = 2_000
    private static let mostBytes = 64 << 20

    init(files: any FileSystem, folder: String) {
        self.files = files
        self.folder = folder
    }

    /// Writes a file under its temporary name. What is no file and lies in its place is moved aside.
    func replace(_ path: String, with content: [UInt8]) throws(CardError) {
        let part = path + CardLayout.partSuffix
        try files.makeWay(for: part)
        try files.makeWay(for: path)
        do {
            let file = try files.open(part, .create)
            defer { files.close(file) }
            try files.write(content, to: file, at: 0)
        } catch {
            try? files.remove(part)
            throw error
        }
        waiting.append(path)
        bytes += content.count
        if waiting.count >= Self.mostFiles || bytes >= Self.mostBytes { try flush() }
    }

    /// Gives what was written its final names. When it returns, all of it outlasts a cut.
    func flush() throws(CardError) {
        guard !waiting.isEmpty else { return }
        try files.syncAll(folder)
        var refusal: CardError?
        for path in waiting {
            do {
                try files.rename(path + CardLayout.partSuffix, to: path)
            } catch {
                refusal = refusal ?? error
            }
        }
        waiting = []
        bytes = 0
        if let refusal { throw refusal }
        try files.syncAll(folder)
    }
}
