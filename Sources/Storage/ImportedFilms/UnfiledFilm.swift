// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation

/// The note in a session's folder about a film whose clip is about to get its name there: `.vir-film.json`.
///
/// A clip is filed before its journal line is written. If the power goes between the two, the file's name says nothing about the film, which
/// would be imported a second time. The note is written before and removed after, so whoever finds it journals the clip.
struct UnfiledFilm: Hashable, Codable {
    /// The clip, as its journal line will say it.
    var clip: ClipRecord
    /// The length of the clip's file.
    var bytes: Int64

    /// The longest note that is read, in bytes: it has some 500 of them.
    private static let longest: Int64 = 1 << 16

    /// Reads the note in a session's folder.
    /// - Parameter known: the clips of the session's journal.
    /// - Returns: `nil` if the folder has no note, if the journal has the clip, or if the clip's file isn't there whole.
    init?(in folder: String, besides known: [ClipRecord], files: any FileSystem) {
        let path = Self.path(in: folder)
        guard case .file(let size)? = try? files.kind(of: path), size <= Self.longest,
            let bytes = try? files.read(path, from: 0, count: Int(size)),
            let note = try? JSONDecoder().decode(Self.self, from: Data(bytes)),
            note.clip.kind == .film, note.clip.film != nil, CardLayout.isClipFile(note.clip.file),
            !known.contains(where: { $0.number == note.clip.number || $0.file == note.clip.file }),
            (try? files.kind(of: "\(folder)/\(note.clip.file)")) == .file(bytes: note.bytes)
        else { return nil }
        self = note
    }

    init(_ clip: ClipRecord, bytes: Int64) { (self.clip, self.bytes) = (clip, bytes) }

    /// Writes the note. When it returns, the note survives a power cut.
    func write(in folder: String, on card: Card) throws(CardError) {
        let note: [UInt8]
        do {
            note = [UInt8](try JSONEncoder().encode(self))
        } catch {
            throw .failed(operation: "put into words", subject: CardLayout.filmNote, reason: "\(error)")
        }
        try card.attempt { () throws(CardError) in try card.files.replace(Self.path(in: folder), with: note) }
    }

    /// Removes the note. If it stays, it does no harm: the journal has its clip.
    static func remove(in folder: String, files: any FileSystem) { try? files.removeIfThere(path(in: folder)) }

    private static func path(in folder: String) -> String { "\(folder)/\(CardLayout.filmNote)" }
}
