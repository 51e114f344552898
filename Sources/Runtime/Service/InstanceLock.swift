// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Glibc

/// A lock that lets only one VIR at a time use the box's devices: a locked file that names the process.
///
/// The kernel releases the lock when the process ends, however that happens; the file stays and means nothing. If no file
/// can be locked, the run goes on without a lock, and `objection` says so. The lock is held as long as the value lives.
final class InstanceLock {
    static let serviceFolder = "/run/vir"

    /// Why there is no lock; `nil` if there is a lock.
    let objection: String?
    private var files: [Int32] = []

    /// Takes the lock.
    /// - Throws: `unavailable`, with the number of the process that has it.
    convenience init(environment: [String: String] = ProcessInfo.processInfo.environment) throws(Failure) {
        // Makes the service's folder, in case systemd hasn't and whoever starts VIR may do so.
        mkdir(Self.serviceFolder, 0o755)
        try self.init(paths: Self.paths(environment: environment, user: geteuid()))
    }

    /// - Parameter paths: the files to try, in this order. A file that may only be read is locked too, since another user's VIR
    ///   has it open; then the next file gets our own process number.
    init(paths: [String]) throws(Failure) {
        var files: [Int32] = []
        var refusals: [String] = []
        var isWritten = false
        for path in paths where !isWritten {
            guard let (file, isWritable) = Self.open(path) else {
                refusals.append("\(path): \(String(cString: strerror(errno)))")
                continue
            }
            guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
                let owner = errno == EWOULDBLOCK ? Self.owner(of: file) : nil
                let isTaken = errno == EWOULDBLOCK
                refusals.append("\(path): \(String(cString: strerror(errno)))")
                close(file)
                guard isTaken else { continue }
                for file in files { close(file) }
                let who = owner.map { "as process \($0)" } ?? "for another user"
                throw Failure(.unavailable, "VIR is already running \(who), and only one can have the devices: end that one first")
            }
            files.append(file)
            if isWritable { isWritten = Self.sign(file) }
        }
        self.files = files
        objection = files.isEmpty ? "nothing keeps a second VIR off these devices: \(refusals.joined(separator: "; "))" : nil
    }

    deinit { for file in files { close(file) } }

    /// Returns the paths of the lock, best first. The service's path is the first, so that a person's own start meets it too.
    static func paths(environment: [String: String], user: uid_t) -> [String] {
        // systemd joins several directories with colons; the first is VIR's.
        let runtime = environment["RUNTIME_DIRECTORY"]?.split(separator: ":").first.map(String.init)
        let own = environment["XDG_RUNTIME_DIR"].flatMap { $0.isEmpty ? nil : $0 }
        var folders = [runtime ?? serviceFolder]
        if let own { folders.append(own) }
        return folders.map { "\($0)/vir.lock" } + ["/tmp/vir-\(user).lock"]
    }

    private static func open(_ path: String) -> (file: Int32, isWritable: Bool)? {
        let file = Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o644)
        if file >= 0 { return (file, true) }
        guard errno == EACCES || errno == EROFS || errno == EPERM else { return nil }
        let readable = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        return readable >= 0 ? (readable, false) : nil
    }

    /// Writes our process number into the file.
    private static func sign(_ file: Int32) -> Bool {
        let text = Array("\(getpid())\n".utf8)
        return ftruncate(file, 0) == 0 && pwrite(file, text, text.count, 0) == text.count
    }

    /// Returns the process that wrote the file, if it still lives.
    private static func owner(of file: Int32) -> pid_t? {
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = pread(file, &bytes, bytes.count, 0)
        guard count > 0, let process = pid_t(String(decoding: bytes[..<count], as: UTF8.self).filter { !$0.isNewline }),
            process > 0, kill(process, 0) == 0 || errno == EPERM
        else { return nil }
        return process
    }
}
