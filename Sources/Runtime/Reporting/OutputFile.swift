// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Glibc

/// A file that a run leaves because somebody asked for it (`--report FILE`). It is refused at the start rather than at the end.
///
/// A regular file is replaced whole or not at all. A device, a pipe and the program's own streams (`-`, `/dev/stdout`, `/dev/fd/N`) are
/// written in place: replacing them by name would put a file where the device was.
final class OutputFile {
    private enum Target {
        /// One of the program's own descriptors, duplicated, so that nothing else can take its number meanwhile.
        case descriptor(Int32)
        /// A device or a pipe.
        case inPlace
        /// The file that the name leads to, through all links.
        case file(String)
    }

    /// The file's name and its option, for messages.
    private let name: String
    private let path: String
    private let target: Target
    /// True if it is standard output: then nothing else may be printed there.
    let isStandardOutput: Bool

    /// - Throws: `Failure`, if it is already clear that it can't be written.
    init(_ path: String, option: String) throws(Failure) {
        guard !path.isEmpty else { throw Failure(.usage, "\(option): its name is empty; name a file, or - for standard output") }
        self.path = path
        name = "\(option) \(path)"
        let number = Self.descriptor(path)
        isStandardOutput = number == STDOUT_FILENO
        target = if let number { try Self.stream(number, name) } else { try Self.named(path, name) }
    }

    deinit {
        if case .descriptor(let number) = target { close(number) }
    }

    /// Writes the data. Called once.
    func write(_ data: Data) throws(Failure) {
        let bytes = [UInt8](data)
        let code =
            switch target {
            case .descriptor(let number): FileDescriptor.write(bytes, to: number)
            case .inPlace: Self.writeInPlace(bytes, path)
            case .file(let file): Self.replace(file, with: bytes)
            }
        guard code == 0 else { throw Failure(.cannotWrite, "\(name): \(SystemReason.words(code))") }
    }

    // MARK: Targets

    /// Returns the number of the program's own descriptor that a name stands for; `nil` if it stands for none.
    private static func descriptor(_ path: String) -> Int32? {
        switch path {
        case "-", "/dev/stdout": return STDOUT_FILENO
        case "/dev/stderr": return STDERR_FILENO
        default:
            for folder in ["/dev/fd/", "/proc/self/fd/"] where path.hasPrefix(folder) { return Int32(path.dropFirst(folder.count)) }
            return nil
        }
    }

    private static func stream(_ number: Int32, _ name: String) throws(Failure) -> Target {
        let flags = fcntl(number, F_GETFL)
        guard flags >= 0, flags & O_ACCMODE != O_RDONLY else {
            throw Failure(.cannotWrite, "\(name): it is closed, or only to be read")
        }
        let own = fcntl(number, F_DUPFD_CLOEXEC, 3)
        guard own >= 0 else { throw Failure(.cannotWrite, "\(name): \(SystemReason.words(errno))") }
        return .descriptor(own)
    }

    private static func named(_ path: String, _ name: String) throws(Failure) -> Target {
        func refuse(_ reason: String) -> Failure { Failure(.cannotWrite, "\(name): \(reason)") }
        var status = stat()
        guard stat(path, &status) == 0 else {
            guard errno == ENOENT else { throw refuse(SystemReason.words(errno)) }
            try tryFolder(of: path, refuse)
            return .file(path)
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG:
            guard let real = realpath(path, nil) else { throw refuse(SystemReason.words(errno)) }
            defer { free(real) }
            let file = String(cString: real)
            try tryFolder(of: file, refuse)
            return .file(file)
        case S_IFCHR, S_IFIFO:
            guard access(path, W_OK) == 0 else { throw refuse("this user isn't allowed to write it") }
            return .inPlace
        case S_IFDIR: throw refuse("it is a folder; name a file in it")
        case S_IFBLK: throw refuse("it is a whole disk; name a file on it")
        default: throw refuse("it is no file; name one")
        }
    }

    /// Makes a file beside it and removes it again: only that reveals a folder that seems writable and isn't (`/proc`).
    private static func tryFolder(of path: String, _ refuse: (String) -> Failure) throws(Failure) {
        let folder = (path as NSString).deletingLastPathComponent
        let parent = folder.isEmpty ? "." : folder
        var status = stat()
        guard stat(parent, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            throw refuse("there is no folder \(parent); make it first")
        }
        guard !path.hasSuffix("/") else { throw refuse("it ends with a /; name a file") }
        let trial = Self.part(of: path)
        let file = open(trial, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            throw refuse(errno == ENOENT ? "no file can be made in \(parent)" : "no file can be made in \(parent): \(SystemReason.words(errno))")
        }
        close(file)
        unlink(trial)
    }

    private static func part(of path: String) -> String {
        let folder = (path as NSString).deletingLastPathComponent
        return (folder.isEmpty ? "" : folder == "/" ? "/" : folder + "/") + ".vir-output-\(getpid()).part"
    }

    // MARK: Writing

    private static func writeInPlace(_ bytes: [UInt8], _ path: String) -> Int32 {
        // Opened without waiting: a pipe that nobody reads would hold up the program's end for good.
        let file = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
        guard file >= 0 else { return errno }
        _ = fcntl(file, F_SETFL, fcntl(file, F_GETFL) & ~O_NONBLOCK)
        let code = FileDescriptor.write(bytes, to: file)
        return close(file) == 0 || code != 0 ? code : errno
    }

    private static func replace(_ path: String, with bytes: [UInt8]) -> Int32 {
        let part = part(of: path)
        var status = stat()
        let mode = stat(path, &status) == 0 ? status.st_mode & 0o777 : nil
        let file = open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard file >= 0 else { return errno }
        if let mode { fchmod(file, mode) }
        var code = FileDescriptor.write(bytes, to: file)
        if code == 0, fsync(file) != 0 { code = errno }
        if close(file) != 0, code == 0 { code = errno }
        if code == 0, rename(part, path) != 0 { code = errno }
        if code != 0 { unlink(part) }
        return code
    }
}

/// The folder that a run's pictures of the TV go into, or an export's files.
enum OutputFolder {
    static func make(_ path: String, option: String) throws(Failure) {
        guard !path.isEmpty else { throw Failure(.usage, "\(option): its name is empty; name a folder") }
        func refuse(_ reason: String) -> Failure { Failure(.cannotWrite, "\(option) \(path): \(reason)") }
        if mkdir(path, 0o777) != 0, errno != EEXIST {
            throw refuse(CardFolder.objection(to: path) ?? "no folder can be made there")
        }
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { throw refuse("it is a file and no folder") }
        guard access(path, W_OK) == 0 else { throw refuse(errno == EROFS ? "it is read-only" : "this user isn't allowed to write in it") }
    }
}
