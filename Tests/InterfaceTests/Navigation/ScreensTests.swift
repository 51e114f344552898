// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core
@testable import Interface

/// From Live to the face, the summary, a clip, the next end and back.
@Suite struct ScreensTests {
    /// Returns a box after three marks and STOP.
    private func stopped(_ change: (inout Settings) -> Void = { _ in }) -> Rehearsal {
        var box = Rehearsal {
            $0.scores = true
            change(&$0)
        }
        for second in [10.0, 14, 18] {
            box.run(to: second)
            box.tap(.mark)
        }
        box.run(to: 22)
        box.tap(.stop)
        return box
    }

    @Test("V-31 the target face comes up after STOP, for as many arrows as there are clips")
    func theFaceComesUpAfterStop() {
        let box = stopped()
        #expect(box.appliance.page == .score)
        #expect(box.ends.last?.clips == [1, 2, 3])
        #expect(box.ends.last?.face.id == "wa_122" && box.ends.last?.isDone == false)
    }

    @Test("V-03 without scoring STOP only tells what is on the card")
    func withoutScoringStopOnlyReports() {
        let box = stopped { $0.scores = false }
        #expect(box.appliance.page == .dialog && box.ends.isEmpty)
    }

    @Test func theJournalHasTheEndBeforeTheSessionIsClosed() throws {
        let box = stopped()
        let recorded = try #require(box.effects.firstIndex { if case .card(.journal(_, .end)) = $0 { true } else { false } })
        let closed = try #require(box.effects.firstIndex(of: .card(.end(.first))))
        #expect(recorded < closed)
    }

    @Test("V-31 STOP held skips the scoring")
    func stopHeldSkips() {
        var box = stopped()
        box.hold(.stop, seconds: 1.2)
        #expect(box.appliance.page == .live)
        #expect(box.ends.last?.isDone == false)
    }

    @Test func aPressThatBeganInLiveIsNoBusinessOfTheScreenAfterIt() {
        var box = stopped()
        #expect(box.ends.last?.arrows.isEmpty == true)
        // The release of STOP brought the face up; only a new press counts there.
        box.panel(.released(.stop))
        #expect(box.appliance.page == .score)
    }

    @Test func theNextEndBelongsToTheSameSession() {
        var box = stopped { $0.round = "vegas_300" }
        box.scoreAll()
        #expect(box.appliance.page == .summary)
        box.tap(.mark)
        #expect(box.appliance.page == .live)
        #expect(box.effects.contains(.card(.resume(.first))))
        box.run(to: 40)
        box.tap(.mark)
        box.run(to: 50)
        box.tap(.stop)
        #expect(box.marks.map(\.number) == [1, 2, 3, 4])
        #expect(box.ends.last?.number == 2 && box.ends.last?.clips == [4])
        #expect(box.ends.last?.round == "vegas_300" && box.ends.last?.distance == "20 yd")
        #expect(box.cuts.last?.from ?? .zero >= Timestamp(seconds: 22))
    }

    @Test func aRoundSaysWhichFaceItIsShotAt() {
        let box = stopped { $0.round = "vegas_300" }
        #expect(box.ends.last?.face.id == "vegas_3spot_40")
    }

    @Test("V-40 the clip of the chosen arrow plays, and STOP leads back")
    func theClipOfTheChosenArrowPlays() throws {
        var box = stopped()
        box.scoreAll()
        box.tap(.knob)
        #expect(box.appliance.page == .replay)
        box.run(to: box.now.seconds + 0.3)
        #expect(box.scene.videos == [.replay])
        #expect(box.appliance.tracks.map(\.footage) == [.clip(ClipKey(session: Rehearsal.name(1), number: 1))])
        box.tap(.stop)
        #expect(box.appliance.page == .summary)
        box.run(to: box.now.seconds + 0.3)
        #expect(box.effects.last == .player(.show([])))
    }

    @Test func theDelayedPictureIsDecodedWhereItIsSeenAndFromTheMomentStopGoesDown() {
        var box = stopped()
        let delayed = Track.delayed(by: .seconds(box.appliance.settings.delaySeconds))
        func asked(_ box: Rehearsal) -> [PlayerCommand] { box.effects.compactMap { if case .player(let command) = $0 { command } else { nil } } }
        #expect(asked(box).isEmpty, "it is seen until the target face covers it")
        box.run(to: box.now.seconds + 0.3)
        #expect(asked(box) == [.show([])])
        box.panel(.pressed(.stop))
        #expect(asked(box).last == .show([delayed]))
        box.run(to: box.now.seconds + 0.7)
        box.panel(.released(.stop))
        #expect(box.appliance.page != .live && asked(box).last == .show([]), "let go too late for a tap")
        box.panel(.pressed(.stop))
        let count = asked(box).count
        box.panel(.released(.stop))
        #expect(box.appliance.page == .live && asked(box).last == .show([delayed]))
        box.tap(.knob)
        #expect(box.appliance.page == .menu, "it is seen beside the menu")
        #expect(asked(box).count == count, "nothing is asked for twice")
    }

    @Test func aClipThatCantBePlayedLeadsBackAndSaysWhy() {
        var box = stopped()
        box.scoreAll()
        box.tap(.knob)
        box.send(.player(.failed(ClipKey(session: Rehearsal.name(1), number: 1), reason: "the card is away")))
        #expect(box.appliance.page == .summary)
        #expect(box.texts.contains { $0.contains("the card is away") })
    }

    @Test func stopHeldLeadsHomeFromEveryScreen() {
        for taps in [[Control](), [.mark, .mark, .mark, .mark], [.mark, .mark, .mark, .mark, .knob]] {
            var box = stopped()
            for control in taps { box.tap(control) }
            box.hold(.stop, seconds: 1.2)
            #expect(box.appliance.page == .live, "\(taps)")
        }
    }

    @Test func aStillIsAskedForOnce() {
        var box = stopped()
        for _ in 1...4 { box.tap(.mark) }
        box.run(to: 30)
        let asked = box.effects.compactMap { if case .stills(.fetch(let key)) = $0 { key } else { nil } }
        #expect(Set(asked).count == asked.count)
    }
}

/// The list of the card's sessions, opened from the menu.
@Suite struct HistoryFlowTests {
    private func opened() -> Rehearsal {
        var box = Rehearsal()
        box.run(to: 10)
        box.goToSessions()
        return box
    }

    @Test("V-54 the menu opens the card's sessions, and STOP leads back")
    func theMenuOpensTheSessions() {
        var box = opened()
        #expect(box.appliance.page == .history)
        #expect(box.effects.contains { if case .card(.find) = $0 { true } else { false } })
        box.tap(.stop)
        #expect(box.appliance.page == .menu && box.appliance.menu.panel == .tiles, "one step back")
        box.tap(.stop)
        #expect(box.appliance.page == .live)
    }

    @Test("V-54 a session's detail is read from the card, and STOP leads back to the list")
    func aSessionsDetailIsRead() {
        var box = opened()
        let name = Rehearsal.name(3)
        box.send(
            .card(
                .found(
                    SessionList(
                        query: SessionQuery(), sessions: [SessionSummary(name: name, number: 3, started: "")], matching: 1,
                        months: [], faces: [], usedBytes: 0, freeBytes: 0))))
        box.tap(.knob)
        #expect(box.effects.last == .card(.read(SessionKey(folder: name))))
        let header = SessionHeader(
            number: 3, started: "2026-11-20T14:03:00", size: .hd720, framesPerSecond: 30, delaySeconds: 5, camera: "c",
            encoder: "e")
        let record = SessionRecord(header: header, ending: .stopped)
        box.send(.card(.read(SessionKey(folder: name), FiledSession(name: name, record: record))))
        #expect(box.appliance.page == .summary)
        box.tap(.stop)
        #expect(box.appliance.page == .history)
    }

    @Test func aSessionThatCantBeReadIsSaid() {
        var box = opened()
        box.send(
            .card(
                .found(
                    SessionList(
                        query: SessionQuery(), sessions: [SessionSummary(name: "x", number: 3, started: "")], matching: 1,
                        months: [], faces: [], usedBytes: 0, freeBytes: 0))))
        box.tap(.knob)
        box.send(.card(.read("x", nil)))
        #expect(box.appliance.page == .history && box.texts.contains(Strings.cantRead("x")))
    }
}

extension Rehearsal {
    /// Places every arrow, and skips the total at once.
    fileprivate mutating func scoreAll() {
        for _ in 0..<10 where appliance.page == .score { tap(.mark) }
    }
}
