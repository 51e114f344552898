// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core
@testable import Interface

/// A film that is pinned as an archer's model comes first as the clip beside the archer's own.
@Suite struct ModelTests {
    /// Returns a session of imported films.
    /// - Parameter models: for each film, the archers whose model it is.
    private static func films(_ number: Int, _ models: [[String]]) -> Rehearsal.StoredSession {
        var session = Rehearsal.otherSession(number, archer: nil, clips: models.count)
        session.record.header.camera = SessionHeader.filmCamera
        session.record.marks = []
        for (index, names) in models.enumerated() {
            session.record.clips[index].number = Self.number(index + 1)
            session.record.clips[index].kind = .film
            session.record.clips[index].file = "clips/film_0\(index + 1).mp4"
            session.record.clips[index].judgement.modelOf = names
        }
        return session
    }

    private static func number(_ film: Int) -> Int { ClipPlan.Kind.film.base + film }
    private static func key(_ film: Int, _ session: Rehearsal.StoredSession) -> ClipKey { ClipKey(session: session.name, number: number(film)) }

    /// Returns a box that compares two clips of a session without an archer.
    private func box(_ sessions: [Rehearsal.StoredSession]) -> Rehearsal {
        var box = Station.clip.box
        box.use(.compare)
        box.answer(sessions)
        box.run(to: box.now.seconds + 0.5)
        return box
    }

    private func comparing(_ box: Rehearsal) -> CompareScreen? { box.appliance.path.stack.last?.as(CompareScreen.self) }

    private func walk(_ control: Control, _ count: Int, _ box: inout Rehearsal, _ sessions: [Rehearsal.StoredSession]) -> [ClipKey?] {
        (0..<count).map { _ in
            let before = box.effects.count
            box.tap(control)
            box.answer(sessions, since: before)
            return comparing(box)?.otherSide?.key
        }
    }

    /// Returns the decisions about films that were journalled from effect number `since` on.
    private func pins(_ box: Rehearsal, since: Int) -> [ClipKey: [String]] {
        box.effects[since...].reduce(into: [:]) { pins, effect in
            if case .card(.journal(.stored(let session), .judged(let number, let judgement))) = effect {
                pins[ClipKey(session: session, number: number)] = judgement.modelOf
            }
        }
    }

    @Test("X-17 Compare begins with the model, by that name; in the row it stands between the session's last clip and the delayed picture")
    func itComesFirst() throws {
        let films = Self.films(3, [[], [""], []])
        let sessions = [Rehearsal.otherSessions[0], films]
        var box = box(sessions)
        let own = try #require(box.appliance.context.desk.book?.name)
        #expect(comparing(box)?.otherSide?.key == Self.key(2, films))
        #expect(box.texts.contains("Model · Film 2"), "\(box.texts)")
        // Then the session's own clips, the card's, and the other films; the model isn't among them a second time.
        let row: [ClipKey] =
            [4, 3, 2, 1].map { ClipKey(session: own, number: $0) } + [2, 1].map { ClipKey(session: sessions[0].name, number: $0) }
            + [3, 1].map { Self.key($0, films) }
        #expect(walk(.left, row.count, &box, sessions) == row)
        #expect(walk(.right, row.count + 1, &box, sessions) == row.dropLast().reversed() + [Self.key(2, films), nil])
        #expect(comparing(box)?.other == .delayed)
        // The next comparison begins with it at once.
        box.tap(.stop)
        box.use(.compare)
        #expect(comparing(box)?.otherSide?.key == Self.key(2, films))
    }

    @Test("X-17 a clip that somebody chose meanwhile isn't replaced by the model")
    func aChoiceStays() {
        let films = Self.films(3, [[""]])
        var box = Station.clip.box
        box.use(.compare)
        box.tap(.left)
        let chosen = comparing(box)?.otherSide?.key
        box.answer([films])
        #expect(comparing(box)?.otherSide?.key == chosen && chosen != nil)
        #expect(walk(.right, 6, &box, [films]).contains(Self.key(1, films)))
    }

    @Test("X-17 the tool pins the other clip in a line of its own session's journal, in the place of the model before, and takes it off again")
    func theToolPinsIt() throws {
        let films = Self.films(3, [[""], ["Ben"], []])
        let sessions = [films]
        var box = box(sessions)
        #expect(walk(.left, 5, &box, sessions).last == Self.key(3, films))
        var before = box.effects.count
        box.use(.model)
        #expect(pins(box, since: before) == [Self.key(1, films): [], Self.key(3, films): [""]])
        #expect(box.effects[before...].contains(.card(.file(.stored(SessionKey(folder: films.name))))))
        #expect(comparing(box)?.otherSide?.key == Self.key(3, films), "the picture stays")
        #expect(box.appliance.context.desk.model == Self.key(3, films))
        before = box.effects.count
        box.use(.model)
        #expect(pins(box, since: before) == [Self.key(3, films): []])
        #expect(box.appliance.context.desk.model == nil)
        #expect(box.appliance.context.desk.book?.clips.allSatisfy { $0.judgement.modelOf.isEmpty } == true)
        // A clip of the session itself is nobody's model.
        _ = walk(.right, 4, &box, sessions)
        #expect(comparing(box)?.tools(in: box.appliance.context).contains { $0.tool == .model && $0.isPossible } == false)
    }

    @Test("X-17 in the list of a session's clips the tool pins the chosen film")
    func theListPinsIt() throws {
        let films = Self.films(3, [[], []])
        var box = box([films])
        var before = box.effects.count
        box.use(.chooseOther)
        box.answer([films], since: before)
        before = box.effects.count
        box.tap(.knob)
        box.answer([films], since: before)
        #expect(box.appliance.page == .clipChoice)
        box.run(to: box.now.seconds + 0.5)
        box.panel(.turned(-100))
        before = box.effects.count
        box.use(.model)
        #expect(pins(box, since: before) == [Self.key(1, films): [""]])
        #expect(box.appliance.context.desk.model == Self.key(1, films))
        box.run(to: box.now.seconds + 0.5)
        #expect(box.texts.contains(Strings.word(of: Tool.model)))
    }

    @Test("X-17 on a film's own screen it becomes the model of whoever shoots, and Undo takes it back")
    func onItsOwnScreen() throws {
        let films = Self.films(3, [["Ben"], []])
        var box = Rehearsal {
            $0.archers = [Archer(name: "Ana"), Archer(name: "Ben")]
            $0.archer = "Ben"
        }
        box.run(to: 6)
        box.open(films.record, named: films.name)
        box.panel(.turned(100))
        box.tap(.knob)
        box.run(to: box.now.seconds + 1)
        #expect(box.appliance.page == .replay)
        let before = box.effects.count
        box.use(.model)
        #expect(pins(box, since: before) == [Self.key(1, films): [], Self.key(2, films): ["Ben"]])
        box.use(.undo)
        #expect(box.appliance.context.desk.book?.clips.map(\.judgement.modelOf) == [["Ben"], []])
    }

    /// Returns a box whose archer "An" has just been renamed to "Ana" in the menu.
    private func renamed() -> Rehearsal {
        var box = Rehearsal {
            $0.archers = [Archer(name: "An"), Archer(name: "Ben")]
            $0.archer = "An"
        }
        box.run(to: 6)
        box.goToRow(.archerName)
        box.tap(.knob)
        box.tap(.knob)
        box.tap(.mark)
        box.hold(.stop, seconds: 1.2)
        return box
    }

    @Test(
        "X-17 an archer who was renamed keeps the model, beside clips from before and after",
        arguments: ["An", "Ana"], ["An", "Ana"])
    func aRenamedArcherKeepsTheModel(archer: String, pin: String) throws {
        let films = Self.films(3, [[pin], ["Ben"], [""]])
        let session = Rehearsal.otherSession(5, archer: archer, clips: 2)
        var box = renamed()
        #expect(box.appliance.settings.shooter?.name == "Ana")
        box.open(session.record, named: session.name)
        box.panel(.turned(100))
        box.tap(.knob)
        box.run(to: box.now.seconds + 1)
        let before = box.effects.count
        box.use(.compare)
        box.answer([session, films], since: before)
        box.run(to: box.now.seconds + 0.5)
        #expect(comparing(box)?.otherSide?.key == Self.key(1, films))
    }

    @Test("X-17 the film that takes a renamed archer's model's place takes it under the new name, and leaves nothing of the old one")
    func aRenamedArcherHasOneModel() throws {
        let films = Self.films(3, [["An"], ["Ben"]])
        var box = renamed()
        box.open(films.record, named: films.name)
        box.panel(.turned(100))
        box.tap(.knob)
        box.run(to: box.now.seconds + 1)
        #expect(box.appliance.page == .replay)
        let before = box.effects.count
        box.use(.model)
        #expect(pins(box, since: before) == [Self.key(1, films): [], Self.key(2, films): ["Ben", "Ana"]])
    }

    /// The sessions of films, newest first, and the film that is found: its session and its number.
    @Test(
        "X-17 the archer's own model comes before everybody's, the newest session's before an older one's",
        arguments: [
            ([[["Ana"], []], [["Ana"]]], 0, 1), ([[[""], []], [["Ana"]]], 1, 1), ([[[""], [""]], [["Ben"]]], 0, 2),
            ([[[]], [[""], ["Ana", "Ben"]]], 1, 2), ([[["Ben"]], [[]]], nil, 0),
        ] as [([[[String]]], Int?, Int)])
    func whoseModel(models: [[[String]]], session: Int?, film: Int) {
        let sessions = models.enumerated().map { Self.films(9 - $0, $1) }
        var search = ModelSearch()
        var answer = search.begin(sessions.map { SessionKey(folder: $0.name) })
        var read = 0
        while case .read(let key) = answer, read < sessions.count {
            let record = sessions[read].record
            read += 1
            guard let next = search.take(ScoreBook(record, key: key), read: key, for: ["Ana"]) else { break }
            answer = next
        }
        guard case .found(let book) = answer else { return #expect(Bool(false), "\(answer)") }
        #expect(book?.model(of: ["Ana"]) == session.map { Self.key(film, sessions[$0]) })
    }

    @Test("X-17 a model whose clip is deleted, or whose session can't be read, is none")
    func aModelThatIsGone() {
        var films = Self.films(3, [[""], []])
        films.record.clips[0].judgement.isDeleted = true
        let key = SessionKey(folder: films.name)
        for filed in [FiledSession(name: films.name, record: films.record), nil] {
            var box = Station.clip.box
            box.use(.compare)
            let first = comparing(box)?.otherSide?.key
            box.send(.card(.found(Rehearsal.list([films], OtherClips.filmQuery))))
            #expect(box.effects.contains(.card(.read(key))))
            box.send(.card(.read(key, filed)))
            #expect(comparing(box)?.otherSide?.key == first && box.appliance.context.desk.model == nil)
        }
    }
}
