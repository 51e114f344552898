// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import TestSupport
import Testing

@testable import Core
@testable import Interface

/// Any presses in any order: from every resulting state STOP alone leads back to Live, nothing is ended or deleted without a question, and
/// the journals say what the screens show.
@Suite struct RandomWalkTests {
    /// The number of walks, from `VIR_WALKS`, beginning with number `VIR_FIRST_WALK`; by default two hundred from number 0 on.
    private static let walks = number("VIR_WALKS") ?? 200
    private static let first = number("VIR_FIRST_WALK") ?? 0
    private static func number(_ name: String) -> UInt64? { ProcessInfo.processInfo.environment[name].flatMap(UInt64.init) }
    private static let parts: UInt64 = 20
    private static let steps = 200

    @Test("from every state STOP alone leads to Live", arguments: 0..<parts)
    func stopAloneLeadsToLive(part: UInt64) {
        for seed in stride(from: Self.first + part, to: Self.first + Self.walks, by: Int(Self.parts)) { walk(seed) }
    }

    private func walk(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed &* 7919 &+ 1)
        var box = Rehearsal {
            $0.scores = seed % 3 != 0
            $0.textScalePercent = [100, 150, 200][Int(seed % 7 % 3)]
            $0.hasReducedMotion = seed % 5 == 0
            if seed % 4 == 1 {
                $0.archers = [Archer(name: "Ana", face: "wa_122"), Archer(name: "Ben", face: "wa_40_triple_vert"), Archer(name: "Carla")]
            }
            // In some walks the box goes back to Live by itself, between two presses.
            $0.backToLiveMinutes = seed % 16 == 3 ? 1 : 0
            $0.round = [nil, "wa_18", nil, "wa_70", "vegas_300"][Int(seed / 4 % 5)]
        }
        box.run(to: 6)
        var journals = JournalModel()
        for step in 0..<Self.steps {
            let before = box
            let what = act(&box, &random, "seed \(seed), step \(step)")
            check(box, since: before, after: what, "seed \(seed), step \(step)")
            WalkLaws.checkDeletions(box, since: before, after: what, "seed \(seed), step \(step)")
            if step % 8 == 7 { checkHands(box, &random, "seed \(seed), step \(step), \(what)") }
            if step % 4 == 3 { checkTexts(box, "seed \(seed), step \(step), \(what)") }
            journals.follow(box)
            if step % 5 == 4 { journals.check(box, "seed \(seed), step \(step), \(what)") }
            checkUndo(box, since: before, "seed \(seed), step \(step), \(what)")
            if step % 20 == 19 { comeHome(box, "seed \(seed), step \(step), \(what)") }
            if box.appliance.switchingOff.ending != nil { return }
        }
    }

    private func act(_ box: inout Rehearsal, _ random: inout SeededGenerator, _ name: String) -> String {
        let control = Control.allCases.randomElement(using: &random) ?? .mark
        switch Int.random(in: 0..<12, using: &random) {
        case 0...4:
            box.tap(control)
            return "tap \(control)"
        case 5:
            // Shorter than the five seconds of STOP that switch the box off.
            box.hold(control, seconds: random.seconds(0.1...2))
            return "hold \(control)"
        case 6...8:
            let detents = Int.random(in: -8...8, using: &random)
            box.panel(.turned(detents))
            return "turn \(detents)"
        case 9:
            let use = ControlUse.all.randomElement(using: &random) ?? .turn
            if let rect = FooterLayout(Theme(box.appliance.settings)).slot(of: use) { box.touch(rect.center) }
            return "touch \(use)"
        case 10:
            let point = Point(random.seconds(0...1920), random.seconds(0...1080))
            box.touch(point)
            return "touch \(point)"
        default:
            let isLong = box.appliance.settings.backToLiveMinutes > 0 && Int.random(in: 0..<3, using: &random) == 0
            WalkLaws.wait(random.seconds(0...3) + (isLong ? 60 : 0), &box, name)
            let surface = box.appliance.path.surface
            answer(&box)
            if box.appliance.path.surface != surface { WalkLaws.checkDeafness(box, name) }
            return "wait"
        }
    }

    /// Checks a release after a change of screen, and MARK in Live.
    private func checkHands(_ box: Rehearsal, _ random: inout SeededGenerator, _ name: String) {
        WalkLaws.checkMark(box, name)
        let control = Control.allCases.randomElement(using: &random) ?? .knob
        let other = Control.allCases.filter { $0 != control }.randomElement(using: &random) ?? .stop
        WalkLaws.checkRelease(of: control, box, during: { $0.tap(other) }, name)
    }

    /// Answers the requests of the screens to the card.
    private func answer(_ box: inout Rehearsal) {
        guard box.appliance.page == .history else { return }
        if let name = box.appliance.context.desk.opening {
            box.send(.card(.read(name, FiledSession(key: name, record: SessionRecord(header: Rehearsal.header, ending: .stopped)))))
        } else {
            let sessions = (1...9).map { SessionSummary(name: Rehearsal.name($0), number: $0, started: "2026-11-20T14:03:00") }
            box.send(
                .card(
                    .found(
                        SessionList(
                            query: SessionQuery(date: nil, face: nil, offset: 0, limit: SessionWindow.page), sessions: sessions, matching: 9,
                            months: [], faces: [], usedBytes: 0, freeBytes: 1))))
        }
    }

    private func check(_ box: Rehearsal, since before: Rehearsal, after what: String, _ name: String) {
        let new = box.effects.dropFirst(before.effects.count)
        for effect in new {
            switch effect {
            case .card(.end):
                // The menu's row that switches off asks by itself: it takes two pushes.
                let isOff = before.appliance.page == .menu && box.appliance.switchingOff.ending != nil
                // Choosing another archer puts away the session of the one before.
                let isOther = before.appliance.page == .menu && before.appliance.settings.shooter?.name != box.appliance.settings.shooter?.name
                // The tool "New session" says what it does.
                let isNew = new.contains { if case .card(.journal(_, .over(.newSession))) = $0 { true } else { false } }
                // Going on with a session of the card makes the present session wait.
                let isLeft = new.contains {
                    switch $0 {
                    case .card(.goOn), .card(.resume): true
                    default: false
                    }
                }
                // A mark on the delay line can begin a session as a mark in Live can.
                let isMark = before.appliance.page == .replay && new.contains { if case .card(.journal(_, .marked)) = $0 { true } else { false } }
                let wasAsked = isOff || isOther || isNew || isLeft || isMark || before.appliance.page == .live || before.appliance.page == .dialog
                #expect(wasAsked, "\(name): \(what) ended a session on \(before.appliance.page)")
            case .card(.delete): #expect(what.hasPrefix("hold knob"), "\(name): \(what) deleted")
            default: break
            }
        }
        guard box.appliance.change.map({ $0.span.end <= box.now }) ?? true else { return }
        for (run, bounds) in box.scene.texts {
            // Sheets over Live come in from its edges.
            #expect(bounds.y >= -0.5 && bounds.maxY <= Canvas.bounds.maxY + 0.5 || box.appliance.page.showsLive, "\(name): “\(run.text)” \(bounds)")
            // The outer clips of the row are cut by the edge, together with the numbers of clips without a still.
            let mayBeCut = box.appliance.page.showsLive || box.appliance.page == .carousel
            #expect(bounds.x >= -0.5 || bounds.maxX <= 0 || mayBeCut, "\(name): \(box.appliance.page): “\(run.text)” \(bounds)")
        }
    }

    /// Checks that no text overlaps another on a screen at rest.
    private func checkTexts(_ box: Rehearsal, _ name: String) {
        var rest = box
        rest.run(to: rest.now.seconds + 0.7)
        // The facts of the playing clip are known, whichever way led there.
        if let replay = rest.appliance.path.stack.last?.as(ReplayScreen.self), replay.key != nil {
            #expect(replay.facts != nil, "\(name): the clip that plays isn't known")
        }
        guard rest.isAtRest else { return }
        for pair in rest.scene.overlappingTexts {
            Issue.record("\(name): on \(rest.appliance.page) “\(pair.0.text)” lies on “\(pair.1.text)”, \(pair.0.origin) \(pair.1.origin)")
        }
    }

    /// Checks that the first tool takes back placed arrows, links and notes.
    private func checkUndo(_ box: Rehearsal, since before: Rehearsal, _ name: String) {
        let (old, new) = (before.appliance.context.desk.book, box.appliance.context.desk.book)
        // A tap on the Undo tool itself is excluded.
        let open = before.appliance.path.tools
        let tools = before.appliance.path.toolLayers(in: before.appliance.context).row.count
        let undo = ToolRowLayout(Theme(before.appliance.settings), count: tools, choice: open?.choice ?? 0).tiles.first { $0.index == 0 }?.rect
        if open?.layer == .row, let touched = box.touched, undo?.contains(touched) == true { return }
        guard let old, let new, old.ref == new.ref, before.appliance.page == box.appliance.page, open?.layer != .row || open?.choice != 0,
            old.ends.map(\.number) == new.ends.map(\.number), old.ends.map(\.arrows) != new.ends.map(\.arrows) || old.notes != new.notes
        else { return }
        var undone = box
        // The sheet of notes has no tools of its own; the summary under it has them.
        if undone.appliance.path.grammar(in: undone.appliance.context)[.hold(.knob)] == nil { undone.tap(.stop) }
        undone.use(.undo)
        let book = undone.appliance.context.desk.book
        #expect(
            book?.ends.map(\.arrows) == old.ends.map(\.arrows) && book?.notes == old.notes, "\(name) can't be taken back on \(box.appliance.page)")
    }

    private func comeHome(_ box: Rehearsal, _ name: String) {
        var home = box
        for _ in 0..<6 where home.appliance.page != .live || home.appliance.path.tools != nil {
            home.run(to: home.now.seconds + 0.5)
            home.tap(.stop)
        }
        #expect(home.appliance.page == .live && home.appliance.path.tools == nil, "\(name): no way home")
    }
}
