// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The notes that a box keeps beside the films in the card's folder `IMPORT`: `vir-films.json`.
///
/// A film is known by its size and its SHA-256. To read gigabytes at each start would take the card from the clips, so the checksum of a file
/// is believed as long as its name, its size and the time of its last change are the same. A refused film isn't tried again either, until
/// its bytes or the program's version change.
public struct FilmNotes: Hashable, Sendable, Codable {
    private struct Note: Hashable, Codable {
        var film: ImportedFilm
        /// The time of the file's last change, in seconds since 1970.
        var modified: Int64
        /// The reason why it isn't imported; `nil` if it was, or if nobody has tried.
        var refused: FilmVerdict?
    }

    /// The version of the program that refused films: another one may take them.
    private var program = ProgramVersion.text
    private var films: [Note] = []

    public init() {}

    /// The notes as far as this version of the program may use them.
    var forThisVersion: FilmNotes {
        guard program != ProgramVersion.text else { return self }
        var notes = FilmNotes()
        notes.films = films.map { Note(film: $0.film, modified: $0.modified) }
        return notes
    }

    /// Returns a film by what is known of its file without reading it; `nil` if the file is new or was changed.
    /// - Parameter modified: the time of its last change, in seconds since 1970.
    public func film(named name: String, bytes: Int64, modified: Int64) -> ImportedFilm? {
        films.first { $0.film.name == name && $0.film.bytes == bytes && $0.modified == modified }?.film
    }

    /// Returns the reason why a film was refused before, whatever it is called; `nil` if it may be tried.
    public func verdict(on film: ImportedFilm) -> FilmVerdict? { films.lazy.filter { $0.film.isSame(as: film) }.compactMap(\.refused).first }

    /// Notes a film whose bytes were read.
    public mutating func note(_ film: ImportedFilm, modified: Int64) {
        // The same bytes under the same name, only with another time, are the same film.
        let refused = verdict(on: film)
        films.removeAll { $0.film.name == film.name }
        films.append(Note(film: film, modified: modified, refused: refused))
        films.sort { $0.film.name < $1.film.name }
    }

    /// Notes why a film isn't imported.
    public mutating func refuse(_ film: ImportedFilm, _ verdict: FilmVerdict) {
        for index in films.indices where films[index].film.isSame(as: film) { films[index].refused = verdict }
    }

    /// Forgets films whose files are gone.
    public mutating func keepOnly(_ names: Set<String>) { films.removeAll { !names.contains($0.film.name) } }

    /// Returns true if nothing is known of a file of this name.
    public func isNew(_ name: String) -> Bool { !films.contains { $0.film.name == name } }
}
