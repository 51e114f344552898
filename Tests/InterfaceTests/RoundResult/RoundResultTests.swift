// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core
@testable import Interface

/// The page at the end of a round: what it says, and that it begins nothing.
@Suite struct RoundResultTests {
    private static let round = "vegas_300"

    /// Returns a box at the last face of a round, with all but its last arrow placed.
    private func box(_ change: (inout Settings) -> Void = { _ in }) throws -> Rehearsal {
        var box = Rehearsal {
            $0.scores = true
            $0.round = Self.round
            change(&$0)
        }
        let round = try #require(RoundCatalog.round(Self.round))
        box.run(to: 20)
        for end in 1...round.ends {
            box.mark(3)
            box.tap(.stop)
            guard end < round.ends else { break }
            box.scoreEnd()
            box.backToLive()
        }
        for _ in 0..<2 { box.tap(.mark) }
        return box
    }

    private func boxAtThePage(_ change: (inout Settings) -> Void = { _ in }) throws -> Rehearsal {
        var box = try box(change)
        box.tap(.mark)
        box.run(to: box.now.seconds + 1)
        box.tap(.mark)
        #expect(box.appliance.page == .roundResult)
        return box
    }

    @Test("the last end leads to the page: by MARK, and by itself once the total has stood")
    func theLastEndLeadsThere() throws {
        var box = try box()
        box.tap(.mark)
        #expect(box.appliance.page == .score)
        box.run(to: box.now.seconds + 2.05)
        #expect(box.appliance.page == .roundResult && box.overs == [.roundComplete])
        _ = try boxAtThePage()
    }

    @Test("it says the total of how many, the tens and each end with its sum")
    func itSaysWhatTheRoundCameTo() throws {
        var box = try boxAtThePage()
        box.run(to: box.now.seconds + 3)
        let book = try #require(box.appliance.context.desk.book)
        #expect(book.ends.count == 10)
        let total = try #require(box.scene.texts.first { $0.run.text == "\(book.total)" && $0.run.size == 200 })
        #expect(total.bounds.x == Areas.left)
        #expect(box.texts.contains(Strings.RoundResult.of(300)) && box.texts.contains(" · Vegas 300") == false && box.texts.contains("Vegas 300"))
        let counts = SummaryFigures(try #require(book.ends.last), in: book).whole?.counts ?? []
        #expect(!counts.isEmpty && box.texts.contains(counts.joined(separator: " · ")))
        for end in book.ends {
            #expect(box.texts.contains("\(end.number)") && box.texts.contains("\(end.score.total)"))
        }
        #expect(box.texts.contains(Strings.RoundResult.bestArrow))
    }

    @Test("MARK is deaf for 0.8 s, then it goes to Live and makes nothing: the new session begins with its first mark")
    func markOnlyGoesToLive() throws {
        var box = try boxAtThePage()
        let start = box.now
        for milliseconds in [0, 300, 799] {
            box.run(to: start.seconds + Double(milliseconds) / 1000)
            box.tap(.mark)
            #expect(box.appliance.page == .roundResult)
        }
        box.run(to: start.seconds + 0.81)
        let (marks, sessions) = (box.marks.count, box.sessionsMarked)
        box.tap(.mark)
        #expect(box.appliance.page == .live && box.marks.count == marks && box.sessionsMarked == sessions)
        #expect(!box.appliance.isSessionOpen)
        box.mark(1)
        #expect(box.sessionsMarked.count == sessions.count + 1)
    }

    @Test("STOP leads to the summary of the last end, where MARK says Live and begins no end")
    func stopLeadsToTheSummary() throws {
        var box = try boxAtThePage()
        box.run(to: box.now.seconds + 1)
        box.tap(.stop)
        #expect(box.appliance.page == .summary)
        #expect(box.appliance.path.grammar(in: box.appliance.context)[.press(.mark)] == .toLive)
        box.tap(.mark)
        #expect(box.appliance.page == .live && !box.appliance.isSessionOpen)
    }

    @Test("STOP while the last total stands leads to the page too")
    func stopAtTheTotalLeadsToThePage() throws {
        var box = try box()
        box.tap(.mark)
        box.tap(.stop)
        #expect(box.appliance.page == .roundResult && box.overs == [.roundComplete])
    }

    @Test("a push plays the liked clips, or without any the best arrow of each end")
    func pushPlaysTheBest() throws {
        var box = try boxAtThePage()
        box.run(to: box.now.seconds + 2)
        var book = try #require(box.appliance.context.desk.book)
        let best = try #require(RoundResult(of: book)?.bestOf)
        #expect(best.count == 10 && Set(best).count == 10)
        book.judge(best[3], ClipJudgement(isLiked: true))
        #expect(RoundResult(of: book)?.bestOf == [best[3]])
        box.tap(.knob)
        #expect(box.appliance.page == .replay)
        box.run(to: box.now.seconds + 60)
        #expect(box.appliance.page == .roundResult, "and the page comes back")
    }

    @Test("the celebration is over after 2 s, and paints nothing anew; with reduced motion nothing moves")
    func theCelebrationIsShort() throws {
        var box = try boxAtThePage()
        box.run(to: box.now.seconds + 0.3)
        func drawings(_ box: Rehearsal) -> Set<Drawing> {
            Set(box.scene.layers.compactMap { if case .drawing(let drawing) = $0.content { drawing } else { nil } })
        }
        let first = drawings(box)
        for step in 1...5 {
            box.run(to: box.now.seconds + 0.05 * Double(step))
            #expect(drawings(box).subtracting(first).count <= 1, "only the footer changes")
        }
        #expect(box.scene.layers.contains { !$0.transform.isIdentity })
        box.run(to: box.now.seconds + 1)
        #expect(box.scene.layers.allSatisfy(\.transform.isIdentity) && box.scene.suitsPlanes)
        let calm = try boxAtThePage { $0.hasReducedMotion = true }
        #expect(calm.scene.layers.allSatisfy { $0.transform.isIdentity && $0.window == nil })
    }

    @Test("of several archers, the next one's face follows")
    func theNextArcherFollows() throws {
        var box = Rehearsal {
            $0.scores = true
            $0.archers = [Archer(name: "Ana", round: Self.round), Archer(name: "Ben")]
        }
        let round = try #require(RoundCatalog.round(Self.round))
        box.run(to: 20)
        for end in 1...round.ends {
            if end == round.ends {
                box.choose("Ben")
                box.mark(1)
                box.choose("Ana")
            }
            box.mark(3)
            box.tap(.stop)
            box.scoreEnd()
            if end < round.ends { box.backToLive() }
        }
        #expect(box.appliance.page == .roundResult && box.appliance.context.desk.book?.archer == "Ana")
        box.run(to: box.now.seconds + 1)
        box.tap(.mark)
        #expect(box.appliance.page == .score && box.appliance.context.desk.book?.archer == "Ben")
        #expect(box.texts.contains("Ben") && box.appliance.path.top(ScoreScreen.self)?.card?.isUp == true)
    }

    @Test("nothing on it overlaps, at every text size, with and without places", arguments: [100, 150, 200])
    func nothingOverlaps(scale: Int) throws {
        var box = try boxAtThePage { $0.textScalePercent = scale }
        box.run(to: box.now.seconds + 3)
        let book = try #require(box.appliance.context.desk.book)
        let result = try #require(RoundResult(of: book))
        var settings = Settings()
        settings.textScalePercent = scale
        let layout = RoundResultLayout(Theme(settings), result)
        let parts = [layout.title, layout.total, layout.barArea] + [layout.plate].compactMap { $0 } + layout.shots.flatMap { [$0.rect, $0.caption] }
        for (index, part) in parts.enumerated() {
            #expect(Canvas.safeArea.inset(by: -1).encloses(part), "\(index)")
            for other in parts[(index + 1)...] { #expect(!part.inset(by: 1).intersects(other), "\(index)") }
        }
        let texts = box.scene.texts.map(\.bounds)
        for (index, text) in texts.enumerated() {
            for other in texts[(index + 1)...] { #expect(!text.inset(by: 4).intersects(other), "\(box.texts[index])") }
        }
    }

    @Test("in every language it has room to say that the group is by the hour", arguments: Language.all.map(\.id), [100, 150, 200])
    func theGroupByTheHourIsWhole(language: String, scale: Int) throws {
        try Language.speaking(language) {
            var box = Rehearsal {
                ($0.scores, $0.round, $0.language, $0.textScalePercent) = (true, Self.round, language, scale)
            }
            let round = try #require(RoundCatalog.round(Self.round))
            box.run(to: 20)
            for end in 1...round.ends {
                box.mark(3)
                box.tap(.stop)
                for _ in 1...3 {
                    box.tap(.knob)
                    box.tap(.mark)
                }
                box.run(to: box.now.seconds + 4)
                if end < round.ends { box.backToLive() }
            }
            #expect(box.appliance.page == .roundResult)
            let book = try #require(box.appliance.context.desk.book)
            let group = try #require(RoundResult(of: book)?.scope.group)
            #expect(group.isByHour)
            // Very large text leaves no room for the plate.
            guard let run = box.scene.texts.map(\.run).first(where: { $0.text == Strings.Summary.group(group) }) else { return #expect(scale > 100) }
            let lines = run.width.map { TextMetrics.lines(run.text, size: run.size, within: $0 + 0.01) } ?? 1
            #expect(lines <= run.maximumLines)
        }
    }

    @Test("very many ends are taken together, and their sums are the total")
    func manyEndsAreTakenTogether() throws {
        for round in RoundCatalog.all {
            var book = ScoreBook(ref: .run(1))
            while let (stage, _) = round.stage(afterEnds: book.ends.count) {
                let face = try #require(FaceCatalog.face(stage.face))
                let arrows = (1...stage.arrowsPerEnd).map { PlacedArrow(number: $0, ring: $0 % 3) }
                book.ends.append(
                    EndRecord(
                        number: book.ends.count + 1, face: face, shaft: Length(millimetres: 5.5), round: round.id, distance: "\(stage.distance)",
                        clips: [], arrows: arrows))
            }
            let result = try #require(RoundResult(of: book))
            #expect(result.bars.count <= 18 && result.bars.reduce(0) { $0 + $1.points } == book.total, "\(round.id)")
            #expect(RoundResultLayout(Theme(Settings()), result).bars.count == result.bars.count)
        }
    }
}
