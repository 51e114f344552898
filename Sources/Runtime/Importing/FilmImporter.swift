// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Media
import Storage

/// Imports films from elsewhere onto a card, one after the other. A bad film is an outcome and never stops the others; only the card's own
/// refusal does.
///
/// Thread-bound: whoever makes it.
final class FilmImporter {
    enum Outcome {
        /// It is a clip now, at this place on the card; one line for each thing that isn't as in the film.
        case imported(place: String, remarks: [String])
        /// The card has it already, at this place.
        case isThere(place: String)
        case refused(FilmRefusal)
    }

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
        on card: Card, threads: Int, clock: any Timebase = MonotonicClock(), date: @escaping () -> SessionDate,
        isWanted: @escaping () -> Bool
    ) throws(CardError) {
        session = try ImportSession(on: card)
        (self.threads, self.clock, self.date, self.isWanted) = (threads, clock, date, isWanted)
    }

    /// Imports one film.
    /// - Parameter progress: called with the part that is done, 0…1.
    /// - Throws: the card's refusal.
    func add(_ path: String, progress: (Double) -> Void = { _ in }) throws(CardError) -> Outcome {
        let patience = FilmPatience(clock: clock, isWanted: isWanted)
        let outcome: Result<Outcome, FilmRefusal>
        switch look(at: path, patience) {
        case .failure(let refusal): outcome = .failure(refusal)
        case .success(.known(let place)): outcome = .success(.isThere(place: place))
        case .success(.new(let film, let identity)): outcome = try add(film, identity, patience: patience, progress: progress)
        }
        switch outcome {
        case .success(let outcome): return outcome
        case .failure(.wasStopped) where patience.isOver: return .refused(.isTooSlow)
        case .failure(let refusal): return .refused(refusal)
        }
    }

    private enum Found {
        case known(place: String)
        case new(ForeignFilm, ImportedFilm)
    }

    /// Looks whether the card has a film already, and opens it otherwise.
    private func look(at path: String, _ patience: FilmPatience) -> Result<Found, FilmRefusal> {
        do throws(FilmRefusal) {
            let file = try FilmFile(path)
            let identity = try file.identity { _ in
                patience.note()
                return patience.mayGoOn()
            }
            if let place = session.place(of: identity) { return .success(.known(place: place)) }
            return .success(.new(try ForeignFilm(file, threads: threads) { patience.mayGoOn() }, identity))
        } catch {
            return .failure(error)
        }
    }

    /// Files the session with the new films, and brings the card's pages in line.
    func close() throws(CardError) { try session.close() }

    private func add(
        _ film: ForeignFilm, _ identity: ImportedFilm, patience: FilmPatience, progress: (Double) -> Void
    ) throws(CardError) -> Result<Outcome, FilmRefusal> {
        let source = FilmImport(film)
        let pending = try session.begin(
            ImportSession.Beginning(
                size: source.size, framesPerSecond: film.facts.rate.hertz, encoder: FilmImport.encoderName, date: date()),
            expectedBytes: identity.bytes)
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
        let place = try session.file(
            pending, of: identity, seconds: made.seconds, recorded: made.recorded, isCutShort: made.isCutShort,
            still: { Self.still(of: $0, made.recorded) })
        return .success(.imported(place: place, remarks: made.remarks))
    }

    private static func still(of clip: String, _ orientation: PictureOrientation?) -> [UInt8]? {
        guard let still = try? StillReader.still(ofClip: clip, at: nil, orientation: orientation) else { return nil }
        return try? StillReader.jpeg(still.seen, quality: 80)
    }
}
