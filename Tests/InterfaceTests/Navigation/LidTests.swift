// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing

@testable import Core
@testable import Interface

/// `docs/lid.md` is the card for the lid. Each of its rows says what the controls do, in which time.
@Suite struct LidTests {
    private struct Row: Equatable {
        let hand, live, elsewhere: String
    }

    /// The words of the card for an action in Live.
    private static let words: [ActionLabel: String] = [
        .keep: "mark this moment", .saveAll: "save the whole memory as one clip", .review: "the end's clips", .toScore: "the target face",
        .off: "switch off", .live: "Live, from anywhere", .delay: "the delay", .menu: "menu", .tools: "tools: Undo is the first",
        .lookAgain: "replay the last shot", .split: "split", .nextArcher: "the next archer", .clipsSoFar: "the clips so far", .freeze: "freeze",
    ]

    private static var rows: [Row] {
        get throws {
            let page = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("docs/lid.md")
            return try String(contentsOf: page, encoding: .utf8).split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst(2).map { line in
                let cells = line.replacingOccurrences(of: "**", with: "").split(separator: "|", omittingEmptySubsequences: false)
                    .dropFirst().dropLast().map { $0.trimmingCharacters(in: .whitespaces) }
                try #require(cells.count == 3, "\(line)")
                return Row(hand: cells[0], live: cells[1], elsewhere: cells[2])
            }
        }
    }

    /// The facts about each station, which take a while to reach.
    private struct Place: Sendable {
        let station: Station
        let page: ScreenKind
        let grammar: Grammar
        let firstTool: Tool?

        init(_ station: Station) {
            let appliance = station.box.appliance
            self.station = station
            page = appliance.page
            grammar = appliance.path.grammar(in: appliance.context)
            firstTool = appliance.path.toolLayers(in: appliance.context).row.first?.tool
        }
    }

    private static let places = Station.allCases.map(Place.init)
    private static let elsewhere = places.filter { $0.page != .live }

    private static func grammar(_ box: Rehearsal) -> Grammar { box.appliance.path.grammar(in: box.appliance.context) }

    private func word(of use: ControlUse, _ box: Rehearsal = Station.live.box) throws -> String {
        let deed = try #require(Self.grammar(box)[use], "\(use) does nothing")
        return try #require(Self.words[deed], "\(use) is \(deed.rawValue)")
    }

    /// Returns the words that the footers of all other screens have for this use, in small letters.
    private func wordsElsewhere(_ use: ControlUse) -> Set<String> {
        Set(Self.elsewhere.compactMap { $0.grammar[use].map { Strings.word(of: $0).lowercased() } })
    }

    private func seconds(_ duration: Duration?) throws -> String {
        let seconds = try #require(duration).inSeconds
        return seconds == 0.5 ? "½ s" : "\(Int(seconds)) s"
    }

    private func row(_ hand: String) throws -> Row { try #require(try Self.rows.first { $0.hand == hand }, "the card lacks “\(hand)”") }

    @Test("MARK and STOP")
    func markAndStop() throws {
        let grammar = Self.grammar(Station.live.box)
        var row = try row("MARK")
        #expect(try row.live == word(of: .press(.mark)))
        let named = try #require(row.elsewhere.split(separator: ": ").last).split(separator: ", ").map(String.init)
        #expect(named.count == 3 && wordsElsewhere(.press(.mark)).isSuperset(of: named))
        row = try self.row("MARK held, \(seconds(grammar.holdTime(of: .mark)))")
        #expect(try row.live == word(of: .hold(.mark)))
        let others = Self.elsewhere.filter { $0.grammar[.hold(.mark)] != nil }.map(\.station)
        #expect(row.elsewhere.isEmpty && Set(others).isSubset(of: [.tools, .report, .byItself]), "only what lies over Live: \(others)")
        row = try self.row("STOP")
        #expect(try row.live == "\(word(of: .press(.stop))), then \(word(of: .press(.stop), Station.review.box))")
        #expect(row.elsewhere == "one step back" && wordsElsewhere(.press(.stop)).contains("back"))
        row = try self.row("STOP held, \(seconds(PressRecognizer.holdTime))")
        #expect(row.live.isEmpty)
        for place in Self.elsewhere {
            #expect(row.elsewhere == place.grammar[.hold(.stop)].flatMap { Self.words[$0] }, "\(place.station.rawValue)")
        }
        row = try self.row("STOP held, \(seconds(SwitchingOff.holdTime))")
        for (station, cell) in [(Station.live, row.live), (.summary, row.elsewhere)] {
            var box = station.box
            box.hold(.stop, seconds: SwitchingOff.holdTime.inSeconds + 0.1)
            #expect(cell == "switch off" && box.appliance.context.switchingOff.ending != nil, "\(station.rawValue)")
        }
        row = try self.row("MARK and STOP held, \(seconds(ModeTrial.holdTime))")
        #expect(try row.live == "the TV stays dark: other pictures, \(seconds(ModeTrial.stepTime)) each; any key keeps one")
        #expect(row.elsewhere == "the same")
    }

    @Test("the knob")
    func theKnob() throws {
        func delay(after turn: (inout Rehearsal) -> Void) -> Double {
            var box = Station.live.box
            let before = box.appliance.settings.delaySeconds
            turn(&box)
            return box.appliance.settings.delaySeconds - before
        }
        let single = delay { $0.panel(.turned(1)) }
        let both = delay {
            $0.panel(.turned(1))
            $0.run(to: $0.now.seconds + 0.03)
            $0.panel(.turned(1))
        }
        var row = try row("knob")
        #expect(try row.live == "\(word(of: .turn)), \(seconds(.seconds(single)))" && row.elsewhere == "moves what is amber")
        row = try self.row("knob, quickly")
        #expect(try row.live == "\(word(of: .turn)), \(seconds(.seconds(both - single)))")
        #expect(row.elsewhere == "several pictures or rows at once" && JogRule.quick.pictures > 1 && KnobAcceleration.quickStep > 1)
        row = try self.row("knob pushed")
        #expect(try row.live == word(of: .press(.knob)))
        #expect(wordsElsewhere(.press(.knob)).isSuperset(of: row.elsewhere.split(separator: ", ").map(String.init)))
        row = try self.row("knob held, \(seconds(Self.grammar(Station.live.box).holdTime(of: .knob)))")
        #expect(try row.live == word(of: .hold(.knob)) && row.elsewhere == row.live)
        for place in Self.places where place.grammar[.hold(.knob)] == .tools { #expect(place.firstTool == .undo, "\(place.station.rawValue)") }
    }

    @Test("the arrow buttons")
    func theArrows() throws {
        var archers = Rehearsal { $0.archers = [Archer(name: "Ana"), Archer(name: "Ben")] }
        archers.run(to: 10)
        var row = try row("◀ ▶")
        #expect(try row.live == "\(word(of: .press(.left))) · \(word(of: .press(.right))), or \(word(of: .press(.right), archers))")
        #expect(row.elsewhere == "the one before, the one after")
        row = try self.row("▲ ▼")
        #expect(try row.live == "\(word(of: .press(.up))) · \(word(of: .press(.down)))")
        let review = Self.grammar(Station.review.box)
        let both = [ControlUse.press(.up), .press(.down)].compactMap { review[$0].map { Strings.word(of: $0).lowercased() } }
        #expect(row.elsewhere == "the other direction; in Review: \(both.joined(separator: ", "))")
        row = try self.row("◀ ▶ held")
        let live = Self.grammar(Station.live.box)
        #expect(row.live.isEmpty && live[.hold(.left)] == nil && live[.hold(.right)] == nil)
        #expect(row.elsewhere == "run on and back; in Review: peek at the next clip")
        let clip = Self.grammar(Station.clip.box)
        #expect(clip[.hold(.left)] == .shuttleBack && clip[.hold(.right)] == .shuttleOn)
        #expect(try [0.5, 1.5].map { try judged(.right, seconds: $0) } == [false, true], "peeking decides nothing")
    }

    /// Returns true if this hold in Review decides about the clip.
    private func judged(_ control: Control, seconds: Double) throws -> Bool {
        var box = Station.review.box
        func judgements() -> Int { box.effects.count { if case .card(.journal(_, .judged)) = $0 { true } else { false } } }
        let before = judgements()
        box.hold(control, seconds: seconds)
        box.run(to: box.now.seconds + 1)
        return judgements() > before
    }

    @Test("the row of clips, and fingers")
    func theRowOfClipsAndFingers() throws {
        var row = try row("▼ held")
        #expect(row.live.isEmpty && row.elsewhere == "out of the row of clips, slowly: let go to stay")
        for (seconds, page) in [(0.5, ScreenKind.carousel), (1.5, .live)] {
            var box = Station.live.box
            box.tap(.mark)
            box.run(to: box.now.seconds + 10)
            box.tap(.up)
            box.run(to: box.now.seconds + 1)
            #expect(box.appliance.page == .carousel && Self.grammar(box)[.press(.down)] == .leaveRow)
            box.hold(.down, seconds: seconds)
            box.run(to: box.now.seconds + 2)
            #expect(box.appliance.page == page, "held for \(seconds) s")
        }
        row = try self.row("two quick taps on the picture")
        var box = Station.live.box
        let marks = box.marks.count
        box.touch(Point(960, 500))
        box.run(to: box.now.seconds + 0.2)
        box.touch(Point(960, 500))
        #expect(row.live == "mark" && box.marks.count == marks + 1 && row.elsewhere.isEmpty)
        row = try self.row("two fingers")
        // The tap of two fingers is a press of STOP (`FingersTests`).
        #expect(row.live == "zoom" && row.elsewhere == "zoom; a tap of two fingers is STOP")
        for station in [Station.live, .paused] {
            var box = station.box
            let zoom = box.appliance.context.zoom
            box.panel(.zoomed(1))
            #expect(box.appliance.context.zoom != zoom, "\(station.rawValue)")
        }
    }

    @Test("no row is without a test")
    func everyRowIsTested() throws {
        #expect(
            try Self.rows.map(\.hand) == [
                "MARK", "MARK held, 1 s", "STOP", "STOP held, 1 s", "STOP held, 5 s", "MARK and STOP held, 5 s", "knob", "knob, quickly",
                "knob pushed",
                "knob held, ½ s", "◀ ▶", "◀ ▶ held", "▲ ▼", "▼ held", "two quick taps on the picture", "two fingers",
            ])
    }
}
