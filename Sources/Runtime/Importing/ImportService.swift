// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Media
import Storage
import Synchronization

/// Imports the films in the card's folder `IMPORT` while the box goes on, after a start and whenever a card is back.
///
/// It stands back while clips wait for the card and while frames are late. It writes only the folder of the session "Imported": the card's
/// thread files that session afterwards, with its pages and the index. A film that a power cut interrupts is a file under a temporary name,
/// which the next start removes and imports again.
///
/// Thread-bound: the importer's thread, or the driver of a virtual run. `post` may be called from anywhere, and never waits.
final class ImportService: @unchecked Sendable {
    // `commands`, `bell` and `isEnding` are thread-safe; everything else belongs to the importer's thread.

    /// The films of a folder on their way to the card.
    private struct Pass {
        /// The id of the card that was in as it began.
        let card: String?
        let importer: FilmImporter
        var waiting: ArraySlice<String>
        let films: Int
        var imported = 0
        var refused: [RefusedFilm] = []
        /// The notes as the card has them.
        var keptNotes: FilmNotes

        /// The number of films that are settled.
        var done: Int { films - waiting.count }
    }

    /// The time between two checks while the import stands back.
    private static let breath: Duration = .milliseconds(20)
    /// The time between two reports of progress, and between two tries while somebody else writes to the session.
    private static let (reportInterval, retryInterval) = (Duration.milliseconds(500), Duration.seconds(1))

    private let card: Card
    private let timebase: any Timebase
    private let isCardRecovered: () -> Bool
    private let isCardBusy: () -> Bool
    private let date: () -> SessionDate
    private let order: (CardCommand) -> Void
    private let tell: @Sendable (FilmNews) -> Void
    private var losses: LossWatch
    private let commands: Mailbox<FilmCommand>
    private let bell = Doorbell()
    private let isEnding = Atomic(false)
    private var pass: Pass?
    private var nextLook: Timestamp
    private var toldAt = Timestamp.zero
    /// True while somebody shows the progress of a pass.
    private var hasToldProgress = false

    /// - Parameters:
    ///   - isCardRecovered: false until the card that is in was repaired: until then an open session looks as if it were cut off.
    ///   - isCardBusy: true while clips of the session wait for the card and the card takes them.
    ///   - lateFrames: returns how many frames were late or lost between the camera and the TV since the run began.
    ///   - date: returns the date of a session that begins now.
    ///   - order: gives the card's thread a command.
    ///   - tell: receives the importer's news, on the importer's thread.
    init(
        card: Card, timebase: any Timebase, isCardRecovered: @escaping @Sendable () -> Bool = { true },
        isCardBusy: @escaping @Sendable () -> Bool = { false }, lateFrames: @escaping @Sendable () -> Int64 = { 0 },
        date: @escaping @Sendable () -> SessionDate = { .unknown },
        order: @escaping @Sendable (CardCommand) -> Void, tell: @escaping @Sendable (FilmNews) -> Void
    ) {
        (self.card, self.timebase, self.date) = (card, timebase, date)
        (self.isCardRecovered, self.isCardBusy) = (isCardRecovered, isCardBusy)
        (self.order, self.tell, losses) = (order, tell, LossWatch(lateFrames))
        commands = Mailbox(bell: bell)
        nextLook = timebase.now()
    }

    // MARK: From any thread

    func post(_ command: FilmCommand) { commands.post(command) }

    /// Ends the service, because the program ends: the film that is being written is given up, and `runOnce` begins nothing more.
    func end() {
        isEnding.store(true, ordering: .relaxed)
        bell.ring()
    }

    /// Sleeps until there may be something to do, or until `deadline`.
    func wait(until deadline: Timestamp) { bell.wait(until: deadline) }

    // MARK: The importer's thread

    /// The time at which `runOnce` has something to do although nothing was posted.
    var nextStep: Timestamp { pass == nil ? timebase.now() + .seconds(3600) : nextLook }

    /// Does one thing: a command, or one film. After a film it returns, so that the card files that film before the next one.
    /// - Returns: true if there is more to do at once.
    func runOnce() -> Bool {
        guard !isEnding.load(ordering: .relaxed) else { return false }
        if let command = commands.take() {
            switch command {
            case .look(let keepsNothing): begin(keepsNothing: keepsNothing)
            }
            return true
        }
        guard pass != nil, timebase.now() >= nextLook, mayGoOn() else { return false }
        step()
        return false
    }

    /// Looks which films the folder has.
    private func begin(keepsNothing: Bool) {
        // An earlier pass belonged to the card that was in before, or is begun anew.
        pass.map(finish)
        // Once the card is recovered, its folder is looked through anyway.
        guard isCardRecovered(), mayGoOn(), let films = try? card.films(), !films.isEmpty else { return }
        var notes = card.filmNotes()
        let kept = notes
        notes.keepOnly(Set(films.map(Self.name)))
        guard !keepsNothing else { return refuseAll(films.map(Self.name).filter(notes.isNew)) }
        LibAVLog.quiet()
        losses.begin(at: timebase.now())
        do throws(CardError) {
            let terms = FilmImporter.Terms(isBox: true, notes: notes, hasRoom: { [weak self] in self?.hasRoom(for: $0) ?? false })
            let importer = try FilmImporter(
                on: card, threads: 1, terms: terms, clock: timebase, date: date, isWanted: { [weak self] in self?.mayGoOn() ?? false })
            pass = Pass(card: card.id, importer: importer, waiting: films[...], films: films.count, keptNotes: kept)
            nextLook = timebase.now()
        } catch {
            // A card that can't be read says so itself.
        }
    }

    /// Refuses films of which nothing is known yet, because nothing is kept.
    private func refuseAll(_ names: [String]) {
        let refused = names.map { RefusedFilm(name: $0, FilmVerdict(.isNotKept)) }
        guard !refused.isEmpty else { return }
        for film in refused { tell(.refused(film)) }
        tell(.ended(imported: 0, refused: refused))
    }

    private static func name(_ path: String) -> String { String(path.split(separator: "/").last ?? "") }

    private func step() {
        guard var current = pass else { return }
        guard let path = current.waiting.first else { return finish(current) }
        let name = Self.name(path)
        do throws(CardError) {
            let outcome = try current.importer.add(path) { share in
                self.tellProgress(FilmProgress(name: name, done: current.done, films: current.films, share: share))
            }
            // Neither a film that was stopped nor one whose card was pulled is at fault, and neither is tried again in this pass. A film
            // that has become a clip is told, whoever wants something else by now.
            guard !isToStop || outcome.isImported, isCardThere(current) else { return finish(current) }
            current.waiting.removeFirst()
            take(outcome, of: name, &current)
        } catch {
            // A film that didn't fit mustn't make clips wait for its room.
            card.forgetRoomNeeded()
            guard isCardThere(current) else { return finish(current) }
            if error.isOfOtherWriter {
                nextLook = timebase.now() + Self.retryInterval
            } else {
                current.waiting.removeFirst()
                // The film isn't at fault, and its notes say nothing: the next pass tries it again.
                let verdict = error == .full ? FilmVerdict(.hasNoRoom) : FilmVerdict(.card, reason: "\(error)")
                take(.refusedBefore(verdict), of: name, &current)
            }
        }
        pass = current
    }

    private func take(_ outcome: FilmImporter.Outcome, of name: String, _ pass: inout Pass) {
        func refuse(_ verdict: FilmVerdict) {
            let film = RefusedFilm(name: name, verdict)
            pass.refused.append(film)
            tell(.refused(film))
        }
        switch outcome {
        case .isThere: break
        case .imported(let place, _):
            pass.imported += 1
            tell(.imported(name: name, place: place))
        case .refused(let refusal): refuse(FilmVerdict(refusal))
        case .refusedBefore(let verdict): refuse(verdict)
        }
        if let key = pass.importer.takeUnfiled() { order(.file(.stored(key))) }
        keepNotes(&pass)
    }

    /// Keeps what was found out about the films. Without room for that, they are read again at the next start.
    private func keepNotes(_ pass: inout Pass) {
        guard let notes = pass.importer.notes, notes != pass.keptNotes, (try? card.keep(notes)) != nil else { return }
        pass.keptNotes = notes
    }

    private func finish(_ ended: Pass) {
        pass = nil
        if isCardThere(ended) {
            if let key = ended.importer.emptySession { order(.delete([key])) }
            // A film that was given up has opened the session.
            if let key = ended.importer.takeUnfiled() { order(.file(.stored(key))) }
        }
        guard ended.imported > 0 || !ended.refused.isEmpty || hasToldProgress else { return }
        hasToldProgress = false
        tell(.ended(imported: ended.imported, refused: ended.refused))
    }

    private func tellProgress(_ progress: FilmProgress) {
        let now = timebase.now()
        guard now >= toldAt + Self.reportInterval else { return }
        (toldAt, hasToldProgress) = (now, true)
        tell(.progress(progress))
    }

    // MARK: Standing back

    /// True if the film under way is to be given up: the program ends, or a command waits, which may be about another card.
    private var isToStop: Bool { isEnding.load(ordering: .relaxed) || !commands.isEmpty }

    /// True if the card of a pass is still in, and no other card.
    private func isCardThere(_ pass: Pass) -> Bool {
        guard card.id == pass.card, !card.isAnother() else { return false }
        return switch card.condition() {
        case .ready, .full: true
        case .absent, .readOnly, .failing: false
        }
    }

    /// Returns true if a clip of this number of bytes leaves the card what it needs for what is shot next.
    private func hasRoom(for bytes: Int64) -> Bool {
        guard case .ready = card.condition(), let space = card.space() else { return false }
        return bytes <= space.freeForFilms
    }

    /// Waits while clips need the card or frames are late on their way to the TV, and returns whether the import goes on. Asked before each
    /// picture.
    private func mayGoOn() -> Bool {
        while isCardBusy() || !losses.mayRun(at: timebase.now()), !isToStop {
            timebase.wait(until: timebase.now() + Self.breath)
        }
        return !isToStop
    }
}

extension ImportService {
    var worker: Worker {
        Worker(
            thread: .importer, runOnce: { self.runOnce() }, wait: { self.wait(until: $0) }, end: { self.end() }, nextStep: { self.nextStep })
    }
}
