// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation
import Graphics
import Storage
import Synchronization
import TestSupport
import Testing

@testable import Runtime

/// The first pictures of clips, loaded from a real folder with clips of real footage.
@Suite struct PeekLoaderTests {
    private final class Answers: Sendable {
        let all = Mutex<[(key: PeekKey, outcome: PeekLoader.Outcome)]>([])
    }

    /// A card with one session of six clips, a loader that reads it, and the box's list of requests.
    private final class Shelf {
        let filing: Filing
        let session: String
        let loader: PeekLoader
        let requests = PictureRequestQueue(PeekPictures())
        private let answers = Answers()

        init() throws {
            filing = try Filing()
            for number in 1...6 {
                filing.mark(number, frame: Int64(20 * number - 5))
                filing.cut(number, Int64(20 * number - 17)...Int64(20 * number))
            }
            filing.writer.post(.file(.run(1)))
            filing.work()
            let names = try FileManager.default.contentsOfDirectory(atPath: filing.cardPath)
            session = try #require(names.first { $0.hasSuffix("_S01") })
            loader = PeekLoader(card: Card(path: filing.cardPath, files: filing.plug, hasIndex: false)) { [answers] key, outcome in
                answers.all.withLock { $0.append((key, outcome)) }
            }
        }

        func key(_ number: Int, at place: Duration? = nil) -> PeekKey { PeekKey(ClipKey(session: session, number: number), at: place) }

        /// Returns the news that the box would get.
        func news() -> [PictureNews<PeekKey>] {
            let answers = answers.all.withLock { all in
                defer { all = [] }
                return all
            }
            return answers.flatMap { requests.take($0.outcome, of: $0.key) }
        }

        func ask(_ keys: [PeekKey]) { requests.ask(for: keys, loader) }

        func work() -> [PictureNews<PeekKey>] {
            while loader.runOnce() {}
            return news()
        }
    }

    @Test func whatIsAskedForIsDecodedInItsOrder() throws {
        let shelf = try Shelf()
        let keys = [shelf.key(3), shelf.key(1, at: .zero), shelf.key(2, at: .milliseconds(400))]
        shelf.ask(keys)
        #expect(shelf.work() == keys.map { .ready($0) })
        #expect(keys.allSatisfy { shelf.requests.pictures.picture(of: $0)?.buffer.size == Filing.parameters.size })
        #expect(shelf.requests.pictures.picture(of: shelf.key(1)) == nil)
    }

    @Test func whatIsThereIsSaidAtOnceAndNotDecodedAgain() throws {
        let shelf = try Shelf()
        shelf.ask([shelf.key(1)])
        _ = shelf.work()
        let picture = try #require(shelf.requests.pictures.picture(of: shelf.key(1))).buffer
        shelf.ask([shelf.key(1), shelf.key(2), shelf.key(1)])
        #expect(shelf.news() == [.ready(shelf.key(1)), .ready(shelf.key(1))])
        #expect(shelf.work() == [.ready(shelf.key(2))])
        #expect(shelf.requests.pictures.picture(of: shelf.key(1))?.buffer === picture)
    }

    @Test func anotherCommandGivesUpWhatIsNotInIt() throws {
        let shelf = try Shelf()
        shelf.ask([shelf.key(1), shelf.key(2), shelf.key(3)])
        #expect(shelf.loader.runOnce())
        // The first one is decoded, but not reported yet.
        shelf.ask([shelf.key(3), shelf.key(4)])
        #expect(shelf.work() == [.ready(shelf.key(3)), .ready(shelf.key(4))], "of what nobody wants nobody hears")
        #expect(shelf.requests.pictures.contains(shelf.key(1)), "it is kept")
        #expect(!shelf.requests.pictures.contains(shelf.key(2)))
        shelf.ask([shelf.key(1)])
        #expect(shelf.work() == [.ready(shelf.key(1))])
        shelf.ask([])
        #expect(shelf.work().isEmpty && !shelf.loader.runOnce())
    }

    @Test func aPeekThatIsBeingReadIsGivenUpWhenTheGestureTurns() throws {
        let shelf = try Shelf()
        let (one, other) = (shelf.key(1), shelf.key(2))
        shelf.ask([one])
        // While its file is searched for, the finger turns around.
        shelf.filing.files.watchLooks { [loader = shelf.loader] in loader.load([other]) }
        #expect(shelf.loader.runOnce())
        shelf.filing.files.watchLooks(nil)
        _ = shelf.work()
        #expect(!shelf.requests.pictures.contains(one), "it isn't read to its end")
        #expect(shelf.requests.pictures.contains(other))
        shelf.ask([one])
        #expect(shelf.work() == [.ready(one)])
    }

    @Test func theSixthMakesTheLongestUnusedGo() throws {
        let shelf = try Shelf()
        for number in 1...5 {
            shelf.ask([shelf.key(number)])
            _ = shelf.work()
        }
        shelf.ask([shelf.key(6), shelf.key(1)])
        #expect(shelf.work() == [.ready(shelf.key(1)), .forgotten(shelf.key(2)), .ready(shelf.key(6))])
        #expect(shelf.requests.pictures.count == 5 && shelf.requests.pictures.heldBytes <= 10_000_000)
    }

    @Test func whatIsBrokenMissingOrOnACardThatIsAwayIsNone() throws {
        let shelf = try Shelf()
        let path = "\(shelf.filing.cardPath)/\(shelf.session)/clips/02.mp4"
        try Data("no clip".utf8).write(to: URL(fileURLWithPath: path))
        let elsewhere = PeekKey(ClipKey(session: "../\(shelf.session)", number: 1), at: nil)
        shelf.ask([shelf.key(2), shelf.key(9), elsewhere, shelf.key(1)])
        #expect(shelf.work() == [.missing(shelf.key(2)), .missing(shelf.key(9)), .missing(elsewhere), .ready(shelf.key(1))])
        shelf.filing.plug.setPlugged(false)
        shelf.ask([shelf.key(3)])
        #expect(shelf.work() == [.missing(shelf.key(3))])
        shelf.filing.plug.setPlugged(true)
        shelf.ask([shelf.key(3)])
        #expect(shelf.work() == [.ready(shelf.key(3))], "asked for again it is tried again")
    }

    @Test func aClipIsFoundUnderTheNameThatItsArrowGaveIt() throws {
        let shelf = try Shelf()
        let clips = "\(shelf.filing.cardPath)/\(shelf.session)/clips"
        try FileManager.default.moveItem(atPath: "\(clips)/01.mp4", toPath: "\(clips)/01_X.mp4")
        shelf.ask([shelf.key(1)])
        #expect(shelf.work() == [.ready(shelf.key(1))])
    }

    /// Whatever is requested, the interface knows which pictures it can show: the list from its news equals the real list.
    @Test(arguments: 0..<10 as Range<UInt64>)
    func theNewsSayWhatIsThere(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let shelf = try Shelf()
        let keys = (1...7).flatMap { [shelf.key($0), shelf.key($0, at: .milliseconds(300))] }
        var known: Set<PeekKey> = []
        var wanted: [PeekKey] = []
        for _ in 0..<60 {
            if random.chance(0.4) {
                wanted = Array(keys.shuffled(using: &random).prefix(Int.random(in: 0...6, using: &random)))
                shelf.ask(wanted)
            }
            for _ in 0..<Int.random(in: 0...3, using: &random) { shelf.loader.runOnce() }
            for news in shelf.news() {
                switch news {
                case .ready(let key):
                    #expect(wanted.contains(key))
                    known.insert(key)
                case .forgotten(let key): known.remove(key)
                case .missing(let key): #expect(key.clip.number == 7)
                }
            }
            #expect(known.allSatisfy { shelf.requests.pictures.contains($0) })
        }
        _ = shelf.work()
        let there = wanted.prefix(5).filter { $0.clip.number < 7 }
        #expect(there.allSatisfy { shelf.requests.pictures.contains($0) }, "all that is wanted is there in the end")
    }
}
