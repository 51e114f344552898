// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core
@testable import Interface

/// Pictures laid over each other, controlled by the knob and the arrows.
@Suite struct TrailTests {
    private func screen(_ box: Rehearsal) -> TrailMode? {
        box.appliance.path.stack.last?.as(TrailMode.self)
    }

    private func allWanted(_ box: Rehearsal) -> [Extract] {
        box.appliance.path.playback.flatMap { screen(box)?.wanted(on: $0, at: box.now).map(\.extract) } ?? []
    }

    private func wanted(_ box: Rehearsal) -> Extract? { allWanted(box).first }

    private func shown(_ box: Rehearsal) -> [Extract] {
        box.scene.layers.compactMap { if case .extract(let extract) = $0.content { extract } else { nil } }
    }
    private func asked(_ effects: [Effect]) -> [Extract] { effects.compactMap { if case .stills(.extract(let all)) = $0 { all.first } else { nil } } }

    @Test("V-26 the knob says how many pictures, the arrows which side and up to which picture")
    func controls() throws {
        var box = Station.paused.box
        box.use(.trail)
        let begin = try #require(wanted(box))
        #expect(begin.kind == .trail(Trail(.darkest, count: 15)) && shown(box) == [begin])
        box.panel(.turned(20))
        #expect(screen(box)?.trail.count == 35)
        box.panel(.turned(400))
        #expect(screen(box)?.trail.count == 60)
        box.panel(.turned(-400))
        #expect(screen(box)?.trail.count == 2)
        box.tap(.up)
        #expect(screen(box)?.trail.side == .lightest)
        box.tap(.down)
        #expect(screen(box)?.trail.side == .darkest)
        box.tap(.right)
        box.tap(.right)
        #expect(wanted(box)?.place == begin.place + FrameRate(30).interval * 2)
        #expect(shown(box) == [try #require(wanted(box))])
        box.tap(.stop)
        box.run(to: box.now.seconds + 0.5)
        #expect(box.appliance.page == .replay && shown(box).isEmpty)
    }

    @Test("the one before is seen until the next one is there, and MARK keeps none that isn't there")
    func untilItIsThere() throws {
        var box = Station.paused.box
        box.use(.trail)
        let first = try #require(shown(box).first)
        box.hasCard = false
        box.panel(.turned(5))
        #expect(shown(box) == [first] && asked(box.effects).last == wanted(box))
        let kept = { (box: Rehearsal) in box.effects.count { if case .picture = $0 { true } else { false } } }
        box.tap(.mark)
        #expect(kept(box) == 0)
        box.send(.stills(.extract(.ready(try #require(wanted(box))))))
        #expect(shown(box) == [try #require(wanted(box))])
        box.tap(.mark)
        #expect(kept(box) == 1)
        // A trail that was evicted isn't shown as an empty area.
        box.send(.stills(.extract(.forgotten(try #require(shown(box).first)))))
        #expect(shown(box).isEmpty)
    }

    @Test("V-26 of two clips each has its own, up to the pictures that stand on one clock", arguments: [Tool.beside, .ghost, .wipe])
    func ofTwoClips(mode: Tool) throws {
        var box = Station.compareStill.box
        box.use(mode)
        box.use(.trail)
        box.tap(.left)
        box.tap(.left)
        box.run(to: box.now.seconds + 0.5)
        let extracts = allWanted(box)
        #expect(extracts.count == 2 && Set(shown(box)) == Set(extracts))
        for extract in extracts {
            let track = try #require(box.appliance.tracks.first { $0.footage == extract.footage })
            #expect(track.timeline.position(at: box.now) == extract.place)
        }
        // A translucent picture hides the video below it.
        let seen = box.scene.layers.filter { if case .video = $0.content { true } else { false } }
        #expect(seen.count == (mode == .ghost ? 1 : 2))
        box.tap(.stop)
        #expect(box.appliance.page == .compare)
    }

    @Test("V-26 on a frozen picture of the line too")
    func onTheLine() {
        var box = Station.frozen.box
        box.use(.trail)
        #expect(wanted(box)?.footage == .line && shown(box).count == 1)
        #expect(box.wishes.footage != nil, "it stays in the line meanwhile")
    }
}
