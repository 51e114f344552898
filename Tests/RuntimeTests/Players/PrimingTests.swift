// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Media
import Synchronization
import TestSupport
import Testing

@testable import Runtime

/// A clip that is primed before it is shown: its first picture is ready when it comes, and until then it costs next to nothing.
@Suite struct PrimingTests {
    private static let next = TrackID(7)
    private static let pictureBytes = 160 * 160 * 3 / 2

    private static func track(_ id: TrackID, _ film: ClipHarness.Film, _ timeline: Timeline, isPrimed: Bool = false) -> Track {
        Track(id: id, footage: .clip(film.key), timeline: timeline, isPrimed: isPrimed)
    }

    private static func standing(at place: Duration) -> Timeline { Timeline(from: .zero, position: place, rate: 0) }

    /// At the vblank at which it is shown, nothing has been decoded since it was primed.
    @Test(arguments: 0..<12 as Range<UInt64>)
    func theFirstPictureShownIsThePrimedOneAndNothingIsWaitedFor(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let films = try ClipHarness.films().shuffled(using: &random)
        let room = ClipHarness()
        let first = Timeline.ofClip(from: room.upcoming, position: .milliseconds(300) + .microseconds(77))
        room.play([Self.track(.replay, films[0], first)], of: films, showing: .replay)
        for _ in 0..<Int.random(in: 3...20, using: &random) { _ = try room.next() }
        let alone = room.players.windowBytes

        let place = Duration.milliseconds(Int.random(in: 0...1500, using: &random)) + .microseconds(77)
        let primed = Self.track(Self.next, films[1], Self.standing(at: place), isPrimed: true)
        room.play([Self.track(.replay, films[0], first), primed], of: films, showing: .replay)
        for _ in 0..<Int.random(in: 2...30, using: &random) {
            let due = films[0].frame(dueAt: first.position(at: room.upcoming))
            #expect(try room.next() == due, "what is shown plays on")
        }
        #expect(room.players.windowBytes > alone)
        let waits = room.tally.waits
        let shown = Timeline.ofClip(from: room.upcoming, position: place)
        room.play([Self.track(Self.next, films[1], shown)], of: films, showing: Self.next)
        #expect(try room.next(decodes: false) == films[1].frame(dueAt: place))
        #expect(room.tally.waits == waits && room.tally.late == 0)
        for _ in 0..<60 {
            let due = films[1].frame(dueAt: shown.position(at: room.upcoming))
            #expect(try room.next() == due)
        }
        #expect(room.tally.waits == waits && room.tally.late == 0)
    }

    /// If the box's thread is a vblank or two late, the picture after the first one is ready too.
    @Test func aSwitchThatComesLateFindsTheNextPicture() throws {
        let film = try ClipHarness.fastFilm()
        let room = ClipHarness()
        let place = Duration.seconds(1) + .microseconds(77)
        room.play([Self.track(Self.next, film, Self.standing(at: place), isPrimed: true)], of: [film], showing: .replay)
        for _ in 0..<5 { _ = try room.next() }
        let late = room.upcoming - .milliseconds(17)
        let shown = Timeline.ofClip(from: late, position: place)
        room.play([Self.track(Self.next, film, shown)], of: [film], showing: Self.next)
        let due = film.frame(dueAt: shown.position(at: room.upcoming))
        #expect(try room.next(decodes: false) == due && due == film.frame(dueAt: place) + 1)
    }

    @Test(arguments: [0, 450, 900, 1400])
    func aPrimedClipHoldsThreePicturesAndDecodesNoMoreThanItsWay(milliseconds: Int) throws {
        let film = try ClipHarness.films()[1]
        let room = ClipHarness()
        let place = Duration.milliseconds(milliseconds) + .microseconds(77)
        room.play([Self.track(Self.next, film, Self.standing(at: place), isPrimed: true)], of: [film], showing: .replay)
        _ = try room.next()
        #expect(room.players.windowBytes <= 3 * Self.pictureBytes && room.players.windowBytes >= 2 * Self.pictureBytes)
        // From the keyframe on, plus the picture that proves which one is due.
        let decoded = room.players.decoded
        #expect(decoded <= 15 + 2)
        for _ in 0..<60 { _ = try room.next() }
        #expect(room.players.decoded == decoded, "it stands")
        guard case .ready(film.key, let facts)? = room.events.first else {
            Issue.record("it told \(room.events)")
            return
        }
        #expect(facts.keyframes == (try ClipReader(film.path).keyframes) && !facts.keyframes.isEmpty)
        // Once shown, it has as much room as any other clip.
        let shown = Timeline.ofClip(from: room.upcoming, position: place)
        room.play([Self.track(Self.next, film, shown)], of: [film], showing: Self.next)
        for _ in 0..<90 {
            let due = film.frame(dueAt: shown.position(at: room.upcoming))
            #expect(try room.next() == due)
        }
        #expect(room.players.windowBytes > 20 * Self.pictureBytes)
    }

    /// Primed again at the same position or another, it gives its memory back; shown again, it goes on.
    @Test(arguments: 0..<12 as Range<UInt64>)
    func whatIsPrimedAgainGivesItsMemoryBack(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let film = try ClipHarness.films()[Int(seed) % 3]
        let room = ClipHarness()
        for _ in 0..<8 {
            let rates: [Double] = [1, 1, -1, 0.5, 2, 0]
            let rate = rates.randomElement(using: &random) ?? 1
            let begin = Duration.milliseconds(Int.random(in: 0...2500, using: &random)) + .microseconds(77)
            let timeline = Timeline.ofClip(from: room.upcoming, position: begin, rate: rate)
            room.play([Self.track(.replay, film, timeline)], of: [film], showing: .replay)
            for _ in 0..<Int.random(in: 1...50, using: &random) {
                let position = timeline.position(at: room.upcoming)
                guard position > .zero else { break }
                let due = film.frame(dueAt: position)
                #expect(try room.next() == due)
            }
            let end = timeline.position(at: room.upcoming)
            var resume = max(.microseconds(77), min(end, film.duration))
            if random.chance(0.5) { resume = .milliseconds(Int.random(in: 0...2500, using: &random)) + .microseconds(77) }
            room.play([Self.track(.replay, film, Self.standing(at: resume), isPrimed: true)], of: [film], showing: .replay)
            _ = try room.next()
            #expect(room.players.windowBytes <= 3 * Self.pictureBytes, "\(room.players.windowBytes / Self.pictureBytes) pictures")
            let shown = Timeline.ofClip(from: room.upcoming, position: resume)
            room.play([Self.track(.replay, film, shown)], of: [film], showing: .replay)
            #expect(try room.next(decodes: false) == film.frame(dueAt: resume))
        }
        #expect(room.tally.late == 0)
    }

    // MARK: Decoders

    private final class Count: Sendable {
        let open = Atomic(0)
        let most = Atomic(0)
        let opened = Atomic(0)
    }

    /// Counts the decoders that exist at once.
    private final class CountedDecoder: Decoder {
        let name = "counted"
        private let decoder: any Decoder
        private let count: Count

        init(_ parameters: StreamParameters, _ count: Count) throws(CodecError) {
            decoder = try DecoderChoice.openSoftware(parameters)
            self.count = count
            count.opened.add(1, ordering: .relaxed)
            let now = count.open.add(1, ordering: .relaxed).newValue
            count.most.max(now, ordering: .relaxed)
        }

        deinit { count.open.subtract(1, ordering: .relaxed) }

        func decode(_ unit: AccessUnit) throws(CodecError) -> VideoFrame? { try decoder.decode(unit) }
        func drain() throws(CodecError) -> VideoFrame? { try decoder.drain() }
        func next() throws(CodecError) -> VideoFrame? { try decoder.next() }
        func flush() { decoder.flush() }
    }

    /// However clips come and go, and however many are requested.
    @Test(arguments: 0..<10 as Range<UInt64>)
    func neverMoreThanTwoAreOpen(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let films = try ClipHarness.films()
        let count = Count()
        let room = ClipHarness { parameters throws(CodecError) in try CountedDecoder(parameters, count) }
        for _ in 0..<80 {
            var tracks: [Track] = []
            let ids = (1...5).shuffled(using: &random)
            for number in 0..<Int.random(in: 1...4, using: &random) {
                let film = films.randomElement(using: &random) ?? films[0]
                let place = Duration.milliseconds(Int.random(in: 0...1500, using: &random))
                tracks.append(Self.track(TrackID(ids[number]), film, Self.standing(at: place), isPrimed: number > 0 || random.chance(0.2)))
            }
            tracks.shuffle(using: &random)
            room.play(tracks, of: films, showing: tracks[0].id)
            if random.chance(0.8) { _ = try room.next() }
        }
        #expect(count.most.load(ordering: .relaxed) == 2 && count.opened.load(ordering: .relaxed) > 20)
        room.play([], of: films, showing: .replay)
        _ = try room.next()
        #expect(count.open.load(ordering: .relaxed) == 0)
    }

    /// Shown tracks are opened before primed ones, whatever their ids are.
    @Test func whatIsShownComesFirst() throws {
        let films = try ClipHarness.films()
        let room = ClipHarness()
        let primed = films.enumerated().map { Self.track(TrackID(10 + $0), $1, Self.standing(at: .zero), isPrimed: true) }
        let shown = Timeline.ofClip(from: room.upcoming, position: .milliseconds(400))
        room.play(primed + [Self.track(.replay, films[2], shown)], of: films, showing: .replay)
        #expect(try room.next() == films[2].frame(dueAt: .milliseconds(400)))
        #expect(room.events.count == 2)
    }

    // MARK: Not shown

    @Test func aPrimedTrackIsNotHeardNorBehind() throws {
        let film = try ClipHarness.films()[0]
        var track = Track(id: Self.next, footage: .clip(film.key), timeline: Timeline(from: .zero), isHeard: true, isPrimed: true)
        #expect(!track.isAudible)
        track.isPrimed = false
        #expect(track.isAudible)
        // It is already in the scene, with a running timeline, but isn't late as long as it is only primed.
        let room = ClipHarness()
        track.isPrimed = true
        track.timeline = Timeline.ofClip(from: room.upcoming, rate: 2)
        room.play([track], of: [film], showing: Self.next)
        for index in 0..<40 { _ = try room.next(decodes: index == 0) }
        #expect(room.tally.late == 0)
    }
}
