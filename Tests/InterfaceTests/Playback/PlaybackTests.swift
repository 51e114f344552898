// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core
@testable import Interface

/// A tool works on the playback from which it was opened: both have one transport.
@Suite struct PlaybackTests {
    private func playback(_ box: Rehearsal) throws -> any Playback { try #require(box.appliance.path.playback) }
    private func position(_ box: Rehearsal) throws -> Duration { try playback(box).transport.position(at: box.now) }
    private func mode(_ box: Rehearsal) -> (any PlaybackMode)? { box.appliance.path.top(PlaybackScreen.self)?.mode }

    @Test(
        "V-25 V-26 the pictures that were stepped in a tool are kept when STOP leaves it", arguments: [Tool.stopwatch, .trail],
        [Station.clip, .paused, .frozen, .lookAgain, .compare, .compareStill])
    func stepsAreKept(tool: Tool, station: Station) throws {
        var box = station.box
        let page = box.appliance.page
        box.use(tool)
        let begin = try playback(box)
        for _ in 0..<10 {
            box.run(to: box.now.seconds + 0.3)
            box.tap(.right)
        }
        let stepped = try position(box)
        #expect(stepped == begin.transport.position(at: box.now) + begin.transport.interval * 10)
        box.tap(.stop)
        box.run(to: box.now.seconds + 3)
        #expect(box.appliance.page == page && mode(box) == nil)
        #expect(try position(box) == stepped && playback(box).transport.isPaused)
        // The picture on the TV is that one, and the next step goes on from it.
        let source = try #require(playback(box).sources(at: box.now).first)
        #expect(box.appliance.tracks.first { $0.id == source.track }?.timeline.position(at: box.now) == source.position)
        box.panel(.turned(-1))
        #expect(try position(box) == stepped - begin.transport.interval)
    }

    @Test(
        "whatever is pressed, touched or turned in a tool, the TV shows the playback's own position, and STOP leaves it there",
        arguments: [Station.drawing, .timing, .timingTwo, .trail, .strip, .stripTwo, .stripLine], 1...3 as ClosedRange<UInt64>)
    func oneTransport(station: Station, seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var box = station.box
        let place = box.appliance.page
        for _ in 0..<60 {
            use(&box, &random)
            let sources = try playback(box).sources(at: box.now)
            for track in box.wishes.tracks {
                let source = try #require(sources.first { $0.track == track.id })
                #expect(track.footage == source.footage && abs((track.timeline.position(at: box.now) - source.position).inSeconds) < 1e-6)
            }
        }
        #expect(box.appliance.page == place)
        let stood = try position(box)
        for _ in 0..<200 where mode(box) != nil { box.tap(.stop) }
        box.run(to: box.now.seconds + 1)
        #expect(mode(box) == nil)
        let isPaused = try playback(box).transport.isPaused
        #expect(try !isPaused || position(box) == stood)
    }

    /// Uses a control that doesn't leave the tool.
    private func use(_ box: inout Rehearsal, _ random: inout SeededGenerator) {
        switch Int.random(in: 0..<6, using: &random) {
        case 0: box.panel(.turned(.random(in: -5...5, using: &random)))
        case 1: if box.appliance.page != .strip { box.tap(.knob) }
        case 2: box.hold([Control.left, .right].randomElement(using: &random) ?? .left, seconds: random.seconds(0.1...3))
        case 3:
            let bar = FootageBar.top(box.appliance.context) + 20
            box.panel(.touchDown(Point(random.seconds(200...1700), bar)), source: .touch)
            box.panel(.touchMoved(Point(random.seconds(200...1700), bar - 200)), source: .touch)
            box.panel(.touchUp, source: .touch)
        case 4: box.run(to: box.now.seconds + random.seconds(0...2))
        default: box.tap([Control.left, .right, .up, .down].randomElement(using: &random) ?? .left)
        }
    }

    @Test("V-22 a part is chosen by a transport of its own: STOP leaves the replay as it was")
    func aPartLeavesTheReplay() throws {
        var box = Station.paused.box
        let before = try playback(box).transport
        box.use(.trim)
        for _ in 0..<5 { box.panel(.turned(3)) }
        box.tap(.knob)
        box.run(to: box.now.seconds + 1)
        box.tap(.stop)
        #expect(box.appliance.page == .replay)
        #expect(try playback(box).transport == before)
    }

    @Test("an arrow that is still held when a tool is left runs no further")
    func aHeldArrowEnds() throws {
        var box = Station.paused.box
        box.use(.stopwatch)
        box.panel(.pressed(.right))
        box.run(to: box.now.seconds + 1)
        #expect(try playback(box).transport.shuttle != nil)
        box.tap(.stop)
        let left = try position(box)
        box.panel(.released(.right))
        box.run(to: box.now.seconds + 2)
        #expect(box.appliance.page == .replay)
        #expect(try position(box) == left && playback(box).transport.isPaused)
    }

    @Test("of several clips that play one after the other the next waits while a tool is in use")
    func theNextClipWaits() throws {
        var box = Station.clip.box
        let number = try #require(playback(box).keys.first?.number)
        var effects: [Effect] = []
        box.appliance.follow([.playAll(clips: [number])], at: box.now, &effects)
        box.run(to: box.now.seconds + 1)
        box.use(.stopwatch)
        box.hold(.right, seconds: 10)
        #expect(box.appliance.page == .stopwatch)
        #expect(try position(box) + playback(box).transport.interval >= playback(box).transport.bounds.upperBound)
        box.tap(.stop)
        box.run(to: box.now.seconds + 1)
        #expect(box.appliance.page == .replay)
        box.tap(.knob)
        box.run(to: box.now.seconds + 6)
        #expect(box.appliance.page == .summary, "it was the last one")
    }

    @Test(
        "a clip that can't be played takes the tool along",
        arguments: [Station.drawing, .timing, .timingTwo, .trail, .strip, .stripTwo, .trimming])
    func aClipThatFails(station: Station) throws {
        var box = station.box
        let key = try #require(playback(box).keys.first)
        box.send(.player(.failed(key, reason: Message("its file can't be read"))))
        #expect(!box.appliance.path.stack.contains { $0.as(PlaybackScreen.self)?.playback.keys.contains(key) ?? false })
        #expect(box.appliance.context.toast != nil)
    }

    @Test("another clip that is being read for a comparison doesn't come under a tool")
    func theClipsStayUnderATool() throws {
        var box = Station.compareStill.box
        box.use(.trail)
        let keys = try playback(box).keys
        #expect(keys.count == 2)
        box.tap(.stop)
        for _ in 0..<20 { box.tap(.left) }
        box.use(.trail)
        let chosen = try playback(box).keys
        box.run(to: box.now.seconds + 3)
        #expect(try playback(box).keys == chosen && box.appliance.page == .trail)
    }
}
