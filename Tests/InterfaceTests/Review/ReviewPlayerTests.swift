// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core
@testable import Interface

/// The decoded clips of a review, and the position at which a clip comes up.
@Suite struct ReviewPlayerTests {
    private func others(_ box: Rehearsal) -> [Track] { box.appliance.tracks.filter { $0.id != .delayed } }
    private func key(_ track: Track?) -> Int? { if case .clip(let key)? = track?.footage { key.number } else { nil } }

    @Test func theTopClipPlaysFromItsEntryAndTheNextOneWaitsAtIts() throws {
        let box = Rehearsal.reviewing()
        let tracks = others(box)
        #expect(tracks.count == 2 && key(tracks.first) == 1 && key(tracks.last) == 2)
        let next = try #require(tracks.last)
        #expect(!tracks[0].isPrimed && tracks[0].timeline.rate == 1 && next.isPrimed && next.timeline.rate == 0)
        let clip = try #require(box.review?.stack.next)
        #expect(next.timeline.position == ClipEntry.keyframe(for: clip.entry, among: Rehearsal.facts.keyframes))
    }

    @Test("a clip that comes on top stands on its entry first, on the track that it was primed on", arguments: [Control.right, .left, .up])
    func theNextComesUpAtItsEntry(control: Control) throws {
        var box = Rehearsal.reviewing()
        let primed = try #require(others(box).last)
        box.tap(control)
        let tracks = others(box)
        let top = try #require(tracks.first { key($0) == 2 })
        #expect(top.id == primed.id && !top.isPrimed)
        for after in stride(from: 0.0, through: 0.079, by: 0.008) {
            #expect(top.timeline.position(at: box.now + .seconds(after)) == primed.timeline.position)
        }
        // The clip that leaves is visible on its way; then the clip after the next is primed instead.
        #expect(key(tracks.first { $0.id != top.id }) == 1)
        box.run(to: box.now.seconds + 0.6)
        let later = others(box)
        #expect(later.count == 2 && key(later.first) == 2 && key(later.last) == 3 && later.last?.isPrimed == true)
        #expect(later.first?.timeline.rate == 1)
    }

    @Test("however quickly it is gone through, no more than two clips are decoded and each keeps its track", arguments: 0..<8)
    func neverMoreThanTwo(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var box = Rehearsal.reviewing(shots: 8)
        var known: [Int: TrackID] = [:]
        for _ in 0..<80 {
            let control = [Control.right, .left, .up, .down].randomElement(using: &random) ?? .up
            box.tap(control)
            box.run(to: box.now.seconds + Double.random(in: 0...0.7, using: &random))
            let tracks = others(box)
            #expect(tracks.count <= 2 && Set(tracks.map(\.id)).count == tracks.count)
            #expect(tracks.count { $0.isPrimed } <= 1 && tracks.count { $0.isHeard } <= 1)
            let now = Dictionary(tracks.compactMap { track in key(track).map { ($0, track.id) } }) { first, _ in first }
            for (clip, id) in now where known[clip] != nil { #expect(known[clip] == id, "clip \(clip) is opened again") }
            known = now
            if box.review?.isAtEnd == true { box.tap(.down) }
        }
    }

    @Test func aClipThatComesBackGoesOnFromTheKeyframeWhereItWas() throws {
        var box = Rehearsal.reviewing()
        let start = try #require(box.review?.playback.top?.transport.position(at: box.now))
        box.run(to: box.now.seconds + 1.3)
        let left = try #require(box.review?.playback.top?.transport.position(at: box.now))
        #expect(left != start)
        box.tap(.right)
        box.run(to: box.now.seconds + 2)
        box.tap(.down)
        let back = try #require(box.review?.playback.top)
        #expect(back.key.number == 1)
        #expect(back.transport.position(at: box.now) == ClipEntry.keyframe(for: left, among: Rehearsal.facts.keyframes))
        box.run(to: box.now.seconds + 0.5)
        #expect(box.review?.playback.isPlaying == true)
    }

    @Test("a picture is asked for while a clip is dragged, at the place where it will come up, and not before", arguments: [true, false])
    func peeks(isOn: Bool) throws {
        var box = Rehearsal.reviewing { $0.peeks = isOn }
        func asked(_ box: Rehearsal) -> [[PeekKey]] {
            box.effects.compactMap { if case .stills(.peek(let keys)) = $0 { keys } else { nil } }
        }
        #expect(asked(box).isEmpty)
        let next = try #require(box.review?.stack.next)
        box.panel(.pressed(.right))
        box.run(to: box.now.seconds + 0.2)
        let key = PeekKey(next.key, at: next.entry)
        #expect(asked(box).first == (isOn ? [key] : nil))
        #expect(box.scene.layers.contains { $0.content == .peek(key) } == isOn)
        box.run(to: box.now.seconds + 0.2)
        box.panel(.released(.right))
        box.settle()
        #expect(box.stacked == [1, 2, 3, 4], "it was let go before the ring was full")
        #expect(!box.scene.layers.contains { if case .peek = $0.content { box.review?.stack.clips.prefix(1).isEmpty ?? true } else { false } })
    }

    @Test func backwardsTheLastOneIsSeenWhereItWillGoOn() throws {
        var box = Rehearsal.reviewing()
        box.run(to: box.now.seconds + 1)
        box.tap(.right)
        box.settle()
        let step = try #require(box.appliance.context.edits.newestStep(of: nil)?.step)
        box.panel(.pressed(.down))
        box.run(to: box.now.seconds + 0.3)
        let key = PeekKey(step.clip.key, at: step.resume)
        #expect(box.scene.layers.contains { $0.content == .peek(key) })
        box.run(to: box.now.seconds + 0.6)
        box.panel(.released(.down))
        let track = try #require(others(box).first { self.key($0) == 1 })
        #expect(track.timeline.position == step.resume)
    }

    @Test func aBrokenClipStaysGreyAndSaysSoAndTheOthersPlay() throws {
        var box = Rehearsal.reviewing()
        let top = try #require(box.review?.stack.top)
        box.send(.player(.failed(top.key, reason: .isMissing)))
        #expect(box.texts.contains(Message.isMissing.text))
        box.tap(.up)
        box.settle()
        #expect(box.review?.playback.top?.key.number == 2 && box.review?.playback.isPlaying == true)
    }

    @Test("of one clip, of 200 and of 1,000: two decoders, four stills and twelve layers at most", arguments: [1, 200, 1000])
    func longReviews(count: Int) {
        var box = Rehearsal()
        box.run(to: 10)
        let name = Rehearsal.name(1)
        let clips = (1...count).map {
            ClipRecord(
                number: $0, kind: .mark, file: "clips/\($0).mp4", firstFrame: Int64($0) * 100, lastFrame: Int64($0) * 100 + 99, seconds: 4,
                isCutShort: false)
        }
        box.open(SessionRecord(header: Rehearsal.header, clips: clips, ending: .stopped), named: name)
        box.use(.review)
        #expect(box.stacked.count == count)
        for step in 0..<min(12, count) {
            #expect(others(box).count <= 2 && box.wishes.stills.count <= ReviewLayout.depth)
            #expect(box.scene.layers.count <= 12 || box.appliance.context.toast != nil)
            box.tap(step % 3 == 0 ? .right : .up)
            box.settle()
        }
        #expect(box.stacked.count == count - min(12, count))
    }

    @Test("C-19 a box that composes too slowly draws no shadows, then fewer clips, and gets them back")
    func theGovernorIsFed() {
        var box = Rehearsal.reviewing(shots: 6)
        box.settle()
        let whole = box.scene.layers.count
        func tell(_ seconds: Double?) {
            var diagnostics = Diagnostics()
            diagnostics.composingSeconds = seconds
            box.send(.stream(.diagnostics(diagnostics)))
        }
        tell(nil)
        #expect(box.scene.layers.count == whole)
        tell(1.0 / 45)
        #expect(!box.appliance.context.governor.hasBlur && box.scene.layers.count == whole)
        tell(1.0 / 45)
        #expect(box.scene.layers.count == whole - 1, "the shadow")
        tell(1.0 / 20)
        #expect(box.scene.layers.count == whole - 3, "and two of the clips below")
        for _ in 0..<12 { tell(1.0 / 200) }
        #expect(box.scene.layers.count == whole)
    }

    @Test("at rest, dragged and on the way: at most twelve layers, and no drawing that differs from frame to frame")
    func whatOnlyMovesIsntPaintedAgain() {
        var box = Rehearsal.reviewing(shots: 8)
        box.settle()
        func drawings(_ scene: Scene) -> Set<Drawing> {
            Set(scene.layers.compactMap { if case .drawing(let drawing) = $0.content { drawing } else { nil } })
        }
        #expect(box.scene.layers.count <= 12)
        box.panel(.pressed(.right))
        box.run(to: box.now.seconds + 0.2)
        let first = drawings(box.scene)
        for _ in 0..<30 {
            box.run(to: box.now.seconds + 0.016)
            #expect(box.scene.layers.count <= 12, "\(box.scene.layers.count)")
            #expect(drawings(box.scene).isSubset(of: first))
        }
    }
}

/// A review of all clips on the card that are undecided.
@Suite struct UnjudgedReviewTests {
    private func clips(_ numbers: Range<Int>, session: Int = 1) -> [ReviewClip] {
        numbers.map { number in
            let name = Rehearsal.name(session)
            let clip = ScoreBook.Clip(number: number, file: "\(name)/clips/\(number).mp4", seconds: 4, markSeconds: 3)
            return ReviewClip(key: ClipKey(session: name, number: number), ref: .stored(SessionKey(folder: name)), clip: clip)
        }
    }

    private func page(_ clips: [ReviewClip], left: Int, isFirst: Bool = false) -> Event {
        var page = UnjudgedClips(isFirst: isFirst)
        (page.clips, page.left) = (clips, left)
        return .card(.unjudged(page))
    }

    private func asked(_ box: Rehearsal) -> [CardCommand] {
        box.effects.compactMap { if case .card(.findUnjudged(let last, let limit)) = $0 { .findUnjudged(after: last, limit: limit) } else { nil } }
    }

    private func opened() -> Rehearsal {
        var box = Rehearsal()
        box.run(to: 10)
        box.goToRow(.reviewUnjudged)
        box.tap(.knob)
        return box
    }

    @Test("the clips of a session that went to make room go, and with them what was decided about them", arguments: [true, false])
    func aSessionGoesMeanwhile(isDeletedByHand: Bool) {
        var box = opened()
        box.send(page(clips(1..<4, session: 1) + clips(7..<9, session: 2), left: 0, isFirst: true))
        box.tap(.right)
        box.run(to: box.now.seconds + 0.2)
        let key = SessionKey(folder: Rehearsal.name(1))
        box.send(.card(isDeletedByHand ? .deleted([key], problem: nil) : .madeRoom(key, problem: nil)))
        #expect(box.stacked == [7, 8] && box.review?.stack.liked.isEmpty == true && box.review?.leaving == nil)
        box.run(to: box.now.seconds + 1)
        #expect(box.appliance.tracks.map(\.footage) == clips(7..<9, session: 2).map { .clip($0.key) })
    }

    @Test func twentyComeFirstThenFiftyWheneverTenAreLeft() {
        var box = opened()
        #expect(box.appliance.page == .review && asked(box) == [.findUnjudged(after: nil, limit: 20)])
        #expect(box.texts.contains(Strings.moreClipsCome), "it has to wait, and says so")
        box.send(page(clips(1..<21), left: 100, isFirst: true))
        #expect(box.stacked == Array(1...20) && box.texts.contains("of 120"))
        for _ in 0..<9 { box.tap(.right) }
        #expect(asked(box).count == 1)
        box.tap(.right)
        #expect(asked(box).last == .findUnjudged(after: clips(20..<21).first?.key, limit: 50))
        box.send(page(clips(21..<71), left: 50))
        #expect(box.stacked == Array(11...70))
        box.tap(.up)
        #expect(asked(box).count == 2)
    }

    @Test func whatIsDecidedGoesToTheSessionOfEachClipAndItsPagesFollow() {
        var box = opened()
        box.send(page(clips(1..<3, session: 1) + clips(1..<3, session: 2), left: 0, isFirst: true))
        for control in [Control.right, .left, .right, .up] { box.tap(control) }
        let refs = box.effects.compactMap { if case .card(.journal(let ref, .judged)) = $0 { ref } else { nil } }
        #expect(
            refs == [
                .stored(SessionKey(folder: Rehearsal.name(1))), .stored(SessionKey(folder: Rehearsal.name(1))),
                .stored(SessionKey(folder: Rehearsal.name(2))),
            ])
        box.tap(.stop)
        let filed = box.effects.compactMap { if case .card(.file(let ref)) = $0 { ref } else { nil } }
        #expect(Set(filed) == [.stored(SessionKey(folder: Rehearsal.name(1))), .stored(SessionKey(folder: Rehearsal.name(2)))])
        #expect(box.appliance.page == .menu)
    }

    @Test func aCardWithNothingLeftIsARealScreen() {
        var box = opened()
        box.send(page([], left: 0, isFirst: true))
        #expect(box.texts.contains(Strings.nothingToReview))
        box.tap(.knob)
        #expect(box.appliance.page == .menu)
    }

    @Test func aCardThatCantBeReadEndsTheWaiting() {
        var box = opened()
        box.send(.card(.notRead(reason: .isMissing)))
        #expect(!box.texts.contains(Strings.moreClipsCome))
    }
}
