// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core
@testable import Interface

/// Nobody is left out: each screen has words for everything that can have the focus, and no two of them are alike.
@Suite struct SpokenScreensTests {
    /// The actions that choose one thing among others. Other values, such as a time or a size, may read alike from one step to the next.
    private static let choosing: Set<ActionLabel> = [
        .tile, .tileBefore, .tileAfter, .row, .rowBefore, .rowAfter, .tool, .toolBefore, .toolAfter, .answer, .answerBefore, .answerAfter, .item,
        .lineUp, .lineDown, .groupBefore, .groupAfter, .session, .sessionBefore, .sessionAfter, .clip, .clipBefore, .clipAfter, .rowUp, .rowDown,
        .note, .noteBefore, .noteAfter, .arrow, .arrowBefore, .arrowAfter, .endBefore, .endAfter, .letter, .letterUp, .letterDown, .exportForm,
        .choose, .ring, .spotBefore, .spotAfter, .clockBefore, .clockAfter, .phaseBefore, .phaseAfter, .playBefore, .playAfter, .scroll,
    ]

    private static let mostSteps = 24

    private func spoken(_ box: Rehearsal, in language: String = "english") -> Spoken {
        Language.speaking(language, ofArchery: box.appliance.settings.scores) { box.appliance.path.spoken(in: box.appliance.context, at: box.now) }
    }

    /// The focus with its place and state.
    private func words(_ box: Rehearsal) -> String {
        let spoken = spoken(box)
        return ([spoken.focus] + spoken.state).joined(separator: ", ")
    }

    @Test(arguments: Station.allCases)
    func eachScreenHasWordsInEachLanguage(station: Station) {
        let box = station.box
        for language in ["english", "german"] {
            let spoken = spoken(box, in: language)
            #expect(!spoken.title.isEmpty && !spoken.focus.isEmpty, "\(language): \(spoken)")
            let all = [spoken.title, spoken.focus] + spoken.intro + spoken.state
            #expect(!all.contains { $0.contains("{") || $0.contains("spoken.") }, "\(language): \(all)")
            let controls = Language.speaking(language, ofArchery: box.appliance.settings.scores) {
                box.appliance.path.grammar(in: box.appliance.context).spoken(ControlUse.spokenOrder)
            }
            #expect(!controls.isEmpty && !controls.contains { $0.hasPrefix(":") }, "\(language): \(controls)")
        }
    }

    @Test(arguments: Station.allCases)
    func noTwoThingsThatCanHaveTheFocusAreAlike(station: Station) {
        let start = station.box
        for use in [ControlUse.turn, .press(.left), .press(.right), .press(.up), .press(.down)] {
            var box = start
            if use == .turn, chooses(use, box) { box.panel(.turned(-200)) }
            var seen: [String] = []
            let (place, title) = (box.appliance.page, spoken(box).title)
            for _ in 0..<Self.mostSteps {
                guard box.appliance.page == place, spoken(box).title == title else { break }
                let words = words(box)
                #expect(!words.isEmpty)
                guard chooses(use, box) else { break }
                // Behind the last one comes the first again, or the last one stays.
                if words == seen.first || words == seen.last, seen.count > 0 { break }
                #expect(!seen.contains(words), "“\(words)” is said of two things by \(use)")
                seen.append(words)
                if case .press(let control) = use { box.tap(control) } else { box.panel(.turned(1)) }
                box.run(to: box.now.seconds + 0.1)
            }
        }
    }

    private func chooses(_ use: ControlUse, _ box: Rehearsal) -> Bool {
        box.appliance.path.grammar(in: box.appliance.context)[use].map(Self.choosing.contains) ?? false
    }

    /// The law above would miss a list that reads alike everywhere: the last of a list has another place than its first.
    @Test func aListIsWalkedFromItsFirstToItsLast() {
        for (station, last) in [(Station.menu, "9 of 9"), (.faces, "of"), (.sessions, "30 of 30"), (.export, "of")] {
            var box = station.box
            box.panel(.turned(-200))
            let first = words(box)
            box.panel(.turned(200))
            #expect(words(box) != first && words(box).contains(last), "\(station): \(words(box))")
        }
    }
}
