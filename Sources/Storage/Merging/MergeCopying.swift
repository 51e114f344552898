// SPDX-License-Identifier: GPL-3.0-or-later

extension FileSystem {
    /// Copies a file so that at any instant its name is free or the copy is whole: it is written under another name, synced, then renamed.
    /// The name isn't synced.
    ///
    /// Where the file system can, the copy shares the source's blocks until one of the two is changed (a reflink). It is never a second
    /// name of the source: tags are edited in place.
    /// - Parameters:
    ///   - source: a file of `sources`.
    ///   - path: the copy.
    func copy(_ source: String, of sources: any FileSystem, to path: String) throws(CardError) {
        let part = path + CardLayout.partSuffix
        try removeIfThere(part)
        do throws(CardError) {
            let file = try open(part, .create)
            defer { close(file) }
            if !sources.clone(source, to: file, of: self) { try write(source, of: sources, to: file) }
            try sync(file)
        } catch {
            try? removeIfThere(part)
            throw error
        }
        try rename(part, to: path)
    }

    private func write(_ source: String, of sources: any FileSystem, to file: OpenFile) throws(CardError) {
        var place: Int64 = 0
        while true {
            let bytes = try sources.read(source, from: place, count: copiedPiece)
            if !bytes.isEmpty { try write(bytes, to: file, at: place) }
            startWriting(file, from: place, count: Int64(bytes.count))
            place += Int64(bytes.count)
            if bytes.count < copiedPiece { return }
        }
    }

    /// True if two files have the same bytes.
    /// - Parameters:
    ///   - path: a file of this file system.
    ///   - other: a file of `others`.
    func isAlike(_ path: String, _ other: String, of others: any FileSystem) throws(CardError) -> Bool {
        let size = try size(of: path)
        guard try others.isFile(other), try others.size(of: other) == size else { return false }
        for offset in stride(from: 0, to: size, by: copiedPiece) {
            guard try read(path, from: offset, count: copiedPiece) == others.read(other, from: offset, count: copiedPiece) else { return false }
        }
        return true
    }

    /// The number of bytes that are copied or compared at a time.
    private var copiedPiece: Int { 4 << 20 }
}
