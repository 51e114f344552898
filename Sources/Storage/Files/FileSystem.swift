// SPDX-License-Identifier: GPL-3.0-or-later

/// The file operations on which safety depends, as a seam: POSIX on the box, and in tests a disk that can be cut off, full, read-only or
/// away.
///
/// Every path is absolute. Data that isn't synced may be lost in a power cut: a file's bytes until `sync`, and its name (its creation,
/// renaming or removal) until `syncFolder`, each without the other. Thread-safe, but an open file belongs to one thread.
public protocol FileSystem: AnyObject, Sendable {
    /// Returns the kind of what is at a path, or `nil` if nothing is there.
    func kind(of path: String) throws(CardError) -> FileKind?
    /// Returns the room on the file system that holds this path, and whether it may be written to.
    func space(at path: String) throws(CardError) -> CardSpace
    /// Returns the names in a folder, sorted. A name that isn't text (UTF-8) is left out: VIR makes no such name.
    func list(_ folder: String) throws(CardError) -> [String]
    /// Reads up to `count` bytes from this offset; fewer only if the file ends.
    func read(_ path: String, from offset: Int64, count: Int) throws(CardError) -> [UInt8]

    func makeFolder(_ path: String) throws(CardError)
    /// Opens a regular file for writing.
    func open(_ path: String, _ mode: OpenMode) throws(CardError) -> OpenFile
    /// Writes all the bytes, or throws.
    func write(_ bytes: UnsafeRawBufferPointer, to file: OpenFile, at offset: Int64) throws(CardError)
    /// Writes all of these pieces one after the other, or throws.
    func write(_ pieces: [UnsafeRawBufferPointer], to file: OpenFile, at offset: Int64) throws(CardError)
    /// Lets an open file without content share the blocks of this file until one of the two is changed (a reflink, ioctl_ficlone(2)).
    /// - Parameter target: the open file's own file system.
    /// - Returns: `false` if they can't share blocks; the open file is still empty then.
    func clone(_ path: String, to file: OpenFile, of target: any FileSystem) -> Bool
    func truncate(_ file: OpenFile, to size: Int64) throws(CardError)
    /// Starts writing these bytes to the disk, so that a later `sync` has less to wait for. It promises nothing.
    func startWriting(_ file: OpenFile, from offset: Int64, count: Int64)
    /// Syncs a file. When it returns, the file's bytes survive a power cut.
    func sync(_ file: OpenFile) throws(CardError)
    /// Keeps an open file from everybody else who asks for it, until it is closed or the program ends, however it ends.
    /// - Returns: `false` while somebody else has it. A file system without such locks returns `true`.
    /// - Throws: `CardError.failed` if the file has lost its name meanwhile.
    func hold(_ file: OpenFile) throws(CardError) -> Bool
    func close(_ file: OpenFile)
    /// Gives a file its new name, replacing any file that had it.
    func rename(_ path: String, to newPath: String) throws(CardError)
    /// Removes a file, or an empty folder.
    func remove(_ path: String) throws(CardError)
    /// Removes a file, or a folder and everything in it, whatever the names are. A link is removed by itself, and its target stays.
    func removeTree(_ path: String) throws(CardError)
    /// Syncs a folder. When it returns, the names in it survive a power cut, as far as its file system can promise it.
    func syncFolder(_ path: String) throws(CardError)
    /// Syncs the whole file system of a folder. When it returns, all its bytes and names survive a power cut: one wait for many files.
    func syncAll(_ path: String) throws(CardError)
}

/// The kind of an entry in a folder.
public enum FileKind: Hashable, Sendable {
    case file(bytes: Int64)
    case folder
    /// A link on a card, a device, a socket or a pipe: nothing that belongs on a card.
    case other
}

/// The room on a file system, and its permission to write.
public struct CardSpace: Hashable, Sendable {
    public var freeBytes: Int64
    public var totalBytes: Int64
    public var isWritable: Bool

    public init(freeBytes: Int64, totalBytes: Int64, isWritable: Bool) {
        self.freeBytes = freeBytes
        self.totalBytes = totalBytes
        self.isWritable = isWritable
    }

    /// The bytes that films from elsewhere may take. A twentieth of the disk stays free for what is shot next, 64 MB at least; less than that is
    /// less than the card's own reserve.
    public var freeForFilms: Int64 { max(0, freeBytes - max(totalBytes / 20, 64 << 20)) }
}

/// The file that `FileSystem.open` expects at a path.
public enum OpenMode: Hashable, Sendable {
    /// An empty file, replacing any file of that name.
    case create
    case existing
}

/// A file that a file system has open, by its number in that file system.
public struct OpenFile: Hashable, Sendable {
    public let number: Int32

    public init(number: Int32) {
        self.number = number
    }
}

extension FileSystem {
    public func startWriting(_ file: OpenFile, from offset: Int64, count: Int64) {}

    public func clone(_ path: String, to file: OpenFile, of target: any FileSystem) -> Bool { false }

    func isFolder(_ path: String) throws(CardError) -> Bool { try kind(of: path) == .folder }

    func isFile(_ path: String) throws(CardError) -> Bool {
        if case .file = try kind(of: path) { true } else { false }
    }

    /// Returns the whole of a file.
    /// - Parameter limit: the most bytes. A longer file is refused: nothing that VIR keeps in such a file gets so long.
    func contents(of path: String, limit: Int = CardLayout.longestFile) throws(CardError) -> [UInt8] {
        let size = try size(of: path)
        guard size <= limit else {
            throw .failed(operation: "read", subject: path, reason: .isLarge(Int(size), most: limit))
        }
        return try read(path, from: 0, count: Int(size))
    }

    /// Returns the size of a file in bytes.
    /// - Throws: `CardError.failed` with a reason in words if there is no file.
    func size(of path: String) throws(CardError) -> Int64 {
        switch try kind(of: path) {
        case .file(let bytes)?: return bytes
        case .folder?: throw .failed(operation: "read", subject: path, reason: .isFolder)
        case .other?: throw .failed(operation: "read", subject: path, reason: .isNoFile)
        case nil: throw .failed(operation: "read", subject: path, reason: .isMissing)
        }
    }

    /// True if there is a file with exactly these bytes. A file that can't be read hasn't.
    func holds(_ path: String, _ bytes: [UInt8]) -> Bool {
        guard let size = try? size(of: path), size == bytes.count else { return false }
        return (try? read(path, from: 0, count: bytes.count)) == bytes
    }

    /// Replaces a file so that a power cut at any instant leaves the old one or the new one, whole: it is written under another name,
    /// synced, renamed, and the name is synced. Anything that isn't a file at its path is moved aside.
    func replace(_ path: String, with bytes: [UInt8]) throws(CardError) {
        let part = path + CardLayout.partSuffix
        try makeWay(for: part)
        try makeWay(for: path)
        do {
            let file = try open(part, .create)
            defer { close(file) }
            try write(bytes, to: file, at: 0)
            try sync(file)
        } catch {
            try? remove(part)
            throw error
        }
        try rename(part, to: path)
        try syncFolder(CardLayout.folder(of: path))
    }

    /// Moves aside anything that isn't a file at the path of one of VIR's files: a folder, a link, a pipe. Its contents stay in it.
    /// - Returns: its new name, if something was there.
    @discardableResult
    func makeWay(for path: String) throws(CardError) -> String? {
        switch try kind(of: path) {
        case .file?, nil: return nil
        case .folder?, .other?: return try moveAside(path)
        }
    }

    /// Renames something to the first free name made from its own: `vir.sqlite.damaged`, `vir.sqlite.damaged-2` and so on. A file replaces
    /// a file that was moved aside before; anything else stays.
    @discardableResult
    func moveAside(_ path: String) throws(CardError) -> String {
        let aside = path + CardLayout.damagedSuffix
        for number in 1...Self.mostAside {
            let name = number == 1 ? aside : "\(aside)-\(number)"
            let isFile = try isFile(path)
            switch try kind(of: name) {
            case nil: break
            case .file? where isFile: break
            default: continue
            }
            try rename(path, to: name)
            return name
        }
        throw .failed(operation: "move aside", subject: path, reason: .namesTaken(Self.mostAside))
    }

    private static var mostAside: Int { 20 }

    public func write(_ pieces: [UnsafeRawBufferPointer], to file: OpenFile, at offset: Int64) throws(CardError) {
        var place = offset
        for piece in pieces {
            try write(piece, to: file, at: place)
            place += Int64(piece.count)
        }
    }

    func write(_ bytes: [UInt8], to file: OpenFile, at offset: Int64) throws(CardError) {
        var refusal: CardError?
        bytes.withUnsafeBytes { buffer in
            do throws(CardError) { try write(buffer, to: file, at: offset) } catch { refusal = error }
        }
        if let refusal { throw refusal }
    }

    /// Removes a file if it is there.
    func removeIfThere(_ path: String) throws(CardError) {
        if try kind(of: path) != nil { try remove(path) }
    }

    /// The default goes step by step, for a file system whose names are all text.
    public func removeTree(_ path: String) throws(CardError) {
        if try isFolder(path) {
            for name in try list(path) { try removeTree("\(path)/\(name)") }
        }
        try remove(path)
    }
}
