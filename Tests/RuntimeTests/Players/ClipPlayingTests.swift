// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Synchronization
import TestSupport
import Testing

@testable import Runtime

/// The picture of a clip at each vblank, checked against the numbers that the camera put into its pictures.
@Suite struct ClipPlayingTests {
    /// Off the grid of frames and vblanks, so that rounding doesn't decide which picture is due.
    private static let anchor = Timestamp(seconds: 0.1071)

    @Test(
        "V-18 at each speed the picture shown is exactly the one due, and past the end the last one stays",
        arguments: [0.25, 0.5, 0.75, 1, 2], [0, 1, 2])
    func theScreenShowsThePictureOfThePositionAtEachSpeed(rate: Double, index: Int) throws {
        let film = try ClipHarness.films()[index]
        let room = ClipHarness()
        let timeline = Timeline.ofClip(from: Self.anchor, rate: rate)
        room.play(film.key, path: film.path, timeline: timeline)
        var shown: [Int64] = []
        while timeline.position(at: room.upcoming) < film.duration + .seconds(1) {
            let position = timeline.position(at: room.upcoming)
            let number = try #require(try room.next())
            #expect(number == film.frame(dueAt: position))
            if shown.last != number { shown.append(number) }
        }
        #expect(shown == Array(film.record.firstFrame...film.record.lastFrame), "each picture was there")
        #expect(room.events.count == 1)
        guard case .ready(film.key, let facts)? = room.events.first else {
            Issue.record("the player told \(room.events)")
            return
        }
        #expect(abs(facts.seconds - film.record.seconds) < 1e-3)
        #expect(facts.interval == film.rate.interval)
        #expect(room.tally.late == 0 && room.tally.waits == 0)
    }

    @Test("V-17 paused, stepped, scrubbed and played at any speed, the picture shown is the one due", arguments: 1...8 as ClosedRange<UInt64>)
    func howeverItIsPlayedThePictureShownIsTheOneDue(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let film = try ClipHarness.films()[Int(seed) % 3]
        let room = ClipHarness()
        var timeline = Timeline.ofClip(from: Self.anchor)
        room.play(film.key, path: film.path, timeline: timeline)
        for _ in 0..<900 {
            let now = room.upcoming
            let change = Int.random(in: 0..<40, using: &random)
            switch change {
            case 0: timeline = timeline.changed(rate: [0, 0.25, 0.5, 1, 2].randomElement(using: &random) ?? 1, at: now)
            case 1:
                let place = Duration.milliseconds(Int.random(in: 0...Int(film.duration.inMilliseconds) + 500, using: &random))
                timeline = Timeline.ofClip(from: now, position: place + .microseconds(77), rate: timeline.rate)
            case 2, 3:
                let step = film.rate.interval * (change == 2 ? 1 : -1)
                timeline = Timeline.ofClip(from: now, position: max(.microseconds(77), timeline.position(at: now) + step), rate: 0)
            default: break
            }
            if change < 4 { room.play(film.key, path: film.path, timeline: timeline) }
            let position = timeline.position(at: now)
            let number = try room.next()
            #expect(number == film.frame(dueAt: position), "at \(position.inSeconds) s of a clip from \(film.record.firstFrame)")
            guard number == film.frame(dueAt: position) else { return }
        }
        #expect(room.events.count == 1, "a change of the timeline is no new clip")
    }

    /// The player's thread misses vblanks: the last picture stays, or a picture that was decoded ahead comes. Until the picture of a jump
    /// is ready,
    /// the old scene stays too, and its timeline says which picture is due.
    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func aPlayerThatSleepsNeverMakesTheScreenBlackNorShowsWhatIsNotDueYet(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let film = try ClipHarness.films()[1]
        let room = ClipHarness()
        var timeline = Timeline.ofClip(from: Self.anchor)
        room.play(film.key, path: film.path, timeline: timeline)
        var last = try #require(try room.next())
        var sleep = 0
        var isDecodedForThis = true
        var timelines = [room.newestScene: timeline]
        for _ in 0..<600 {
            if Int.random(in: 0..<60, using: &random) == 0 {
                timeline = Timeline.ofClip(from: room.upcoming, position: .milliseconds(Int.random(in: 0...4000, using: &random)) + .microseconds(77))
                room.play(film.key, path: film.path, timeline: timeline)
                timelines[room.newestScene] = timeline
                isDecodedForThis = false
            }
            sleep = sleep > 0 ? sleep - 1 : max(0, Int.random(in: -6...12, using: &random))
            if sleep == 0 { isDecodedForThis = true }
            let vblank = room.upcoming
            let number = try #require(try room.next(decodes: sleep == 0))
            let due = film.frame(dueAt: try #require(room.shownScene.flatMap { timelines[$0] }).position(at: vblank))
            if sleep == 0 {
                #expect(room.shownScene == room.newestScene && number == due)
            } else {
                #expect(number <= due || (number == last && !isDecodedForThis))
            }
            last = number
        }
    }

    @Test func aChangeOfClipKeepsTheOldPictureUntilTheNewOnesFirstIsThere() throws {
        let films = try ClipHarness.films()
        let room = ClipHarness()
        room.play(films[0].key, path: films[0].path, timeline: Timeline.ofClip(from: Self.anchor))
        var last: Int64?
        for _ in 0..<30 { last = try room.next() }
        // Later than the old clip's position: the old clip's decoded pictures are before it, and must not be shown for it.
        let timeline = Timeline.ofClip(from: room.upcoming, position: .seconds(1) + .microseconds(77))
        room.play(films[2].key, path: films[2].path, timeline: timeline)
        for _ in 0..<10 { #expect(try room.next(decodes: false) == last) }
        #expect(room.tally.waits == 10 && room.tally.late == 0, "the scene waited with it, so no picture had another one's name")
        for _ in 0..<30 {
            let position = timeline.position(at: room.upcoming)
            #expect(try room.next() == films[2].frame(dueAt: position))
        }
        #expect(room.events.count == 2)
    }

    @Test func aClipThatWasLetGoStaysUntilTheSceneIsAnotherAndIsNotSeenAgain() throws {
        let films = try ClipHarness.films()
        let room = ClipHarness()
        room.play(films[0].key, path: films[0].path, timeline: Timeline.ofClip(from: Self.anchor))
        let shown = try #require(try room.next())
        room.players.perform(.show([]))
        #expect(try room.next() == shown)
        room.showsClip = false
        #expect(try room.next() == nil)
        room.showsClip = true
        #expect(try room.next() == nil)
        // From the beginning it can be played again.
        room.play(films[0].key, path: films[0].path, timeline: Timeline.ofClip(from: room.upcoming))
        #expect(try room.next() == films[0].record.firstFrame)
        #expect(room.events.count == 2)
    }

    @Test func aFileThatIsGoneIsNamedOnceAndTriedAgainWhenItIsAskedForAgain() throws {
        let film = try ClipHarness.films()[0]
        let room = ClipHarness()
        let timeline = Timeline.ofClip(from: Self.anchor)
        room.play(film.key, path: film.path + ".gone", timeline: timeline)
        for _ in 0..<5 { #expect(try room.next() == nil) }
        #expect(room.events == [.failed(film.key, reason: "01.mp4.gone: No such file or directory")])
        room.play(film.key, path: film.path, timeline: timeline)
        #expect(try room.next() == film.record.firstFrame)
        #expect(room.events.count == 2)
    }

    @Test func aCardThatIsAwayIsTheReason() throws {
        let film = try ClipHarness.films()[0]
        let room = ClipHarness()
        room.setCardThere(false)
        room.play(film.key, path: film.path, timeline: Timeline.ofClip(from: Self.anchor))
        _ = try room.next()
        #expect(room.events == [.failed(film.key, reason: "no card")])
    }

    @Test func aBrokenFileIsNamedAndTheOldPictureStays() throws {
        let film = try ClipHarness.films()[0]
        let folder = try TemporaryFolder()
        let broken = try folder.file("02_X.mp4", "not a clip")
        let room = ClipHarness()
        room.play(film.key, path: film.path, timeline: Timeline.ofClip(from: Self.anchor))
        let shown = try #require(try room.next())
        let key = ClipKey(session: film.key.session, number: 2)
        room.play(key, path: broken, timeline: Timeline.ofClip(from: Self.anchor))
        for _ in 0..<5 { #expect(try room.next() == shown) }
        #expect(room.events.count == 2)
        guard case .failed(key, let reason)? = room.events.last else {
            Issue.record("the player told \(room.events)")
            return
        }
        #expect(reason.description.hasPrefix("02_X.mp4: "))
    }

    @Test("V-40 on the summary a push of the knob plays the chosen arrow's clip")
    func theKnobPlaysTheClipOfTheArrowThatIsChosen() throws {
        let run = try TestRun(
            """
            4 mark tap
            6 mark tap
            9 stop tap
            11 mark tap
            12 mark tap
            15 knob push
            17 stop tap
            """, for: 19)
        run.expectEveryMarkToHaveItsClip()
        #expect(run.happened("clip plays: 1 of "))
        #expect(!run.happened("clip not played"))
    }

    /// The clip is changed at the very moment at which opening the old one fails.
    @Test func theFailureOfAClipThatIsNoLongerWantedIsNobodysBusiness() throws {
        let film = try ClipHarness.films()[0]
        let told = Mutex<[PlayerNews]>([])
        let waiting = Mutex<Players?>(nil)
        let track = Track(id: .replay, footage: .clip(film.key), timeline: Timeline.ofClip(from: .zero))
        let path = film.path
        let players = Players(
            slot: PipelineSlot(),
            sources: Players.Sources(
                isCardThere: {
                    let players = waiting.withLock {
                        let players = $0
                        $0 = nil
                        return players
                    }
                    players?.perform(.show([track]))
                    return true
                }, file: { $0.number == 9 ? "/nonexistent/09.mp4" : path })
        ) { event in told.withLock { $0.append(event) } }
        waiting.withLock { $0 = players }
        let gone = ClipKey(session: film.key.session, number: 9)
        players.perform(.show([Track(id: .replay, footage: .clip(gone), timeline: Timeline.ofClip(from: .zero))]))
        _ = players.advanceOthers(to: .zero)
        #expect(told.withLock { $0 }.isEmpty)
        _ = players.advanceOthers(to: .zero)
        guard case .ready(film.key, _)? = told.withLock({ $0.first }) else {
            Issue.record("the player told \(told.withLock { $0 })")
            return
        }
        #expect(players.look(at: track, offset: .zero, vblank: .zero).frame != nil)
    }

    /// Three threads, each as fast as it can: only pictures of the playing clip are ever shown.
    @Test func threadsThatHurryFindOnlyPicturesOfTheClipThatPlays() throws {
        let films = try ClipHarness.films()
        let paths = Dictionary(uniqueKeysWithValues: films.map { ($0.key, $0.path) })
        let players = Players(slot: PipelineSlot(), sources: Players.Sources(isCardThere: { true }, file: { paths[$0] })) { _ in }
        let keys = films.map(\.key)
        let last = Track(id: .replay, footage: .clip(keys[1]), timeline: Timeline.ofClip(from: .zero, rate: 0))
        let box = NamedThread("test-box") {
            var random = SeededGenerator(seed: 5)
            for round in 0..<400 {
                let place = Duration.milliseconds(Int.random(in: 0...5000, using: &random))
                let timeline = Timeline.ofClip(from: .zero, position: place, rate: round % 3 == 0 ? -1 : 1)
                players.perform(.show([Track(id: .replay, footage: .clip(keys[round / 40 % 3]), timeline: timeline)]))
                if round % 37 == 0 { players.perform(.show([])) }
            }
            players.perform(.show([last]))
        }
        let decoding = NamedThread("test-player") {
            for round in 0..<400 { _ = players.advanceOthers(to: Timestamp(nanoseconds: Int64(round) * 1_000_000)) }
        }
        let display = NamedThread("test-display") {
            for round in 0..<20_000 { _ = players.look(at: last, offset: .zero, vblank: Timestamp(nanoseconds: Int64(round) * 10_000)) }
        }
        for thread in [box, decoding, display] { thread.join() }
        _ = players.advanceOthers(to: .zero)
        _ = players.advanceOthers(to: .zero)
        #expect(players.look(at: last, offset: .zero, vblank: .zero).frame?.stamp.timestamp == .zero)
        players.close()
    }
}

extension Timeline {
    /// Returns a timeline as the interface makes it: never before the clip's beginning.
    static func ofClip(from anchor: Timestamp, position: Duration = .zero, rate: Double = 1) -> Timeline {
        Timeline(from: anchor, position: position, rate: rate, bounds: .zero ... .seconds(1000))
    }
}
