import CLinux
import Glibc

/// The file system of the machine.
public final class POSIXFileSystem: FileSystem {
    public init() {}

    // MARK: Looking

    public func kind(of path: String) throws(CardError) -> FileKind? {
        var status = stat()
        guard stat(path, &status) == 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw Self.refusal("look at", path)
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
        return CardSpace(freeBytes: Int64(clamping: UInt64(status.f_bavail).multipliedReportingOverflow(by: unit).partialValue),
                         totalBytes: Int64(clamping: UInt64(status.f_blocks).multipliedReportingOverflow(by: unit).partialValue),
                         isWritable: access(path, W_OK) == 0)
    }

    public func list(_ folder: String) throws(CardError) -> [String] {
        guard let stream = opendir(folder) else { throw Self.refusal("list", folder) }
        defer { closedir(stream) }
        guard let nameOffset = MemoryLayout<dirent>.offset(of: \.d_name) else { return [] }
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = readdir(stream) else { break }
            // An entry is only as long as its name, so it is read where it lies and never copied whole.
            let characters = UnsafeRawPointer(entry).advanced(by: nameOffset).assumingMemoryBound(to: CChar.self)
            if let name = String(validatingCString: characters), name != ".", name != ".." { names.append(name) }
        }
        guard errno == 0 else { throw Self.refusal("list", folder) }
        return names.sorted()
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
        guard mkdir(path, 0o777) == 0 else { throw Self.refusal("make the folder", path) }
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

    public func truncate(_ file: OpenFile, to size: Int64) throws(CardError) {
        guard ftruncate(file.number, off_t(size)) == 0 else { throw Self.refusal("shorten", "a file on the card") }
    }

    public func startWriting(_ file: OpenFile, from offset: Int64, count: Int64) {
        vir_start_writing(file.number, offset, count)
    }

    public func sync(_ file: OpenFile) throws(CardError) {
        guard fsync(file.number) == 0 else { throw Self.refusal("sync", "a file on the card") }
    }

    public func close(_ file: OpenFile) {
        // Whatever had to be safe was synced; there is nothing that a failed close could still lose.
        _ = Glibc.close(file.number)
    }

    public func rename(_ path: String, to newPath: String) throws(CardError) {
        guard Glibc.rename(path, newPath) == 0 else { throw Self.refusal("rename", path) }
    }

    public func remove(_ path: String) throws(CardError) {
        guard Glibc.remove(path) == 0 else { throw Self.refusal("remove", path) }
    }

    public func syncFolder(_ path: String) throws(CardError) {
        let folder = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw Self.refusal("open the folder", path) }
        defer { Glibc.close(folder) }
        guard fsync(folder) == 0 else {
            // Some file systems have no such thing as syncing a folder; they write names through, or promise nothing.
            if errno == EINVAL || errno == ENOSYS || errno == ENOTSUP { return }
            throw Self.refusal("sync the folder", path)
        }
    }

    // MARK: Refusals

    /// Opens without waiting: a pipe that somebody put in a file's place must not hold up the card's thread.
    private func openRegular(_ path: String, _ flags: Int32, operation: String) throws(CardError) -> Int32 {
        let file = Glibc.open(path, flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0o666)
        guard file >= 0 else { throw Self.refusal(operation, path) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            Glibc.close(file)
            throw .failed(operation: operation, subject: path, reason: "it is no regular file")
        }
        return file
    }

    private static func refusal(_ operation: String, _ subject: String, code: Int32 = errno) -> CardError {
        switch code {
        case ENOSPC, EDQUOT: .full
        case EROFS: .readOnly
        case ENODEV, ENXIO, ENOMEDIUM: .absent
        default: .failed(operation: operation, subject: subject, reason: String(cString: strerror(code)))
        }
    }
}
