// SPDX-License-Identifier: GPL-3.0-or-later

import CLinux
import Glibc

/// The file system of the machine.
public final class POSIXFileSystem: FileSystem {
    private let root: String?

    /// - Parameter root: a card's folder. Below it no symbolic link is followed: a link is neither a file nor a folder. `nil` if no folder
    ///   is a card's: links are then followed as everywhere.
    public init(root: String? = nil) {
        var root = root
        while let path = root, path.count > 1, path.hasSuffix("/") { root?.removeLast() }
        self.root = root
    }

    // MARK: Reading

    public func kind(of path: String) throws(CardError) -> FileKind? {
        let status: stat
        do {
            status = try FilePlace(path, below: root).status()
        } catch {
            if error.code == ENOENT || error.code == ENOTDIR { return nil }
            throw error.about("look at", path)
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return .file(bytes: Int64(status.st_size))
        case S_IFDIR: return .folder
        default: return .other
        }
    }

    public func space(at path: String) throws(CardError) -> CardSpace {
        var status = statvfs()
        guard statvfs(path, &status) == 0 else { throw Self.refusal("measure", path) }
        let unit = UInt64(status.f_frsize)
        return CardSpace(
            freeBytes: Int64(clamping: UInt64(status.f_bavail).multipliedReportingOverflow(by: unit).partialValue),
            totalBytes: Int64(clamping: UInt64(status.f_blocks).multipliedReportingOverflow(by: unit).partialValue),
            isWritable: access(path, W_OK) == 0)
    }

    public func list(_ folder: String) throws(CardError) -> [String] {
        try at(folder, "list") { place throws(FileRefusal) in
            let names = try FolderEntries(of: try place.openFolder()).names()
            return names.compactMap { String(validating: $0.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self) }.sorted()
        }
    }

    public func read(_ path: String, from offset: Int64, count: Int) throws(CardError) -> [UInt8] {
        let file = try openRegular(path, O_RDONLY, operation: "read")
        defer { Glibc.close(file) }
        var failure: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: max(count, 0)) { buffer, filled in
            while filled < buffer.count {
                let got = pread(file, buffer.baseAddress.map { $0 + filled }, buffer.count - filled, off_t(offset) + filled)
                if got < 0 && errno == EINTR { continue }
                if got < 0 { failure = errno }
                if got <= 0 { return }
                filled += got
            }
        }
        guard failure == 0 else { throw Self.refusal("read", path, code: failure) }
        return bytes
    }

    // MARK: Writing

    public func makeFolder(_ path: String) throws(CardError) {
        try at(path, "make the folder") { place throws(FileRefusal) in
            guard mkdirat(place.folder, place.name, 0o777) == 0 else { throw FileRefusal(code: errno) }
        }
    }

    public func open(_ path: String, _ mode: OpenMode) throws(CardError) -> OpenFile {
        let flags = mode == .create ? O_RDWR | O_CREAT | O_TRUNC : O_RDWR
        return OpenFile(number: try openRegular(path, flags, operation: "open"))
    }

    public func write(_ bytes: UnsafeRawBufferPointer, to file: OpenFile, at offset: Int64) throws(CardError) {
        var done = 0
        while done < bytes.count {
            let written = pwrite(file.number, bytes.baseAddress.map { $0 + done }, bytes.count - done, off_t(offset) + done)
            if written < 0 && errno == EINTR { continue }
            guard written > 0 else { throw Self.refusal("write", "a file on the card", code: written == 0 ? EIO : errno) }
            done += written
        }
    }

    public func write(_ pieces: [UnsafeRawBufferPointer], to file: OpenFile, at offset: Int64) throws(CardError) {
        let count = pieces.reduce(0) { $0 + $1.count }
        let written = withUnsafeTemporaryAllocation(of: iovec.self, capacity: max(pieces.count, 1)) { vectors in
            for (index, piece) in pieces.enumerated() {
                // The kernel only reads these bytes.
                vectors[index] = iovec(iov_base: UnsafeMutableRawPointer(mutating: piece.baseAddress), iov_len: piece.count)
            }
            return pwritev(file.number, vectors.baseAddress, Int32(clamping: pieces.count), off_t(offset))
        }
        if written == count { return }
        // There were too many pieces for one call, a signal came, or the card took only a part. The rest goes piece by piece, which also
        // reports the error.
        var place = 0
        for piece in pieces {
            let done = min(max(written - place, 0), piece.count)
            try write(UnsafeRawBufferPointer(rebasing: piece[done...]), to: file, at: offset + Int64(place + done))
            place += piece.count
        }
    }

    public func clone(_ path: String, to file: OpenFile, of target: any FileSystem) -> Bool {
        guard target is POSIXFileSystem, let source = try? openRegular(path, O_RDONLY, operation: "read") else { return false }
        defer { Glibc.close(source) }
        return vir_clone_file(file.number, source) == 0
    }

    public func truncate(_ file: OpenFile, to size: Int64) throws(CardError) {
        guard ftruncate(file.number, off_t(size)) == 0 else { throw Self.refusal("shorten", "a file on the card") }
    }

    public func startWriting(_ file: OpenFile, from offset: Int64, count: Int64) {
        vir_start_writing(file.number, offset, count)
    }

    public func sync(_ file: OpenFile) throws(CardError) {
        guard fsync(file.number) == 0 else { throw Self.refusal("sync", "a file on the card") }
    }

    public func hold(_ file: OpenFile) throws(CardError) -> Bool {
        var result = flock(file.number, LOCK_EX | LOCK_NB)
        while result != 0 && errno == EINTR { result = flock(file.number, LOCK_EX | LOCK_NB) }
        if result != 0 && errno == EWOULDBLOCK { return false }
        var status = stat()
        guard fstat(file.number, &status) == 0, status.st_nlink > 0 else { throw Self.refusal("hold", "a file on the card", code: ENOENT) }
        return true
    }

    public func close(_ file: OpenFile) {
        // A process that was forked a moment ago also has the descriptor until it starts its program. Unlocked, the file isn't held any
        // longer.
        _ = flock(file.number, LOCK_UN)
        // Everything that had to be safe was synced, so a failed close can't lose anything.
        _ = Glibc.close(file.number)
    }

    public func rename(_ path: String, to newPath: String) throws(CardError) {
        try at(path, "rename") { place throws(FileRefusal) in
            let new = try FilePlace(newPath, below: root)
            guard renameat(place.folder, place.name, new.folder, new.name) == 0 else { throw FileRefusal(code: errno) }
        }
    }

    public func remove(_ path: String) throws(CardError) {
        try at(path, "remove") { place throws(FileRefusal) in
            if unlinkat(place.folder, place.name, 0) == 0 { return }
            guard errno == EISDIR || errno == EPERM, unlinkat(place.folder, place.name, AT_REMOVEDIR) == 0 else {
                throw FileRefusal(code: errno)
            }
        }
    }

    public func removeTree(_ path: String) throws(CardError) {
        try at(path, "remove") { place throws(FileRefusal) in
            let above = openat(place.folder, place.isWalked ? "." : CardLayout.folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            guard above >= 0 else { throw FileRefusal(code: errno) }
            let name = path.utf8.split(separator: UInt8(ascii: "/")).last ?? path.utf8[...]
            try FolderEntries(of: above).remove(name.map { CChar(bitPattern: $0) } + [0])
        }
    }

    public func syncFolder(_ path: String) throws(CardError) {
        try at(path, "sync the folder") { place throws(FileRefusal) in
            let folder = try place.openFolder()
            defer { Glibc.close(folder) }
            guard fsync(folder) == 0 else {
                // Some file systems can't sync a folder; they write names through, or promise nothing.
                if errno == EINVAL || errno == ENOSYS || errno == ENOTSUP { return }
                throw FileRefusal(code: errno)
            }
        }
    }

    public func syncAll(_ path: String) throws(CardError) {
        try at(path, "sync") { place throws(FileRefusal) in
            let folder = try place.openFolder()
            defer { Glibc.close(folder) }
            guard vir_sync_file_system(folder) == 0 else { throw FileRefusal(code: errno) }
        }
    }

    // MARK: Refusals

    private func at<Result>(
        _ path: String, _ operation: String,
        _ body: (borrowing FilePlace) throws(FileRefusal) -> Result
    ) throws(CardError) -> Result {
        do throws(FileRefusal) {
            return try body(try FilePlace(path, below: root))
        } catch {
            throw error.about(operation, path)
        }
    }

    /// Opens without waiting: a pipe in a file's place must not hold up the card's thread.
    private func openRegular(_ path: String, _ flags: Int32, operation: String) throws(CardError) -> Int32 {
        let file = try at(path, operation) { place throws(FileRefusal) in
            let file = openat(place.folder, place.name, flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | place.linkFlag, 0o666)
            if file >= 0 { return file }
            let code = errno
            // A socket, or a device without a driver, answers like this too. It doesn't mean that the card was pulled.
            if code == ENXIO || code == ENODEV, let there = try? place.status(), there.st_mode & S_IFMT != S_IFREG {
                throw FileRefusal(code: EINVAL)
            }
            throw FileRefusal(code: code)
        }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            Glibc.close(file)
            throw .failed(operation: operation, subject: path, reason: .isNoFile)
        }
        return file
    }

    private static func refusal(_ operation: String, _ subject: String, code: Int32 = errno) -> CardError {
        FileRefusal(code: code).about(operation, subject)
    }
}
