// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core
@testable import Interface

/// The phases of a shot are timed by its pictures.
@Suite struct StopwatchTests {
    private func screen(_ box: Rehearsal) -> StopwatchMode? {
        box.appliance.path.stack.last?.as(StopwatchMode.self)
    }

    private func marks(_ box: Rehearsal) -> [PhaseMark] {
        box.appliance.path.playback.flatMap { screen(box)?.marks(on: $0, in: box.appliance.context) } ?? []
    }

    private func source(_ box: Rehearsal) -> PlaybackSource? {
        box.appliance.path.playback.flatMap { screen(box)?.source(on: $0, at: box.now) }
    }

    private func transport(_ box: Rehearsal) throws -> Transport { try #require(box.appliance.path.playback?.transport) }

    private func box() -> Rehearsal {
        var box = Station.paused.box
        box.use(.stopwatch)
        return box
    }

    @Test("V-25 a push splits at the very picture that is shown, and the next phase is due")
    func aPushSplits() throws {
        var box = box()
        let interval = FrameRate(30).interval
        let first = try #require(source(box)?.picture)
        for (index, pictures) in [0, 11, 17, 29].enumerated() {
            for _ in 0..<pictures {
                box.run(to: box.now.seconds + 0.3)
                box.panel(.turned(1))
            }
            #expect(screen(box)?.due == index)
            box.tap(.knob)
        }
        let names = ["Raise", "Draw", "Anchor", "Release"]
        let pictures: [Int64] = [0, 11, 28, 57].map { first + $0 }
        #expect(marks(box) == zip(names, pictures).map { PhaseMark($0, at: (interval * Int($1)).inSeconds) })
        #expect(marks(box).lengths.map { ($0.seconds * 30).rounded() } == [11, 17, 29])
        let journalled = box.effects.compactMap { if case .card(.journal(_, .judged(_, let judgement))) = $0 { judgement.phases } else { nil } }
        #expect(journalled.suffix(4).map(\.count) == [1, 2, 3, 4])
    }

    @Test("V-25 of a look again all of the line can be reached, not only the round that was played")
    func allOfTheLine() throws {
        var box = Rehearsal { $0.scores = false }
        box.run(to: 30)
        box.tap(.mark)
        box.run(to: 31)
        box.tap(.left)
        box.use(.stopwatch)
        let from = try transport(box).bounds.lowerBound
        for _ in 0..<200 {
            box.run(to: box.now.seconds + 0.3)
            box.panel(.turned(-1))
        }
        let place = try transport(box).position(at: box.now)
        #expect(place < from - .seconds(1), "three seconds before the mark isn't the end of it")
        box.hold(.left, seconds: 3)
        #expect(try transport(box).position(at: box.now) < place)
    }

    @Test("V-25 STOP takes back what was set, one by one, and then leaves; MARK leaves with what is set")
    func stopTakesBack() {
        var box = box()
        for _ in 0..<3 {
            box.tap(.knob)
            box.tap(.right)
        }
        #expect(marks(box).count == 3)
        for left in [2, 1, 0] {
            box.tap(.stop)
            #expect(marks(box).count == left && screen(box)?.due == left)
        }
        box.tap(.stop)
        #expect(box.appliance.page == .replay)
        box.use(.stopwatch)
        box.tap(.knob)
        box.tap(.mark)
        #expect(box.appliance.page == .replay)
        #expect(box.appliance.context.desk.book?.clips.contains { $0.judgement.phases.count == 1 } ?? false)
    }

    @Test("V-25 a phase is chosen and set again, wherever it lies")
    func aPhaseIsSetAgain() {
        var box = box()
        for _ in 0..<3 {
            box.tap(.knob)
            for _ in 0..<5 { box.tap(.right) }
        }
        box.tap(.up)
        box.tap(.up)
        #expect(screen(box)?.due == 1)
        for _ in 0..<2 { box.tap(.left) }
        box.tap(.knob)
        #expect(marks(box).map(\.name) == ["Raise", "Anchor", "Draw"])
        box.use(.clearPhases)
        #expect(marks(box).isEmpty)
        box.use(.undo)
        #expect(marks(box).count == 3)
    }

    @Test("V-25 of two clips that are compared each is timed by its own pictures, and their phases stand side by side")
    func ofTwoClips() throws {
        var box = Station.compareStill.box
        box.use(.stopwatch)
        let keys = try #require(box.appliance.path.playback?.keys)
        #expect(keys.count == 2)
        for (side, key) in keys.enumerated() {
            #expect(source(box)?.key == key && screen(box)?.due == 0)
            for pictures in [0, 2, 3 + side] {
                for _ in 0..<pictures { box.tap(.right) }
                let source = try #require(self.source(box))
                let track = try #require(box.appliance.tracks.first { $0.footage == .clip(key) })
                // The timed picture is the visible one: the last picture that begins at or before the clip's position.
                let place = track.timeline.position(at: box.now)
                #expect(source.start <= place && place < source.start + FrameRate(30).interval + .microseconds(50))
                box.tap(.knob)
                #expect(marks(box).last?.seconds == source.start.inSeconds)
            }
            #expect(marks(box).lengths.map { ($0.seconds * 30).rounded() } == [2, 3 + Double(side)])
            box.use(.otherClip)
        }
        let book = try #require(box.appliance.context.desk.book)
        #expect(keys.allSatisfy { book.clip($0.number)?.judgement.phases.count == 3 })
        #expect(box.scene.texts.contains { $0.run.text == "0.100" } && box.scene.texts.contains { $0.run.text == "0.133" })
        // Undo takes back the last phase, in whichever clip it was set.
        box.use(.undo)
        #expect(box.appliance.context.desk.book?.clip(keys[1].number)?.judgement.phases.count == 2)
    }

    @Test("V-25 in the line too: the clips that have its pictures get the phases, at the same pictures")
    func inTheLine() throws {
        var box = Rehearsal { $0.scores = false }
        box.run(to: 12)
        box.tap(.mark)
        box.run(to: 13)
        box.tap(.left)
        box.use(.stopwatch)
        #expect(source(box)?.footage == .line && box.wishes.footage != nil, "it stays in the line meanwhile")
        for pictures in [0, 6, 9] {
            for _ in 0..<pictures { box.tap(.left) }
            box.tap(.knob)
        }
        #expect(marks(box).map(\.name) == ["Action", "Wind up", "Set up"], "backwards as well")
        box.tap(.stop)
        #expect(marks(box).count == 2)
        box.use(.undo)
        #expect(marks(box).count == 1)
        for _ in 0..<3 { box.tap(.right) }
        box.tap(.knob)
        let timed = marks(box)
        #expect(timed.count == 2)
        box.tap(.mark)
        #expect(box.appliance.page == .replay)
        // The clip is cut only now, and has the phases.
        box.run(to: 40)
        let entry = try #require(box.appliance.context.sessions.session.entries.first)
        guard case .written(let record) = entry.state else {
            Issue.record("no clip")
            return
        }
        let begin = Timestamp.zero.duration(to: entry.plan.from).inSeconds
        #expect(record.judgement.phases.map(\.name) == timed.map(\.name))
        for (mark, original) in zip(record.judgement.phases, timed) {
            #expect(abs(mark.seconds + begin - original.seconds) < 0.5 / 30, "the same picture")
            #expect(abs((mark.seconds * 30).rounded() / 30 - mark.seconds) < 1e-6, "a whole picture of the clip")
        }
    }

    /// Compares a transport's grid with the closed form, at rates whose interval isn't a whole number of nanoseconds.
    @Test("V-25 exact to a picture at 59.94 and 25 a second", arguments: [(60_000, 1001), (25, 1)])
    func exactAtAnyRate(rate: (frames: Int, seconds: Int)) {
        let interval = Duration.nanoseconds(Int64((Double(rate.seconds) * 1e9 / Double(rate.frames)).rounded()))
        let end = interval * 3600
        var random = SeededGenerator(seed: UInt64(rate.frames))
        for _ in 0..<500 {
            let picture = Int64.random(in: 0..<3599, using: &random)
            // The time of this picture in a file, by the file's own timescale.
            let stamp = Double(picture * Int64(rate.seconds)) / Double(rate.frames)
            let transport = Transport(pausedAt: .seconds(stamp), within: .zero...end, grid: .zero, interval: interval, at: .zero)
            let found = transport.picture(at: transport.position(at: .zero))
            #expect(found == picture)
            #expect(abs((interval * Int(found)).inSeconds - stamp) < 0.000_05)
        }
    }
}
