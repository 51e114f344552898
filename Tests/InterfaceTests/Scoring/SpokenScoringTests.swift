// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core
@testable import Interface

/// The voice says what is scored, and nothing else.
@Suite struct SpokenScoringTests {
    private func desk(_ voice: Settings.Speaking = .scores) throws -> ScoreDesk { try ScoreDesk("wa_122") { $0.voice = voice } }

    private func commands(_ outcomes: [ScreenOutcome]) -> [VoiceCommand] {
        outcomes.compactMap { if case .effect(.voice(let command)) = $0 { command } else { nil } }
    }

    private func said(_ outcomes: [ScreenOutcome]) -> [String] {
        commands(outcomes).map { command in
            switch command {
            case .say(let words, _), .turn(_, let words, _): words
            }
        }
    }

    private func said(_ box: Rehearsal) -> [String] {
        box.effects.compactMap { if case .voice(.say(let words, _)) = $0 { words } else { nil } }
    }

    @Test func eachArrowIsSaidAsItIsPlacedAndTheLastOneWithTheTotal() throws {
        var desk = try desk()
        try desk.call("9", "X", "M")
        #expect(said(desk.outcomes) == ["9", "X", "miss, total 19"])
    }

    @Test func anArrowThatIsMovedOrCorrectedIsSaidAnew() throws {
        var desk = try desk()
        try desk.call("9", "X")
        desk.send(.pressed(.left))
        try desk.call("7")
        #expect(said(desk.outcomes) == ["9", "X", "7"])
        try desk.call("8")
        desk.send(.pressed(.left), .pressed(.left), .pressed(.left))
        try desk.call("10")
        #expect(said(desk.outcomes) == ["9", "X", "7", "8, total 24", "10, total 25"])
    }

    @Test func anArrowThatIsTakenBackIsSilent() throws {
        var desk = try desk()
        try desk.call("9", "8")
        let undone = desk.send(.tool(.undo))
        #expect(said(undone).isEmpty && desk.labels == ["9"])
        let redone = desk.send(.tool(.redo))
        #expect(said(redone) == ["8"])
    }

    @Test func germanIsSaidInGerman() throws {
        var desk = try desk()
        try Language.speaking("german") { try desk.call("9", "X", "M") }
        #expect(
            commands(desk.outcomes) == [
                .say("9", language: "de"), .say("X", language: "de"), .say("daneben, gesamt 19", language: "de"),
            ])
    }

    @Test func withoutTheVoiceNothingIsSaid() throws {
        var desk = try desk(.off)
        try desk.call("9", "X", "M")
        #expect(commands(desk.outcomes).isEmpty)
        #expect(Settings().voice == .off)
    }

    /// An end that is done with fewer arrows has its total said when its summary opens.
    @Test func theSummarySaysATotalThatWasNotSaid() throws {
        var box = Rehearsal {
            $0.scores = true
            $0.voice = .scores
        }
        box.run(to: 20)
        box.mark(3)
        #expect(said(box).isEmpty)
        box.tap(.stop)
        box.tap(.mark)
        box.tap(.mark)
        #expect(said(box).count == 2)
        box.use(.done)
        let end = try #require(box.appliance.context.desk.book?.ends.last)
        #expect(box.appliance.page == .summary && end.arrows.count == 2)
        #expect(said(box).count == 3 && said(box).last == "total \(end.score.total)")
    }

    @Test func aRoundIsSaidArrowByArrowAndItsTotalOnce() throws {
        let round = try #require(RoundCatalog.round("vegas_300"))
        var box = Rehearsal {
            $0.scores = true
            $0.round = round.id
            $0.voice = .scores
        }
        box.run(to: 20)
        for end in 1...round.ends {
            box.mark(3)
            #expect(said(box).count == 3 * (end - 1), "nothing is said in Live")
            box.tap(.stop)
            box.scoreEnd()
            if end < round.ends { box.backToLive() }
        }
        box.run(to: box.now.seconds + 5)
        let book = try #require(box.appliance.context.desk.book)
        let words = said(box)
        #expect(words.count == 30)
        for (index, record) in book.ends.enumerated() {
            let labels = record.score.entries.map { $0.score == .miss ? "miss" : $0.score.label }
            let round = index == 9 ? ", round \(book.total)" : ""
            #expect(Array(words[index * 3..<index * 3 + 3]) == [labels[0], labels[1], "\(labels[2]), total \(record.score.total)\(round)"])
        }
    }

    @Test func aBoxWithoutAVoiceSaysSo() {
        var box = Rehearsal()
        box.run(to: 5)
        box.send(.box(.noVoice))
        #expect(box.texts.contains(Strings.noVoice))
    }
}
