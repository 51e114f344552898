// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core
@testable import Interface

/// Room on a nearly full card: announced before it is made, made, and reported afterwards.
@Suite struct RoomTests {
    private static func session(_ number: Int, archer: String? = "Ana") -> SessionSummary {
        SessionSummary(name: "2026-05-12_1000_S0\(number)", number: number, started: "2026-05-12T10:00:00", archer: archer, clips: 4, bytes: 1 << 30)
    }

    private static func facts(_ free: Int64) -> Event {
        var facts = CardFacts()
        (facts.totalBytes, facts.freeBytes) = (32_000_000_000, free)
        return .card(.facts(facts))
    }

    private static func oldest(_ sessions: SessionSummary...) -> Event {
        .card(.oldest(sessions.map { RoomRule.Candidate(session: $0, isOpen: false) }))
    }

    private static func box(isOn: Bool = true) -> Rehearsal {
        var box = Rehearsal { $0.deletesOldest = isOn }
        box.run(to: 20)
        return box
    }

    private static func deletions(_ box: Rehearsal) -> [String] {
        box.effects.compactMap { if case .card(.makeRoom(let key)) = $0 { key.folder } else { nil } }
    }

    @Test("V-56 switched off, nothing is asked, said or deleted")
    func switchedOffNothingGoes() {
        var box = Self.box(isOn: false)
        box.send(Self.facts(0))
        box.send(.card(.condition(.full(freeBytes: 0))))
        box.send(Self.oldest(Self.session(1)))
        box.run(to: 300)
        #expect(!box.effects.contains(.card(.findOldest)) && Self.deletions(box).isEmpty)
        #expect(box.chips.map(\.kind) == [.cardFull])
        #expect(!Settings().deletesOldest, "it has to be asked for")
    }

    @Test("V-56 the oldest session is named for a minute, goes, and what is free again is said")
    func theOldestIsNamedGoesAndIsTold() {
        var box = Self.box()
        #expect(box.send(Self.facts(1_700_000_000)) == [])
        #expect(box.send(Self.facts(1_500_000_000)) == [.card(.findOldest)])
        box.send(Self.oldest(Self.session(1), Self.session(2)))
        #expect(box.chip?.chip.kind == .cardNearlyFull(Self.session(1).name))
        #expect(box.chip?.chip.line == "The oldest session, 12 May · Ana, will be deleted")
        box.run(to: 200)
        #expect(Self.deletions(box).isEmpty, "room isn't short yet")
        box.send(Self.facts(700_000_000))
        #expect(Self.deletions(box) == [Self.session(1).name])
        box.send(Self.facts(1_900_000_000))
        box.send(.card(.madeRoom(Self.session(1).key, problem: nil)))
        #expect(box.chip?.chip.title == "Deleted" && box.chip?.chip.line == "12 May · Ana: 1.9 GB free again")
        box.run(to: 400)
        #expect(Self.deletions(box).count == 1 && box.chip == nil)
    }

    @Test("V-56 switched off in time, or protected in time, it stays")
    func itCanBeStoppedInTime() {
        var box = Self.box()
        box.send(Self.facts(700_000_000))
        box.send(Self.oldest(Self.session(1)))
        box.run(to: 79)
        var off = box
        off.send(.card(.settings(Settings(), [])))
        off.run(to: 300)
        #expect(Self.deletions(off).isEmpty && off.chip == nil)
        #expect(box.send(.card(.journalled(.stored(SessionKey(folder: Self.session(1).name)), .protected(true)))) == [.card(.findOldest)])
        box.send(Self.oldest(Self.session(2)))
        box.run(to: 138)
        #expect(Self.deletions(box).isEmpty, "the next one has its minute too")
        box.run(to: 141)
        #expect(Self.deletions(box) == [Self.session(2).name])
    }

    @Test("V-56 what is shot in, looked at or may be gone on with stays, whatever the card says")
    func whatIsInUseStays() {
        var box = Self.box()
        box.tap(.mark)
        let own = SessionSummary(name: Rehearsal.name(1), number: 1, started: "2026-11-20T14:03:00", clips: 1)
        box.send(Self.facts(100))
        box.send(Self.oldest(own))
        box.run(to: 300)
        #expect(Self.deletions(box).isEmpty)
        #expect(box.chips.contains { $0.kind == .cardNearlyFull("") && $0.line == Strings.nothingMayGo })
    }

    @Test func aSessionThatCantBeDeletedIsToldAndTheNextOneNamed() {
        var box = Self.box()
        box.send(Self.facts(100))
        box.send(Self.oldest(Self.session(1), Self.session(2)))
        box.run(to: 81)
        #expect(Self.deletions(box) == [Self.session(1).name])
        box.send(.card(.madeRoom(Self.session(1).key, problem: .isProtected)))
        #expect(box.chips.contains { $0.title == Strings.noRoomMade })
        box.send(Self.oldest(Self.session(1), Self.session(2)))
        box.run(to: 142)
        #expect(Self.deletions(box) == [Self.session(1).name, Self.session(2).name])
    }

    @Test("V-51 the diagnostics have the card, and every row is there at every text size", arguments: [100, 150, 200], [false, true])
    func theDiagnosticsHaveTheCard(scale: Int, hasFrameStrip: Bool) {
        var box = Rehearsal(hasFrameStrip: hasFrameStrip) {
            $0.showsDiagnostics = true
            $0.textScalePercent = scale
        }
        box.run(to: 20)
        var facts = CardFacts()
        (facts.device, facts.format) = ("/dev/mmcblk0p2", "exfat")
        (facts.totalBytes, facts.freeBytes) = (31_900_000_000, 12_400_000_000)
        (facts.bytesPerSecond, facts.lastSync) = (8_300_000, .milliseconds(12))
        (facts.sessions, facts.check, facts.repairs) = (42, .mended, 3)
        box.send(.card(.facts(facts)))
        let rows = box.appliance.context.diagnosticRows()
        #expect(rows.contains { $0.value == "mmcblk0p2, exfat, 31.9 GB" } && rows.contains { $0.value == "8.3 MB a second, a line in 12.0 ms" })
        #expect(rows.contains { $0.value == "42, card repaired, 3 repaired" })
        #expect(Strings.room(facts, bytesPerSecond: 1_250_000) == "12.4 GB free, 165 min of film")
        for row in rows { #expect(box.texts.contains(row.label) && box.texts.contains(row.value), "\(row)") }
        box.send(.card(.condition(.absent)))
        #expect(box.texts.contains(Strings.noCard) && !box.texts.contains("42, card repaired, 3 repaired"))
    }
}
