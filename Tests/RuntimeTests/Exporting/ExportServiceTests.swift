// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation
import Media
import Storage
import Synchronization
import Testing

@testable import Runtime

/// The box exports clips onto a stick, or into a folder of the card, while it goes on recording.
@Suite struct ExportServiceTests {
    @Test("V-52 clips as they are: the same bytes, the progress never ahead, the stick let go of")
    func clipsAsTheyAre() throws {
        let bench = try ExportServiceBench()
        bench.service.post(.prepare(bench.subject))
        bench.work()
        guard case .prepared(_, let size)? = bench.news.first else { return #expect(Bool(false), "it isn't prepared") }
        #expect(size.clips == 3 && size.unjoinable.isEmpty && size.best == 3 && size.bestSeconds > 4)
        #expect(bench.news.contains { if case .stick(.ready("KINGSTON", _)) = $0 { true } else { false } })
        bench.export()
        #expect(bench.onStick == (1...3).map { "\(bench.session)_0\($0).mp4" })
        for number in 1...3 {
            #expect(bench.bytes(of: "\(bench.folder.path)/VIR/\(bench.session)_0\(number).mp4") == bench.bytes(of: bench.clip(number)))
        }
        #expect(bench.ended == ExportResult(place: .stick, label: "KINGSTON", written: 3))
        let done = bench.progress.map(\.doneBytes)
        #expect(done == done.sorted() && done.first == 0 && done.last == size.clipBytes)
        #expect(bench.news.last == .stick(.none) && bench.stick.counts.released > 0)
        // The next export skips existing files, and replaces changed ones.
        try Data(count: 10).write(to: URL(fileURLWithPath: "\(bench.folder.path)/VIR/\(bench.session)_02.mp4"))
        bench.export()
        #expect(bench.ended == ExportResult(place: .stick, label: "KINGSTON", replaced: 1, kept: 2))
        #expect(bench.bytes(of: "\(bench.folder.path)/VIR/\(bench.session)_02.mp4") == bench.bytes(of: bench.clip(2)))
    }

    @Test("V-52 every way, to both places", arguments: [ExportDestination.stick, .card])
    func everyWay(place: ExportDestination) throws {
        let bench = try ExportServiceBench()
        for form in [ExportForm.anybody, .slow(2), .slow(4), .bestOf] { bench.export(form, to: place) }
        let names = place == .stick ? bench.onStick : bench.names(in: bench.filing.cardPath + "/EXPORT")
        #expect(names.count == 10 && !names.contains { $0.hasSuffix(".part") })
        #expect(names.contains("\(bench.session)_best-of_1-2-3.mp4") && names.contains("\(bench.session)_03_slow-4x.mp4"))
        // A whole session, with everything in its folder. For an open session the record and the page are made; its journal isn't copied.
        bench.service.post(.begin(ExportSubject(session: bench.session), .file, to: place))
        bench.work()
        let root = place == .stick ? bench.folder.path + "/VIR" : bench.filing.cardPath + "/EXPORT"
        #expect(Set(bench.names(in: "\(root)/\(bench.session)").filter { !$0.contains("/") }) == ["clips", "index.html", "session.json", "thumbs"])
        for name in bench.names(in: "\(bench.filing.cardPath)/\(bench.session)") where name.contains("/") {
            #expect(bench.bytes(of: "\(root)/\(bench.session)/\(name)") == bench.bytes(of: "\(bench.filing.cardPath)/\(bench.session)/\(name)"))
        }
    }

    @Test("V-53 V-74 what is made anew: drawings, stills, a strip, a best-of with titles, a comparison; drawn again, it is made again")
    func madeAnew() throws {
        let bench = try ExportServiceBench()
        bench.draw(on: 2)
        bench.service.post(.prepare(bench.subject))
        bench.work()
        let size = bench.news.compactMap { if case .prepared(_, let size) = $0 { size } else { nil } }.last
        #expect(size?.drawn == 1)
        bench.export(.drawings(freeze: 1))
        // The other two were requested but have no drawings.
        #expect(bench.ended?.written == 1 && bench.ended?.problems.count == 2)
        bench.export(.still)
        bench.export(.strip(step: 0.1, center: nil))
        bench.export(.titledBestOf)
        bench.service.post(
            .begin(ExportSubject(session: bench.session, clips: [3, 1]), .compare(shift: 0, ComparisonView().around(0.4)), to: .stick))
        bench.work()
        let wanted = [
            "01_still.png", "01_strip.png", "02_drawings.mp4", "02_still-1.png", "02_strip.png", "03_still.png", "03_strip.png",
            "best-of_1-2-3_titles.mp4", "compare_3-1.mp4",
        ]
        #expect(bench.onStick == wanted.map { "\(bench.session)_\($0)" })
        let film = "\(bench.folder.path)/VIR/\(bench.session)_02_drawings.mp4"
        let frames = try FootageFrames(film)
        var count = 0
        while try frames.next() != nil { count += 1 }
        #expect(count == 56 + 30, "a second of 30 more pictures")
        let before = bench.bytes(of: film)
        bench.export(.drawings(freeze: 0))
        #expect(bench.ended?.replaced == 1 && bench.bytes(of: film) != before)
        let told = bench.progress.filter(\.isMadeAnew)
        #expect(!told.isEmpty && told.allSatisfy { $0.doneBytes <= $0.bytes })
        #expect(!bench.onStick.contains { $0.hasSuffix(".part") })
    }

    @Test("V-53 given up at any moment, or with no room left, a film leaves nothing", arguments: 0...6)
    func noHalfFilm(step: Int) throws {
        let bench = try ExportServiceBench()
        bench.draw(on: 2)
        bench.stick.watched.watch { [service = bench.service] index, _ in if index >= step { service.post(.cancel) } }
        bench.export(.drawings(freeze: 1))
        // A film has few steps, so it may have been finished before the cancellation.
        if bench.stopped != nil {
            #expect(bench.stopped?.0 == .exportCancelled)
            #expect(bench.onStick.isEmpty)
        }
        bench.stick.watched.watch { _, step throws(CardError) in if step.hasPrefix("write") { throw .full } }
        bench.export(.drawings(freeze: 2))
        #expect(bench.stopped?.0 == .stickFull)
        #expect(!bench.onStick.contains { $0.hasSuffix(".part") })
        bench.stick.watched.watch { _, _ throws(CardError) in }
        bench.stick.watched.setFree(1000)
        bench.export(.titledBestOf)
        #expect(bench.stopped?.0.description.contains("are needed and 1 kB are free") == true)
    }

    @Test("V-53 while frames are late nothing is made")
    func framesGoFirst() throws {
        let bench = try ExportServiceBench()
        bench.draw(on: 2)
        bench.stick.watched.watch { [late = bench.late] _, step in if step.hasPrefix("open") { late.count.withLock { $0 += 3 } } }
        // On this clock only waiting takes time.
        bench.setBusy(10)
        let begin = bench.filing.clock.now()
        bench.export(.drawings(freeze: 0))
        #expect(bench.ended?.written == 1)
        let spent = begin.duration(to: bench.filing.clock.now())
        #expect(spent >= .seconds(2) && spent < .seconds(3), "\(spent)")
    }

    @Test(
        "pulled before any step, it leaves nothing half-written under a name, and the next export makes it whole",
        arguments: [ExportForm.file, .anybody])
    func pulledAtAnyStep(form: ExportForm) throws {
        let whole = try ExportServiceBench()
        whole.export(form)
        let steps = whole.stick.watched.steps.count
        #expect(steps > 12)
        let wanted = whole.onStick.map { whole.bytes(of: "\(whole.folder.path)/VIR/\($0)") }
        let bench = try ExportServiceBench()
        for step in stride(from: 0, to: steps, by: form == .file ? 1 : 3) {
            try? FileManager.default.removeItem(atPath: bench.folder.path + "/VIR")
            let begin = bench.stick.watched.steps.count
            bench.stick.putIn()
            bench.stick.watched.watch { [stick = bench.stick] index, _ throws(CardError) in
                guard index - begin >= step else { return }
                stick.pull()
                throw .failed(operation: "write", subject: "?", reason: "Input/output error")
            }
            let heard = bench.news.count
            bench.export(form)
            let stopped = bench.news.dropFirst(heard).compactMap { if case .stopped(let reason, _) = $0 { reason } else { nil } }
            #expect(stopped == [.stickPulled], "step \(step)")
            for name in bench.onStick where name.hasSuffix(".mp4") {
                #expect(bench.bytes(of: "\(bench.folder.path)/VIR/\(name)") == whole.bytes(of: "\(whole.folder.path)/VIR/\(name)"), "step \(step)")
            }
        }
        bench.stick.watched.watch { _, _ throws(CardError) in }
        bench.stick.putIn()
        bench.export(form)
        #expect(bench.onStick.map { bench.bytes(of: "\(bench.folder.path)/VIR/\($0)") } == wanted)
    }

    @Test("a card that is pulled while its clips go to the stick is what is said to be away")
    func theCardIsAway() throws {
        let bench = try ExportServiceBench()
        let plug = bench.filing.plug
        bench.stick.watched.watch { _, step in if step.hasPrefix("write") { plug.setPlugged(false) } }
        bench.export()
        #expect(bench.stopped != nil && bench.stopped?.0 == CardError.absent.message)
    }

    @Test("a stick that is too small is said before anything is written; one that fills up all the same is said then")
    func full() throws {
        let bench = try ExportServiceBench()
        bench.stick.watched.setFree(1000)
        bench.export()
        #expect(bench.stopped?.0.description.contains("are needed and 1 kB are free") == true)
        #expect(bench.onStick.isEmpty)
        bench.stick.watched.setFree(nil)
        bench.stick.watched.watch { _, step throws(CardError) in if step.hasPrefix("write"), step.contains("_02.mp4") { throw .full } }
        bench.export()
        #expect(bench.stopped?.0 == .stickFull && bench.stopped?.1.written == 1)
        #expect(bench.onStick == ["\(bench.session)_01.mp4"])
        // Nothing of the second file is there, and it isn't in the progress.
        #expect(bench.progress.last?.doneBytes == bench.bytes(of: bench.clip(1)).map { Int64($0.count) })
    }

    @Test("the card keeps room for what is shot next")
    func theCardsReserve() throws {
        let bench = try ExportServiceBench()
        bench.filing.files.setSize(1_000_000_000)
        bench.filing.files.setFree(50_000_000)
        bench.export(to: .card)
        #expect(bench.stopped != nil && bench.names(in: bench.filing.cardPath + "/EXPORT").isEmpty)
        bench.filing.files.setFree(100_000_000)
        bench.export(to: .card)
        #expect(bench.ended?.written == 3)
    }

    @Test("one file larger than the stick's file system takes is said, and the reason is that")
    func tooLarge() throws {
        let bench = try ExportServiceBench()
        bench.stick.watched.watch { _, step throws(CardError) in
            if step.hasPrefix("write") { throw .failed(operation: "write", subject: step, reason: .fileTooLarge) }
        }
        bench.export(.bestOf)
        #expect(bench.stopped?.0 == .fileTooLarge)
        #expect(bench.onStick.isEmpty)
    }

    @Test("cancelled between two pieces, what was being written is gone, and what was whole stays")
    func cancelled() throws {
        let bench = try ExportServiceBench()
        bench.stick.watched.watch { [service = bench.service] _, step throws(CardError) in
            if step.hasPrefix("open"), step.contains("_02") { service.post(.cancel) }
        }
        bench.export()
        #expect(bench.stopped?.0 == .exportCancelled && bench.stopped?.1.written == 1)
        #expect(bench.onStick == ["\(bench.session)_01.mp4"])
        bench.stick.watched.watch { _, _ throws(CardError) in }
        bench.export()
        #expect(bench.ended?.written == 2 && bench.ended?.kept == 1)
    }

    @Test("the session's own clips are written before")
    func theCardsOwnClips() throws {
        let bench = try ExportServiceBench()
        bench.setBusy(40)
        let begin = bench.filing.clock.now()
        bench.export()
        #expect(bench.ended?.written == 3)
        #expect(begin.duration(to: bench.filing.clock.now()) >= .milliseconds(40 * 20), "it waits while the card is busy")
        #expect(bench.progress.last.map { $0.doneBytes == $0.bytes } == true)
    }

    /// Clips that wait for room may wait for ever.
    @Test("a full card isn't busy, whatever waits for it")
    func aFullCardIsntBusy() throws {
        let filing = try Filing()
        filing.mark(1, frame: 20)
        filing.work()
        #expect(!filing.writer.isBusy)
        filing.cut(1, 0...29)
        #expect(filing.writer.isBusy)
        filing.files.setFree(17 << 20)
        filing.work(for: .seconds(3))
        #expect(!filing.writer.isIdle && !filing.writer.isBusy)
        filing.files.setFree(200 << 20)
        filing.work(for: .seconds(3))
        #expect(filing.writer.isIdle)
        filing.plug.setPlugged(false)
        filing.mark(2, frame: 50)
        filing.work(for: .seconds(3))
        #expect(!filing.writer.isIdle && !filing.writer.isBusy, "nor is one that is away")
    }

    @Test("it waits a minute for its stick, and takes one that comes")
    func aStickThatComes() throws {
        let bench = try ExportServiceBench()
        bench.stick.say(StickState.none)
        bench.export()
        bench.work(for: .seconds(10))
        #expect(bench.ended == nil && bench.stopped == nil)
        bench.stick.say(nil)
        bench.work(for: .seconds(1))
        #expect(bench.ended?.written == 3)
        bench.stick.say(.checking)
        bench.export()
        bench.work(for: .seconds(61))
        #expect(bench.stopped?.0 == .stickMissing)
    }

    @Test("a clip that can't be read is named, and the others go out")
    func aBrokenClip() throws {
        let bench = try ExportServiceBench()
        try Data("nonsense".utf8).write(to: URL(fileURLWithPath: bench.clip(2)))
        bench.service.post(.prepare(bench.subject))
        bench.export(.anybody)
        #expect(bench.ended?.written == 2 && bench.ended?.problems.count == 1)
        #expect(bench.news.contains { if case .prepared(_, let size) = $0 { size.unjoinable == [2] } else { false } })
    }

    @Test("A-09 the best of a session is what is liked of it, and all of it where nothing is")
    func theBestOf() throws {
        let bench = try ExportServiceBench()
        let whole = ExportSubject(session: bench.session)
        func best() -> Int? { bench.news.compactMap { if case .prepared(_, let size) = $0 { size.best } else { nil } }.last }
        bench.service.post(.prepare(whole))
        bench.work()
        #expect(best() == 3)
        for number in [1, 3] { bench.filing.writer.post(.journal(.run(1), .judged(clip: number, ClipJudgement(isLiked: true)))) }
        bench.filing.work()
        bench.service.post(.prepare(whole))
        bench.service.post(.begin(whole, .bestOf, to: .stick))
        bench.work()
        #expect(best() == 2 && bench.ended?.written == 1)
        let sum = [1, 3].reduce(0) { $0 + (bench.bytes(of: bench.clip($1))?.count ?? 0) }
        let film = try #require(bench.bytes(of: "\(bench.folder.path)/VIR/\(bench.session)_best-of_1-3.mp4"))
        #expect(abs(film.count - sum) < sum / 10)
    }

    @Test func aSessionThatIsntThereIsSaid() throws {
        let bench = try ExportServiceBench()
        for name in ["2026-01-01_1200_S99", "../../etc", ""] {
            bench.service.post(.prepare(ExportSubject(session: name)))
            bench.service.post(.begin(ExportSubject(session: name), .file, to: .stick))
            bench.work()
        }
        #expect(bench.news.count { if case .notPrepared = $0 { true } else { false } } == 3)
        #expect(bench.news.count { if case .stopped = $0 { true } else { false } } == 3)
    }

    @Test("while one runs, another isn't begun; nobody wants the stick when nobody thinks of an export")
    func one() throws {
        let bench = try ExportServiceBench()
        bench.service.post(.begin(bench.subject, .file, to: .stick))
        bench.service.post(.begin(bench.subject, .anybody, to: .stick))
        bench.work()
        #expect(bench.onStick.count == 3)
        let wanted = bench.stick.counts.wanted
        bench.work(for: .seconds(30))
        #expect(bench.stick.counts.wanted == wanted)
        bench.service.post(.prepare(bench.subject))
        bench.work(for: .seconds(30))
        #expect(bench.stick.counts.wanted >= wanted + 50, "it is wanted again and again")
        bench.service.post(.close)
        bench.work(for: .seconds(5))
        let released = bench.stick.counts.released
        #expect(released > 0 && bench.news.last == .stick(.none))
    }
}
