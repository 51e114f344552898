// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing

@testable import Core
@testable import Interface

/// The row of clips on its screen, from Live and back.
@Suite struct CarouselScreenTests {
    private func open(_ change: (inout Settings) -> Void = { _ in }) -> Rehearsal {
        var box = Rehearsal { change(&$0) }
        for second in [10.0, 14, 18, 22, 26] {
            box.run(to: second)
            box.tap(.mark)
        }
        box.run(to: 32)
        box.tap(.up)
        box.run(to: 33)
        return box
    }

    private func carousel(_ box: Rehearsal) -> CarouselScreen? {
        box.appliance.path.stack.last?.as(CarouselScreen.self)
    }

    private func tracks(_ box: Rehearsal) -> [(clip: Int, id: TrackID, isPrimed: Bool)] {
        (carousel(box)?.players.tracks ?? []).compactMap { track in
            if case .clip(let key) = track.footage { (key.number, track.id, track.isPrimed) } else { nil }
        }
    }

    @Test("C-01 ▲ in Live shows the clips so far, the last one in the middle, while everything is recorded")
    func upShowsTheClipsSoFar() {
        let box = open()
        #expect(box.appliance.page == .carousel && carousel(box)?.chosen == 5)
        #expect(box.texts.contains("Clip 5") && box.appliance.isSessionOpen && box.closings == 0)
    }

    @Test func withoutAClipThereIsNone() {
        var box = Rehearsal()
        box.run(to: 10)
        box.tap(.up)
        #expect(box.appliance.page == .live && box.texts.contains(Strings.noClipsYet))
    }

    @Test("each clip has its turn with ◀ and ▶, and the ends are ends")
    func eachClipHasItsTurn() {
        var box = open()
        for expected in [4, 3, 2, 1, 1] {
            box.hold(.left, seconds: 0.06)
            box.run(to: box.now.seconds + 1)
            #expect(carousel(box)?.chosen == expected)
        }
        box.hold(.right, seconds: 0.06)
        #expect(carousel(box)?.chosen == 2)
        box.panel(.turned(5))
        #expect(carousel(box)?.chosen == 3)
        box.hold(.right, seconds: 0.5)
        #expect(carousel(box)?.chosen == 3, "looked at, and let go")
        box.hold(.right, seconds: 1)
        #expect(carousel(box)?.chosen == 4)
    }

    @Test("C-02 C-09 P-28 what counts is felt, and a look isn't")
    func whatCountsIsFelt() {
        var box = open()
        func signals(_ body: (inout Rehearsal) -> Void) -> Int {
            let before = box.effects.count
            body(&box)
            return box.effects.dropFirst(before).count { if case .panel(.signal) = $0 { true } else { false } }
        }
        #expect(signals { $0.hold(.left, seconds: 0.5) } == 0 && signals { $0.hold(.right, seconds: 0.06) } == 0, "there is none after the last")
        #expect(signals { $0.hold(.left, seconds: 0.06) } == 1 && signals { $0.hold(.down, seconds: 0.06) } == 1)
    }

    @Test("C-02 the buzzer can be off: then the light alone says what counts")
    func withoutTonesOnlyTheLightSaysIt() {
        for hasTones in [true, false] {
            var box = open { $0.hasReviewTones = hasTones }
            let before = box.effects.count
            box.hold(.left, seconds: 0.06)
            box.run(to: box.now.seconds + 1)
            box.tap(.mark)
            let signals = box.effects.dropFirst(before).compactMap { if case .panel(.signal(let signal)) = $0 { signal } else { nil } }
            #expect(signals == (hasTones ? [.placed, .liked] : [.silent(.placed), .silent(.liked)]))
        }
    }

    @Test("P-24 R-34 each swipe from clip to clip is counted; a look, a tap beside and the way out are none", arguments: [true, false])
    func swipesAreCounted(peeks: Bool) {
        var box = open { $0.peeks = peeks }
        func counts() -> [Int] { [box.appliance.context.swipes.peeking, box.appliance.context.swipes.blind] }
        #expect(counts() == [0, 0])
        box.hold(.left, seconds: 0.06)
        box.run(to: box.now.seconds + 1)
        box.panel(.turned(-5))
        box.run(to: box.now.seconds + 1)
        #expect(counts() == (peeks ? [2, 0] : [0, 2]) && carousel(box)?.chosen == 3)
        box.hold(.left, seconds: 0.5)
        box.run(to: box.now.seconds + 1)
        box.touch(Point(200, 400))
        box.run(to: box.now.seconds + 1)
        box.hold(.left, seconds: 1)
        #expect(carousel(box)?.chosen == 1)
        box.run(to: box.now.seconds + 1)
        // There is nothing beyond the first clip.
        box.hold(.left, seconds: 0.06)
        box.hold(.down, seconds: 0.06)
        #expect(box.appliance.page == .live && counts() == (peeks ? [3, 0] : [0, 3]))
    }

    @Test("R-21 over Live nothing is composed of what the row's page hides, and none lies between the two on the way out")
    func nothingIsComposedOfWhatIsHidden() throws {
        var box = open()
        box.tap(.stop)
        let out = box.now
        func live(_ milliseconds: Int) -> Layer? {
            box.appliance.scene(at: out + .milliseconds(milliseconds)).layers.first { $0.content == .video(.delayed) }
        }
        #expect(live(0) == nil, "all of it is hidden")
        // The page slides to the right and has covered 1 − (1 − t)³ of its way.
        for milliseconds in [50, 125, 200] {
            let rest = pow(1 - Double(milliseconds) / 250, 3)
            let window = try #require(live(milliseconds)?.window)
            #expect(window.x == 0 && abs(window.width - 1920 * (1 - rest)) < 0.5 && window.height == 1080)
        }
        #expect(live(250)?.window == nil)
        // The carousel's own exit brightens Live again instead.
        box = open()
        box.hold(.down, seconds: 0.06)
        let exit = try #require(box.appliance.change)
        var shades: [Double] = []
        for frame in 1...29 {
            let scene = box.appliance.scene(at: exit.span.start + .milliseconds(frame * 500 / 30))
            let video = try #require(scene.layers.first { $0.content == .video(.delayed) })
            shades.append(video.placement.shade)
            #expect(video.window == nil && scene.layers.count <= 12)
            #expect(scene.layers.count { $0.placement.blur > 0 } <= 1, "the picture in the middle, and nothing else")
            #expect(!scene.texts.contains { $0.run.text == "Clip 5" }, "its words are gone")
        }
        #expect(zip(shades, shades.dropFirst()).allSatisfy { $0 >= $1 } && shades[0] > 0.9 && shades[28] < 0.05)
        #expect(box.appliance.scene(at: exit.span.end).videos == [.delayed])
    }

    @Test("R-27 with reduced motion a page of clips fades, and what it lies on fades the other way")
    func itFadesBothWays() throws {
        var box = open { $0.hasReducedMotion = true }
        box.tap(.stop)
        let out = box.now
        for (milliseconds, share) in [(0, 1.0), (75, 0.5), (120, 0.2)] {
            let layers = box.appliance.scene(at: out + .milliseconds(milliseconds)).layers
            let live = try #require(layers.first { $0.content == .video(.delayed) })
            let clip = try #require(layers.first { $0.placement.border != nil })
            #expect(abs(live.placement.shade - share) < 1e-9 && abs(clip.placement.opacity - share) < 1e-9)
        }
    }

    @Test("R-18 R-23 the next one on the way waits decoded and keeps its track as it comes; never more than two are open")
    func theNextOneWaitsDecoded() {
        var box = open()
        #expect(tracks(box).map(\.clip) == [5, 4] && tracks(box).map(\.isPrimed) == [false, true])
        for expected in [4, 3, 2] {
            let waiting = tracks(box).last
            box.hold(.left, seconds: 0.06)
            #expect(waiting?.clip == expected)
            let playing = tracks(box).first
            #expect(playing?.clip == expected && playing?.id == waiting?.id && playing?.isPrimed == false)
            #expect(tracks(box).count == 2 && tracks(box).last?.clip == expected + 1, "the one that goes keeps its picture")
            box.run(to: box.now.seconds + 1)
            #expect(tracks(box).map(\.clip) == [expected, expected - 1] && Set(tracks(box).map(\.id)).count == 2)
        }
        box.hold(.right, seconds: 0.06)
        box.run(to: box.now.seconds + 1)
        #expect(tracks(box).map(\.clip) == [3, 4], "turned round, the other side waits")
    }

    @Test("P-14 C-20 the neighbours are looked for while something is dragged, and given up when it isn't")
    func theNeighboursAreLookedForWhileItIsDragged() {
        var box = open()
        box.hold(.left, seconds: 0.06)
        box.run(to: box.now.seconds + 1)
        let before = box.effects.count
        box.panel(.pressed(.left))
        let asked = box.effects.dropFirst(before).compactMap { if case .stills(.peek(let keys)) = $0 { keys.map(\.clip.number) } else { nil } }
        #expect(asked.first == [3, 5])
        box.run(to: box.now.seconds + 0.5)
        let peeks = box.scene.layers.compactMap { if case .peek(let key) = $0.content { key.clip.number } else { nil } }
        #expect(Set(peeks).isSubset(of: [3, 5]) && !peeks.isEmpty)
    }

    @Test("C-05 ▼ leaves it: what lies below is there at once, and the row is still seen going")
    func downLeavesIt() {
        var box = open()
        box.hold(.down, seconds: 0.06)
        #expect(box.appliance.page == .live)
        box.run(to: box.now.seconds + 0.1)
        #expect(box.scene.videos.contains(.delayed) && box.scene.videos.contains { if case .track(let id, _) = $0 { id != .delayed } else { false } })
        #expect(box.scene.layers.contains { $0.placement.blur > 5 && $0.transform.rotation > 3 })
        box.run(to: box.now.seconds + 0.5)
        #expect(box.scene.videos == [.delayed])
        #expect(box.appliance.context.desk.book == nil)
    }

    @Test("C-05 and so does a finger, as it crosses 50 pt")
    func aFingerDownLeavesIt() {
        var box = open()
        box.panel(.touchDown(Point(900, 300)), source: .touch)
        for step in 1...20 {
            box.run(to: box.now.seconds + 0.016)
            box.panel(.touchMoved(Point(900, 300 + Double(step) * 7)), source: .touch)
            if step < 19 { #expect(box.appliance.page == .carousel) }
        }
        #expect(box.appliance.page == .live)
        box.panel(.touchUp, source: .touch)
    }

    @Test("C-11 N-15 a tap opens the clip in Replay, beside it goes there, and the way back leads to it")
    func aTapOpensTheClip() {
        var box = open()
        box.touch(Point(960, 400))
        #expect(box.appliance.page == .replay)
        box.run(to: box.now.seconds + 1)
        box.tap(.stop)
        box.run(to: box.now.seconds + 1)
        #expect(box.appliance.page == .carousel && carousel(box)?.chosen == 5)
        box.touch(Point(200, 400))
        box.run(to: box.now.seconds + 1)
        #expect(carousel(box)?.chosen == 4)
        box.tap(.knob)
        #expect(box.appliance.page == .replay)
    }

    @Test("MARK likes the clip in the middle, and Undo takes it back")
    func markLikes() {
        var box = open()
        box.tap(.mark)
        #expect(box.appliance.context.desk.book?.clip(5)?.judgement.isLiked == true && box.marks.count == 5)
        box.run(to: box.now.seconds + 0.5)
        #expect(box.texts.contains { $0.hasPrefix(Strings.liked) })
        box.use(.undo)
        #expect(box.appliance.context.desk.book?.clip(5)?.judgement.isLiked == false)
    }

    @Test("a deleted clip leaves the row at once, and comes back into its middle")
    func aDeletedClipLeavesTheRow() {
        var box = open()
        box.hold(.left, seconds: 0.06)
        box.run(to: box.now.seconds + 1)
        box.use(.deleteClip)
        box.run(to: box.now.seconds + 0.1)
        #expect(carousel(box)?.chosen == 5 && carousel(box)?.motion.count == 4)
        box.use(.undo)
        #expect(carousel(box)?.chosen == 4 && carousel(box)?.motion.count == 5)
    }

    @Test("the last clip deleted, an empty row says so, and STOP and Undo are there")
    func anEmptyRowSaysSo() {
        var box = Rehearsal()
        box.run(to: 10)
        box.tap(.mark)
        box.run(to: 16)
        box.tap(.up)
        box.run(to: 17)
        let grammar = box.appliance.path.grammar(in: box.appliance.context)
        #expect(grammar[.press(.left)] == nil && grammar[.turn] == nil && grammar[.press(.knob)] == .look)
        box.use(.deleteClip)
        box.run(to: box.now.seconds + 0.5)
        #expect(box.texts.contains(Strings.noClips) && tracks(box).isEmpty)
        var undone = box
        undone.use(.undo)
        #expect(!undone.texts.contains(Strings.noClips))
        box.tap(.stop)
        #expect(box.appliance.page == .live)
    }

    @Test("R-27 with reduced motion nothing moves: the clips fade in 150 ms, with the same outcome")
    func withReducedMotionItFades() {
        var box = open { $0.hasReducedMotion = true }
        let places = { (box: Rehearsal) in box.scene.layers.filter { if case .video = $0.content { true } else { false } }.map(\.place) }
        let rest = places(box)
        box.panel(.pressed(.left))
        box.run(to: box.now.seconds + 0.1)
        #expect(places(box) == rest)
        box.panel(.released(.left))
        #expect(carousel(box)?.chosen == 4 && carousel(box)?.fading != nil)
        box.run(to: box.now.seconds + 0.07)
        #expect(box.scene.layers.contains { (0.2...0.8).contains($0.placement.opacity) })
        box.run(to: box.now.seconds + 0.1)
        #expect(carousel(box)?.fading == nil && places(box) == rest)
    }

    @Test("a gesture that another screen interrupts is over with it")
    func aGestureThatIsInterruptedIsOver() {
        var box = open()
        box.panel(.pressed(.left))
        box.run(to: box.now.seconds + 0.4)
        box.tap(.knob)
        #expect(box.appliance.page == .replay)
        box.run(to: box.now.seconds + 2)
        box.panel(.released(.left))
        box.tap(.stop)
        box.run(to: box.now.seconds + 1)
        #expect(carousel(box)?.chosen == 5 && carousel(box)?.motion.finger == nil)
    }

    @Test("at rest: at most three clips and nothing painted anew while it moves")
    func nothingIsPaintedWhileItMoves() {
        var box = open()
        box.hold(.left, seconds: 0.06)
        box.run(to: box.now.seconds + 1)
        func drawings(_ scene: Scene) -> [Drawing] { scene.layers.compactMap { if case .drawing(let drawing) = $0.content { drawing } else { nil } } }
        let rest = box.scene
        #expect(rest.layers.count <= 9)
        var seen = Set(drawings(rest))
        box.panel(.touchDown(Point(1300, 400)), source: .touch)
        for step in 1...30 {
            box.run(to: box.now.seconds + 0.016)
            box.panel(.touchMoved(Point(1300 - Double(step) * 4, 400)), source: .touch)
            #expect(box.scene.layers.count <= 12)
            seen.formUnion(drawings(box.scene))
        }
        #expect(seen == Set(drawings(rest)), "what only moves is no new picture")
        box.panel(.touchUp, source: .touch)
        box.run(to: box.now.seconds + 2)
        box.panel(.pressed(.left))
        box.run(to: box.now.seconds + 0.3)
        let held = Set(drawings(box.scene))
        let sweep = box.scene.layers.compactMap(\.sweep).first ?? 0
        box.run(to: box.now.seconds + 0.3)
        #expect(Set(drawings(box.scene)) == held && (box.scene.layers.compactMap(\.sweep).first ?? 0) > sweep && box.scene.layers.count <= 12)
    }

    @Test("C-21 from the list of sessions and the summary it comes up with their session")
    func itComesUpFromTheListAndTheSummary() {
        var box = Station.unscored.box
        box.use(.carousel)
        #expect(box.appliance.page == .carousel && carousel(box)?.chosen == 7)
        box.tap(.stop)
        #expect(box.appliance.page == .summary)
        var list = Station.sessions.box
        list.use(.carousel)
        let name = list.appliance.context.desk.opening?.folder ?? ""
        let clip = ClipRecord(number: 3, kind: .mark, file: "clips/3.mp4", firstFrame: 0, lastFrame: 9, seconds: 2, isCutShort: false)
        let record = SessionRecord(header: Rehearsal.header, marks: [], clips: [clip], ends: [], ending: .stopped)
        list.send(.card(.read(SessionKey(folder: name), FiledSession(name: name, record: record))))
        #expect(list.appliance.page == .carousel)
        list.run(to: list.now.seconds + 1)
        list.tap(.stop)
        #expect(list.appliance.page == .history)
    }

    @Test("C-22 at every text size: in the safe area, nothing cut, nothing upon anything else", arguments: [100, 150, 200], [false, true])
    func everyWordIsThere(scale: Int, hasHighContrast: Bool) {
        for count in [1, 5, 40] {
            for isScored in [false, true] {
                var book = SummaryPractice.book(ends: isScored ? 3 : 0, arrows: 6, extraClips: count)
                book.archer = "Anastasia van den Heuvel"
                for index in book.clips.indices { book.clips[index].file = book.clips[index].file ?? "clips/\(index).mp4" }
                var settings = Settings()
                settings.textScalePercent = scale
                settings.hasHighContrast = hasHighContrast
                let context = Context(settings, book)
                for clip in CarouselScreen.clips(of: book) {
                    guard let screen = CarouselScreen(book, showing: clip.number, settings, at: .zero) else { continue }
                    let words = Scene(layers: CarouselDrawing(screen, context, at: Timestamp(seconds: 1)).words).texts
                    let layout = CarouselLayout(Theme(settings))
                    for (index, word) in words.enumerated() {
                        #expect(Canvas.safeArea.inset(by: -0.5).encloses(word.bounds) && word.run.size >= 24, "“\(word.run.text)”")
                        #expect(
                            word.bounds.maxY <= FooterLayout(Theme(settings)).rect.y && !word.bounds.intersects(layout.middle), "“\(word.run.text)”")
                        #expect(
                            word.run.width.map { $0 >= TextMetrics.width(word.run.text, size: word.run.size) } ?? true, "“\(word.run.text)” is cut")
                        for other in words[(index + 1)...] {
                            #expect(!word.bounds.inset(by: 1).intersects(other.bounds.inset(by: 1)), "“\(word.run.text)” and “\(other.run.text)”")
                        }
                    }
                    #expect(words.contains { $0.run.text == clip.title })
                }
            }
        }
    }
}
