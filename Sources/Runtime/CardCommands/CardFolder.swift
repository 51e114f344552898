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

    /// Refuses a folder for the book of merged cards: one of the cards, a folder in one, whatever links lead there, or a folder with
    /// somebody's files that is no card. A folder that isn't there yet is taken if it can be made.
    /// - Throws: `Failure` with `usage`.
    public static func checkMayBeBook(_ path: String, of cards: [String]) throws(Failure) {
        guard !path.isEmpty else { throw Failure(.usage, "the book's name is empty; name a folder for the merged sessions") }
        if let objection = objection(to: path), !mayBeMade(path) { throw Failure(.usage, "\(path): \(objection)") }
        for card in cards where lies(path, in: card) {
            throw Failure(.usage, "\(path): it is the card \(card), or lies in it; name a folder outside of the cards")
        }
        if Self.id(of: path) != nil, !CardMerge.mayBecomeBook(path) {
            throw Failure(.usage, "\(path): it has files, and is no card of VIR; name a new or empty folder, or a book that was merged before")
        }
    }

    /// The number of a folder's file system, and its number there: the same for all ways that lead to the folder.
    private struct FolderID: Equatable {
        var device: UInt64
        var number: UInt64
    }

    private static func id(of path: String) -> FolderID? {
        var status = stat()
        return stat(path, &status) == 0 ? FolderID(device: UInt64(status.st_dev), number: UInt64(status.st_ino)) : nil
    }

    private static func mayBeMade(_ path: String) -> Bool {
        id(of: path) == nil && access(parent(of: path), W_OK) == 0
    }

    private static func parent(of path: String) -> String {
        let folder = (path as NSString).deletingLastPathComponent
        return folder.isEmpty ? "." : folder
    }

    /// True if a folder is this card, or lies in it. A folder that isn't there lies where its parent lies.
    private static func lies(_ path: String, in card: String) -> Bool {
        let wanted = id(of: card)
        guard let whole = realpath(id(of: path) == nil ? parent(of: path) : path, nil) else { return false }
        defer { free(whole) }
        var place = String(cString: whole)
        while true {
            if let id = id(of: place), id == wanted { return true }
            if place == "/" || place.isEmpty { return false }
            place = parent(of: place)
        }
    }

    /// Returns why no card can be made at this path, as far as the path itself tells; `nil` if it is a folder already.
    static func objection(to path: String) -> String? {
        var status = stat()
        guard stat(path, &status) != 0 else { return status.st_mode & S_IFMT == S_IFDIR ? nil : "it is a file; name a folder" }
        guard errno == ENOENT else { return SystemReason.words(errno) }
        let parent = parent(of: path)
        guard stat(parent, &status) == 0 else { return "there is no folder \(parent) to make it in; make that first" }
        return "no folder can be made in \(parent)" + (access(parent, W_OK) == 0 ? "" : ": \(SystemReason.words(errno))")
    }
}
