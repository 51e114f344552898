// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation

extension Card {
    /// Returns a session that another program is recording; `nil` if no program does.
    public func recordedElsewhere() throws(CardError) -> String? {
        for name in try sessionNames() where (try? isRecordedElsewhere(name)) == true { return name }
        return nil
    }

    /// The folder on the card that people fill with films from elsewhere.
    public var filmFolder: String { "\(path)/\(CardLayout.films)" }

    /// Returns the paths of the files in `filmFolder`, by name, without those that other systems leave and without VIR's own notes; empty if
    /// there is no such folder. A link in its place is no folder.
    public func films() throws(CardError) -> [String] {
        try attempt { () throws(CardError) in
            guard try files.isFolder(filmFolder) else { return [] }
            var found: [String] = []
            for name in try files.list(filmFolder)
            where !CardLayout.isLeftover(name) && !name.hasPrefix(".") && !name.hasPrefix(CardLayout.filmNotes) {
                if try files.kind(of: "\(filmFolder)/\(name)") != .folder { found.append("\(filmFolder)/\(name)") }
            }
            return found
        }
    }

    // MARK: Notes

    /// The longest file that is read, in bytes: a film takes some 300 of them.
    private static let longestNotes: Int64 = 1 << 20

    private var filmNotesPath: String { "\(filmFolder)/\(CardLayout.filmNotes)" }

    /// Returns the notes on the films in `filmFolder`, for this version of the program; empty if they are missing or can't be read.
    /// They only save time: without them the films are read again.
    public func filmNotes() -> FilmNotes {
        guard case .file(let size)? = try? files.kind(of: filmNotesPath), size <= Self.longestNotes,
            let bytes = try? files.read(filmNotesPath, from: 0, count: Int(size)),
            let notes = try? JSONDecoder().decode(FilmNotes.self, from: Data(bytes))
        else { return FilmNotes() }
        return notes.forThisVersion
    }

    /// Keeps the notes beside the films, whole or not at all.
    /// - Throws: the card's refusal.
    public func keep(_ notes: FilmNotes) throws(CardError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let bytes: [UInt8]
        do {
            bytes = [UInt8](try encoder.encode(notes)) + [UInt8(ascii: "\n")]
        } catch {
            throw .failed(operation: "put into words", subject: CardLayout.filmNotes, reason: "\(error)")
        }
        try attempt { () throws(CardError) in
            guard try files.isFolder(filmFolder), !files.holds(filmNotesPath, bytes) else { return }
            guard try files.space(at: path).freeBytes - Int64(bytes.count) >= reserveBytes else { throw .full }
            try files.replace(filmNotesPath, with: bytes)
        }
    }
}
