// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Storage

/// Copies the films of a stick onto the card, for the exporter, which wants the stick meanwhile.
///
/// Thread-bound: the exporter's thread, or the driver of a virtual run.
final class FilmFetch {
    /// The longest time that it waits for a stick, and for a stick that is being checked.
    private static let (patience, checkPatience) = (Duration.seconds(15), ExportService.stickPatience)

    private let card: Card
    private let stick: (any Stick)?
    private let timebase: any Timebase
    private let tell: (FetchNews) -> Void
    private let goesOn: () -> Bool
    /// The time at which somebody asked for the films; `nil` while nobody wants them.
    private var begun: Timestamp?
    private var intake: FilmIntake?
    private var copied = 0
    private var kept = 0
    private var refused: [RefusedFilm] = []
    /// The time at which progress was last told.
    private var toldAt = Timestamp.zero

    /// - Parameter goesOn: asked before each piece; it may take its time, and returns false once the copying is stopped.
    init(card: Card, stick: (any Stick)?, timebase: any Timebase, tell: @escaping (FetchNews) -> Void, goesOn: @escaping () -> Bool) {
        (self.card, self.stick, self.timebase, self.tell, self.goesOn) = (card, stick, timebase, tell, goesOn)
    }

    var isWanted: Bool { begun != nil }

    /// Notes that somebody wants the films. If they are being copied already, that goes on.
    func begin() {
        guard begun == nil else { return }
        (begun, intake, copied, kept, refused) = (timebase.now(), nil, 0, 0, [])
    }

    /// Stops, because somebody doesn't want the films any more.
    func cancel() { if begun != nil { stop(.exportCancelled) } }

    /// Does one thing: looks for the stick's films, or copies one.
    /// - Returns: false if there is nothing to do, or while the stick isn't ready.
    func runOnce() -> Bool {
        guard let begun else { return false }
        do throws(FilmIntake.Refusal) {
            if let intake { try step(intake) } else { return try open(since: begun) }
        } catch {
            stop(reason(error))
        }
        return true
    }

    private func open(since begun: Timestamp) throws(FilmIntake.Refusal) -> Bool {
        let state = stick?.state ?? StickState.none
        guard let stick, case .ready = state else {
            let patience = state == .checking ? Self.checkPatience : Self.patience
            if case .refused(_, let reason) = state {
                stop(reason)
            } else if stick == nil || timebase.now() >= begun + patience {
                stop(.stickMissing)
            } else {
                return false
            }
            return true
        }
        let found = try FilmIntake(from: stick.path, of: stick.files, to: card, goesOn: goesOn)
        guard found.count > 0 else {
            stop(.noFilmsOnStick)
            return true
        }
        let needed = try found.neededBytes()
        guard let space = card.space() else { throw .card(.absent) }
        guard needed <= space.freeForFilms else {
            stop(.noRoom(needed: needed, free: space.freeForFilms))
            return true
        }
        intake = found
        return true
    }

    private func step(_ intake: FilmIntake) throws(FilmIntake.Refusal) {
        let name = intake.name ?? ""
        let step = try intake.step { share in
            let now = timebase.now()
            guard now >= toldAt + ExportService.lookInterval || share >= 1 else { return }
            toldAt = now
            tell(.progress(FilmProgress(name: name, done: intake.done, films: intake.count, share: share)))
        }
        switch step {
        case .copied: copied += 1
        case .isThere: kept += 1
        case .refused(let film): refused.append(film)
        case nil:
            (begun, self.intake) = (nil, nil)
            tell(.ended(copied: copied, kept: kept, refused: refused))
        }
    }

    private func stop(_ reason: Message) {
        (begun, intake) = (nil, nil)
        tell(.stopped(reason: reason, copied: copied))
    }

    /// Returns the reason for a refusal, in words for people.
    private func reason(_ refusal: FilmIntake.Refusal) -> Message {
        switch refusal {
        case .givenUp: return .exportCancelled
        case .card(let error): return error.message
        case .stick(let error):
            // A pulled stick refuses in many ways.
            guard case .ready? = stick?.state, case .failed(_, _, let reason) = error else { return .stickPulled }
            return reason
        }
    }
}
