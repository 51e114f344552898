// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Glibc
import Storage

/// Checks a folder that somebody named as a card.
public enum CardFolder {
    /// Refuses a path that is no folder, before anything is created there.
    /// - Throws: `Failure` with `usage` for an empty name, otherwise with `noInput`.
    public static func check(_ path: String) throws(Failure) {
        guard !path.isEmpty else { throw Failure(.usage, "the card's name is empty; name its folder") }
        var status = stat()
        guard stat(path, &status) == 0 else {
            throw Failure(.noInput, "\(path): \(errno == ENOENT ? "there is no such folder; name the card's" : SystemReason.words(errno))")
        }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw Failure(.noInput, "\(path): it is a file; name the card's folder") }
    }

    /// Refuses a folder that no VIR has recorded onto: it has neither what a card has, nor a session.
    /// - Throws: `Failure` with `noInput`; with `usage` for an empty name.
    public static func checkIsCard(_ path: String) throws(Failure) {
        try check(path)
        guard CardCheck.isCard(path) else {
            throw Failure(.noInput, "\(path): it is no card of VIR; name the folder with the sessions, or make a card of it: vir card rebuild --new")
        }
    }

    /// Returns why no card can be made at this path, as far as the path itself tells; `nil` if it is a folder already.
    static func objection(to path: String) -> String? {
        var status = stat()
        guard stat(path, &status) != 0 else { return status.st_mode & S_IFMT == S_IFDIR ? nil : "it is a file; name a folder" }
        guard errno == ENOENT else { return SystemReason.words(errno) }
        let folder = (path as NSString).deletingLastPathComponent
        let parent = folder.isEmpty ? "." : folder
        guard stat(parent, &status) == 0 else { return "there is no folder \(parent) to make it in; make that first" }
        return "no folder can be made in \(parent)" + (access(parent, W_OK) == 0 ? "" : ": \(SystemReason.words(errno))")
    }
}
