// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Glibc
import Media
import Storage

/// `vir card import`: films from a phone as clips of a card. The films themselves stay as they are.
public struct CardImport {
    /// The result for one film, to print.
    public struct Film: Encodable, Sendable {
        public enum State: String, Encodable, Sendable {
            case imported
            /// The card had it already.
            case isThere = "there"
            case refused
        }

        /// The path as it was named.
        public var film: String
        public var state: State
        /// The clip's path on the card.
        public var clip: String?
        /// The reason why it was refused.
        public var reason: String?
        /// One line for each thing that isn't as in the film.
        public var remarks: [String] = []
    }

    private let path: String
    private let interruption = Interruption()
    /// The films that are done, in the order in which they were named.
    public private(set) var films: [Film] = []
    /// The signal that ended the import before its time; `nil` if none came. What was imported before stays.
    public var signal: Int32? { interruption.signal }

    public init(_ path: String) { self.path = path }

    /// One line for each film that is on the card now.
    public var lines: [String] {
        films.flatMap { film -> [String] in
            guard let clip = film.clip else { return [] }
            let first = "\(film.film.onOneLine): \(film.state == .isThere ? "is there already: " : "")\(clip)"
            return [first] + film.remarks.map { "note: \($0)" }
        }
    }

    /// One line for each film that was refused.
    public var problems: [String] { films.compactMap { film in film.reason.map { "\(film.film.onOneLine): \($0)" } } }

    /// Returns the result for another program: a JSON array.
    public func json() throws -> String { try JSONText.of(films) }

    /// Imports the films.
    /// - Parameters:
    ///   - paths: the films; empty: those in the card's folder `IMPORT`.
    ///   - progress: receives how much of the film is done, in per mille, with its name.
    /// - Throws: `noInput` if one of them isn't there, before anything is done; `cannotWrite` if the card takes no more.
    public mutating func run(_ paths: [String], progress: (String, Int) -> Void = { _, _ in }) throws(Failure) {
        let card = Card(path: path, files: POSIXFileSystem(root: path))
        let paths = paths.isEmpty ? try waiting(on: card) : paths
        for path in paths {
            var status = stat()
            guard lstat(path, &status) == 0 else { throw Failure(.noInput, "\(path): \(SystemReason.words(errno))") }
        }
        LibAVLog.quiet()
        FoundLanguages.offer()
        do throws(CardError) {
            try Language.speaking(SettingsFile.language(ofCard: path, files: POSIXFileSystem(root: path))) { () throws(CardError) in
                try add(paths, to: card, progress)
            }
        } catch {
            throw Failure(.cannotWrite, "\(path): \(error)")
        }
    }

    /// Returns the films in the card's folder for them.
    private func waiting(on card: Card) throws(Failure) -> [String] {
        let found: [String]
        do throws(CardError) {
            found = try card.films()
        } catch {
            throw Failure(.noInput, "\(card.filmFolder): \(error)")
        }
        guard !found.isEmpty else { throw Failure(.noInput, "\(card.filmFolder): no film is in it; name the films, or put them there") }
        return found
    }

    private mutating func add(_ paths: [String], to card: Card, _ progress: (String, Int) -> Void) throws(CardError) {
        if let name = try card.recordedElsewhere() {
            throw .failed(operation: "import into", subject: name, reason: .isRecordedElsewhere)
        }
        let importer = try FilmImporter(on: card, threads: 0, date: Self.date, isWanted: { [interruption] in interruption.mayGoOn() })
        var refusal: CardError?
        for path in paths where refusal == nil && interruption.mayGoOn() {
            do throws(CardError) {
                let outcome = try importer.add(path, progress: { progress(path, Int($0 * 1000)) })
                // A film that a signal stopped is neither on the card nor at fault.
                guard interruption.signal == nil else { break }
                films.append(Film(path, outcome))
            } catch {
                refusal = error
            }
        }
        try importer.close()
        if let refusal { throw refusal }
    }

    private static func date() -> SessionDate {
        let reading = MachineClock.read()
        return reading.isKept ? SessionDate(.clock, utc: reading.utc, offset: reading.offset) : .unknown
    }
}

extension CardImport.Film {
    fileprivate init(_ path: String, _ outcome: FilmImporter.Outcome) {
        film = path
        switch outcome {
        case .imported(let place, let remarks): (state, clip, self.remarks) = (.imported, place, remarks)
        case .isThere(let place): (state, clip) = (.isThere, place)
        case .refused(let refusal): (state, reason) = (.refused, refusal.description)
        case .refusedBefore(let verdict): (state, reason) = (.refused, verdict.reason)
        }
    }
}
