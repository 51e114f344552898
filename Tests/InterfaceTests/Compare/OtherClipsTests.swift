// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core
@testable import Interface

/// The other clip comes from any session of any archer. All actions apply to the open session and to no other; only a model is pinned in the
/// session of its film (`ModelTests`).
@Suite struct OtherClipsTests {
    private static let sessions = Rehearsal.otherSessions

    /// Returns a box that compares two clips, with a card that holds other sessions.
    private func box(_ sessions: [Rehearsal.StoredSession] = sessions) -> Rehearsal {
        var box = Station.clip.box
        box.use(.compare)
        box.answer(sessions)
        box.run(to: box.now.seconds + 0.5)
        return box
    }

    private func comparing(_ box: Rehearsal) -> CompareScreen? {
        box.appliance.path.stack.last?.as(CompareScreen.self)
    }

    private func other(_ box: Rehearsal) -> ClipKey? { comparing(box)?.otherSide?.key }

    private func tap(_ control: Control, _ box: inout Rehearsal) {
        let before = box.effects.count
        box.tap(control)
        box.answer(Self.sessions, since: before)
    }

    /// Taps this number of times and answers the card's requests; returns the other clip after each tap.
    private func walk(_ control: Control, _ count: Int, _ box: inout Rehearsal) -> [ClipKey?] {
        (0..<count).map { _ in
            tap(control, &box)
            return other(box)
        }
    }

    @Test("V-09 X-04 ◀ leads past this session's first clip to this archer's newest of other sessions, and ▶ back again")
    func theRow() throws {
        var box = box()
        let own = try #require(box.appliance.context.desk.book?.name)
        func key(_ session: String, _ number: Int) -> ClipKey { ClipKey(session: session, number: number) }
        _ = walk(.right, 6, &box)
        #expect(comparing(box)?.other == .delayed)
        let (first, second) = (Self.sessions[0].name, Self.sessions[3].name)
        let row: [ClipKey] = [4, 3, 2, 1].map { key(own, $0) } + [key(first, 2), key(first, 1)] + [3, 2, 1].map { key(second, $0) }
        #expect(walk(.left, row.count, &box) == row)
        #expect(walk(.left, 2, &box) == [row.last, row.last], "there is nothing older")
        #expect(walk(.right, row.count, &box) == row.dropLast().reversed() + [nil])
        #expect(comparing(box)?.side.key == key(own, 5))
    }

    @Test("of another session the arrows lead to its shots; its tail and its saved buffers are in the list")
    func onlyShots() throws {
        var sessions = Self.sessions
        for number in [70_001, 80_001] {
            var clip = sessions[0].record.clips[0]
            (clip.number, clip.kind, clip.file) = (number, ClipPlan.Kind(ofNumber: number), "clips/\(number).mp4")
            sessions[0].record.clips.append(clip)
        }
        var box = box(sessions)
        for _ in 0..<4 {
            let before = box.effects.count
            box.tap(.left)
            box.answer(sessions, since: before)
        }
        #expect(other(box) == ClipKey(session: sessions[0].name, number: 2))
        // A buffer that was chosen from the list has its neighbours.
        let before = box.effects.count
        box.use(.chooseOther)
        box.answer(sessions, since: before)
        let asked = box.effects.count
        box.tap(.knob)
        box.answer(sessions, since: asked)
        box.panel(.turned(100))
        box.tap(.knob)
        #expect(other(box)?.number == 80_001)
        box.tap(.left)
        #expect(other(box) == ClipKey(session: sessions[0].name, number: 2))
    }

    @Test("X-17 the arrows lead to an imported film too")
    func importedFilms() throws {
        var sessions = Self.sessions
        var film = sessions[0].record.clips[0]
        (film.number, film.kind, film.file) = (ClipPlan.Kind.film.base + 1, .film, "clips/film_01.mp4")
        sessions[0].record.clips.append(film)
        var box = box(sessions)
        for _ in 0..<4 {
            let before = box.effects.count
            box.tap(.left)
            box.answer(sessions, since: before)
        }
        #expect(other(box) == ClipKey(session: sessions[0].name, number: film.number))
    }

    @Test("X-17 where archers are named, the row ends with the imported films, which are nobody's")
    func filmsBesideNamedArchers() {
        let (own, before) = (Rehearsal.otherSession(20, archer: "Ana", clips: 1), Rehearsal.otherSession(15, archer: "Ana", clips: 1))
        var films = Rehearsal.otherSession(3, archer: nil, clips: 1)
        films.record.header.camera = SessionHeader.filmCamera
        let stored = [own, Rehearsal.otherSession(18, archer: "Ben", clips: 5), Rehearsal.otherSession(16, archer: nil, clips: 3), before, films]
        for isReversed in [false, true] {
            var desk = Desk()
            desk.book = ScoreBook(own.record, key: SessionKey(folder: own.name))
            var others = OtherClips()
            // The card's answers may come in any order.
            let queries = others.ask(desk).compactMap { if case .card(.find(let query)) = $0 { query } else { nil } }
            for query in isReversed ? queries.reversed() : queries { others.take(Rehearsal.list(stored, query), desk) }
            for session in [before, films] { desk.invite(ScoreBook(session.record, key: SessionKey(folder: session.name))) }
            var row: [ClipKey] = []
            while row.count < 5, case .clip(let key)? = others.step(-1, from: row.last, besides: ClipKey(session: own.name, number: 1), in: desk) {
                row.append(key)
            }
            #expect(row == [before, films].map { ClipKey(session: $0.name, number: 1) })
        }
    }

    @Test("a session is read once somebody comes to it, and no other")
    func onlyWhatIsLookedAtIsRead() {
        var box = box()
        func reads(_ box: Rehearsal) -> [String] { box.effects.compactMap { if case .card(.read(let key)) = $0 { key.folder } else { nil } } }
        #expect(reads(box).isEmpty)
        _ = walk(.left, 4, &box)
        #expect(reads(box) == [Self.sessions[0].name])
    }

    @Test("while a session is read the picture stays, and a session that can't be read is passed over")
    func whatCantBeRead() {
        var box = box()
        for _ in 0..<3 { box.tap(.left) }
        let before = other(box)
        box.tap(.left)
        #expect(other(box) == before)
        box.send(.card(.read(SessionKey(folder: Self.sessions[0].name), nil)))
        box.answer(Self.sessions)
        #expect(other(box) == ClipKey(session: Self.sessions[3].name, number: 3))
    }

    @Test("the other one says whose it is and of when, and lies as somebody turned it, with its own drawings")
    func itSaysWhatItIs() throws {
        var sessions = Self.sessions
        sessions[0].record.clips[1].judgement = ClipJudgement(
            moment: 2, orientation: PictureOrientation(turn: .left),
            annotations: [Annotation(id: 0, kind: .line, points: [Point(0.2, 0.2), Point(0.8, 0.8)], ink: .cyan, width: 6)])
        var box = box(sessions)
        for _ in 0..<4 {
            let before = box.effects.count
            box.tap(.left)
            box.answer(sessions, since: before)
        }
        box.run(to: box.now.seconds + 0.5)
        #expect(other(box) == ClipKey(session: sessions[0].name, number: 2))
        #expect(box.texts.contains("Clip 2 · 19 Oct"), "\(box.texts)")
        let side = try #require(comparing(box)?.otherSide)
        #expect(side.moment == .seconds(2))
        let videos = box.scene.layers.filter { if case .video(.track(side.track, _)) = $0.content { true } else { false } }
        #expect(videos.map(\.orientation) == [PictureOrientation(turn: .left)])
        let drawn = CompareDrawing(try #require(comparing(box)), box.appliance.context, at: box.now).drawnPictures
        #expect(drawn.map { $0.own(in: box.appliance.context).count } == [0, 1])
    }

    @Test("V-09 X-04 any clip, of anybody, out of the list of sessions")
    func outOfTheList() throws {
        var box = box()
        let before = box.effects.count
        box.use(.chooseOther)
        box.answer(Self.sessions, since: before)
        #expect(box.appliance.page == .history && box.texts.contains { $0.contains("Ben") })
        box.panel(.turned(1))
        let asked = box.effects.count
        box.tap(.knob)
        box.answer(Self.sessions, since: asked)
        #expect(box.appliance.page == .clipChoice)
        // The newest of five clips; two before it. The screen came by itself, so that for a moment it hears nothing.
        box.run(to: box.now.seconds + 0.5)
        box.tap(.left)
        box.tap(.left)
        box.tap(.knob)
        #expect(other(box) == ClipKey(session: Self.sessions[1].name, number: 3))
        box.run(to: box.now.seconds + 0.5)
        #expect(box.texts.contains("Clip 3 · Ben · 18 Oct"), "\(box.texts)")
        // On in that session, and past its end to this archer's own.
        #expect(walk(.right, 3, &box).map { $0?.number } == [4, 5, 1])
        #expect(other(box)?.session.folder == Self.sessions[3].name)
    }

    @Test("the list is only for choosing: STOP leads back, and nothing is selected, deleted or opened")
    func theListOnlyChooses() {
        var box = box()
        let other = other(box)
        let before = box.effects.count
        box.use(.chooseOther)
        box.answer(Self.sessions, since: before)
        box.tap(.mark)
        guard let list = box.appliance.path.stack.last?.as(HistoryScreen.self) else { return #expect(Bool(false), "\(box.appliance.page)") }
        #expect(list.selected.isEmpty && list.tools(in: box.appliance.context).map(\.tool) == [.filter, .fetchFilms])
        box.tap(.stop)
        #expect(box.appliance.page == .compare && self.other(box) == other)
        #expect(!box.effects.contains { if case .card(.delete) = $0 { true } else { false } })
    }

    @Test("from a session of the card: the list under the comparison doesn't take what the list above it reads")
    func theListUnderIt() throws {
        var box = Rehearsal { $0.scores = true }
        box.run(to: 6)
        let stored = Self.sessions[3]
        box.open(stored.record, named: stored.name)
        box.tap(.knob)
        box.run(to: box.now.seconds + 1)
        let asked = box.effects.count
        box.use(.compare)
        box.answer(Self.sessions, since: asked)
        let before = box.effects.count
        box.use(.chooseOther)
        box.answer(Self.sessions, since: before)
        box.panel(.turned(1))
        let read = box.effects.count
        box.tap(.knob)
        box.answer(Self.sessions, since: read)
        #expect(box.appliance.page == .clipChoice && box.appliance.context.desk.book?.name == stored.name)
        box.tap(.knob)
        #expect(other(box)?.session.folder == Self.sessions[1].name && box.appliance.context.desk.book?.name == stored.name)
        box.tap(.stop)
        #expect(box.appliance.page == .replay)
    }

    @Test("the list doesn't give way to Live: the two clips under it would go too")
    func itDoesntGiveWay() {
        var box = box()
        box.change { $0.backToLiveMinutes = 2 }
        let before = box.effects.count
        box.use(.chooseOther)
        box.answer(Self.sessions, since: before)
        box.run(to: box.now.seconds + 130)
        #expect(box.appliance.page == .history)
    }

    @Test("whatever is done, only the session that is looked at is changed", arguments: UInt64(1)...40)
    func nothingIsDoneToAGuest(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var box = box()
        let book = try #require(box.appliance.context.desk.book)
        let guests = Set(Self.sessions.map(\.name))
        let start = box.effects.count
        var answered = start
        for step in 0..<60 {
            switch Int.random(in: 0..<8, using: &random) {
            case 0...2: box.tap(random.chance(0.8) ? .left : .right)
            case 3: box.tap(Control.allCases.randomElement(using: &random) ?? .knob)
            case 4: box.panel(.turned(Int.random(in: -5...5, using: &random)))
            case 5: box.touch(Point(.random(in: 0...1920, using: &random), .random(in: 0...1080, using: &random)))
            case 6:
                let offers = box.appliance.path.toolLayers(in: box.appliance.context).all.filter(\.isPossible)
                if let offer = offers.randomElement(using: &random) { box.use(offer.tool) }
            default: box.run(to: box.now.seconds + random.seconds(0.1...2))
            }
            box.answer(Self.sessions, since: answered)
            answered = box.effects.count
            // Each clip on the screen is known to the book and playable.
            if let screen = comparing(box) {
                for side in [screen.side, screen.otherSide].compactMap({ $0 }) {
                    #expect(box.appliance.context.desk.clip(side.key)?.isPlayable == true, "seed \(seed), step \(step): \(side.key)")
                }
                #expect(screen.side.key != screen.otherSide?.key)
            }
            guard box.appliance.path.stack.contains(where: { $0.place == .compare }) else { break }
            #expect(box.appliance.context.desk.book?.ref == book.ref)
        }
        for effect in box.effects[start...] {
            switch effect {
            case .card(.journal(let ref, _)), .card(.trim(_, let ref)), .card(.file(let ref)), .picture(.keep(_, let ref)):
                #expect(ref == book.ref, "seed \(seed): \(effect)")
            case .card(.delete(let names)): Issue.record("seed \(seed): \(names) deleted")
            default: break
            }
        }
        // No drawing on a clip of another session was stored under the book's numbers.
        for case .card(.journal(_, .judged(let number, let judgement))) in box.effects[start...] where !judgement.annotations.isEmpty {
            #expect(book.clip(number) != nil, "seed \(seed)")
        }
        #expect(!guests.contains(box.appliance.context.desk.book?.name ?? ""))
    }

    @Test("a guest isn't drawn on nor timed, and the one beside it is")
    func onlyItsOwnAreDrawnOn() throws {
        var box = box()
        _ = walk(.left, 4, &box)
        let screen = try #require(comparing(box))
        #expect(screen.otherSide?.key.session.folder == Self.sessions[0].name)
        box.use(.draw)
        guard let draw = box.appliance.path.stack.last?.as(DrawMode.self) else { return #expect(Bool(false), "\(box.appliance.page)") }
        let (drawnOn, context) = (try #require(box.appliance.path.playback), box.appliance.context)
        #expect(draw.pictures(on: drawnOn, in: context, at: box.now).map(\.subject) == [.clip(screen.side.key)])
        box.tap(.stop)
        // After the swap it is the same clip.
        box.use(.swap)
        box.use(.stopwatch)
        guard let stopwatch = box.appliance.path.stack.last?.as(StopwatchMode.self) else { return #expect(Bool(false), "\(box.appliance.page)") }
        let timed = try #require(box.appliance.path.playback)
        #expect(stopwatch.key(on: timed) == screen.side.key)
        #expect(!stopwatch.tools(on: timed, in: box.appliance.context).contains { $0.tool == .otherClip })
        box.tap(.stop)
        // Beside the delayed picture there is no stopwatch and no drawing.
        _ = walk(.right, 12, &box)
        #expect(comparing(box)?.other == .delayed)
        for offer in try #require(comparing(box)).tools(in: box.appliance.context) where [.draw, .stopwatch].contains(offer.tool) {
            #expect(!offer.isPossible)
        }
    }
}
