// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// Small files in the service manager's folder in RAM. They come from outside: nothing but a regular file is read, and no link is followed.
enum RuntimeFile {
    /// Returns the first `longestBytes` of the file; `nil` if there is no file that can be read.
    static func read(_ path: String, longestBytes: Int) -> [UInt8]? {
        // Opened without blocking: a pipe that somebody put there would hold up the start for good.
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return [UInt8](unsafeUninitializedCapacity: longestBytes) { buffer, count in
            while count < longestBytes, let start = buffer.baseAddress {
                let got = Glibc.read(file, start + count, longestBytes - count)
                if got < 0, errno == EINTR { continue }
                guard got > 0 else { break }
                count += got
            }
        }
    }

    /// Writes a file so that a reader sees either the old one or the new one, whole. RAM needs no sync.
    static func replace(_ path: String, with bytes: [UInt8]) {
        let part = path + ".part"
        unlink(part)
        let file = open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o644)
        guard file >= 0 else { return }
        let isWhole = write(file, bytes, bytes.count) == bytes.count
        close(file)
        guard isWhole, rename(part, path) == 0 else {
            unlink(part)
            return
        }
    }
}
