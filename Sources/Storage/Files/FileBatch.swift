// SPDX-License-Identifier: GPL-3.0-or-later

/// Files that are replaced together, so that hundreds of them need only two syncs.
///
/// After a power cut at any instant, each file is whole, with its old or its new content. Which file has which is left to chance, so only
/// files that can be made again belong in a batch. Thread-bound.
final class FileBatch {
    private let files: any FileSystem
    /// A folder of the file system that all the files are on.
    private let folder: String
    /// The files that are written and not renamed yet.
    private var waiting: [String] = []
    private var bytes = 0

    /// The most files, and the most bytes, that are written between two syncs.
    private static let mostFiles = 2_000
    private static let mostBytes = 64 << 20

    init(files: any FileSystem, folder: String) {
        self.files = files
        self.folder = folder
    }

    /// Writes a file under its temporary name. Anything that isn't a file at its path is moved aside.
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

    /// Gives the written files their final names. When it returns, all of them survive a power cut.
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
