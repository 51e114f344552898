// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Testing

@testable import Runtime

/// The words about a picture change together with the picture.
@Suite struct LabelTests {
    private static func middle(_ index: Int64, _ film: ClipHarness.Film) -> Duration { film.rate.offset(of: index) + film.rate.interval / 2 }

    private func show(_ index: Int64, of film: ClipHarness.Film, in room: ClipHarness) {
        room.play(film.key, path: film.path, timeline: Timeline(from: .zero, position: Self.middle(index, film), rate: 0))
    }

    @Test func theSceneOfAJumpWaitsForItsPicture() throws {
        let film = try ClipHarness.films()[1]
        let room = ClipHarness()
        show(10, of: film, in: room)
        #expect(try room.next() == film.record.firstFrame + 10)
        let before = try #require(room.shownScene)
        #expect(before == room.newestScene)
        show(100, of: film, in: room)
        for _ in 0..<20 {
            #expect(try room.next(decodes: false) == film.record.firstFrame + 10)
            #expect(room.shownScene == before, "the old words stay with the old picture")
        }
        #expect(try room.next() == film.record.firstFrame + 100)
        #expect(room.shownScene == room.newestScene)
        #expect(room.tally.waits == 20 && room.tally.late == 0)
    }

    @Test func inAWarmWindowNothingWaits() throws {
        let film = try ClipHarness.films()[1]
        let room = ClipHarness()
        for index in Int64(20)...40 {
            show(index, of: film, in: room)
            #expect(try room.next() == film.record.firstFrame + index)
        }
        for index in stride(from: Int64(39), through: 21, by: -1) {
            show(index, of: film, in: room)
            #expect(try room.next(decodes: false) == film.record.firstFrame + index)
            #expect(room.shownScene == room.newestScene)
        }
        #expect(room.tally.waits == 0 && room.tally.late == 0)
    }

    /// While the knob keeps turning, the screen shows within a second that it is heard.
    @Test func aJumpWhosePictureDoesNotComeIsShownAfterASecond() throws {
        let film = try ClipHarness.films()[1]
        let room = ClipHarness()
        show(10, of: film, in: room)
        _ = try room.next()
        let before = try #require(room.shownScene)
        for turn in Int64(1)...59 {
            show(60 + turn, of: film, in: room)
            _ = try room.next(decodes: false)
            #expect(room.shownScene == before)
        }
        for _ in 0..<3 { _ = try room.next(decodes: false) }
        #expect(room.shownScene == room.newestScene)
    }
}
