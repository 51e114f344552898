// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation
import Storage
import Synchronization
import Testing

@testable import Runtime

/// Files in a card's folder `IMPORT` that can't be imported are told at each start, and tried once. `test_import` has the films that can.
@Suite struct ImportServiceTests {
    private final class Heard: Sendable {
        let news = Mutex<[FilmNews]>([])
        let orders = Mutex<[CardCommand]>([])
        let asked = Mutex(0)
        let service = Mutex<ImportService?>(nil)
    }

    private let folder: TemporaryFolder
    private let card: Card

    init() throws {
        folder = try TemporaryFolder()
        card = Card(path: folder.path, files: POSIXFileSystem(root: folder.path), hasIndex: false)
        _ = try card.identify()
    }

    private var films: String { "\(folder.path)/IMPORT" }

    private func put(_ bytes: [UInt8], as name: String) throws {
        try FileManager.default.createDirectory(atPath: films, withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(fileURLWithPath: "\(films)/\(name)"))
    }

    private var names: [String] { ((try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []).sorted() }

    /// One start of the box.
    private func start(keepsNothing: Bool = false) -> (news: [FilmNews], orders: [CardCommand]) {
        let heard = Heard()
        let service = ImportService(
            card: card, timebase: SteppingClock(), order: { order in heard.orders.withLock { $0.append(order) } },
            tell: { news in heard.news.withLock { $0.append(news) } })
        service.post(.look(keepsNothing: keepsNothing))
        for _ in 0..<50 { _ = service.runOnce() }
        return (heard.news.withLock { $0 }, heard.orders.withLock { $0 })
    }

    private func refused(_ news: [FilmNews]) -> [RefusedFilm] { news.compactMap { if case .refused(let film) = $0 { film } else { nil } } }

    @Test("X-17 a card without the folder IMPORT, or with an empty one, isn't changed and gives no news")
    func nothingToImport() throws {
        #expect(start().news.isEmpty && names.isEmpty)
        try FileManager.default.createDirectory(atPath: films, withIntermediateDirectories: true)
        let (news, orders) = start()
        #expect(news.isEmpty && orders.isEmpty && names == ["IMPORT"])
    }

    @Test("X-17 what is no film is told at each start with what to do, and read at the first one only")
    func whatIsNoFilmIsToldAndReadOnce() throws {
        try put([UInt8](repeating: 7, count: 3000), as: "a.mp4")
        try put([UInt8](repeating: 9, count: 3000), as: "b.mov")
        let (news, orders) = start()
        #expect(refused(news).map { $0.name } == ["a.mp4", "b.mov"] && refused(news).allSatisfy { $0.verdict.advice == .again })
        #expect(news.last == .ended(imported: 0, refused: refused(news)) && orders.isEmpty)
        #expect(names == ["IMPORT", "IMPORT/a.mp4", "IMPORT/b.mov", "IMPORT/vir-films.json"])
        // With the same name, length and time it counts as the same file: nobody reads its bytes again.
        let path = "\(films)/a.mp4"
        let time = try #require(try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date)
        let notes = FileManager.default.contents(atPath: "\(films)/vir-films.json")
        try put([UInt8](repeating: 8, count: 3000), as: "a.mp4")
        try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: path)
        #expect(refused(start().news) == refused(news))
        #expect(FileManager.default.contents(atPath: "\(films)/vir-films.json") == notes)
    }

    @Test("X-17 a file that was changed is read again, and one that is gone is forgotten")
    func changedFilesAreReadAgain() throws {
        try put([UInt8](repeating: 7, count: 3000), as: "a.mp4")
        try put([UInt8](repeating: 9, count: 3000), as: "b.mov")
        _ = start()
        let before = card.filmNotes()
        try put([UInt8](repeating: 8, count: 3001), as: "a.mp4")
        try FileManager.default.removeItem(atPath: "\(films)/b.mov")
        #expect(refused(start().news).map { $0.name } == ["a.mp4"])
        let after = card.filmNotes()
        #expect(after != before && after.isNew("b.mov") && !after.isNew("a.mp4"))
    }

    @Test("X-17 if nothing is kept, films that wait are named and left")
    func nothingIsKept() throws {
        try put([UInt8](repeating: 7, count: 3000), as: "a.mp4")
        let (news, _) = start(keepsNothing: true)
        #expect(refused(news).map { $0.verdict.advice } == [.keep] && names == ["IMPORT", "IMPORT/a.mp4"])
    }

    @Test("X-17 if somebody chooses that nothing is kept, the film under way is given up, and nothing is written of it")
    func nothingIsKeptFromNowOn() throws {
        for name in ["a.mp4", "b.mov"] { try put([UInt8](repeating: 7, count: 3000), as: name) }
        let heard = Heard()
        let service = ImportService(
            card: card, timebase: SteppingClock(),
            isCardBusy: {
                let count = heard.asked.withLock { asked in
                    asked += 1
                    return asked
                }
                // The third question comes while the first film is read.
                if count == 3 { heard.service.withLock { $0?.post(.look(keepsNothing: true)) } }
                return false
            },
            order: { order in heard.orders.withLock { $0.append(order) } }, tell: { news in heard.news.withLock { $0.append(news) } })
        heard.service.withLock { $0 = service }
        defer { heard.service.withLock { $0 = nil } }
        service.post(.look(keepsNothing: false))
        for _ in 0..<50 { _ = service.runOnce() }
        let refusals = refused(heard.news.withLock { $0 })
        #expect(refusals.map(\.name) == ["a.mp4", "b.mov"] && refusals.allSatisfy { $0.verdict.advice == .keep })
        #expect(names == ["IMPORT", "IMPORT/a.mp4", "IMPORT/b.mov"] && heard.orders.withLock { $0.isEmpty })
    }

    @Test("X-17 if another card is put in, the films of the first one aren't named, and nothing is written or ordered on the other")
    func anotherCardIsPutIn() throws {
        for name in ["a.mp4", "b.mov"] { try put([UInt8](repeating: 7, count: 3000), as: name) }
        let heard = Heard()
        let identity = URL(fileURLWithPath: "\(folder.path)/card.json")
        let service = ImportService(
            card: card, timebase: SteppingClock(),
            isCardBusy: {
                let count = heard.asked.withLock { asked in
                    asked += 1
                    return asked
                }
                // The third question comes while the first film is read.
                if count == 3 { try? Data(#"{"id": "another"}"#.utf8).write(to: identity) }
                return false
            },
            order: { order in heard.orders.withLock { $0.append(order) } }, tell: { news in heard.news.withLock { $0.append(news) } })
        service.post(.look(keepsNothing: false))
        for _ in 0..<50 { _ = service.runOnce() }
        #expect(heard.news.withLock { $0.isEmpty } && heard.orders.withLock { $0.isEmpty })
        #expect(names == ["IMPORT", "IMPORT/a.mp4", "IMPORT/b.mov", "card.json"])
    }

    @Test("X-17 a card that isn't recovered yet isn't touched, whatever somebody chooses meanwhile; after it is, its films are looked at")
    func anUnrecoveredCardWaits() throws {
        try put([UInt8](repeating: 7, count: 3000), as: "a.mp4")
        let heard = Heard()
        let isRecovered = Mutex(false)
        let service = ImportService(
            card: card, timebase: SteppingClock(), isCardRecovered: { isRecovered.withLock { $0 } },
            order: { order in heard.orders.withLock { $0.append(order) } }, tell: { news in heard.news.withLock { $0.append(news) } })
        for keepsNothing in [false, true] {
            service.post(.look(keepsNothing: keepsNothing))
            for _ in 0..<10 { _ = service.runOnce() }
        }
        #expect(heard.news.withLock { $0.isEmpty } && heard.orders.withLock { $0.isEmpty } && names == ["IMPORT", "IMPORT/a.mp4"])
        isRecovered.withLock { $0 = true }
        service.post(.look(keepsNothing: false))
        for _ in 0..<10 { _ = service.runOnce() }
        #expect(refused(heard.news.withLock { $0 }).map(\.name) == ["a.mp4"])
    }

    @Test("X-17 notes that somebody damaged are worth nothing, and cost nothing")
    func damagedNotes() throws {
        try put([UInt8](repeating: 7, count: 3000), as: "a.mp4")
        _ = start()
        let notes = card.filmNotes()
        try put(Array("{\"films\": 3".utf8), as: "vir-films.json")
        #expect(refused(start().news).map { $0.name } == ["a.mp4"])
        #expect(card.filmNotes() == notes)
    }
}
