// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation
import Storage
import Synchronization
import Testing

@testable import Runtime

/// A card that doesn't take a good film: the TV says that about the card, not about the film, and the film is tried again.
@Suite struct RefusingCardTests {
    private let bench: FilmBench
    private let folder: TemporaryFolder
    private let files: WatchedFiles
    private let card: Card

    init() throws {
        bench = try FilmBench()
        folder = try TemporaryFolder()
        files = WatchedFiles(root: folder.path)
        files.setSize(8 << 30)
        card = Card(path: folder.path, files: files, hasIndex: false)
        _ = try card.identify()
        let film = try bench.clip(frames: 0...29)
        try FileManager.default.createDirectory(atPath: "\(folder.path)/IMPORT", withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: film.path, toPath: "\(folder.path)/IMPORT/IMG_1.MOV")
    }

    /// One start of the box.
    private func start() -> [FilmNews] {
        let heard = Heard()
        let service = ImportService(card: card, timebase: SteppingClock(), order: { _ in }, tell: { news in heard.news.withLock { $0.append(news) } })
        service.post(.look(keepsNothing: false))
        for _ in 0..<50 { _ = service.runOnce() }
        return heard.news.withLock { $0 }
    }

    private final class Heard: Sendable {
        let news = Mutex<[FilmNews]>([])
    }

    private func verdicts(_ news: [FilmNews]) -> [FilmAdvice] {
        news.compactMap { if case .refused(let film) = $0 { film.verdict.advice } else { nil } }
    }

    private static let writeError = CardError.failed(operation: "write", subject: "film_01.mp4", reason: .isMissing)

    /// The step that the card refuses, and what the TV says to do.
    @Test(
        "X-17 a card that refuses a film is what the TV speaks of, and the next start imports the film",
        arguments: [
            ("write", .full, .room), ("write", Self.writeError, .card), ("write", .readOnly, .card), ("open", Self.writeError, .card),
            ("sync", Self.writeError, .card), ("rename", Self.writeError, .card),
        ] as [(String, CardError, FilmAdvice)])
    func theCardIsAtFault(step: String, error: CardError, advice: FilmAdvice) throws {
        files.watch { _, words throws(CardError) in
            if words.hasPrefix(step), words.contains("/clips/film_") { throw error }
        }
        #expect(verdicts(start()) == [advice])
        #expect(card.filmNotes().isNew("IMG_1.MOV") == false, "its checksum isn't computed again")
        // Another start says the same, since nothing was remembered against the film.
        #expect(verdicts(start()) == [advice])
        files.watch { _, _ in }
        let news = start()
        #expect(verdicts(news).isEmpty && news.last == .ended(imported: 1, refused: []))
        #expect(try card.sessions().compactMap(\.record).flatMap(\.clips).compactMap(\.film?.name) == ["IMG_1.MOV"])
    }

    @Test("X-17 a film whose clip is there, but whose line the card refused, is taken by the next import and isn't made twice")
    func theLineIsRefused() throws {
        files.watch { [files] _, words throws(CardError) in
            let isThere = files.steps.contains { $0.hasPrefix("rename") && $0.contains("/clips/film_") }
            if isThere, words.hasPrefix("write"), words.hasSuffix("journal.jsonl") { throw Self.writeError }
        }
        #expect(verdicts(start()) == [.card])
        files.watch { _, _ in }
        let before = files.steps.count
        #expect(start().isEmpty)
        #expect(files.steps[before...].allSatisfy { !$0.contains("/clips/film_") })
        #expect(try card.sessions().compactMap(\.record).flatMap(\.clips).compactMap(\.film?.name) == ["IMG_1.MOV"])
    }

    @Test("X-17 a film that has become a clip is told, even if somebody wants something else just then")
    func aClipIsTold() throws {
        let heard = Heard()
        let service = ImportService(card: card, timebase: SteppingClock(), order: { _ in }, tell: { news in heard.news.withLock { $0.append(news) } })
        files.watch { _, words throws(CardError) in
            if words.hasPrefix("rename"), words.contains("/clips/film_") { service.post(.look(keepsNothing: false)) }
        }
        service.post(.look(keepsNothing: false))
        for _ in 0..<50 { _ = service.runOnce() }
        files.watch { _, _ in }
        let news = heard.news.withLock { $0 }
        #expect(news.contains { if case .imported(let name, _) = $0 { name == "IMG_1.MOV" } else { false } })
        #expect(news.last == .ended(imported: 1, refused: []))
    }
}
