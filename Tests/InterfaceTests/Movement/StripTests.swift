// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core
@testable import Interface

/// The shot strip: the pictures in its rows, and the effects of its controls.
@Suite struct StripTests {
    private func screen(_ box: Rehearsal) -> StripMode? {
        box.appliance.path.stack.last?.as(StripMode.self)
    }

    private func layout(_ box: Rehearsal) throws -> StripLayout { StripLayout(try #require(screen(box)), box.appliance.context) }
    private func clip(_ box: Rehearsal) throws -> ScoreBook.Clip { try #require(screen(box)?.clip(in: box.appliance.context)) }

    @Test("X-08 eight pictures round the moment, a step apart, each asked for at its own place")
    func eightPictures() throws {
        var box = Station.strip.box
        let interval = FrameRate(30).interval
        for (turn, step) in [(0, 1), (1, 2), (3, 5), (100, 15), (-100, 1)] {
            box.panel(.turned(turn))
            let layout = try layout(box)
            let zero = Duration.seconds(try #require(try clip(box).moment))
            let length = try clip(box).seconds
            let offsets = layout.pictures.map(\.offset)
            #expect(offsets.count == 8 && offsets.contains(0) && zip(offsets, offsets.dropFirst()).allSatisfy { $0 + 1 == $1 })
            if step < 5 { #expect(offsets == [-4, -3, -2, -1, 0, 1, 2, 3]) }
            for picture in layout.pictures {
                let place = zero + interval * (step * picture.offset)
                let isThere = place >= .zero && place.inSeconds < length
                #expect((picture.extract != nil) == isThere, "\(picture.offset) of \(step)")
                if let extract = picture.extract { #expect(extract.place == place && extract.kind == .frame) }
            }
        }
    }

    @Test("X-08 arrows choose a picture, and every shot of the end is seen at the very same time")
    func everyShot() throws {
        var box = Station.strip.box
        let shots = try layout(box).shots
        #expect(shots.count >= 2)
        for _ in 0..<6 { box.tap(.right) }
        let moved = try layout(box)
        #expect(screen(box)?.offset == 6 && moved.pictures.contains { $0.offset == 6 }, "the chosen one is among them")
        for shot in moved.shots {
            guard let extract = shot.extract, let moment = shot.clip.moment else { continue }
            #expect(abs(extract.place.inSeconds - moment - 6.0 / 30) < 0.001, "clip \(shot.clip.number)")
        }
        for _ in 0..<99 { box.tap(.left) }
        #expect(screen(box)?.offset == -StripMode.reach)
        #expect(try layout(box).pictures.contains { $0.offset == -StripMode.reach })
    }

    @Test("X-08 down among the shots the arrows choose one, which takes the row above; push looks at it")
    func otherShots() throws {
        var box = Station.strip.box
        let first = try #require(screen(box)).key
        box.tap(.down)
        box.tap(.right)
        let other = try #require(screen(box)?.key)
        #expect(other != first)
        #expect(try layout(box).pictures.compactMap(\.extract).allSatisfy { $0.footage == .clip(other) })
        box.tap(.knob)
        guard let replay = box.appliance.path.stack.last?.as(ReplayScreen.self) else {
            Issue.record("not in a replay")
            return
        }
        #expect(replay.key == other)
        box.tap(.stop)
        #expect(box.appliance.page != .strip && box.appliance.page != .replay, "no way back is doubled")
    }

    @Test("X-08 the knob chooses the part that is seen, which is the same in each picture; what moves is in its middle at first")
    func part() throws {
        var box = Station.strip.box
        // The rehearsal's motion is in columns 4 and 5.
        #expect(abs(try layout(box).center - 5.0 / 16) < 0.05)
        box.use(.cropPicture)
        box.panel(.turned(10))
        let center = try layout(box).center
        #expect(center > 5.0 / 16 + 0.05)
        let crops = box.scene.layers.filter { if case .extract = $0.content { true } else { false } }.map(\.crop)
        #expect(!crops.isEmpty && crops.allSatisfy { $0.x >= 0 && $0.maxX <= 1.0001 && $0.height == 1 })
        box.panel(.turned(1000))
        #expect(abs(try layout(box).center - (1 - (try layout(box)).share / 2)) < 1e-9)
        box.tap(.knob)
        #expect(screen(box)?.isCropping == false && box.appliance.page == .strip)
    }

    @Test("X-08 of two clips that are compared each has a row, at the same times of one clock")
    func ofTwoClips() throws {
        var box = Station.stripTwo.box
        guard let compare = box.appliance.path.playback as? CompareScreen else {
            Issue.record("not over two clips")
            return
        }
        let other = try #require(compare.otherSide)
        for turn in [0, 3] {
            box.panel(.turned(turn))
            let (layout, step) = (try layout(box), try #require(screen(box)).stepTime)
            #expect(layout.others.count == layout.pictures.count && layout.shots.isEmpty)
            for (row, side) in [(layout.pictures, compare.side), (layout.others, other)] {
                for picture in row {
                    guard let extract = picture.extract else { continue }
                    #expect(extract.footage == .clip(side.key) && abs((extract.place - side.zero - step * picture.offset).inSeconds) < 0.001)
                }
                #expect(row.contains { $0.extract != nil })
            }
        }
        #expect(
            box.appliance.path.grammar(in: box.appliance.context)[.press(.knob)] == nil
                && box.appliance.path.grammar(in: box.appliance.context)[.press(.down)] == nil)
        box.tap(.mark)
        #expect(box.effects.contains { if case .picture = $0 { true } else { false } })
        box.tap(.stop)
        #expect(box.appliance.page == .compare)
    }

    @Test("X-08 of the line too, about the picture that stood; it stays in the line meanwhile")
    func ofTheLine() throws {
        var box = Station.frozen.box
        guard let replay = box.appliance.path.stack.last?.as(ReplayScreen.self) else {
            Issue.record("nothing is frozen")
            return
        }
        let place = replay.transport.position(at: box.now)
        box.use(.strip)
        let layout = try layout(box)
        #expect(layout.pictures.allSatisfy { $0.extract.map { $0.footage == .line } ?? true } && layout.shots.isEmpty && layout.others.isEmpty)
        #expect(layout.pictures.first { $0.offset == 0 }?.extract?.place == place)
        #expect(layout.pictures.first { $0.offset == -1 }?.extract?.place == place - FrameRate(30).interval)
        #expect(box.wishes.footage != nil)
        box.tap(.knob)
        #expect(box.appliance.page == .strip, "there is no clip to look at")
    }

    @Test("MARK keeps the strip as a picture of its session, without what only works the panel")
    func keeps() throws {
        var box = Station.strip.box
        box.tap(.mark)
        let kept = box.effects.compactMap { effect -> Scene? in if case .picture(.keep(let scene, _)) = effect { scene } else { nil } }
        let scene = try #require(kept.first)
        #expect(kept.count == 1 && !scene.texts.contains { $0.run.text == Strings.stripKeep })
        #expect(scene.layers.contains { if case .extract = $0.content { true } else { false } })
    }

    @Test("X-08 the sheet of exports begins with the strip as it is looked at")
    func exports() throws {
        var box = Station.strip.box
        box.panel(.turned(2))
        box.use(.cropPicture)
        box.panel(.turned(8))
        box.tap(.knob)
        let (step, center) = (try #require(screen(box)).stepTime.inSeconds, try layout(box).center)
        let key = try #require(screen(box)?.key)
        let place = screen(box)?.zero(in: box.appliance.context).inSeconds
        box.use(.export)
        box.send(
            .export(
                .prepared(
                    ExportSubject(session: key.session.folder, clips: [key.number]),
                    ExportSize(clips: 1, clipBytes: 1, folderBytes: 1, best: 1, bestSeconds: 1))))
        box.run(to: box.now.seconds + 0.5)
        box.tap(.right)
        box.tap(.knob)
        let begun = box.effects.compactMap { if case .export(.begin(_, let form, _)) = $0 { form } else { nil } }
        #expect(begun == [.strip(step: step, center: center, place: place)])
    }

    @Test("a clip that goes takes the strip with it")
    func goes() throws {
        var box = Station.strip.box
        let number = try #require(screen(box)?.key).number
        box.send(.card(.emptied([ClipKey(session: try #require(screen(box)?.key).session, number: number)], problem: nil)))
        #expect(box.appliance.page != .strip)
    }

    @Test("R-27 all lies in the safe area, and no picture upon another, at each size of text", arguments: [100, 150, 200])
    func lies(scale: Int) throws {
        for station in [Station.strip, .stripShots, .stripPart, .stripTwo, .stripLine] {
            var box = station.box
            box.change { $0.textScalePercent = scale }
            let layout = try layout(box)
            let rects = (layout.pictures + layout.others).map(\.rect) + layout.shots.map(\.rect)
            let footer = FooterLayout(Theme(box.appliance.settings)).rect
            for (index, rect) in rects.enumerated() {
                #expect(Canvas.safeArea.inset(by: -0.5).encloses(rect) && !rect.intersects(footer))
                for other in rects[(index + 1)...] { #expect(!rect.intersects(other)) }
                for (run, bounds) in box.scene.texts where bounds.intersects(rect) {
                    #expect(rect.encloses(bounds) || layout.shots.contains { $0.rect == rect }, "“\(run.text)” lies half on a picture")
                }
            }
            let (count, width) = (layout.pictures.count, layout.pictures[0].rect.width)
            #expect(count >= (scale == 200 ? 4 : scale == 150 ? 6 : 8))
            #expect(count == 8 || Double(count + 1) * (width + 10) - 10 > Areas.right - Areas.left, "there is room for one more")
        }
    }
}
