// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core
@testable import Interface

/// Two clips on one clock.
@Suite struct CompareTests {
    private func box(_ mode: Tool? = nil) -> Rehearsal {
        var box = Station.compareStill.box
        if let mode { box.use(mode) }
        return box
    }

    private func comparing(_ box: Rehearsal) -> CompareScreen? {
        box.appliance.path.stack.last?.as(CompareScreen.self)
    }

    /// Returns the time of each clip since its own moment.
    private func sinceMoments(_ box: Rehearsal) throws -> (Duration, Duration) {
        let screen = try #require(comparing(box))
        let other = try #require(screen.otherSide)
        let tracks = box.appliance.tracks
        let first = try #require(tracks.first { $0.footage == .clip(screen.side.key) })
        let second = try #require(tracks.first { $0.footage == .clip(other.key) })
        return (first.timeline.position(at: box.now) - screen.side.moment, second.timeline.position(at: box.now) - other.moment)
    }

    /// Returns a box that compares two clips of different rates with their moments set.
    private func ready(_ seed: UInt64) throws -> Rehearsal {
        var random = SeededGenerator(seed: seed)
        var box = Station.clip.box
        let keys = try (1...5).map { number in try #require(box.appliance.context.desk.book?.key(ofClip: number)) }
        for key in keys { box.appliance.context.desk.book?.judge(key.number, ClipJudgement(moment: Double.random(in: 0.5...5, using: &random))) }
        box.use(.compare)
        for key in keys {
            let rate = [FrameRate(25), FrameRate(30), FrameRate(60), FrameRate(60_000, 1001)].randomElement(using: &random) ?? FrameRate(30)
            let seconds = Double.random(in: 1...7, using: &random)
            box.send(.player(.ready(key, ClipFacts(seconds: seconds, interval: rate.interval, size: .hd720))))
        }
        return box
    }

    @Test("X-04 laid on each other at their moments: whatever is done, both clips are as far from them", arguments: 1...30 as ClosedRange<UInt64>)
    func theyAreOnOneClock(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed &+ 100)
        var box = try ready(seed)
        var shift = Duration.zero
        for _ in 0..<60 {
            switch Int.random(in: 0..<7, using: &random) {
            case 0: box.tap(.knob)
            case 1: box.tap([.up, .down].randomElement(using: &random) ?? .up)
            case 2: box.panel(.turned(Int.random(in: -6...6, using: &random)))
            case 3:
                box.use(.shift)
                box.run(to: box.now.seconds + 0.5)
                box.panel(.turned(Int.random(in: -3...3, using: &random)))
                box.tap(.knob)
            case 4: box.use(.swap)
            case 5: box.use([.beside, .ghost, .wipe].randomElement(using: &random) ?? .beside)
            default: box.run(to: box.now.seconds + Double.random(in: 0.1...2, using: &random))
            }
            let screen = try #require(comparing(box))
            let other = try #require(screen.otherSide)
            shift = other.interval * other.shift - screen.side.interval * screen.side.shift
            let (first, second) = try sinceMoments(box)
            #expect(second - first == shift, "\(screen.mode)")
            // Each clip is at a position where it has pictures.
            #expect(first + screen.side.moment >= .zero && first + screen.side.moment <= screen.side.length)
            #expect(second + other.moment >= .zero && second + other.moment <= other.length)
        }
    }

    @Test("X-04 it plays round the moments: 2 s before to 1 s after, as far as both clips have that")
    func theLoop() throws {
        var box = Station.clip.box
        let book = try #require(box.appliance.context.desk.book)
        for number in 1...5 { box.appliance.context.desk.book?.judge(number, ClipJudgement(moment: number == 5 ? 1.5 : 3)) }
        box.use(.compare)
        let screen = try #require(comparing(box))
        let other = try #require(screen.otherSide)
        #expect(screen.side.key == book.key(ofClip: 5) && screen.transport.speed == 0.5)
        let bounds = screen.transport.bounds
        #expect(bounds == max(.seconds(-2), .zero - screen.side.moment, .zero - other.moment)...min(.seconds(1), .seconds(4) - other.moment))
    }

    @Test("the clip that plays already is known: its rate, and how it was recorded")
    func theClipThatPlaysIsKnown() throws {
        var box = Station.clip.box
        let key = try #require(box.appliance.path.stack.last.flatMap { $0.as(ReplayScreen.self)?.key })
        box.send(
            .player(.ready(key, ClipFacts(seconds: 4, interval: FrameRate(60).interval, size: .hd720, orientation: PictureOrientation(turn: .left)))))
        box.use(.compare)
        box.run(to: box.now.seconds + 0.5)
        let side = try #require(comparing(box)?.side)
        #expect(side.interval == FrameRate(60).interval && side.aspect(nil) == 720.0 / 1280)
        let videos = box.scene.layers.filter { if case .video = $0.content { true } else { false } }
        #expect(videos.count == 2 && videos.allSatisfy { $0.orientation == nil })
    }

    @Test("another one that can't be played makes way for the delayed picture")
    func theOtherOneCantBePlayed() throws {
        var box = box()
        let other = try #require(comparing(box)?.otherSide?.key)
        box.send(.player(.failed(other, reason: .isMissing)))
        #expect(comparing(box)?.other == .delayed && box.texts.contains(Strings.cantPlay(.isMissing)))
        let side = try #require(comparing(box)?.side.key)
        box.send(.player(.failed(side, reason: .isMissing)))
        #expect(box.appliance.page == .summary)
    }

    @Test("words go while it plays, and the line stays")
    func wordsGo() {
        var box = box(.wipe)
        box.tap(.knob)
        box.run(to: box.now.seconds + 8)
        #expect(
            box.texts.isEmpty && box.scene.layers.contains { if case .drawing(let drawing) = $0.content { !drawing.commands.isEmpty } else { false } }
        )
        box.tap(.knob)
        box.run(to: box.now.seconds + 0.5)
        #expect(box.texts.contains("A"))
    }

    @Test("X-04 the other one is that of the best arrow; without arrows, the clip before")
    func theOtherOne() throws {
        func clip(_ number: Int, deleted: Bool = false) -> ScoreBook.Clip {
            ScoreBook.Clip(number: number, file: "S/\(number)", seconds: 4, judgement: ClipJudgement(isDeleted: deleted))
        }
        var book = ScoreBook(ref: .run(1), key: "S", clips: [clip(1), clip(2), clip(3), clip(4, deleted: true)])
        #expect(book.best(besides: 3)?.number == 2 && book.best(besides: 1)?.number == 2)
        let face = FaceCatalog.all[0]
        let arrows = [0, 2, 4, 0].enumerated().map { PlacedArrow(number: $0.offset + 1, ring: $0.element, clip: $0.offset + 1) }
        book[end: 1] = EndRecord(number: 1, face: face, shaft: Length(millimetres: 5.5), clips: [1, 2, 3, 4], arrows: arrows)
        #expect(book.best(besides: 3)?.number == 1)
        #expect(book.best(besides: 1)?.number == 2, "the best one was deleted")
    }

    @Test("◀ ▶ choose the other clip, and after the last one it is the delayed picture")
    func theOthers() {
        var box = box()
        var seen: [Int?] = [comparing(box)?.otherSide?.key.number]
        for control in [Control.right, .right, .right, .right, .right, .left, .left] {
            box.tap(control)
            seen.append(comparing(box)?.otherSide?.key.number)
        }
        #expect(seen.first != nil && seen[5] == nil && seen[6] == 4 && seen[7] == 3)
        box.tap(.right)
        box.tap(.right)
        #expect(box.appliance.tracks.contains { $0.id == .delayed })
        #expect(comparing(box)?.side.key.number == 5)
    }

    @Test("the knob mixes and wipes while it plays, and steps while it stands")
    func theKnob() throws {
        var box = box(.ghost)
        box.run(to: box.now.seconds + 0.5)
        let place = try #require(comparing(box)?.transport.position(at: box.now))
        box.panel(.turned(2))
        #expect(comparing(box)?.transport.position(at: box.now) == place + FrameRate(30).interval * 2 && comparing(box)?.mix == 0.5)
        box.tap(.knob)
        box.run(to: box.now.seconds + 0.5)
        box.panel(.turned(2))
        #expect(abs((comparing(box)?.mix ?? 0) - 0.6) < 1e-9)
        func opacity(_ box: Rehearsal) -> Double? {
            box.scene.layers.first { if case .video(.track(.compared, _)) = $0.content { true } else { false } }?.placement.opacity
        }
        #expect(abs((opacity(box) ?? 0) - 0.6) < 1e-9)
        for _ in 0..<40 { box.panel(.turned(-3)) }
        #expect(comparing(box)?.mix == 0)
        box.use(.wipe)
        box.run(to: box.now.seconds + 0.5)
        box.panel(.turned(10))
        let videos = box.scene.layers.filter { if case .video = $0.content { true } else { false } }
        #expect(videos.count == 2 && abs(videos[0].place.maxX - videos[1].place.x) < 1e-9 && videos[0].place.maxX > 960)
        // Laid beside each other, they make one picture.
        #expect(abs(videos[0].crop.maxX - videos[1].crop.x) < 1e-9 && videos[0].crop.x == 0 && videos[1].crop.maxX == 1)
    }

    @Test("zoomed together, or this one alone")
    func zoomed() {
        var box = box()
        box.use(.zoom)
        box.panel(.turned(2))
        box.tap(.stop)
        func widths(_ box: Rehearsal) -> [Double] {
            box.scene.layers.compactMap { if case .video = $0.content { $0.crop.height } else { nil } }
        }
        #expect(widths(box) == [0.5, 0.5])
        box.use(.zoomApart)
        box.use(.zoom)
        box.panel(.turned(2))
        box.tap(.stop)
        #expect(widths(box) == [0.25, 0.5])
    }

    @Test("beside each other there is room for half of each picture: the arrows choose which, and the whole one is whole again")
    func besideOneSeesTheHalfThatMatters() {
        var box = box()
        box.use(.zoom)
        for _ in 0..<20 { box.tap(.left) }
        box.tap(.stop)
        func crops(_ box: Rehearsal) -> [Rect] { box.scene.layers.compactMap { if case .video = $0.content { $0.crop } else { nil } } }
        #expect(crops(box).map(\.x) == [0, 0])
        #expect(crops(box).allSatisfy { abs($0.width - 956 / 1920) < 1e-9 && $0.height == 1 })
        box.use(.ghost)
        #expect(crops(box) == [.unit, .unit])
    }

    @Test("X-04 the largest speed that two decoders hold is taken, and faster ones aren't any more", arguments: [1.0, -1])
    func theSpeedThatIsHeld(sign: Double) throws {
        var box = box()
        if comparing(box)?.transport.isPaused == true { box.tap(.knob) }
        while (comparing(box)?.transport.speed ?? 0) != sign {
            let before = comparing(box)?.transport.speed
            box.tap(sign > 0 ? .up : .down)
            try #require(comparing(box)?.transport.speed != before)
        }
        box.send(.player(.behind(speed: 2)))
        #expect(comparing(box)?.transport.speed == sign, "that was another speed")
        box.send(.player(.behind(speed: 1)))
        // Backwards, ¾ isn't a speed.
        let held = sign > 0 ? 0.75 : 0.5
        #expect(comparing(box)?.transport.speed == sign * held && comparing(box)?.limit == held && comparing(box)?.ladder != nil)
        for _ in 0..<9 { box.tap(sign > 0 ? .up : .down) }
        #expect(comparing(box)?.transport.speed == sign * held)
        box.tap(.left)
        #expect(comparing(box)?.limit == nil, "another clip is another matter")
    }

    @Test("X-04 MARK keeps a picture of both, without what only works the panel", arguments: [nil, Tool.ghost, .wipe])
    func markKeepsAPicture(tool: Tool?) throws {
        var box = box()
        if let tool { box.use(tool) }
        box.run(to: box.now.seconds + 1)
        let scene = box.scene
        box.tap(.mark)
        let kept = box.effects.compactMap { if case .picture(.keep(let scene, let ref)) = $0 { (scene, ref) } else { nil } }
        let (picture, ref) = try #require(kept.first)
        #expect(kept.count == 1 && ref == box.appliance.context.desk.book?.ref)
        func videos(_ scene: Scene) -> [Layer] { scene.layers.filter { if case .video = $0.content { true } else { false } } }
        #expect(videos(picture) == videos(scene) && videos(picture).count == 2)
        #expect(!picture.texts.contains { $0.run.text == Strings.word(of: .keepPicture) })
        #expect(picture.texts.contains { $0.run.text == "A" } && picture.texts.contains { $0.run.text == "B" })
        #expect(picture.layers.count == 3)
        box.send(.card(.pictureKept(ref, file: "S/pictures/compare_01.jpg")))
        #expect(box.effects.last == .card(.file(ref)), "the page is to show it")
    }

    @Test("STOP is the clip again")
    func stop() {
        var box = box()
        box.use(.shift)
        box.tap(.stop)
        #expect(box.appliance.page == .compare)
        box.tap(.stop)
        #expect(box.appliance.page == .replay)
        box.run(to: box.now.seconds + 1)
        #expect(box.appliance.tracks.count == 1)
    }
}
