// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation
import Storage
import Synchronization
import Testing

@testable import Runtime

/// The films of a stick come into the card's folder `IMPORT`, each whole or not at all, and nothing there is replaced.
@Suite struct FilmFetchTests {
    private let bench: ExportServiceBench

    init() throws {
        bench = try ExportServiceBench()
        bench.filing.files.setSize(4 << 30)
    }

    private var folder: String { "\(bench.filing.cardPath)/IMPORT" }

    private static func film(_ seed: UInt8, bytes: Int = 1000) -> Data { Data((0..<bytes).map { UInt8(truncatingIfNeeded: $0 / 7) &+ seed }) }

    private func put(_ film: Data, _ path: String) throws {
        let place = URL(fileURLWithPath: path)
        try FileManager.default.createDirectory(at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
        try film.write(to: place)
    }

    private func putOnStick(_ films: [String: Data]) throws {
        for (name, film) in films { try put(film, "\(bench.folder.path)/\(name)") }
    }

    private var onCard: [String: Data] {
        bench.names(in: folder).reduce(into: [:]) { found, name in found[name] = bench.bytes(of: "\(folder)/\(name)") }
    }

    private var fetched: [FetchNews] { bench.news.compactMap { if case .fetch(let news) = $0 { news } else { nil } } }

    /// Has the films copied, and returns the last that was heard of it.
    private func fetch(for length: Duration = .zero) -> FetchNews? {
        let heard = fetched.count
        bench.service.post(.fetchFilms)
        bench.work(for: length)
        return fetched.dropFirst(heard).last
    }

    @Test("X-17 the films at the stick's top level and in its folder IMPORT are copied once, and nothing else; the stick is only read")
    func onceAndWhole() throws {
        let films = ["a.MP4": Self.film(1, bytes: 9 << 20), "IMPORT/b.mov": Self.film(2), "c.m4v": Self.film(3)]
        try putOnStick(films)
        try putOnStick(["notes.txt": Self.film(4), ".d.mp4": Self.film(5), "empty.mp4": Data(), "folder.mp4/e.mp4": Self.film(6)])
        try FileManager.default.createSymbolicLink(atPath: "\(bench.folder.path)/link.mp4", withDestinationPath: "c.m4v")
        #expect(fetch() == .ended(copied: 3, kept: 0, refused: []))
        let expected = ["a.MP4": films["a.MP4"], "b.mov": films["IMPORT/b.mov"], "c.m4v": films["c.m4v"]].compactMapValues { $0 }
        #expect(onCard == expected)
        let shares = fetched.compactMap { if case .progress(let progress) = $0 { progress.whole } else { nil } }
        #expect(shares == shares.sorted() && shares.last == 1)
        #expect(fetch() == .ended(copied: 0, kept: 3, refused: []))
        #expect(onCard == expected && bench.stick.watched.steps.isEmpty && bench.stick.counts.released > 0)
        #expect(bench.service.nextStep > bench.filing.clock.now() + .seconds(60), "nobody wants the stick any more")
    }

    @Test("X-17 another film of the same name and length stays, and the new one gets a number, once")
    func nothingIsReplaced() throws {
        try put(Self.film(1), "\(folder)/a.mp4")
        try putOnStick(["a.mp4": Self.film(2), "IMPORT/a.mp4": Self.film(3, bytes: 2000)])
        for copied in [2, 0] { #expect(fetch() == .ended(copied: copied, kept: 2 - copied, refused: [])) }
        #expect(onCard == ["a.mp4": Self.film(1), "a-2.mp4": Self.film(2), "a-3.mp4": Self.film(3, bytes: 2000)])
    }

    @Test("X-17 if the card is pulled before any step, no half film has a name, and the next time makes all whole")
    func aCardPulledAtAnyStep() throws {
        let films = ["a.mp4": Self.film(1), "b.mp4": Self.film(2)]
        try putOnStick(films)
        let (files, plug) = (bench.filing.files, bench.filing.plug)
        var step = 0
        while step < 100 {
            try? FileManager.default.removeItem(atPath: folder)
            let begin = files.steps.count
            files.watch { [step] index, _ throws(CardError) in
                guard index - begin >= step else { return }
                plug.setPlugged(false)
                throw .failed(operation: "write", subject: "?", reason: "Input/output error")
            }
            let news = fetch()
            if case .ended = news { break }
            guard case .stopped(let reason, let copied)? = news else { return #expect(Bool(false), "step \(step): \(String(describing: news))") }
            #expect(reason == CardError.absent.message, "step \(step)")
            let whole = onCard.filter { !$0.key.hasPrefix(".") }
            #expect(whole.allSatisfy { films[$0.key] == $0.value } && whole.count >= copied, "step \(step)")
            files.watch { _, _ throws(CardError) in }
            plug.setPlugged(true)
            #expect(fetch() == .ended(copied: 2 - whole.count, kept: whole.count, refused: []), "step \(step)")
            #expect(onCard == films, "step \(step)")
            step += 1
        }
        #expect((10..<100).contains(step))
    }

    @Test("X-17 a stick that is pulled in the middle, or a stop, leaves no part of the film", arguments: [false, true])
    func endedInTheMiddle(isStopped: Bool) throws {
        try putOnStick(["a.mp4": Self.film(1, bytes: 9 << 20)])
        let reads = Counter()
        bench.stick.watched.watchReads { [stick = bench.stick, service = bench.service] _ in
            guard reads.next() == 2 else { return }
            if isStopped { service.post(.stopFetching) } else { stick.pull() }
        }
        #expect(fetch() == .stopped(reason: isStopped ? .exportCancelled : .stickPulled, copied: 0))
        #expect(onCard.isEmpty)
        bench.stick.putIn()
        #expect(fetch() == .ended(copied: 1, kept: 0, refused: []))
    }

    private final class Counter: Sendable {
        private let count = Mutex(0)

        func next() -> Int {
            count.withLock { count in
                count += 1
                return count
            }
        }
    }

    @Test("X-17 films that would take the room for what is shot next aren't begun, and one that finds none leaves nothing")
    func noRoom() throws {
        try putOnStick(["a.mp4": Self.film(1)])
        bench.filing.files.setFree(100 << 20)
        guard case .stopped(let reason, 0)? = fetch() else { return #expect(Bool(false), "\(fetched)") }
        #expect(reason == .noRoom(needed: 1000, free: 0) && onCard.isEmpty)
        bench.filing.files.setFree(nil)
        bench.filing.files.watch { _, step throws(CardError) in if step.hasPrefix("write IMPORT") { throw .full } }
        #expect(fetch() == .stopped(reason: CardError.full.message, copied: 0))
        #expect(onCard.isEmpty)
    }

    @Test("X-17 a stick without films, one that can't be used, and none at all are said; a stick may come late")
    func whatIsMissing() throws {
        #expect(fetch() == .stopped(reason: .noFilmsOnStick, copied: 0))
        try putOnStick(["a.mp4": Self.film(1)])
        bench.stick.say(.refused(label: nil, reason: .stickFormat))
        #expect(fetch() == .stopped(reason: .stickFormat, copied: 0))
        bench.stick.say(StickState.none)
        #expect(fetch(for: .seconds(10)) == nil)
        #expect(fetch(for: .seconds(10)) == .stopped(reason: .stickMissing, copied: 0))
        bench.stick.say(.checking)
        #expect(fetch(for: .seconds(30)) == nil)
        bench.stick.say(nil)
        bench.work(for: .seconds(1))
        #expect(fetched.last == .ended(copied: 1, kept: 0, refused: []))
    }

    @Test("X-17 while frames are late nothing is copied")
    func framesGoFirst() throws {
        try putOnStick(["a.mp4": Self.film(1)])
        bench.filing.files.watch { [late = bench.late] _, step in if step.hasPrefix("open IMPORT") { late.count.withLock { $0 += 3 } } }
        // On this clock only waiting takes time.
        bench.setBusy(10)
        let begin = bench.filing.clock.now()
        #expect(fetch() == .ended(copied: 1, kept: 0, refused: []))
        let spent = begin.duration(to: bench.filing.clock.now())
        #expect(spent >= .seconds(2) && spent < .seconds(3), "\(spent)")
    }
}
