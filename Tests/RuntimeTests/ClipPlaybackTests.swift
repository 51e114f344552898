import Core
import Media
import Testing
@testable import Runtime

/// When a clip is decoded on, and when it is begun anew elsewhere.
@Suite struct ClipPlaybackTests {
    /// The third clip of the run, its first pictures decoded: seconds 0 to 0.2.
    private static func begun() throws -> (ClipPlayback, Showroom.Film) {
        let film = try Showroom.films()[2]
        let playback = try ClipPlayback(path: film.path)
        for _ in 0..<6 { _ = try playback.next() }
        return (playback, film)
    }

    private static func place(_ seconds: Double) -> Timestamp { Timestamp(seconds: seconds) }

    @Test func whatIsNearIsReachedByDecodingOn() throws {
        let (playback, _) = try Self.begun()
        for seconds in [0, 0.1, 0.2, 0.5, 0.65] { #expect(!playback.mustJump(to: Self.place(seconds), windowBegins: .zero)) }
    }

    @Test func whatIsFarAheadIsBegunAtItsKeyframe() throws {
        let (playback, _) = try Self.begun()
        #expect(playback.mustJump(to: Self.place(2), windowBegins: .zero))
        try playback.jump(to: Self.place(2))
        let first = try #require(try playback.next()).stamp.timestamp
        #expect(first <= Self.place(2) && first > Self.place(1.5))
        #expect(!playback.mustJump(to: Self.place(2), windowBegins: first))
    }

    @Test func whatWasLetGoIsBegunAnew() throws {
        let (playback, _) = try Self.begun()
        #expect(playback.mustJump(to: Self.place(0.05), windowBegins: Self.place(0.1)))
        #expect(!playback.mustJump(to: Self.place(0.15), windowBegins: Self.place(0.1)))
    }

    @Test func beyondTheEndThereIsNothingToGoTo() throws {
        let (playback, film) = try Self.begun()
        let far = Timestamp.zero + film.duration + .seconds(10)
        #expect(playback.mustJump(to: far, windowBegins: .zero), "only its last keyframe")
        try playback.jump(to: far)
        var last: VideoFrame?
        while let picture = try playback.next() { last = picture }
        let end = try #require(last).stamp.timestamp
        #expect(abs((Timestamp.zero + film.duration - Showroom.Film.rate.interval).duration(to: end).inMilliseconds) < 1)
        #expect(!playback.mustJump(to: far + .seconds(10), windowBegins: end))
        #expect(try playback.next() == nil)
    }

    @Test func theFirstPictureIsThereOnlyOnce() throws {
        let (playback, film) = try Self.begun()
        #expect(abs(playback.seconds - film.record.seconds) < 1e-3)
        #expect(playback.isReadyForTheFirstTime())
        #expect(!playback.isReadyForTheFirstTime())
    }
}
