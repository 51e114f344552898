// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core
@testable import Interface

@Suite struct TransportTests {
    @Test func pauseEndsWhatAHeldArrowDoes() {
        for isPaused in [true, false] {
            var transport = Transport(
                playing: .seconds(2), within: .zero...Duration.seconds(9), grid: .zero, interval: .seconds(1) / 30, speeds: [1], at: .zero)
            if isPaused { transport.togglePause(at: .zero) }
            transport.beginShuttle(-1, at: Timestamp(seconds: 1))
            transport.togglePause(at: Timestamp(seconds: 1.1))
            let place = transport.position(at: Timestamp(seconds: 1.1))
            transport.advance(to: Timestamp(seconds: 5))
            transport.endShuttle(at: Timestamp(seconds: 5))
            #expect(transport.isPaused && transport.position(at: Timestamp(seconds: 6)) == place)
        }
    }

    private static let interval = FrameRate(30).interval
    private static let four = Duration.zero ... .seconds(4)

    private func playing(_ speeds: [Double] = [1], from place: Duration = .zero) -> Transport {
        Transport(playing: place, within: Self.four, grid: .zero, interval: Self.interval, speeds: speeds, at: .zero)
    }

    private func at(_ seconds: Double) -> Timestamp { Timestamp(seconds: seconds) }

    /// Steps on by this number of pictures.
    private func step(_ transport: inout Transport, _ pictures: Int) {
        transport.jump(to: transport.position(at: .zero) + transport.interval * pictures, at: .zero)
    }

    @Test func pausedItStandsInTheMiddleOfThePictureThatWasUp() {
        for milliseconds in stride(from: 0, to: 3990, by: 7) {
            var transport = playing()
            let now = Timestamp.zero + .milliseconds(milliseconds)
            let picture = transport.picture(at: transport.position(at: now))
            transport.togglePause(at: now)
            let place = transport.position(at: at(9))
            #expect(transport.picture(at: place) == picture)
            #expect(abs((place - Self.interval * Int(picture) - Self.interval / 2).inSeconds) < 2e-9)
        }
    }

    @Test("V-17 a step is a picture, over any number of them and back", arguments: 1...20 as ClosedRange<UInt64>)
    func aStepIsAPicture(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var transport = playing(from: .milliseconds(Int.random(in: 0...3900, using: &random)))
        transport.togglePause(at: .zero)
        var picture = transport.picture(at: transport.position(at: .zero))
        for _ in 0..<300 {
            let pictures = Int.random(in: -9...9, using: &random)
            step(&transport, pictures)
            picture = (picture + Int64(pictures)).clamped(to: 0...119)
            #expect(transport.picture(at: transport.position(at: .zero)) == picture)
        }
    }

    /// Found by a program test: a step from exactly the oldest picture's stamp stayed on the same picture.
    @Test("where a picture begins is that picture, twenty minutes away too", arguments: [24, 25, 30, 50, 60] as [Int64])
    func aStampIsItsPicture(rate: Int64) {
        let rate = FrameRate(rate)
        let known = rate.offset(of: 36_000)
        for frame in [Int64(0), 1, 7, 35_999, 36_001, 50_000, 72_000] {
            let place = rate.offset(of: frame)
            var transport = Transport(
                pausedAt: place, within: place ... .seconds(4000), grid: known, interval: rate.interval, at: .zero)
            #expect(transport.picture(at: transport.position(at: .zero)) == frame - 36_000)
            step(&transport, 1)
            #expect(transport.position(at: .zero) > rate.offset(of: frame + 1) && transport.position(at: .zero) < rate.offset(of: frame + 2))
        }
    }

    @Test("X-01 each speed once round, and on at the last")
    func theProgramme() {
        var transport = playing([1, 0.5, 0.25])
        transport.advance(to: at(3.9))
        #expect(transport.speed == 1 && transport.position(at: at(3.9)) == Timestamp.zero.duration(to: at(3.9)))
        #expect(transport.deadline == at(4))
        // A late tick gives the same result as one in time.
        transport.advance(to: at(4.5))
        #expect(transport.speed == 0.5 && transport.position(at: at(4.5)) == .seconds(0.25))
        transport.advance(to: at(12))
        #expect(transport.speed == 0.25 && transport.position(at: at(12)) == .zero && transport.deadline == nil)
        transport.advance(to: at(100))
        #expect(transport.speed == 0.25 && transport.position(at: at(29)) == .seconds(0.25))
    }

    @Test func whatAPersonDoesEndsTheProgramme() {
        var transport = playing([1, 0.5])
        transport.change(speed: 2, at: at(1))
        transport.advance(to: at(20))
        #expect(transport.speed == 2 && transport.deadline == nil)
    }

    @Test("V-18 backwards it goes on from the end")
    func backwards() {
        var transport = playing()
        transport.change(speed: -1, at: at(1))
        #expect(transport.position(at: at(1.5)) == .seconds(0.5))
        #expect(transport.position(at: at(2.5)) == .seconds(3.5))
    }

    @Test("a held arrow runs 10 pictures a second, and after two seconds 30; let go it stands where it is")
    func theShuttle() {
        var transport = playing()
        transport.togglePause(at: at(0.1))
        let start = transport.picture(at: transport.position(at: at(1)))
        transport.beginShuttle(1, at: at(1))
        #expect(transport.picture(at: transport.position(at: at(2))) == start + 10)
        transport.advance(to: at(3.5))
        #expect(transport.picture(at: transport.position(at: at(3.5))) == start + 35)
        transport.endShuttle(at: at(3.5))
        #expect(transport.isPaused && transport.picture(at: transport.position(at: at(9))) == start + 35)
    }

    @Test func whileItPlaysTheShuttleIsFourTimesAsFast() {
        var transport = playing()
        transport.beginShuttle(-1, at: at(2))
        #expect(transport.position(at: at(2.25)) == .seconds(1))
        transport.endShuttle(at: at(2.25))
        #expect(transport.position(at: at(3.25)) == .seconds(2) && !transport.isPaused)
    }

    @Test func itNeverLeavesItsBounds() {
        var transport = playing()
        transport.jump(to: .seconds(-25), at: at(1))
        #expect(transport.position(at: at(1)) == .zero)
        transport.jump(to: .seconds(250), at: at(2))
        #expect(transport.position(at: at(2)) < .seconds(4) && transport.position(at: at(2)) > .seconds(3.9))
        transport.togglePause(at: at(2))
        transport.jump(to: .seconds(33), at: at(2))
        #expect(transport.picture(at: transport.position(at: at(2))) == 119)
    }
}
