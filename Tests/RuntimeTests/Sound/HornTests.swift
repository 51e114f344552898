// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Devices
import TestSupport
import Testing

@testable import Runtime

/// The horn of the shooting line's clock, as the speaker plays it.
@Suite struct HornTests {
    private static let begin = Timestamp(seconds: 1)

    /// Returns the beginnings of the horn's sounds.
    private func onsets(_ room: ListeningHarness) -> [Double] { room.onsets(above: 6000).map { ($0.seconds * 100).rounded() / 100 } }

    @Test func itIsHeardWithoutAnyClipAndThenTheSpeakerIsLetGo() {
        let room = ListeningHarness(volume: 0)
        room.run(until: Self.begin)
        room.player.sound(HornSound(count: 3, seconds: 0.5))
        room.run(until: Self.begin + .seconds(10))
        #expect(onsets(room) == [1, 1.75, 2.5])
        #expect(room.loudest(Timestamp(seconds: 1.55), Timestamp(seconds: 1.7)) == 0)
        #expect(room.openings == 1 && room.player.nextStep == nil)
    }

    @Test func anEmergencyReplacesTheHornUnderWay() {
        let room = ListeningHarness()
        room.run(until: Self.begin)
        room.player.sound(HornSound(count: 3, seconds: 0.5))
        room.run(until: Self.begin + .seconds(0.6))
        room.player.sound(HornSound(count: 5, seconds: 0.5))
        room.run(until: Self.begin + .seconds(10))
        #expect(onsets(room).count == 1 + 5)
    }

    /// A clip that plays stays as it is, and the horn is heard with it.
    @Test func aClipGoesOnUnderIt() throws {
        let film = try #require(try ListeningHarness.films().first)
        let room = ListeningHarness()
        room.play(film, .ofClip(from: Self.begin))
        room.player.sound(HornSound(count: 2, seconds: 0.5))
        room.run(until: Self.begin + .seconds(3))
        #expect(onsets(room).count == 2)
    }

    /// A horn that comes too late would call people to the line at the wrong time.
    @Test func aHornThatCantBeHeardIsNotHeardLater() {
        var refusals = 1
        let room = ListeningHarness { clock, ear in
            refusals -= 1
            if refusals >= 0 { throw SpeakerError("busy") }
            return SilentSpeaker(timebase: clock, ear: ear)
        }
        room.run(until: Self.begin)
        room.player.sound(HornSound(count: 5, seconds: 0.5))
        room.run(until: Self.begin + .seconds(10))
        #expect(room.heard.isEmpty && room.words == ["no sound: busy"])
        room.player.sound(HornSound(count: 1, seconds: 0.5))
        room.run(until: Self.begin + .seconds(12))
        #expect(onsets(room).count == 1)
    }
}
