// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// A file that somebody named to be read.
enum InputFile {
    /// Refuses a path that is plainly no readable file, before anything is made of it.
    /// - Parameter option: the option that named it, such as `--settings`; empty for a word without one.
    static func check(_ path: String, option: String) throws(Failure) {
        let name = option.isEmpty ? path : "\(option) \(path)"
        guard !path.isEmpty else { throw Failure(.usage, "\(option.isEmpty ? "a name" : option): it is empty; name a file") }
        var status = stat()
        guard stat(path, &status) == 0 else {
            throw Failure(.noInput, "\(name): \(errno == ENOENT ? "there is no such file" : SystemReason.words(errno))")
        }
        guard status.st_mode & S_IFMT != S_IFDIR else { throw Failure(.noInput, "\(name): it is a folder; name a file in it") }
        guard access(path, R_OK) == 0 else { throw Failure(.noInput, "\(name): this user isn't allowed to read it") }
    }

    /// Reads the whole of a file or a pipe, or with `nil` of standard input.
    /// - Throws: `Failure` if it can't be read, or doesn't end within `longestBytes`.
    static func read(_ path: String?, longestBytes: Int) throws(Failure) -> [UInt8] {
        let name = path ?? "standard input"
        if let path { try check(path, option: "") }
        let file = path.map { open($0, O_RDONLY | O_CLOEXEC | O_NOCTTY) } ?? STDIN_FILENO
        guard file >= 0 else { throw Failure(.noInput, "\(name): \(SystemReason.words(errno))") }
        defer { if path != nil { close(file) } }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Glibc.read(file, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw Failure(.noInput, "\(name): \(SystemReason.words(errno))") }
            guard count > 0 else { return bytes }
            bytes += piece[..<count]
            guard bytes.count <= longestBytes else {
                throw Failure(.noInput, "\(name): it has more than \(longestBytes >> 20) MiB; that is too long for what it should be")
            }
        }
    }
}
