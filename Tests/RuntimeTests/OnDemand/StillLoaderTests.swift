// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation
import Storage
import Synchronization
import Testing

@testable import Runtime

/// Stills are read from a real folder with clips of real footage.
@Suite struct StillLoaderTests {
    private final class Answers: Sendable {
        let sizes = Mutex<[VideoSize?]>([])
    }

    /// A card with one session of two clips, and a loader that reads it.
    private final class Shelf {
        let filing: Filing
        let session: String
        let loader: StillLoader
        private let answers = Answers()

        init() throws {
            filing = try Filing()
            filing.mark(1, frame: 40)
            filing.cut(1, 10...60)
            filing.mark(2, frame: 80)
            filing.cut(2, 61...100)
            filing.writer.post(.file(.run(1)))
            filing.work()
            let names = try FileManager.default.contentsOfDirectory(atPath: filing.cardPath)
            session = try #require(names.first { $0.hasSuffix("_S01") })
            loader = StillLoader(card: Card(path: filing.cardPath, files: filing.plug, hasIndex: false)) { [answers] _, picture in
                answers.sizes.withLock { $0.append(picture?.size) }
            }
        }

        func key(_ number: Int) -> ClipKey { ClipKey(session: session, number: number) }
        func path(_ file: String) -> String { "\(filing.cardPath)/\(session)/\(file)" }

        /// Requests stills, reads them, and returns the sizes of the results in order; `nil` for a still that doesn't exist.
        func load(_ keys: ClipKey...) -> [VideoSize?] {
            for key in keys { loader.load(key) }
            while loader.runOnce() {}
            return answers.sizes.withLock { sizes in
                defer { sizes = [] }
                return sizes
            }
        }
    }

    private static let size = Filing.parameters.size

    @Test func theStillOfAClipIsRead() throws {
        let shelf = try Shelf()
        #expect(FileManager.default.fileExists(atPath: shelf.path("thumbs/01.jpg")))
        #expect(shelf.load(shelf.key(1), shelf.key(2)) == [Self.size, Self.size])
    }

    @Test func withoutItsFileTheStillIsTheClipsFirstPicture() throws {
        let shelf = try Shelf()
        try FileManager.default.removeItem(atPath: shelf.path("thumbs/01.jpg"))
        try Data("no picture".utf8).write(to: URL(fileURLWithPath: shelf.path("thumbs/02.jpg")))
        #expect(shelf.load(shelf.key(1), shelf.key(2)) == [Self.size, Self.size])
    }

    @Test func aClipIsFoundUnderTheNameThatItsArrowGaveIt() throws {
        let shelf = try Shelf()
        try FileManager.default.removeItem(atPath: shelf.path("thumbs/01.jpg"))
        try FileManager.default.moveItem(atPath: shelf.path("clips/01.mp4"), toPath: shelf.path("clips/01_X.mp4"))
        #expect(shelf.load(shelf.key(1)) == [Self.size])
    }

    @Test func aStillThatIsNowhereIsAnsweredToo() throws {
        let shelf = try Shelf()
        #expect(shelf.load(shelf.key(7), shelf.key(0), shelf.key(-1)) == [nil, nil, nil])
        #expect(shelf.load(ClipKey(session: "2026-11-20_1405_S99", number: 1)) == [nil])
    }

    @Test(arguments: ["", ".", "..", "../card", "/", "a/../b_S01", "clips"])
    func nothingIsReadOutsideTheSessions(name: String) throws {
        let shelf = try Shelf()
        #expect(shelf.load(ClipKey(session: name, number: 1)) == [nil])
        #expect(shelf.load(ClipKey(session: "\(name)/\(shelf.session)", number: 1)) == [nil])
    }

    @Test func aCardThatIsAwayHasNoStillsUntilItIsBack() throws {
        let shelf = try Shelf()
        shelf.filing.plug.setPlugged(false)
        #expect(shelf.load(shelf.key(1)) == [nil])
        shelf.filing.plug.setPlugged(true)
        #expect(shelf.load(shelf.key(1)) == [Self.size])
    }

    @Test func whatIsStillWaitedForIsReadOnce() throws {
        let shelf = try Shelf()
        #expect(shelf.load(shelf.key(1), shelf.key(2), shelf.key(1)) == [Self.size, Self.size])
        #expect(shelf.load(shelf.key(1)) == [Self.size], "and again when it is asked for again")
    }
}
