// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Glibc
import Testing

@testable import Storage

/// A card that an attacker may have changed: things in place of others, links, pipes, names that are no text.
@Suite struct HostileCardTests {
    private let folder: TemporaryFolder
    private let outside: TemporaryFolder
    private let files: POSIXFileSystem
    private let card: Card

    init() throws {
        folder = try TemporaryFolder()
        outside = try TemporaryFolder()
        files = POSIXFileSystem(root: folder.path)
        card = Card(path: folder.path, files: files, reserveBytes: 0)
    }

    private func practise(_ number: Int) throws -> String {
        let session = try card.openSession(Samples.header(number))
        try session.append(.marked(Samples.mark(1)))
        try session.writeClip(1)
        try session.close(.stopped)
        return session.name
    }

    private func makeFull(_ place: String) throws {
        try files.makeFolder(place)
        try files.replace("\(place)/mine.txt", with: [1])
    }

    @Test func belowACardNoLinkIsFollowed() throws {
        try POSIXFileSystem().replace("\(outside.path)/secret", with: [1, 2, 3])
        #expect(symlink("\(outside.path)/secret", "\(folder.path)/link") == 0 && symlink(outside.path, "\(folder.path)/folder") == 0)
        #expect(try files.kind(of: "\(folder.path)/link") == .other)
        #expect(try files.kind(of: "\(folder.path)/folder") == .other)
        #expect(try files.kind(of: "\(folder.path)/folder/secret") == nil)
        #expect(throws: CardError.self) { try files.read("\(folder.path)/link", from: 0, count: 3) }
        #expect(throws: CardError.self) { try files.read("\(folder.path)/folder/secret", from: 0, count: 3) }
        #expect(throws: CardError.self) { try files.open("\(folder.path)/link", .create) }
        #expect(throws: CardError.self) { try files.open("\(folder.path)/folder/new", .create) }
        #expect(throws: CardError.self) { try files.list("\(folder.path)/folder") }
        #expect(throws: CardError.self) { try files.makeFolder("\(folder.path)/folder/new") }
        #expect(throws: CardError.self) { try files.remove("\(folder.path)/folder/secret") }
        #expect(throws: CardError.self) { try files.removeTree("\(folder.path)/folder/secret") }
        #expect(throws: CardError.self) { try files.rename("\(folder.path)/link", to: "\(folder.path)/folder/new") }
        #expect(throws: CardError.self) {
            try files.read("\(folder.path)/../\(outside.path.split(separator: "/").last ?? "")/secret", from: 0, count: 3)
        }
        try files.removeTree("\(folder.path)/folder")
        #expect(try POSIXFileSystem().contents(of: "\(outside.path)/secret") == [1, 2, 3])
    }

    @Test func aCardMayItselfBeBehindALink() throws {
        #expect(symlink(folder.path, "\(outside.path)/card") == 0)
        let linked = Card(path: "\(outside.path)/card", files: POSIXFileSystem(root: "\(outside.path)/card"), reserveBytes: 0)
        try linked.prepare()
        try linked.openSession(Samples.header()).close(.stopped)
        #expect(try card.sessions().count == 1)
    }

    @Test func recoveryTakesAwayWhatVIRMakesAndNothingElse() throws {
        let name = try practise(1)
        let mine = ["film.mp4.part", "\(name)/photo.part", "\(name)/clips/film.mp4.part", "\(name)/thumbs/a.jpg.part", "\(name)/clips/1.mp4.part"]
        let ours = [
            "vir-log.txt.part", ".vir-trial-123.part", "\(name)/journal.jsonl.part", "\(name)/clips/02_10.mp4.part",
            "\(name)/thumbs/02.jpg.part",
        ]
        for place in mine + ours { try files.replace("\(folder.path)/\(place)", with: [1]) }
        try makeFull("\(folder.path)/settings.toml.part")
        let report = try card.recover()
        #expect(report.removed.sorted() == ours.sorted() && report.problems == [])
        #expect(try mine.allSatisfy { try files.isFile("\(folder.path)/\($0)") })
        #expect(try files.isFile("\(folder.path)/settings.toml.part/mine.txt"))
    }

    @Test func aFolderInTheWayOfAClipIsMovedAsideWithAllThatIsInIt() throws {
        let session = try card.openSession(Samples.header())
        try makeFull("\(folder.path)/\(session.name)/clips/01.mp4.part")
        try makeFull("\(folder.path)/\(session.name)/clips/01.mp4")
        try makeFull("\(folder.path)/\(session.name)/session.json")
        try makeFull("\(folder.path)/\(session.name)/index.html")
        try session.append(.marked(Samples.mark(1)))
        try session.writeClip(1)
        try session.close(.stopped)
        #expect(try CardCheck.check(folder.path).isSound)
        for place in ["clips/01.mp4.part", "clips/01.mp4", "session.json", "index.html"] {
            #expect(try files.isFile("\(folder.path)/\(session.name)/\(place).damaged/mine.txt"))
        }
        #expect(card.takeNotes().count == 4)
    }

    @Test func aFolderOfClipsThatIsNoneIsMadeAgain() throws {
        let session = try card.openSession(Samples.header())
        try files.remove("\(folder.path)/\(session.name)/clips")
        #expect(symlink(outside.path, "\(folder.path)/\(session.name)/clips") == 0)
        try session.append(.marked(Samples.mark(1)))
        try session.writeClip(1)
        try session.close(.stopped)
        #expect(try CardCheck.check(folder.path).isSound)
        #expect(try POSIXFileSystem().list(outside.path) == [])
    }

    @Test func oneSessionThatCannotBeReadHidesNoOther() throws {
        let name = try practise(1)
        for (number, place) in [(70, "session.json"), (71, "journal.jsonl")] {
            try files.makeFolder("\(folder.path)/x_S\(number)")
            let file = try files.open("\(folder.path)/x_S\(number)/\(place)", .create)
            try files.truncate(file, to: 1 << 36)
            files.close(file)
        }
        try files.makeFolder("\(folder.path)/x_S72")
        try makeFull("\(folder.path)/x_S72/session.json")
        #expect(makePipe("\(folder.path)/x_S72/journal.jsonl"))
        #expect(try CardCheck.list(folder.path).map(\.name) == [name, "x_S70", "x_S71", "x_S72"])
        let report = try CardCheck.check(folder.path)
        #expect(report.sessions == 4 && report.faults.count == 3 && report.clips == 1)
        _ = try CardCheck.rebuild(folder.path)
        #expect(try card.find(SessionQuery()).sessions.map(\.name) == [name])
        _ = try card.recover()
        #expect(try card.find(SessionQuery()).sessions.map(\.name) == [name])
    }

    @Test func namesThatAreNoTextAreLeftAloneAndGoWithTheirSession() throws {
        let name = try practise(1)
        let strange: [CChar] = Array("\(folder.path)/\(name)/clips/".utf8CString.dropLast()) + [-1, -2, 0]
        let file = creat(strange, 0o644)
        #expect(file >= 0)
        close(file)
        #expect(try card.recover().problems == [])
        #expect(access(strange, F_OK) == 0)
        try card.deleteSession(named: name)
        #expect(try card.sessions() == [] && card.recover() == RecoveryReport())
    }

    @Test func aFolderWithTheLastNumberHidesNoNewSession() throws {
        try files.makeFolder("\(folder.path)/x_S999999999")
        try files.makeFolder("\(folder.path)/x_S01")
        #expect(try card.nextSessionNumber() == 2)
    }

    @Test func whatCannotBeMendedIsALineAndNotTheEnd() throws {
        let name = try practise(1)
        let open = try leaveOpen(2)
        // Neither a pipe nor a folder is a clip, whatever its name.
        #expect(makePipe("\(folder.path)/\(open)/clips/07.mp4"))
        try makeFull("\(folder.path)/\(open)/clips/08.mp4")
        try files.makeFolder("\(folder.path)/\(name)_S09.deleted")
        let report = try card.recover()
        #expect(report.recovered.map(\.name) == [open])
        #expect(report.problems.sorted() == ["07", "08"].map { "\(open)/clips/\($0).mp4: is no file and is left alone" })
        #expect(try files.isFile("\(folder.path)/\(open)/clips/08.mp4/mine.txt"))
    }

    /// Leaves a session of one mark and its clip, whose program has ended.
    private func leaveOpen(_ number: Int) throws -> String {
        let session = try card.openSession(Samples.header(number))
        try session.append(.marked(Samples.mark(1)))
        try session.writeClip(1)
        return session.name
    }

    @Test func movingAsideKeepsWhatWasMovedBefore() throws {
        for _ in 1...3 {
            try makeFull("\(folder.path)/vir.sqlite")
            try files.moveAside("\(folder.path)/vir.sqlite")
        }
        #expect(try files.list(folder.path) == ["vir.sqlite.damaged", "vir.sqlite.damaged-2", "vir.sqlite.damaged-3"])
        #expect(
            ["vir.sqlite.damaged", "a.damaged-12"].allSatisfy(CardLayout.isAside) && !CardLayout.isAside("a.damaged-") && !CardLayout.isAside("x-2"))
    }

    @Test(arguments: ["long", "folder", "pipe", "link"])
    func aSettingsFileThatCannotBeReadIsAProblemAndTheLastGoodSettingsHold(kind: String) throws {
        let path = "\(folder.path)/settings.toml"
        var lastGood = Settings()
        lastGood.delaySeconds = 7
        #expect(SettingsFile.load(path, running: lastGood, files: files).1 == [], "one that isn't there is none")
        switch kind {
        case "long": try files.replace(path, with: [UInt8](repeating: UInt8(ascii: "#"), count: 65 << 10))
        case "folder": try makeFull(path)
        case "pipe": #expect(makePipe(path))
        default: #expect(symlink("/etc/hostname", path) == 0)
        }
        let (settings, problems) = SettingsFile.load(path, running: lastGood, files: files)
        #expect(settings == lastGood && problems.count == 1 && problems.first?.line == 0)
        #expect(problems.first?.description.hasPrefix("settings.toml: not read: it ") == true)
    }
}
