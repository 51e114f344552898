import Core
import Interface
import Synchronization
import TestSupport
import Testing
@testable import Runtime

/// What the TV shows of a clip at each vblank, checked against the numbers that the camera put into its pictures.
@Suite struct ClipPlayerTests {
    /// Off the grid of frames and vblanks, so that no rounding decides which picture is due.
    private static let anchor = Timestamp(seconds: 0.1071)

    @Test("V-18 at each speed the picture shown is exactly the one due, and past the end the last one stays",
          arguments: [0.25, 0.5, 0.75, 1, 2], [0, 1, 2])
    func theScreenShowsThePictureOfThePositionAtEachSpeed(rate: Double, index: Int) throws {
        let film = try Showroom.films()[index]
        let room = Showroom()
        let timeline = PlaybackTimeline(from: Self.anchor, rate: rate)
        room.player.play(film.key, path: film.path, timeline: timeline)
        var shown: [Int64] = []
        while timeline.position(at: room.upcoming) < film.duration + .seconds(1) {
            let position = timeline.position(at: room.upcoming)
            let number = try #require(try room.next())
            #expect(number == film.frame(dueAt: position))
            if shown.last != number { shown.append(number) }
        }
        #expect(shown == Array(film.record.firstFrame...film.record.lastFrame), "each picture was there")
        #expect(room.events.count == 1)
        guard case .ready(film.key, let seconds)? = room.events.first else {
            Issue.record("the player told \(room.events)")
            return
        }
        #expect(abs(seconds - film.record.seconds) < 1e-3)
    }

    @Test("V-17 paused, stepped, scrubbed and played at any speed, the picture shown is the one due", arguments: 1...8 as ClosedRange<UInt64>)
    func howeverItIsPlayedThePictureShownIsTheOneDue(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let film = try Showroom.films()[Int(seed) % 3]
        let room = Showroom()
        var timeline = PlaybackTimeline(from: Self.anchor)
        room.player.play(film.key, path: film.path, timeline: timeline)
        for _ in 0..<900 {
            let now = room.upcoming
            let change = Int.random(in: 0..<40, using: &random)
            switch change {
            case 0: timeline = timeline.changed(rate: [0, 0.25, 0.5, 1, 2].randomElement(using: &random) ?? 1, at: now)
            case 1:
                let place = Duration.milliseconds(Int.random(in: 0...Int(film.duration.inMilliseconds) + 500, using: &random))
                timeline = PlaybackTimeline(from: now, position: place + .microseconds(77), rate: timeline.rate)
            case 2, 3:
                let step = Showroom.Film.rate.interval * (change == 2 ? 1 : -1)
                timeline = PlaybackTimeline(from: now, position: max(.microseconds(77), timeline.position(at: now) + step), rate: 0)
            default: break
            }
            if change < 4 { room.player.play(film.key, path: film.path, timeline: timeline) }
            let position = timeline.position(at: now)
            let number = try room.next()
            #expect(number == film.frame(dueAt: position), "at \(position.inSeconds) s of a clip from \(film.record.firstFrame)")
            guard number == film.frame(dueAt: position) else { return }
        }
        #expect(room.events.count == 1, "a change of the timeline is no new clip")
    }

    /// The player's thread sleeps through vblanks: what was shown stays, or what was decoded ahead comes.
    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func aPlayerThatSleepsNeverMakesTheScreenBlackNorShowsWhatIsNotDueYet(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let film = try Showroom.films()[1]
        let room = Showroom()
        var timeline = PlaybackTimeline(from: Self.anchor)
        room.player.play(film.key, path: film.path, timeline: timeline)
        var last = try #require(try room.next())
        var sleep = 0
        var isDecodedForThis = true
        for _ in 0..<600 {
            if Int.random(in: 0..<60, using: &random) == 0 {
                timeline = PlaybackTimeline(from: room.upcoming, position: .milliseconds(Int.random(in: 0...4000, using: &random)) + .microseconds(77))
                room.player.play(film.key, path: film.path, timeline: timeline)
                isDecodedForThis = false
            }
            sleep = sleep > 0 ? sleep - 1 : max(0, Int.random(in: -6...12, using: &random))
            if sleep == 0 { isDecodedForThis = true }
            let due = film.frame(dueAt: timeline.position(at: room.upcoming))
            let number = try #require(try room.next(decodes: sleep == 0))
            if sleep == 0 {
                #expect(number == due)
            } else {
                #expect(number <= due || (number == last && !isDecodedForThis))
            }
            last = number
        }
    }

    @Test func aChangeOfClipKeepsTheOldPictureUntilTheNewOnesFirstIsThere() throws {
        let films = try Showroom.films()
        let room = Showroom()
        room.player.play(films[0].key, path: films[0].path, timeline: PlaybackTimeline(from: Self.anchor))
        var last: Int64?
        for _ in 0..<30 { last = try room.next() }
        // Later in it than the old clip was: what is decoded of that one is before this place, and not to be shown for it.
        let timeline = PlaybackTimeline(from: room.upcoming, position: .seconds(1) + .microseconds(77))
        room.player.play(films[2].key, path: films[2].path, timeline: timeline)
        for _ in 0..<10 { #expect(try room.next(decodes: false) == last) }
        for _ in 0..<30 {
            let position = timeline.position(at: room.upcoming)
            #expect(try room.next() == films[2].frame(dueAt: position))
        }
        #expect(room.events.count == 2)
    }

    @Test func aClipThatWasLetGoStaysUntilTheSceneIsAnotherAndIsNotSeenAgain() throws {
        let films = try Showroom.films()
        let room = Showroom()
        room.player.play(films[0].key, path: films[0].path, timeline: PlaybackTimeline(from: Self.anchor))
        let shown = try #require(try room.next())
        room.player.stop()
        #expect(try room.next() == shown)
        room.showsClip = false
        #expect(try room.next() == nil)
        room.showsClip = true
        #expect(try room.next() == nil)
        // And from the beginning it is there again.
        room.player.play(films[0].key, path: films[0].path, timeline: PlaybackTimeline(from: room.upcoming))
        #expect(try room.next() == films[0].record.firstFrame)
        #expect(room.events.count == 2)
    }

    @Test func aFileThatIsGoneIsNamedOnceAndTriedAgainWhenItIsAskedForAgain() throws {
        let film = try Showroom.films()[0]
        let room = Showroom()
        let timeline = PlaybackTimeline(from: Self.anchor)
        room.player.play(film.key, path: film.path + ".gone", timeline: timeline)
        for _ in 0..<5 { #expect(try room.next() == nil) }
        #expect(room.events == [.failed(film.key, reason: "01.mp4.gone: No such file or directory")])
        room.player.play(film.key, path: film.path, timeline: timeline)
        #expect(try room.next() == film.record.firstFrame)
        #expect(room.events.count == 2)
    }

    @Test func aCardThatIsAwayIsTheReason() throws {
        let film = try Showroom.films()[0]
        let room = Showroom()
        room.setCardThere(false)
        room.player.play(film.key, path: film.path, timeline: PlaybackTimeline(from: Self.anchor))
        _ = try room.next()
        #expect(room.events == [.failed(film.key, reason: "the card is away")])
    }

    @Test func aBrokenFileIsNamedAndTheOldPictureStays() throws {
        let film = try Showroom.films()[0]
        let folder = try TemporaryFolder()
        let broken = try folder.file("02_X.mp4", "not a clip")
        let room = Showroom()
        room.player.play(film.key, path: film.path, timeline: PlaybackTimeline(from: Self.anchor))
        let shown = try #require(try room.next())
        let key = ClipKey(session: film.key.session, number: 2)
        room.player.play(key, path: broken, timeline: PlaybackTimeline(from: Self.anchor))
        for _ in 0..<5 { #expect(try room.next() == shown) }
        #expect(room.events.count == 2)
        guard case .failed(key, let reason)? = room.events.last else {
            Issue.record("the player told \(room.events)")
            return
        }
        #expect(reason.hasPrefix("02_X.mp4: "))
    }

    @Test("V-40 on the summary a push of the knob plays the chosen arrow's clip")
    func theKnobPlaysTheClipOfTheArrowThatIsChosen() throws {
        let outing = try Outing("""
            4 mark tap
            6 mark tap
            9 stop tap
            11 mark tap
            12 mark tap
            13 stop tap
            15 knob push
            17 stop tap
            """, for: 19)
        outing.expectEveryMarkToHaveItsClip()
        #expect(outing.happened("clip plays: 1 of "))
        #expect(!outing.happened("clip not played"))
    }

    /// The clip is changed at the very moment at which the old one is opened, and can't be.
    @Test func theFailureOfAClipThatIsNoLongerWantedIsNobodysBusiness() throws {
        let film = try Showroom.films()[0]
        let told = Mutex<[PlayerNews]>([])
        let waiting = Mutex<ClipPlayer?>(nil)
        let player = ClipPlayer(isCardThere: {
            let player = waiting.withLock { let player = $0; $0 = nil; return player }
            player?.play(film.key, path: film.path, timeline: PlaybackTimeline(from: .zero))
            return true
        }, tell: { event in told.withLock { $0.append(event) } })
        waiting.withLock { $0 = player }
        let gone = ClipKey(session: film.key.session, number: 9)
        player.play(gone, path: "/nonexistent/09.mp4", timeline: PlaybackTimeline(from: .zero))
        player.advance(to: .zero)
        #expect(told.withLock { $0 }.isEmpty)
        player.advance(to: .zero)
        guard case .ready(film.key, _)? = told.withLock({ $0.first }) else {
            Issue.record("the player told \(told.withLock { $0 })")
            return
        }
        #expect(player.frame(dueAt: .zero) != nil)
    }

    /// Three threads, each doing its own as fast as it can: nothing but pictures of the clip that plays comes of it.
    @Test func threadsThatHurryFindOnlyPicturesOfTheClipThatPlays() throws {
        let films = try Showroom.films()
        let player = ClipPlayer(isCardThere: { true }, tell: { _ in })
        let box = NamedThread("test-box") {
            var random = SeededGenerator(seed: 5)
            for round in 0..<400 {
                let film = films[round / 40 % 3]
                let place = Duration.milliseconds(Int.random(in: 0...5000, using: &random))
                player.play(film.key, path: film.path, timeline: PlaybackTimeline(from: .zero, position: place))
                if round % 37 == 0 { player.stop() }
            }
            player.play(films[1].key, path: films[1].path, timeline: PlaybackTimeline(from: .zero, rate: 0))
        }
        let decoding = NamedThread("test-player") {
            for round in 0..<400 { player.advance(to: Timestamp(nanoseconds: Int64(round) * 1_000_000)) }
        }
        let display = NamedThread("test-display") {
            for round in 0..<20_000 { _ = player.frame(dueAt: Timestamp(nanoseconds: Int64(round) * 10_000)) }
        }
        for thread in [box, decoding, display] { thread.join() }
        player.advance(to: .zero)
        player.advance(to: .zero)
        #expect(player.frame(dueAt: .zero)?.stamp.timestamp == .zero)
        player.close()
    }
}
