// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// The reason why the system refused a file, in words for whoever named the file.
enum SystemReason {
    /// Returns the end of a sentence, such as `there is no room left`.
    static func words(_ code: Int32) -> String {
        switch code {
        case ENOENT: "there is no such file or folder"
        case ENOTDIR: "a part of its path is a file and no folder"
        case EISDIR: "it is a folder; name a file"
        case EACCES, EPERM: "this user isn't allowed to"
        case EROFS: "its file system is read-only"
        case ENOSPC, EDQUOT: "there is no room left"
        case EFBIG: "it would get larger than is allowed"
        case ENAMETOOLONG: "its name is too long"
        case ELOOP: "its links lead in a circle"
        case EBADF: "it is closed"
        case EPIPE, ENXIO: "nobody reads it"
        default: String(cString: strerror(code))
        }
    }
}
