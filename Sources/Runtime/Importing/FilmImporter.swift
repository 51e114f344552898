// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Media
import Storage

/// Imports films from elsewhere onto a card, one after the other. A bad film is an outcome and never stops the others; only the card's own
/// refusal does.
///
/// Thread-bound: whoever makes it.
final class FilmImporter {
    /// The terms of the machine on which it runs.
    struct Terms {
        /// True on a box: it takes only what its own decoder is made for, and shares the session with the card's thread.
        var isBox = false
        /// The notes on films that were read before; `nil` if nothing is noted.
        var notes: FilmNotes?
        /// Returns true if the card has room for this number of bytes.
        var hasRoom: (Int64) -> Bool = { _ in true }
    }

    enum Outcome {
        /// It is a clip now, at this place on the card; one line for each thing that isn't as in the film.
        case imported(place: String, remarks: [String])
        /// The card has it already, at this place.
        case isThere(place: String)
        case refused(FilmRefusal)
        /// It was refused before, and isn't tried again.
        case refusedBefore(FilmVerdict)

        var isImported: Bool { if case .imported = self { true } else { false } }
    }

    /// The notes on the films; `nil` if nothing is noted.
    private(set) var notes: FilmNotes?
    /// The film that is being imported, once its bytes were read.
    private var current: ImportedFilm?
    /// True if the session has a journal that wasn't filed since.
    private var isUnfiled = false
    private let terms: Terms
    private let session: ImportSession
    private let threads: Int
    private let clock: any Timebase
    private let date: () -> SessionDate
    private let isWanted: () -> Bool

    /// Reads which films the card has.
    /// - Parameters:
    ///   - threads: the number of threads that decode; 1: the calling thread, with its priority.
    ///   - date: returns the date of a session that begins now.
    ///   - isWanted: returns false once somebody stops the import.
    init(
        on card: Card, threads: Int, terms: Terms = Terms(), clock: any Timebase = MonotonicClock(), date: @escaping () -> SessionDate,
        isWanted: @escaping () -> Bool
    ) throws(CardError) {
        let session = try ImportSession(on: card, isShared: terms.isBox)
        (self.session, isUnfiled) = (session, session.hasTakenFilm)
        (self.terms, notes) = (terms, terms.notes)
        (self.threads, self.clock, self.date, self.isWanted) = (threads, clock, date, isWanted)
    }

    /// Imports one film.
    /// - Parameter progress: called with the part that is done, 0…1.
    /// - Throws: the card's refusal.
    func add(_ path: String, progress: (Double) -> Void = { _ in }) throws(CardError) -> Outcome {
        let patience = FilmPatience(clock: clock, isWanted: isWanted)
        current = nil
        let outcome: Result<Outcome, FilmRefusal>
        switch look(at: path, patience) {
        case .failure(let refusal): outcome = .failure(refusal)
        case .success(.known(let place)): outcome = .success(.isThere(place: place))
        case .success(.refused(let verdict)): outcome = .success(.refusedBefore(verdict))
        case .success(.new(let film, let identity)): outcome = try add(film, identity, patience: patience, progress: progress)
        }
        switch outcome {
        case .success(let outcome): return outcome
        case .failure(.wasStopped) where patience.isOver: return refuse(.isTooSlow)
        case .failure(let refusal): return refuse(refusal)
        }
    }

    private func refuse(_ refusal: FilmRefusal) -> Outcome {
        if let current, refusal.lasts { notes?.refuse(current, FilmVerdict(refusal)) }
        return .refused(refusal)
    }

    private enum Found {
        case known(place: String)
        case refused(FilmVerdict)
        case new(ForeignFilm, ImportedFilm)
    }

    /// Looks whether the card has a film already, and opens it otherwise.
    private func look(at path: String, _ patience: FilmPatience) -> Result<Found, FilmRefusal> {
        do throws(FilmRefusal) {
            let file = try FilmFile(path)
            let identity = try identity(of: file, patience)
            current = identity
            if let place = session.place(of: identity) { return .success(.known(place: place)) }
            if let verdict = notes?.verdict(on: identity) { return .success(.refused(verdict)) }
            let film = try ForeignFilm(file, threads: threads) { patience.mayGoOn() }
            if terms.isBox { try film.requireBoxesOwn() }
            guard terms.hasRoom(identity.bytes) else { throw .hasNoRoom }
            return .success(.new(film, identity))
        } catch {
            return .failure(error)
        }
    }

    /// Returns the film by its bytes. A file of which they are noted isn't read.
    private func identity(of file: FilmFile, _ patience: FilmPatience) throws(FilmRefusal) -> ImportedFilm {
        if let known = notes?.film(named: file.name, bytes: file.bytes, modified: file.modified) { return known }
        let identity = try file.identity { _ in
            patience.note()
            return patience.mayGoOn()
        }
        notes?.note(identity, modified: file.modified)
        return identity
    }

    /// Files the session with the new films, and brings the card's pages in line.
    func close() throws(CardError) { try session.close() }

    /// Returns the session if the card's thread has to file it, once.
    func takeUnfiled() -> SessionKey? {
        guard isUnfiled, !session.isLeftEmpty else { return nil }
        isUnfiled = false
        return session.key
    }

    /// The session if it was made for films of which none is in it.
    var emptySession: SessionKey? { session.isLeftEmpty ? session.key : nil }

    private func add(
        _ film: ForeignFilm, _ identity: ImportedFilm, patience: FilmPatience, progress: (Double) -> Void
    ) throws(CardError) -> Result<Outcome, FilmRefusal> {
        let source = FilmImport(film)
        let pending = try session.begin(
            ImportSession.Beginning(
                size: source.size, framesPerSecond: film.facts.rate.hertz, encoder: FilmImport.encoderName, date: date()),
            expectedBytes: identity.bytes)
        isUnfiled = true
        let output = InterruptibleOutput(pending) {}
        var tags = session.tags
        if let time = film.facts.creationTime { tags["creation_time"] = CivilTime(seconds: time).creationTime }
        let made: FilmImport.Result
        do throws(FilmRefusal) {
            made = try source.write(metadata: tags, to: output) { part in
                patience.note()
                progress(part)
            }
        } catch {
            pending.abandon()
            if let failure = output.failure { throw failure }
            return .failure(error)
        }
        let place = try file(made, pending, identity)
        return .success(.imported(place: place, remarks: made.remarks))
    }

    /// The time between two tries to write to the session while somebody else does, and the number of tries.
    private static let (pause, mostTries) = (Duration.seconds(1), 600)

    private func file(_ made: FilmImport.Result, _ pending: PendingClip, _ identity: ImportedFilm) throws(CardError) -> String {
        var tries = 0
        while true {
            do throws(CardError) {
                return try session.file(
                    pending, of: identity, seconds: made.seconds, recorded: made.recorded, isCutShort: made.isCutShort,
                    still: { Self.still(of: $0, made.recorded) })
            } catch {
                tries += 1
                // On a box somebody may just be judging films of the session.
                guard terms.isBox, error.isOfOtherWriter, tries < Self.mostTries, isWanted() else {
                    pending.abandon()
                    throw error
                }
                clock.wait(until: clock.now() + Self.pause)
            }
        }
    }

    private static func still(of clip: String, _ orientation: PictureOrientation?) -> [UInt8]? {
        guard let still = try? StillReader.still(ofClip: clip, at: nil, orientation: orientation) else { return nil }
        return try? StillReader.jpeg(still.seen, quality: 80)
    }
}

extension CardError {
    /// True if the session is open elsewhere: it will be free soon.
    var isOfOtherWriter: Bool { if case .failed(_, _, let reason) = self { reason == .isRecordedElsewhere } else { false } }
}

extension FilmVerdict {
    init(_ refusal: FilmRefusal) { self.init(refusal.advice, reason: refusal.description) }
}
