// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core
@testable import Interface

/// A player announces only once that its clip is open. A screen that takes over a playing clip must know the same facts as the screen that
/// opened it.
@Suite struct OpenClipsTests {
    /// The facts of every clip here: recorded by a camera of 60 frames a second, while the present camera has 30.
    private static let facts = ClipFacts(
        seconds: 4, interval: FrameRate(60).interval, size: .hd720, keyframes: (0..<8).map { .milliseconds(500 * $0) })

    /// The ways to a replay of a clip that plays already.
    enum Way: String, CaseIterable {
        case review, row, backAndForth
    }

    private func box(_ way: Way) -> Rehearsal {
        var box = Rehearsal {
            $0.scores = true
            $0.afterStop = .review
        }
        box.facts = Self.facts
        for shot in 0..<3 {
            box.run(to: 10 + Double(shot) * 4)
            box.tap(.mark)
        }
        box.run(to: 25)
        switch way {
        case .review:
            box.tap(.stop)
            box.run(to: 27)
            box.use(.lookAtClip)
        case .row:
            box.tap(.up)
            box.run(to: 27)
            box.tap(.knob)
        case .backAndForth:
            box.tap(.up)
            box.run(to: 27)
            box.tap(.knob)
            box.run(to: 28)
            box.tap(.stop)
            box.tap(.knob)
        }
        box.run(to: box.now.seconds + 1)
        return box
    }

    private func replay(_ box: Rehearsal) -> ReplayScreen? { box.appliance.path.stack.last?.as(ReplayScreen.self) }

    @Test("V-53 the clip that plays already has every tool", arguments: Way.allCases)
    func everyToolIsThere(way: Way) throws {
        let box = box(way)
        let screen = try #require(replay(box))
        for offer in screen.tools(in: box.appliance.context) { #expect(offer.isPossible, "\(offer.tool)") }
    }

    @Test("V-17 a step is a picture of the clip's own", arguments: Way.allCases)
    func aStepIsItsOwnPicture(way: Way) throws {
        var box = box(way)
        box.tap(.knob)
        let place = try #require(replay(box)).transport.position(at: box.now)
        box.run(to: box.now.seconds + 1)
        box.panel(.turned(-1))
        #expect(try #require(replay(box)).transport.position(at: box.now) == place - FrameRate(60).interval)
    }

    @Test(
        "every tool that looks at its pictures counts them right", arguments: Way.allCases, [Tool.draw, .stopwatch, .strip, .trim, .trail, .compare])
    func everyToolKnowsIt(way: Way, tool: Tool) {
        var box = box(way)
        box.use(tool)
        box.run(to: box.now.seconds + 1)
        let playback = box.appliance.path.playback
        let interval: Duration? =
            switch box.appliance.path.top(PlaybackScreen.self)?.mode {
            case let mode as StripMode: mode.facts.interval
            case let mode as TrimMode: mode.transport.interval
            case .some: playback?.transport.interval
            case nil: (playback as? CompareScreen).flatMap { $0.side.isOpen && $0.otherSide?.isOpen == true ? $0.transport.interval : nil }
            }
        #expect(interval == FrameRate(60).interval)
    }

    @Test("a clip that is played once more, while it still plays, comes to its end")
    func aSequenceOfWhatPlays() {
        var box = box(.row)
        let number = replay(box)?.key?.number ?? 0
        var effects: [Effect] = []
        box.appliance.follow([.playAll(clips: [number])], at: box.now, &effects)
        box.run(to: box.now.seconds + 6)
        #expect(box.appliance.page == .carousel)
    }

    @Test("a clip that couldn't be played isn't open, and is told anew once it plays")
    func whatFailedIsOpenedAnew() {
        let key = ClipKey(session: "S", number: 1)
        let track = Track(id: .replay, footage: .clip(key), timeline: Timeline(from: .zero))
        var clips = OpenClips()
        clips.follow([track])
        #expect(clips.facts(of: key, on: .replay) == nil)
        clips.take(Self.facts, of: key)
        clips.follow([track])
        #expect(clips.facts(of: key, on: .replay) == Self.facts && clips.facts(of: key, on: .compared) == nil)
        clips.close(key)
        #expect(clips.facts(of: key, on: .replay) == nil)
        clips.take(Self.facts, of: key)
        clips.follow([])
        clips.follow([track])
        #expect(clips.facts(of: key, on: .replay) == nil)
    }
}
