// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import TestSupport
import Testing

@testable import Storage

/// Films from elsewhere lie in one session of the card, each once, and stay there.
@Suite struct ImportSessionTests {
    private static let beginning = ImportSession.Beginning(
        size: VideoSize(width: 1280, height: 720), framesPerSecond: 240, encoder: "libx264", date: .unknown)

    private static func film(_ number: Int) -> ImportedFilm {
        ImportedFilm(name: "IMG_\(number).MOV", bytes: Int64(1000 + number), sha256: String(repeating: "0", count: 63) + "\(number)")
    }

    /// Imports films, and returns the session's record.
    private static func add(_ films: [ImportedFilm], to disk: CrashDisk) throws -> SessionRecord? {
        let session = try ImportSession(on: Practice.card(on: disk))
        for film in films where session.place(of: film) == nil {
            let pending = try session.begin(beginning, expectedBytes: film.bytes)
            try pending.write(TinyMP4().bytes, at: 0)
            _ = try session.file(pending, of: film, seconds: 2, recorded: nil, isCutShort: false, still: { _ in [0xFF, 0xD8, 0xFF, 0xD9] })
        }
        try session.close()
        return try Practice.card(on: disk).sessions().last?.record
    }

    private static func disk() throws -> CrashDisk {
        let disk = CrashDisk()
        try Practice.card(on: disk).prepare()
        return disk
    }

    @Test("X-17 films are clips of one protected session that nobody has to judge")
    func oneSession() throws {
        let disk = try Self.disk()
        #expect(try Self.add([Self.film(1), Self.film(2)], to: disk)?.clips.map(\.film) == [Self.film(1), Self.film(2)])
        let record = try #require(try Self.add([Self.film(3)], to: disk))
        #expect(try Practice.card(on: disk).sessions().count == 1)
        #expect(record.clips.map(\.file) == ["clips/film_01.mp4", "clips/film_02.mp4", "clips/film_03.mp4"])
        #expect(record.header.isOfFilms && record.isProtected && record.notes == Strings.Page.imported && record.over != nil)
        #expect(record.unjudgedClips.isEmpty && record.keptClips.count == 3 && record.shotCount == 0)
        #expect(Set(record.clips.map(\.id)).count == 3)
    }

    @Test("X-17 a film is imported once, whatever it is called, and a card that has all films isn't changed")
    func onceOnly() throws {
        let disk = try Self.disk()
        _ = try Self.add([Self.film(1), Self.film(2)], to: disk)
        let before = disk.files()
        var renamed = Self.film(2)
        renamed.name = "a copy.mov"
        _ = try Self.add([Self.film(1), renamed], to: disk)
        #expect(disk.files() == before)
        let place = try ImportSession(on: Practice.card(on: disk)).place(of: renamed)
        #expect(place == "undated_S01/clips/film_02.mp4")
    }

    @Test("X-17 a deleted film stays through \"Empty\" and the rule for a full card, and isn't imported anew")
    func deletedFilmsStay() throws {
        let disk = try Self.disk()
        _ = try Self.add([Self.film(1)], to: disk)
        let card = Practice.card(on: disk)
        let session = try #require(try card.resumeSession(named: "undated_S01"))
        try session.append(.judged(clip: ClipPlan.Kind.film.base + 1, ClipJudgement(isDeleted: true)))
        try session.close(.stopped)
        #expect(try card.sessionsWithDeletedClips().isEmpty)
        #expect(try card.removeDeletedClips(ofSession: "undated_S01")?.clips == [])
        #expect(try card.roomCandidates().isEmpty)
        #expect(disk.files()["/card/undated_S01/clips/film_01.mp4"] != nil)
        #expect(try ImportSession(on: card).place(of: Self.film(1)) != nil)
    }

    @Test("X-17 a box holds the session only while it files a film, and the card's thread can file it in between")
    func aSharedSessionIsFreeBetweenTwoFilms() throws {
        let disk = try Self.disk()
        let card = Practice.card(on: disk)
        let id = try card.identify()
        let session = try ImportSession(on: card, isShared: true)
        #expect(session.key == nil && !session.isLeftEmpty)
        for number in 1...2 {
            let pending = try session.begin(Self.beginning, expectedBytes: 1000)
            #expect(session.isLeftEmpty == (number == 1))
            // Meanwhile somebody likes a film, and the session is filed.
            let other = try #require(try card.resumeSession(named: "undated_S01"))
            if number == 2 { try other.append(.judged(clip: ClipPlan.Kind.film.base + 1, ClipJudgement(isLiked: true))) }
            try other.close(.stopped)
            try pending.write(TinyMP4().bytes, at: 0)
            var isHeld: Bool?
            _ = try session.file(pending, of: Self.film(number), seconds: 2, recorded: nil, isCutShort: false) { _ in
                isHeld = try? card.isRecordedElsewhere("undated_S01")
                return nil
            }
            // To make a still takes some time.
            #expect(isHeld == false)
        }
        #expect(session.key?.card == id && session.key?.folder == "undated_S01" && !session.isLeftEmpty)
        try #require(try card.resumeSession(named: "undated_S01")).close(.stopped)
        let record = try #require(try card.sessions().last?.record)
        #expect(record.clips.map(\.film) == [Self.film(1), Self.film(2)] && record.clips.map(\.judgement.isLiked) == [true, false])
        #expect(record.isProtected && record.ending == .stopped)
    }

    @Test("X-17 another session that has the name of the films' session is left as it is")
    func anotherSessionOfTheName() throws {
        let disk = try Self.disk()
        _ = try Self.add([Self.film(1)], to: disk)
        let card = Practice.card(on: disk)
        let session = try ImportSession(on: card, isShared: true)
        try card.deleteSession(named: "undated_S01")
        let header = SessionHeader(
            number: 1, started: "", size: .hd1080, framesPerSecond: 30, delaySeconds: 0, camera: "a camera", encoder: "libx264", id: "other")
        try card.openSession(header).close(.stopped)
        let pending = try session.begin(Self.beginning, expectedBytes: 1000)
        try pending.write(TinyMP4().bytes, at: 0)
        let place = try session.file(pending, of: Self.film(2), seconds: 2, recorded: nil, isCutShort: false, still: { _ in nil })
        #expect(place == "undated_S02/clips/film_01.mp4")
        let other = try #require(try card.sessions().first?.record)
        #expect(other.header.id == "other" && other.clips.isEmpty)
    }

    @Test("X-17 nothing is written to another card that was put in meanwhile")
    func anotherCard() throws {
        let disk = try Self.disk()
        _ = try Self.add([Self.film(1)], to: disk)
        let session = try ImportSession(on: Practice.card(on: disk), isShared: true)
        let pending = try session.begin(Self.beginning, expectedBytes: 1000)
        try pending.write(TinyMP4().bytes, at: 0)
        try disk.replace("/card/\(CardLayout.identity)", with: Array(#"{"id": "another"}"#.utf8))
        let before = disk.files()
        #expect(throws: CardError.absent) {
            try session.file(pending, of: Self.film(2), seconds: 2, recorded: nil, isCutShort: false, still: { _ in nil })
        }
        #expect(throws: CardError.absent) { try session.begin(Self.beginning, expectedBytes: 1000) }
        #expect(disk.files() == before)
    }

    @Test(
        "X-17 whenever the power is cut, the session of the first film is one that isn't deleted to make room",
        arguments: [CrashDisk.Survival.everything, .onlySynced])
    func aCutLeavesTheSessionProtected(survival: CrashDisk.Survival) throws {
        let empty = try Self.disk()
        var cut = 1
        while true {
            var image = empty.image
            image.cutStep = image.steps + cut
            let disk = CrashDisk(image)
            let isDone = (try? Self.add([Self.film(1)], to: disk)) != nil
            let survivor = CrashDisk(disk.image.remounted(survival))
            _ = try Practice.card(on: survivor).recover()
            let record = try #require(try Self.add([Self.film(1)], to: survivor))
            #expect(record.isProtected && record.over != nil && record.notes == Strings.Page.imported, "cut before step \(cut)")
            if isDone { break }
            cut += 1
        }
        #expect(cut > 15)
    }

    @Test(
        "X-17 a film that is pinned as a model stays one through a power cut and the next import",
        arguments: [CrashDisk.Survival.everything, .onlySynced])
    func aModelStaysOne(survival: CrashDisk.Survival) throws {
        let disk = try Self.disk()
        _ = try Self.add([Self.film(1), Self.film(2)], to: disk)
        let session = try #require(try Practice.card(on: disk).resumeSession(named: "undated_S01"))
        try session.append(.judged(clip: ClipPlan.Kind.film.base + 2, ClipJudgement(modelOf: ["Ana"])))
        // The line is on the card; the record isn't written any more.
        let survivor = CrashDisk(disk.image.remounted(survival))
        _ = try Practice.card(on: survivor).recover()
        let record = try #require(try Self.add([Self.film(3)], to: survivor))
        #expect(record.clips.map(\.judgement.modelOf) == [[], ["Ana"], []])
    }

    @Test(
        "X-17 a cut before any step leaves each filed film whole and known, and the next import goes on",
        arguments: [CrashDisk.Survival.everything, .onlySynced], [true, false])
    func aCutLosesNoFilm(survival: CrashDisk.Survival, isRecoveredFirst: Bool) throws {
        let whole = try Self.disk()
        _ = try Self.add([Self.film(1)], to: whole)
        var cut = 1
        while true {
            var image = whole.image
            image.cutStep = image.steps + cut
            let disk = CrashDisk(image)
            let isDone = (try? Self.add([Self.film(2), Self.film(3)], to: disk)) != nil
            let survivor = CrashDisk(disk.image.remounted(survival))
            // A box recovers the card at its start; on a laptop, the next import finds it as it is.
            if isRecoveredFirst { _ = try Practice.card(on: survivor).recover() }
            let known = try ImportSession(on: Practice.card(on: survivor))
            #expect(known.place(of: Self.film(1)) != nil, "cut before step \(cut)")
            // Each film whose clip is there is known as that clip, so none is made twice.
            let there = survivor.files().keys.count { $0.hasPrefix("/card/undated_S01/clips/") && $0.hasSuffix(".mp4") }
            #expect((1...3).count { known.place(of: Self.film($0)) != nil } == there, "cut before step \(cut)")
            let record = try #require(try Self.add([Self.film(1), Self.film(2), Self.film(3)], to: survivor))
            #expect(Set(record.clips.compactMap(\.film)) == [Self.film(1), Self.film(2), Self.film(3)], "cut before step \(cut)")
            #expect(record.clips.count == 3 && Set(record.clips.map(\.number)).count == 3, "cut before step \(cut)")
            if isDone { break }
            cut += 1
        }
        #expect(cut > 20)
    }
}
