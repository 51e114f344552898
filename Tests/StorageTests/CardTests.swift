// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Testing

@testable import Storage

@Suite struct CardTests {
    private static func card(_ disk: CrashDisk, reserve: Int64 = 1000) throws -> Card {
        let card = Card(path: "/card", files: disk, reserveBytes: reserve, hasIndex: false)
        try card.prepare()
        return card
    }

    // MARK: Names

    @Test(arguments: [
        ("2026-11-20T14:03:00", 7, "2026-11-20_1403_S07"), ("1970-01-01T00:00:12", 123, "1970-01-01_0000_S123"),
        ("", 1, "undated_S01"), ("../../etc/passwd", 2, "undated_S02"), ("2026-11-20 1403", 3, "undated_S03"),
        ("2026-11-20T14:03:00+01:00", 4, "2026-11-20_1403_S04"),
    ])
    func aSessionIsNamedByItsLabelAndItsNumber(started: String, number: Int, name: String) {
        #expect(CardLayout.sessionName(Samples.header(number, started: started)) == name)
        #expect(CardLayout.sessionNumber(inName: name) == number)
    }

    @Test(arguments: [
        "S07", "_S", "_S7", "x_S0a", "settings.toml", "thumbs", "", "_S99999999999999999999", "x/../2026-11-20_1403_S01", "../x_S01", "\0_S01",
    ])
    func whatIsNoSessionsNameHasNoNumber(name: String) {
        #expect(CardLayout.sessionNumber(inName: name) == nil)
    }

    @Test func sessionsCountOnFromTheHighestNumber() throws {
        let disk = CrashDisk()
        let card = try Self.card(disk)
        #expect(try card.nextSessionNumber() == 1)
        for name in ["1970-01-01_0000_S12", "2026-11-20_1403_S07", "holiday", "undated_S0x"] {
            try disk.makeFolder("/card/\(name)")
        }
        #expect(try card.nextSessionNumber() == 13)
    }

    // MARK: Condition

    @Test func aCardThatIsAwayIsAbsentAndNothingIsMade() {
        let disk = CrashDisk()
        let card = Card(path: "/card", files: disk, hasIndex: false)
        #expect(card.condition() == .absent)
        #expect(disk.steps == 0)
        disk.change { $0.isAway = true }
        #expect(card.condition() == .absent)
        #expect(throws: CardError.absent) { try card.nextSessionNumber() }
    }

    @Test func aFolderThatVanishedIsAnAbsentCard() throws {
        let disk = CrashDisk()
        let card = try Self.card(disk)
        try disk.remove("/card")
        #expect(throws: CardError.absent) { try card.openSession(Samples.header()) }
        #expect(throws: CardError.absent) { try card.recover() }
    }

    @Test func aReadOnlyCardIsSaidToBeOne() throws {
        let disk = CrashDisk()
        let card = try Self.card(disk)
        disk.change { $0.isReadOnly = true }
        #expect(card.condition() == .readOnly)
        #expect(throws: CardError.readOnly) { try card.openSession(Samples.header()) }
        #expect(throws: CardError.failed(operation: "use", subject: "/card", reason: "the card is read-only")) { try card.prepare() }
    }

    @Test func preparingMakesTheFolderButNotItsParents() throws {
        let disk = CrashDisk()
        try Card(path: "/card/", files: disk, hasIndex: false).prepare()
        #expect(try disk.isFolder("/card"))
        #expect(throws: CardError.self) { try Card(path: "/a/b", files: disk, hasIndex: false).prepare() }
        try disk.replace("/file", with: [])
        #expect(throws: CardError.failed(operation: "use", subject: "/file", reason: "it is not a folder")) {
            try Card(path: "/file", files: disk, hasIndex: false).prepare()
        }
        #expect(Card(path: "/file", files: disk, hasIndex: false).condition() == .absent)
    }

    // MARK: Full

    @Test func aClipThatDoesNotFitIsRefusedBeforeItBegins() throws {
        let disk = CrashDisk()
        let card = try Self.card(disk, reserve: 16 << 20)
        let session = try card.openSession(Samples.header())
        disk.change { $0.capacity = 40 << 20 }
        #expect(throws: CardError.full) { try session.beginClip(number: 1, kind: .mark, expectedBytes: 30 << 20) }
        // The journal, and the card's own id.
        #expect(disk.files().count == 2)
        _ = try session.beginClip(number: 1, kind: .mark, expectedBytes: 20 << 20)
    }

    @Test func aCardStaysFullUntilThereIsRoomForWhatDidNotFit() throws {
        let disk = CrashDisk()
        let card = try Self.card(disk, reserve: 16 << 20)
        let session = try card.openSession(Samples.header())
        disk.change { $0.capacity = 40 << 20 }
        #expect(card.condition().isWritable)
        #expect(throws: CardError.full) { try session.beginClip(number: 1, kind: .mark, expectedBytes: 30 << 20) }
        guard case .full = card.condition() else { return #expect(Bool(false), "\(card.condition())") }
        disk.change { $0.capacity = 60 << 20 }
        #expect(card.condition().isWritable)
    }

    @Test func aClipStopsBeforeTheReserveAndLeavesNothing() throws {
        let disk = CrashDisk()
        let card = try Self.card(disk, reserve: 16 << 20)
        let session = try card.openSession(Samples.header())
        disk.change { $0.capacity = 24 << 20 }
        let clip = try session.beginClip(number: 1, kind: .mark)
        let piece = [UInt8](repeating: 7, count: 1 << 20)
        var written: Int64 = 0
        #expect(throws: CardError.full) {
            while true {
                try clip.write(piece, at: written)
                written += Int64(piece.count)
            }
        }
        #expect(written > 2 << 20 && written <= 8 << 20)
        #expect(disk.files().count == 2, "only the journal is left, and the card's own id")
        try session.append(.marked(Samples.mark(1)))
        #expect(throws: CardError.self) { try clip.commit() }
    }

    @Test func aJournalLineThatDoesNotFitLeavesTheJournalWhole() throws {
        let disk = CrashDisk()
        let card = try Self.card(disk, reserve: 0)
        let session = try card.openSession(Samples.header())
        let before = disk.files()
        let used = Int64(before.values.reduce(0) { $0 + $1.count })
        disk.change { $0.capacity = used + 20 }
        #expect(throws: CardError.full) { try session.append(.marked(Samples.mark(1))) }
        #expect(disk.files() == before)
        disk.change { $0.capacity = 1 << 30 }
        try session.append(.marked(Samples.mark(1)))
        try session.close(.stopped)
        #expect(try card.sessions().first?.record?.marks == [Samples.mark(1)])
    }

    // MARK: Away and back

    @Test func aSessionGoesOnAfterTheCardWasAway() throws {
        let disk = CrashDisk()
        let card = try Self.card(disk)
        let header = Samples.header()
        let session = try card.openSession(header)
        try session.append(.marked(Samples.mark(1)))
        disk.change { $0.isAway = true }
        #expect(throws: CardError.absent) { try session.append(.marked(Samples.mark(2))) }
        let back = CrashDisk(disk.image.remounted(.onlySynced))
        let again = try #require(try Self.card(back).reopenSession(header, entries: [.opened(header), .marked(Samples.mark(1))]).folder)
        try again.append(.marked(Samples.mark(2)))
        try again.close(.stopped)
        #expect(try Self.card(back).sessions().first?.record?.marks.map(\.number) == [1, 2])
    }

    @Test func anEntryWhoseSyncFailedIsNotThereTwice() throws {
        let disk = CrashDisk()
        let header = Samples.header()
        let card = try Self.card(disk)
        let session = try card.openSession(header)
        // The power is cut before the sync; the bytes survive all the same.
        disk.change { $0.cutStep = $0.steps + 1 }
        #expect(throws: CardError.absent) { try session.append(.marked(Samples.mark(1))) }
        let back = CrashDisk(disk.image.remounted(.everything))
        let again = try #require(try Self.card(back).reopenSession(header, entries: [.opened(header)]).folder)
        try again.append(.marked(Samples.mark(1)))
        try again.close(.stopped)
        #expect(try Self.card(back).sessions().first?.record?.marks == [Samples.mark(1)])
    }

    @Test func anotherCardDoesNotHaveTheSession() throws {
        let header = Samples.header()
        let empty = try Self.card(CrashDisk())
        #expect(try empty.reopenSession(header, entries: [.opened(header)]).isAbsent)
        let other = try Self.card(CrashDisk())
        var stranger = header
        stranger.camera = "another one"
        _ = try other.openSession(stranger)
        #expect(try other.reopenSession(header, entries: [.opened(header)]).isAbsent)
    }

    @Test func aSessionThatALaptopClosedIsOpenedAgain() throws {
        let disk = CrashDisk()
        let card = try Self.card(disk)
        let header = Samples.header()
        try card.openSession(header).append(.marked(Samples.mark(1)))
        _ = try card.recover()
        let again = try #require(try card.reopenSession(header, entries: [.opened(header), .marked(Samples.mark(1))]).folder)
        try again.append(.marked(Samples.mark(2)))
        try again.close(.stopped)
        let record = try #require(try card.sessions().first?.record)
        #expect(record.marks.map(\.number) == [1, 2])
        #expect(record.ending == .stopped)
    }

    @Test func anAbandonedClipLeavesNothing() throws {
        let disk = CrashDisk()
        let session = try Self.card(disk).openSession(Samples.header())
        let clip = try session.beginClip(number: 1, kind: .mark)
        try clip.write([1, 2, 3], at: 0)
        clip.abandon()
        // The journal, and the card's own id.
        #expect(disk.files().count == 2)
    }
}
