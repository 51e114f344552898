// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Glibc

/// A name in an open folder, for system calls that no link can lead elsewhere.
///
/// Below its root (a card's folder), each step of a path is opened by itself, because anybody may have put links on a card. A link in place
/// of a folder counts as no folder, and a link in place of a file as no file. The root and the folders above it were named by the person who
/// set the box up, and links there are followed. The place owns its open folder.
struct FilePlace: ~Copyable {
    /// The open folder; `AT_FDCWD` for a path that isn't walked.
    let folder: Int32
    /// The path's last part, or the whole path if it isn't walked.
    let name: String
    /// True if links are refused here.
    let isWalked: Bool

    /// - Parameters:
    ///   - path: a whole path.
    ///   - root: the folder below which no link is followed; `nil` if links are followed everywhere.
    /// - Throws: the number of `errno` if a part of the path is missing or is no folder.
    init(_ path: String, below root: String?) throws(FileRefusal) {
        guard let root, path.hasPrefix(root + "/") else {
            (folder, name, isWalked) = (AT_FDCWD, path, false)
            return
        }
        let parts = path.utf8.dropFirst(root.utf8.count + 1).split(separator: UInt8(ascii: "/")).map { String(decoding: Array($0), as: UTF8.self) }
        guard let last = parts.last, !parts.contains("..") else { throw FileRefusal(code: EXDEV) }
        var open = Glibc.open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard open >= 0 else { throw FileRefusal(code: errno) }
        for part in parts.dropLast() {
            let next = openat(open, part, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            let code = errno
            Glibc.close(open)
            guard next >= 0 else { throw FileRefusal(code: code) }
            open = next
        }
        (folder, name, isWalked) = (open, last, true)
    }

    deinit { if folder >= 0 { Glibc.close(folder) } }

    /// `O_NOFOLLOW` if links are refused.
    var linkFlag: Int32 { isWalked ? O_NOFOLLOW : 0 }

    /// Returns the status of what is there; if links are refused, the status of a link itself.
    func status() throws(FileRefusal) -> stat {
        var status = stat()
        guard fstatat(folder, name, &status, isWalked ? AT_SYMLINK_NOFOLLOW : 0) == 0 else { throw FileRefusal(code: errno) }
        return status
    }

    /// Opens the folder of this name for its entries.
    func openFolder() throws(FileRefusal) -> Int32 {
        let open = openat(folder, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | linkFlag)
        guard open >= 0 else { throw FileRefusal(code: errno) }
        return open
    }
}

/// The system's refusal, by the number of `errno`.
struct FileRefusal: Error {
    let code: Int32

    func about(_ operation: String, _ subject: String) -> CardError {
        switch code {
        case ENOSPC, EDQUOT: .full
        case EROFS: .readOnly
        case ENODEV, ENXIO, ENOMEDIUM: .absent
        case EFBIG: .failed(operation: operation, subject: subject, reason: .fileTooLarge)
        case ELOOP: .failed(operation: operation, subject: subject, reason: .isLink)
        case EXDEV: .failed(operation: operation, subject: subject, reason: .leadsOut)
        default: .failed(operation: operation, subject: subject, reason: Message(String(cString: strerror(code))))
        }
    }
}
