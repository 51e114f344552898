// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core
@testable import Interface

/// Films from elsewhere are asked for as soon as a card is ready, and the TV says what became of them.
@Suite struct ImportingTests {
    private static func refused(_ name: String, _ advice: FilmAdvice) -> RefusedFilm {
        RefusedFilm(name: name, FilmVerdict(advice, reason: "a reason"))
    }

    @Test("X-17 a card that was made ready is looked through, and is told if nothing is kept", arguments: [false, true])
    func aReadyCardIsLookedThrough(keepsNothing: Bool) {
        var box = Rehearsal { if keepsNothing { $0.keep = .nothing } }
        box.send(.card(.resumable([])))
        #expect(box.effects.contains(.films(.look(keepsNothing: keepsNothing))))
    }

    @Test("X-17 an import that runs learns at once that nothing is kept any more, and that films are wanted again")
    func whatIsKeptIsChosen() {
        var box = Rehearsal()
        box.run(to: 10)
        for keep in [Settings.Keep.nothing, .marked, .all] {
            let before = box.effects.count
            box.change { $0.keep = keep }
            let looks = box.effects.dropFirst(before).filter { if case .films = $0 { true } else { false } }
            #expect(looks == (keep == .all ? [] : [.films(.look(keepsNothing: keep == .nothing))]))
        }
    }

    @Test("X-17 an import shows its progress, and then how many films there are")
    func progress() {
        var box = Rehearsal()
        box.run(to: 20)
        box.send(.films(.progress(FilmProgress(name: "a.mov", done: 1, films: 4, share: 0.5))))
        #expect(box.chip?.chip.kind == .working(Strings.filmsRun) && box.chip?.chip.progress == 0.375)
        box.send(.films(.ended(imported: 3, refused: [])))
        #expect(box.chip?.chip.title == Strings.filmsImported(3) && box.chip?.others == 0)
        box.run(to: 40)
        #expect(box.chip == nil)
    }

    @Test("X-17 refused films are one line with the first one's name and what to do, whatever the names are")
    func refusals() {
        var box = Rehearsal()
        box.run(to: 20)
        let long = String(repeating: "very-", count: 40) + "long.mov"
        box.send(.films(.ended(imported: 0, refused: [Self.refused("hevc.mov", .laptop), Self.refused(long, .again)])))
        #expect(box.chips.count == 1 && box.chip?.chip.title.contains("hevc.mov") == true)
        #expect(box.chip?.chip.line == Strings.advice([Self.refused("hevc.mov", .laptop)]))
        #expect(Strings.notImported([Self.refused(long, .again)]).count < 40)
        #expect(!Strings.notImported([Self.refused("a\nb.mov", .again)]).contains("\n"))
    }

    @Test("X-17 the films of a stick are asked for among the sessions to compare, show their progress, and are imported at once")
    func filmsOfAStick() {
        var box = Station.otherSessions.box
        let before = box.effects.count
        box.use(.fetchFilms)
        #expect(box.effects[before...].contains(.export(.fetchFilms)))
        box.send(.export(.fetch(.progress(FilmProgress(name: "a.mov", done: 0, films: 2, share: 0.5)))))
        #expect(box.appliance.context.importChip?.progress == 0.25 && box.appliance.context.fetchOffer.state != nil)
        // Once more stops it.
        let started = box.effects.count
        box.use(.fetchFilms)
        #expect(box.effects[started...].contains(.export(.stopFetching)) && !box.effects[started...].contains(.export(.fetchFilms)))
        box.send(.export(.fetch(.stopped(reason: .exportCancelled, copied: 1))))
        #expect(box.effects.contains(.films(.look(keepsNothing: false))))
        #expect(box.appliance.context.importChip == nil && box.appliance.context.fetchOffer.state == nil)
    }

    @Test("X-17 while nothing is kept, no film is taken from a stick, and copying that runs is stopped")
    func noFilmsWhileNothingIsKept() {
        var box = Rehearsal { $0.keep = .nothing }
        box.run(to: 10)
        let outcomes = box.appliance.context.fetchFilms(at: box.now)
        #expect(!outcomes.contains(.effect(.export(.fetchFilms))))
        #expect(box.appliance.context.toast?.words == Strings.nothingKept)
        var other = Rehearsal()
        other.run(to: 10)
        other.send(.export(.fetch(.progress(FilmProgress(name: "a.mov", done: 0, films: 1, share: 0)))))
        let before = other.effects.count
        other.change { $0.keep = .nothing }
        #expect(other.effects[before...].contains(.export(.stopFetching)))
    }
}
