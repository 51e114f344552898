// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core
@testable import Interface

/// The sound of the visible clips, and the waveforms on the bars.
@Suite struct HeardTests {
    private func heard(_ box: Rehearsal) -> [Track] { box.appliance.tracks.filter(\.isAudible) }

    private func compare(_ box: Rehearsal) -> CompareScreen? {
        box.appliance.path.stack.last?.as(CompareScreen.self)
    }

    @Test("V-18 X-05 a clip is heard at full speed and in slow motion, not backwards, not faster, not paused, not in a shuttle")
    func aClipIsHeardForwardsAndNotFaster() {
        var box = Station.clip.box
        box.run(to: box.now.seconds + 1)
        #expect(heard(box).map(\.id) == [.replay])
        var rates: [Double] = []
        for control in [Control.down, .up] {
            for _ in 0..<10 {
                box.tap(control)
                let rate = box.appliance.tracks.first?.timeline.rate ?? 0
                #expect(heard(box).isEmpty == (rate < 0 || rate > 1), "at \(rate)")
                rates.append(rate)
            }
        }
        #expect(rates.min() == -2 && rates.last == 2 && Set(rates).isSuperset(of: [0.25, 0.5, 0.75, 1]))
        box.tap(.down)
        #expect(heard(box).map(\.id) == [.replay])
        box.tap(.knob)
        #expect(heard(box).isEmpty)
        // The shuttle at thirty pictures a second is full speed too, but it is a search and stays silent.
        box.panel(.pressed(.right))
        box.run(to: box.now.seconds + 3)
        #expect(abs((box.appliance.tracks.first?.timeline.rate ?? 0) - 1) < 1e-6)
        #expect(heard(box).isEmpty && !box.appliance.tracks.contains { $0.isHeard })
        box.panel(.released(.right))
        box.tap(.knob)
        #expect(heard(box).count == 1)
        box.panel(.pressed(.left))
        box.run(to: box.now.seconds + 1)
        #expect(heard(box).isEmpty)
    }

    @Test func whoeverHoldsTheBarHearsNothing() throws {
        var box = Station.clip.box
        box.run(to: box.now.seconds + 1)
        let y = FootageBar.top(box.appliance.context) + 20
        box.panel(.touchDown(Point(900, y)), source: .touch)
        #expect(box.appliance.tracks.first?.timeline.rate == 1 && heard(box).isEmpty)
        box.panel(.touchUp, source: .touch)
        #expect(heard(box).count == 1)
    }

    @Test("the delayed picture makes no sound; a look back does, and is silent as soon as it is left")
    func theDelayedPictureMakesNoSound() {
        #expect(heard(Station.live.box).isEmpty)
        #expect(heard(Station.frozen.box).isEmpty)
        var box = Station.lookAgain.box
        #expect(heard(box).map(\.footage) == [.line])
        box.tap(.stop)
        #expect(heard(box).isEmpty)
        box.run(to: box.now.seconds + 1)
        #expect(heard(box).isEmpty)
    }

    @Test("X-05 of two clips A is heard, in slow motion too")
    func ofTwoClipsTheFirstIsHeard() throws {
        var box = Station.compare.box
        for _ in 0..<12 where box.appliance.tracks.first?.timeline.rate != 1 { box.tap(.up) }
        let first = try #require(compare(box))
        #expect(heard(box).map(\.footage) == [.clip(first.side.key)])
        box.use(.swap)
        let second = try #require(compare(box))
        #expect(second.side.key != first.side.key)
        #expect(heard(box).map(\.footage) == [.clip(second.side.key)])
        for rate in [0.75, 0.5, 0.25] {
            box.tap(.down)
            let tracks = heard(box)
            #expect(tracks.count == 1 && tracks[0].footage == .clip(second.side.key) && tracks[0].timeline.rate == rate)
        }
        box.tap(.down)
        #expect(heard(box).isEmpty)
    }

    @Test(arguments: Station.allCases)
    func nowhereIsMoreThanOneTrackHeard(station: Station) {
        var box = station.box
        var random = SeededGenerator(seed: 7)
        for _ in 0..<40 {
            let tracks = box.appliance.tracks
            #expect(tracks.count(where: \.isHeard) <= 1)
            #expect(!tracks.contains { $0.isDelayed && $0.isHeard })
            box.tap([.up, .down, .left, .right, .knob, .mark].randomElement(using: &random) ?? .up)
            box.run(to: box.now.seconds + 0.2)
        }
    }

    // MARK: The bars

    /// Returns a quiet waveform with one loud moment.
    private func waveform(_ loud: Duration, of length: Duration = .seconds(4)) -> Waveform {
        var waveform = Waveform(of: length)
        waveform.note([Int16](repeating: 1500, count: Int(length.inSeconds * 1000)), from: .zero, rate: 1000)
        waveform.note([30_000], from: loud, rate: 1000)
        return waveform
    }

    /// The drawn strokes of sound.
    private func strokes(_ box: Rehearsal) -> [Rect] {
        box.scene.drawings.flatMap { offset, drawing in
            drawing.commands.compactMap { command in
                guard case .fill(var rect, _, let color) = command, color == Palette.text.opacity(0.62), rect.width == 3 else { return nil }
                rect.x += offset.x
                rect.y += offset.y
                return rect
            }
        }
    }

    private func asked(_ box: Rehearsal) -> [ClipKey] {
        box.effects.compactMap { if case .stills(.measure(let key)) = $0 { key } else { nil } }
    }

    @Test("X-06 the release is seen on the bar, where it is heard")
    func theLoudestStrokeIsWhereItIsHeard() throws {
        var box = Station.paused.box
        let key = try #require(asked(box).last)
        #expect(strokes(box).isEmpty)
        box.send(.stills(.measured(key, waveform(.seconds(2.5)))))
        let strokes = strokes(box)
        let bar = try #require(replayBar(box))
        #expect(strokes.count == Int(bar.track.width / 6))
        for stroke in strokes {
            #expect(stroke.height <= 30 && abs(stroke.center.y - bar.rect.center.y) < 0.01)
            #expect(stroke.x >= bar.track.x && stroke.maxX <= bar.track.maxX + 0.01)
        }
        for (one, next) in zip(strokes, strokes.dropFirst()) { #expect(abs(next.x - one.x - 6) < 0.1) }
        let loudest = try #require(strokes.max { $0.height < $1.height })
        #expect(loudest.height == 30)
        #expect(abs(loudest.x - bar.x(.seconds(2.5))) <= 6)
        #expect(strokes.count { $0.height > 15 } <= 3)
    }

    private func replayBar(_ box: Rehearsal) -> FootageBar? {
        guard let screen = box.appliance.path.stack.last?.as(ReplayScreen.self) else { return nil }
        return ReplayBar(screen, box.appliance.context, at: box.now).bar
    }

    @Test func eachClipIsMeasuredOnceAndAFewAreKept() throws {
        var box = Station.clip.box
        for _ in 0..<3 {
            for control in [Control.left, .left, .left, .left, .right, .right, .right, .right] {
                box.tap(control)
                box.run(to: box.now.seconds + 0.3)
            }
        }
        let keys = asked(box)
        #expect(keys.count == 5 && Set(keys).count == 5)
    }

    @Test func aClipWithoutSoundHasABarWithoutStrokes() throws {
        var box = Station.paused.box
        let key = try #require(asked(box).last)
        let before = box.scene
        box.send(.stills(.measured(key, nil)))
        #expect(box.scene == before)
        // Perhaps it couldn't be read: it is requested again when the card is back.
        box.send(.card(.condition(.ready(freeBytes: 1 << 30))))
        #expect(asked(box).filter { $0 == key }.count == 2)
    }

    @Test("X-06 two clips: the sound of A above, that of B below, both as they are laid on each other")
    func twoClipsHaveTheirSoundAboveAndBelow() throws {
        var box = Station.compareStill.box
        let screen = try #require(compare(box))
        let other = try #require(screen.otherSide)
        // Each clip is loud half a second after its own moment.
        for side in [screen.side, other] {
            box.send(.stills(.measured(side.key, waveform(min(side.moment + .milliseconds(500), side.length - .milliseconds(20)), of: side.length))))
        }
        let bar = screen.bar(in: box.appliance.context, at: box.now)
        let middle = bar.rect.center.y
        let all = strokes(box)
        for (side, offset) in [(screen.side, -9.0), (other, 9)] {
            let strokes = all.filter { abs($0.center.y - middle - offset) < 0.01 }
            #expect(strokes.allSatisfy { $0.height <= 14 })
            let loudest = try #require(strokes.max { $0.height < $1.height })
            let place = min(side.moment + .milliseconds(500), side.length - .milliseconds(20)) - side.zero
            #expect(abs(loudest.x - bar.x(place)) <= 6, "\(side.key.number)")
        }
    }

    @Test func aPartIsChosenWithItsSoundInSight() throws {
        var box = Station.trimming.box
        let key = try #require(asked(box).last)
        #expect(strokes(box).isEmpty)
        box.send(.stills(.measured(key, waveform(.seconds(1)))))
        #expect(strokes(box).count > 100)
    }

    @Test("X-06 the line's bar shows its sound while it is looked at, asked for anew each second, and no longer")
    func theLinesSound() throws {
        var box = Station.lookAgain.box
        func asked(_ box: Rehearsal) -> [ClosedRange<Duration>] {
            box.effects.compactMap { if case .stills(.measureLine(let part)) = $0 { part } else { nil } }
        }
        let part = try #require(asked(box).last)
        var sound = Waveform(of: part.upperBound - part.lowerBound)
        sound.note(level: 200, from: (part.upperBound - part.lowerBound) / 2, for: .milliseconds(100))
        let before = box.scene.drawings.flatMap(\.1.commands).count
        box.send(.stills(.measuredLine(sound, from: part.lowerBound)))
        #expect(box.scene.drawings.flatMap(\.1.commands).count > before)
        let count = asked(box).count
        box.run(to: box.now.seconds + 5)
        #expect((4...6).contains(asked(box).count - count))
        box.tap(.stop)
        #expect(box.appliance.context.waveforms.line == nil)
        let left = asked(box).count
        box.run(to: box.now.seconds + 5)
        #expect(asked(box).count == left)
        box.send(.stills(.measuredLine(sound, from: part.lowerBound)))
        #expect(box.appliance.context.waveforms.line == nil, "an answer that comes too late")
    }
}

extension Track {
    fileprivate var isDelayed: Bool { id == .delayed }
}
