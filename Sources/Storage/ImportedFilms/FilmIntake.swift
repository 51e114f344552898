// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Copies the films of a USB stick into the card's folder `IMPORT`, from which they are imported.
///
/// The films are the files MP4, MOV and M4V at the stick's top level and in its folder `IMPORT`. Each keeps its name; if another file of the
/// card has that name, it gets a number. No file of the card is ever replaced, and the stick is only read. Until a film is whole, it lies
/// under a temporary name that no import takes for a film.
///
/// Thread-bound.
public final class FilmIntake {
    /// The reason why no more films can be copied.
    public enum Refusal: Error, Hashable {
        case stick(CardError)
        case card(CardError)
        /// Somebody stopped it.
        case givenUp
    }

    /// The outcome of one film.
    public enum Step: Hashable, Sendable {
        case copied(String)
        /// The card has a film of this name with the same content.
        case isThere(String)
        case refused(RefusedFilm)
    }

    private struct Film {
        var name: String
        var path: String
        var bytes: Int64
    }

    /// The most films of one name with different contents.
    private static let mostNames = 99

    private let card: Card
    private let stick: any FileSystem
    private let goesOn: () -> Bool
    private let films: [Film]
    private var next = 0

    /// Looks which films a stick has.
    /// - Parameters:
    ///   - path: the stick's folder in `stick`.
    ///   - goesOn: asked before each piece; it may take its time. If it returns false, the film is given up.
    public init(from path: String, of stick: any FileSystem, to card: Card, goesOn: @escaping () -> Bool) throws(Refusal) {
        (self.card, self.stick, self.goesOn) = (card, stick, goesOn)
        do throws(CardError) {
            films = try Self.films(in: path, stick) + Self.films(in: "\(path)/\(CardLayout.films)", stick)
        } catch {
            throw .stick(error)
        }
        try onCard { () throws(CardError) in try removeUnfinished() }
    }

    /// The number of films.
    public var count: Int { films.count }
    /// The number of films that are settled.
    public var done: Int { next }
    /// The next film's name; `nil` once all are settled.
    public var name: String? { films.indices.contains(next) ? films[next].name : nil }

    private static func films(in folder: String, _ stick: any FileSystem) throws(CardError) -> [Film] {
        guard try stick.isFolder(folder) else { return [] }
        var found: [Film] = []
        for name in try stick.list(folder) where isFilm(name) {
            if case .file(let bytes)? = try stick.kind(of: "\(folder)/\(name)"), bytes > 0 {
                found.append(Film(name: name, path: "\(folder)/\(name)", bytes: bytes))
            }
        }
        return found
    }

    private static func isFilm(_ name: String) -> Bool {
        let small = name.lowercased()
        return !name.hasPrefix(".") && !CardLayout.isLeftover(name) && [".mp4", ".mov", ".m4v"].contains { small.hasSuffix($0) }
    }

    /// Returns about how many bytes are still to be written: a file of the same name and length counts as the same film.
    public func neededBytes() throws(Refusal) -> Int64 {
        try onCard { () throws(CardError) in
            var needed: Int64 = 0
            for film in films[next...] where film.bytes <= ImportedFilm.mostBytes {
                if try card.files.kind(of: place(film.name)) != .file(bytes: film.bytes) { needed += film.bytes }
            }
            return needed
        }
    }

    /// Copies the next film. When it returns, the film survives a power cut.
    /// - Parameter progress: receives the part of the film that is copied, 0…1.
    /// - Returns: `nil` if no film is left.
    public func step(progress: (Double) -> Void) throws(Refusal) -> Step? {
        guard films.indices.contains(next) else { return nil }
        let step = try take(films[next], progress)
        next += 1
        return step
    }

    private func take(_ film: Film, _ progress: (Double) -> Void) throws(Refusal) -> Step {
        guard film.bytes <= ImportedFilm.mostBytes else {
            return .refused(RefusedFilm(name: film.name, FilmVerdict(.shorter, reason: "\(film.bytes) bytes, and 4 GB are the most")))
        }
        try onCard { () throws(CardError) in try requireFolder() }
        for number in 1...Self.mostNames {
            let name = number == 1 ? film.name : ExportFolder.name(film.name, with: "\(number)")
            let there = try onCard { () throws(CardError) in try card.files.kind(of: place(name)) }
            if there == nil {
                try copy(film, to: place(name), progress)
                return .copied(name)
            }
            if there == .file(bytes: film.bytes), try isAlike(film, place(name)) { return .isThere(name) }
        }
        return .refused(RefusedFilm(name: film.name, FilmVerdict(.again, reason: "\(Self.mostNames) other films have its name")))
    }

    private func copy(_ film: Film, to path: String, _ progress: (Double) -> Void) throws(Refusal) {
        let files = card.files
        do throws(Refusal) {
            let output = try onCard { () throws(CardError) in try files.open(part, .create) }
            defer { files.close(output) }
            var offset: Int64 = 0
            while offset < film.bytes {
                let bytes = try piece(of: film, at: offset)
                try onCard { () throws(CardError) in
                    try files.write(bytes, to: output, at: offset)
                    try files.sync(output)
                }
                offset += Int64(bytes.count)
                progress(Double(offset) / Double(film.bytes))
            }
            try onCard { () throws(CardError) in
                try files.rename(part, to: path)
                // FAT keeps a file's size and location beside its name: see `ExportFile.commit`.
                try files.sync(output)
                try files.syncFolder(card.filmFolder)
            }
        } catch {
            try? files.removeIfThere(part)
            throw error
        }
    }

    /// Returns true if the card's file has the bytes of the stick's film, whose length it has.
    private func isAlike(_ film: Film, _ path: String) throws(Refusal) -> Bool {
        var offset: Int64 = 0
        while offset < film.bytes {
            let bytes = try piece(of: film, at: offset)
            guard try onCard({ () throws(CardError) in try card.files.read(path, from: offset, count: bytes.count) }) == bytes else { return false }
            offset += Int64(bytes.count)
        }
        return true
    }

    private func piece(of film: Film, at offset: Int64) throws(Refusal) -> [UInt8] {
        guard goesOn() else { throw .givenUp }
        do throws(CardError) {
            let wanted = Int(min(ExportFolder.piece, film.bytes - offset))
            let bytes = try stick.read(film.path, from: offset, count: wanted)
            guard bytes.count == wanted else { throw .failed(operation: "read", subject: film.name, reason: .isMissing) }
            return bytes
        } catch {
            throw .stick(error)
        }
    }

    // MARK: The card

    private var part: String { place(CardLayout.filmPart) }

    private func place(_ name: String) -> String { "\(card.filmFolder)/\(name)" }

    private func requireFolder() throws(CardError) {
        switch try card.files.kind(of: card.filmFolder) {
        case .folder: return
        case nil:
            try card.files.makeFolder(card.filmFolder)
            try card.files.syncFolder(card.path)
        default: throw .failed(operation: "write", subject: card.filmFolder, reason: .isFileAndNoFolder(CardLayout.films))
        }
    }

    /// Removes the film that was being copied when the power went.
    private func removeUnfinished() throws(CardError) {
        if try card.files.isFile(part) { try card.files.remove(part) }
    }

    private func onCard<Result>(_ body: () throws(CardError) -> Result) throws(Refusal) -> Result {
        do throws(CardError) { return try card.attempt(body) } catch { throw .card(error) }
    }
}
