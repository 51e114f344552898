// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import TestSupport
import Testing

@testable import Storage

/// Cards merged into a book on one disk, which may be cut at any step.
@Suite struct CardMergeTests {
    private static func card(_ path: String, on disk: CrashDisk) -> Card {
        Card(path: path, files: disk, hasIndex: false, makeID: { "card \(path)" })
    }

    /// Shoots a session of one clip for each id, with the label of its beginning.
    private static func shoot(_ path: String, on disk: CrashDisk, _ sessions: [(id: String, started: String)]) throws(CardError) {
        let card = card(path, on: disk)
        try card.prepare()
        for (id, started) in sessions {
            var header = Samples.header(try card.nextSessionNumber(), started: started)
            header.id = id
            let session = try card.openSession(header)
            try session.append(.marked(Samples.mark(1)))
            try session.writeClip(1, bytes: TinyMP4(chunks: [[100 + header.number], [id.utf8.count]]).bytes)
            try session.writeStill([0xFF, 0xD8] + Array(id.utf8) + [0xFF, 0xD9], number: 1)
            try session.close(.stopped)
        }
    }

    /// Writes notes into a session, which is filed again.
    private static func write(_ notes: String, _ path: String, on disk: CrashDisk, session number: Int = 1) throws {
        let card = card(path, on: disk)
        let name = try #require(try card.numberedNames().first { $0.number == number }?.name)
        let session = try #require(try card.resumeSession(named: name))
        try session.append(.notes(notes))
        try session.close(.stopped)
    }

    private static func copyCard(_ path: String, to other: String, on disk: CrashDisk) throws {
        for (file, bytes) in disk.files().sorted(by: { $0.key < $1.key }) where file.hasPrefix(path + "/") {
            let parts = (other + file.dropFirst(path.count)).split(separator: "/")
            for end in 1..<parts.count {
                let folder = "/" + parts[..<end].joined(separator: "/")
                if try disk.kind(of: folder) == nil { try disk.makeFolder(folder) }
            }
            try disk.replace("/" + parts.joined(separator: "/"), with: bytes)
        }
        try disk.syncAll("/")
    }

    @discardableResult
    private static func merge(_ cards: [String], into out: String = "/out", on disk: CrashDisk) throws(CardError) -> MergeReport {
        try CardMerge.run(cards, into: out, files: { _ in disk }, hasIndex: false, makeID: { "the book" })
    }

    private static func records(_ path: String, on disk: CrashDisk) throws -> [SessionRecord] {
        try card(path, on: disk).sessions().compactMap(\.record).sorted { $0.header.number < $1.header.number }
    }

    private static func files(_ path: String, on disk: CrashDisk) -> [String: [UInt8]] { disk.files().filter { $0.key.hasPrefix(path + "/") } }

    private static func twoCards() throws -> CrashDisk {
        let disk = CrashDisk()
        try shoot("/a", on: disk, [("a1", "2026-11-01T10:00:00"), ("a2", "2026-11-10T10:00:00")])
        try shoot("/b", on: disk, [("b1", "2026-11-05T10:00:00")])
        return disk
    }

    @Test("X-13 the book has every session with its clip, and the cards stay as they are")
    func theBookHasEverySession() throws {
        let disk = try Self.twoCards()
        let before = disk.files()
        let report = try Self.merge(["/a", "/b"], on: disk)
        #expect(before.allSatisfy { disk.files()[$0.key] == $0.value })
        let records = try Self.records("/out", on: disk)
        #expect(records.map(\.header.id) == ["a1", "b1", "a2"] && records.map(\.header.number) == [1, 2, 3])
        #expect(report.sessions.map(\.session) == ["2026-11-01_1000_S01", "2026-11-05_1000_S02", "2026-11-10_1000_S03"])
        #expect(report.sessions.map(\.cardNumber) == [1, 1, 2] && report.left.isEmpty && report.sessions.allSatisfy { $0.state == .added })
        let book = disk.files()
        #expect(book["/out/2026-11-10_1000_S03/clips/01.mp4"] == before["/a/2026-11-10_1000_S02/clips/01.mp4"])
        #expect(book["/out/2026-11-10_1000_S03/thumbs/01.jpg"] == before["/a/2026-11-10_1000_S02/thumbs/01.jpg"])
        #expect(RecordLineage(of: try #require(book["/out/2026-11-10_1000_S03/session.json"])).cardNumber == 2)
        #expect(book["/out/index.html"] != nil && book["/out/2026-11-05_1000_S02/index.html"] != nil)
        let check = try CardCheck.check("/out", files: disk)
        #expect(check.faults.isEmpty && check.remarks.isEmpty && check.sessions == 3)
    }

    @Test("X-13 a second merge changes nothing, also with a copy of a card")
    func aSecondMergeChangesNothing() throws {
        let disk = try Self.twoCards()
        try Self.copyCard("/a", to: "/c", on: disk)
        try Self.merge(["/a", "/b"], on: disk)
        let book = Self.files("/out", on: disk)
        for cards in [["/a", "/b"], ["/b", "/c", "/a"], ["/c"]] {
            let report = try Self.merge(cards, on: disk)
            #expect(report.sessions.allSatisfy { $0.state == .kept && !$0.hasRival })
            #expect(Self.files("/out", on: disk) == book)
        }
    }

    @Test(
        "X-13 of two copies the later one is taken, in any order, and an earlier one changes nothing afterwards",
        arguments: [["/a", "/c"], ["/c", "/a"]])
    func theLaterCopyIsTaken(cards: [String]) throws {
        let disk = try Self.twoCards()
        try Self.copyCard("/a", to: "/c", on: disk)
        try Self.merge(["/c"], on: disk)
        for notes in ["calm", "calm, then windy"] { try Self.write(notes, "/a", on: disk) }
        let report = try Self.merge(cards, on: disk)
        #expect(report.sessions.map(\.state) == [.changed, .kept] && report.sessions.map(\.hasRival) == [false, false])
        #expect(try Self.records("/out", on: disk).map(\.notes) == ["calm, then windy", ""])
        let book = Self.files("/out", on: disk)
        #expect(try Self.merge(["/c"], on: disk).sessions.map(\.state) == [.kept, .kept])
        #expect(Self.files("/out", on: disk) == book)
    }

    @Test("X-13 copies that have gone different ways are both kept and named, and follow their own cards")
    func rivalsAreBothKept() throws {
        let disk = try Self.twoCards()
        try Self.copyCard("/a", to: "/c", on: disk)
        try Self.write("calm", "/a", on: disk)
        try Self.write("windy", "/c", on: disk)
        let report = try Self.merge(["/a", "/c"], on: disk)
        #expect(try Self.records("/out", on: disk).map(\.notes) == ["calm", "windy", ""])
        #expect(report.sessions.map(\.hasRival) == [true, true, false])
        #expect(report.lines.first?.contains("/a/2026-11-01_1000_S01 is 2026-11-01_1000_S01, /c/2026-11-01_1000_S01 is 2026-11-01_1000_S02") == true)
        try Self.write("windy, later calm", "/c", on: disk)
        #expect(try Self.merge(["/a", "/c"], on: disk).sessions.map(\.state) == [.kept, .changed, .kept])
        #expect(try Self.records("/out", on: disk).map(\.notes) == ["calm", "windy, later calm", ""])
    }

    @Test("X-13 two copies that were filed separately and say the same are one")
    func sameContentsAreOne() throws {
        let disk = try Self.twoCards()
        try Self.copyCard("/a", to: "/c", on: disk)
        for (path, notes) in [("/a", "windy"), ("/c", "cold"), ("/a", "calm"), ("/c", "calm")] { try Self.write(notes, path, on: disk) }
        #expect(try Self.merge(["/a", "/c"], on: disk).sessions.map(\.hasRival) == [false, false])
    }

    @Test("X-13 what was done in the book stays, also if its card goes on")
    func theBooksOwnWorkStays() throws {
        let disk = try Self.twoCards()
        try Self.merge(["/a"], on: disk)
        try Self.write("from the book", "/out", on: disk)
        try Self.merge(["/a"], on: disk)
        let book = Self.files("/out", on: disk)
        #expect(try Self.merge(["/a"], on: disk).sessions.map(\.state) == [.kept, .kept])
        #expect(Self.files("/out", on: disk) == book)
        try Self.write("from the card", "/a", on: disk)
        #expect(try Self.merge(["/a"], on: disk).sessions.count { $0.hasRival } == 1)
        #expect(Set(try Self.records("/out", on: disk).map(\.notes)) == ["from the book", "from the card", ""])
    }

    @Test("X-13 a deletion never takes another copy's clip away: it can be restored", arguments: [true, false])
    func aDeletionTakesNoClipAway(isBookThere: Bool) throws {
        let disk = try Self.twoCards()
        try Self.copyCard("/a", to: "/c", on: disk)
        if isBookThere { try Self.merge(["/c"], on: disk) }
        let card = Self.card("/a", on: disk)
        let name = "2026-11-01_1000_S01"
        let session = try #require(try card.resumeSession(named: name))
        try session.append(.judged(clip: 1, ClipJudgement(isDeleted: true)))
        #expect(try session.removeDeletedClips() == [1])
        try session.close(.stopped)
        #expect(disk.files()["/a/\(name)/clips/01.mp4"] == nil)
        try Self.merge(isBookThere ? ["/a"] : ["/a", "/c"], on: disk)
        let clip = try #require(try Self.records("/out", on: disk).first?.clips.first)
        #expect(clip.isDeleted && clip.isRestorable)
        #expect(disk.files()["/out/\(name)/clips/01.mp4"] == disk.files()["/c/\(name)/clips/01.mp4"])
        #expect(disk.files()["/out/\(name)/thumbs/01.jpg"] != nil)
        let book = Self.files("/out", on: disk)
        try Self.merge(["/a"], on: disk)
        #expect(Self.files("/out", on: disk) == book)
    }

    @Test("X-13 kept pictures and a person's files of all copies stay")
    func picturesOfAllCopiesStay() throws {
        let disk = try Self.twoCards()
        let name = "2026-11-01_1000_S01"
        _ = try Self.card("/a", on: disk).keepPicture([1, 2], inSession: name)
        try disk.replace("/a/\(name)/plan.txt", with: [7])
        try Self.copyCard("/a", to: "/c", on: disk)
        _ = try Self.card("/a", on: disk).keepPicture([3], inSession: name)
        _ = try Self.card("/c", on: disk).keepPicture([4], inSession: name)
        try disk.replace("/c/\(name)/plan.txt", with: [8])
        for _ in 0..<2 {
            try Self.merge(["/a", "/c"], on: disk)
            let book = Self.files("/out", on: disk)
            #expect((1...4).map { book["/out/\(name)/pictures/picture_0\($0).jpg"] } == [[1, 2], [3], [4], nil])
            #expect(book["/out/\(name)/plan.txt"] == [7] && book["/out/\(name)/merged-2-plan.txt"] == [8])
        }
    }

    @Test("X-13 what can't be read, or is open, is named and left, and the next merge takes it")
    func theUnreadableIsLeft() throws {
        let disk = try Self.twoCards()
        let broken = "/a/2026-11-01_1000_S01/session.json"
        let whole = try #require(disk.files()[broken])
        try disk.replace(broken, with: Array("{".utf8))
        let open = try #require(try Self.card("/b", on: disk).resumeSession(named: "2026-11-05_1000_S01"))
        disk.change { $0.badFiles = ["/a/2026-11-10_1000_S02/clips/01.mp4"] }
        var report = try Self.merge(["/a", "/b"], on: disk)
        let left = report.left.map { String($0.prefix { $0 != ":" }) }.sorted()
        #expect(left == [broken, "/a/2026-11-10_1000_S02/clips/01.mp4", "/b/2026-11-05_1000_S01"])
        #expect(report.sessions.map(\.id) == ["a2"])
        try open.close(.stopped)
        try disk.replace(broken, with: whole)
        disk.change { $0.badFiles = [] }
        report = try Self.merge(["/a", "/b"], on: disk)
        #expect(report.left.isEmpty)
        // The card's own order is kept: the session that was left comes before the book's own.
        let records = try Self.records("/out", on: disk)
        let order = records.map(\.header.id).filter { $0 != "b1" }
        #expect(order == ["a1", "a2"] && records.count == 3)
        #expect(try CardCheck.check("/out", files: disk).faults.isEmpty)
    }

    /// The book that a merge begins with.
    enum Beginning: CaseIterable {
        case new
        /// The book has earlier copies.
        case changed
        /// A session was found later, so that another one gets a new number.
        case renumbered
    }

    @Test(
        "X-13 cut at any step and run again, it has the same bytes",
        arguments: Beginning.allCases, [CrashDisk.Survival.everything, .onlySynced, .names])
    func cutAnywhere(beginning: Beginning, survival: CrashDisk.Survival) throws {
        let made = try Self.twoCards()
        let first = "/a/2026-11-01_1000_S01/session.json"
        let record = made.files()[first] ?? []
        if beginning == .renumbered { try made.replace(first, with: []) }
        if beginning != .new { try Self.merge(["/a", "/b"], on: made) }
        if beginning == .renumbered { try made.replace(first, with: record) }
        if beginning == .changed { try Self.write("windy", "/a", on: made) }
        try made.syncAll("/")
        let begun = made.image.remounted(.everything)
        let through = CrashDisk(begun)
        try Self.merge(["/a", "/b"], on: through)
        let whole = Self.files("/out", on: through)
        for cut in stride(from: 0, to: through.steps + 1, by: 3) {
            var image = begun
            image.cutStep = cut
            let cutting = CrashDisk(image)
            _ = try? Self.merge(["/a", "/b"], on: cutting)
            let again = CrashDisk(cutting.image.remounted(survival))
            try Self.merge(["/a", "/b"], on: again)
            #expect(Self.files("/out", on: again) == whole, "cut before step \(cut)")
        }
    }

    @Test("X-13 a full disk ends the merge, and it goes on when there is room")
    func aFullDisk() throws {
        let disk = try Self.twoCards()
        let used = disk.files().values.reduce(0) { $0 + Int64($1.count) }
        disk.change { $0.capacity = used + 3000 }
        #expect(throws: CardError.full) { try Self.merge(["/a", "/b"], on: disk) }
        disk.change { $0.capacity = 1 << 40 }
        try Self.merge(["/a", "/b"], on: disk)
        #expect(try Self.records("/out", on: disk).count == 3)
        #expect(!disk.files().keys.contains { $0.hasPrefix("/out/.") })
    }
}
