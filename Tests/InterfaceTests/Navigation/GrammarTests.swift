// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing

@testable import Core
@testable import Interface

/// Each row of a screen's table does something; docs/panel.md is made from the tables. A control without a row is deaf by construction
/// (`BindingTests`).
@Suite struct GrammarTests {
    /// All state that a person can have changed.
    private struct Traces: Equatable {
        var path: Path
        var settings: Settings
        var sessions: Sessions
        var desk: Desk
        var toast: Toast?
        var zoom: Zoom
        var offer: Overload.Offer?
        var pen: DrawingPen
        var isGoingOff: Bool
        var effects: Int

        init(_ box: Rehearsal) {
            path = box.appliance.path
            let context = box.appliance.context
            settings = context.settings
            sessions = context.sessions
            desk = context.desk
            toast = context.toast
            zoom = context.zoom
            pen = context.pen
            offer = context.overload.offer
            isGoingOff = context.switchingOff.ending != nil
            // The player's tracks follow the screen and STOP's press; neither counts as an action.
            effects = box.effects.count { if case .player = $0 { false } else { true } }
        }
    }

    private func perform(_ use: ControlUse, _ deed: ActionLabel?, detents: Int = 1, _ box: inout Rehearsal) {
        switch use {
        case .press(let control): box.hold(control, seconds: 0.05)
        case .hold(let control): box.hold(control, seconds: deed == .off ? 5.1 : 1.1)
        case .turn: box.panel(.turned(detents))
        }
    }

    /// Returns true if this changes anything that passing time alone doesn't.
    private func changes(_ use: ControlUse, _ deed: ActionLabel?, detents: Int = 1, at start: Rehearsal) -> Bool {
        var (used, idle) = (start, start)
        perform(use, deed, detents: detents, &used)
        idle.run(to: used.now.seconds)
        return Traces(used) != Traces(idle)
    }

    private func opposite(of use: ControlUse) -> ControlUse? {
        switch use {
        case .press(.left): .press(.right)
        case .press(.right): .press(.left)
        case .press(.up): .press(.down)
        case .press(.down): .press(.up)
        default: nil
        }
    }

    @Test("what is declared does something", arguments: Station.allCases)
    func theControlsDoWhatIsDeclared(station: Station) {
        let box = station.box
        let grammar = box.appliance.path.grammar(in: box.appliance.context)
        for use in ControlUse.all {
            guard let deed = grammar[use] else { continue }
            var isUsed = changes(use, deed, at: box) || use == .turn && changes(use, deed, detents: -1, at: box)
            if !isUsed, let other = opposite(of: use), let back = grammar[other] {
                // At the end of a row, only one direction does something.
                var moved = box
                perform(other, back, &moved)
                isUsed = changes(use, deed, at: moved)
            }
            #expect(isUsed, "\(station.rawValue): \(use) is declared as \(deed.rawValue) and does nothing")
        }
    }

    @Test("STOP is on every screen, and so is the way to Live by holding it", arguments: Station.allCases)
    func stopIsEverywhere(station: Station) {
        let box = station.box
        let grammar = box.appliance.path.grammar(in: box.appliance.context)
        #expect(grammar[.press(.stop)] != nil && grammar[.hold(.stop)] == (box.appliance.page == .live ? .off : .live))
    }

    @Test("each label of the footer does what its control does, for a finger alone", arguments: Station.allCases)
    func theLabelsDoTheSame(station: Station) {
        var box = station.box
        // If the footer is hidden, a key without a function brings it back.
        box.panel(.pointerMoved(Point(900, 300)), source: .mouse)
        box.run(to: box.now.seconds + 0.3)
        let grammar = box.appliance.path.grammar(in: box.appliance.context)
        for use in ControlUse.all {
            guard grammar[use] != nil, FooterLayout(Theme(box.appliance.settings)).slot(of: use) != nil, use != .turn else { continue }
            var (touched, used) = (box, box)
            touched.panel(.touchDown(touched.appliance.label(use)), source: .touch)
            touched.run(to: touched.now.seconds + (grammar[use]?.loses == true ? 1.1 : 0.05))
            touched.panel(.touchUp, source: .touch)
            perform(use, grammar[use], &used)
            touched.run(to: max(touched.now.seconds, used.now.seconds))
            used.run(to: touched.now.seconds)
            #expect(touched.appliance.page == used.appliance.page, "\(station.rawValue): \(use)")
            #expect((touched.appliance.path.tools == nil) == (used.appliance.path.tools == nil), "\(station.rawValue): \(use)")
            #expect(touched.ends == used.ends && touched.marks.count == used.marks.count, "\(station.rawValue): \(use)")
        }
    }

    // MARK: docs/panel.md

    private static let page = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("docs/panel.md")

    @Test("docs/panel.md says what the screens declare; WRITE_PANEL_PAGE=1 writes it anew")
    func thePageAboutThePanelIsUpToDate() throws {
        let text = Self.text
        if ProcessInfo.processInfo.environment["WRITE_PANEL_PAGE"] != nil {
            return try text.write(to: Self.page, atomically: true, encoding: .utf8)
        }
        let written = (try? String(contentsOf: Self.page, encoding: .utf8)) ?? ""
        if written != text { Issue.record("docs/panel.md is out of date; run this test with WRITE_PANEL_PAGE=1. It should say:\n\(text)") }
    }

    private static let columns: [(title: String, uses: [ControlUse])] = [
        ("Knob turned", [.turn]), ("Knob pushed", [.press(.knob)]), ("Knob held", [.hold(.knob)]), ("MARK", [.press(.mark)]),
        ("STOP", [.press(.stop)]), ("◀ ▶", [.press(.left), .press(.right)]), ("▲ ▼", [.press(.up), .press(.down)]),
    ]

    private static var text: String {
        let grammars = Station.allCases.map { station in
            let appliance = station.box.appliance
            return (station, appliance.path.grammar(in: appliance.context), appliance.path.toolLayers(in: appliance.context))
        }
        var lines = introduction
        lines.append("| screen | " + columns.map(\.title).joined(separator: " | ") + " |")
        lines.append(String(repeating: "| --- ", count: columns.count + 1) + "|")
        for (station, grammar, _) in grammars {
            let cells = columns.map { column in
                let words = column.uses.compactMap { grammar[$0] }.map(Strings.word)
                return words.isEmpty ? "–" : Set(words).count == 1 ? words[0] : words.joined(separator: ", ")
            }
            lines.append("| \(station.rawValue) | \(cells.joined(separator: " | ")) |")
        }
        var told: [[[Tool]]: Station] = [:]
        for (station, grammar, layers) in grammars {
            let tools = [layers.row, layers.more].map { $0.map(\.tool) }
            lines += section(station, grammar, layers, asOn: told[tools])
            if grammar[.hold(.knob)] == .tools { told[tools] = told[tools] ?? station }
        }
        lines += pagesOfTheMenu
        return lines.joined(separator: "\n") + "\n"
    }

    /// The pages behind the menu's tiles; the program's tests navigate by this list.
    private static var pagesOfTheMenu: [String] {
        var lines = ["", "## What lies behind the menu’s tiles", "", "In the order in which the knob comes to them:", ""]
        for tile in MenuTile.allCases {
            switch (tile, tile.page) {
            case (.archer, _): lines.append("- **\(tile.title)**: who shoots, and what is theirs")
            case (_, let page?):
                lines.append("- **\(tile.title)**: \(page.rows.map(title(of:)).joined(separator: "; "))")
                guard page.rows.contains(.allSettings) else { break }
                let all = page.allRows.filter { !$0.isDeed }.map(title(of:))
                lines.append("  - **\(Strings.title(of: .allSettings))**: \(all.joined(separator: "; "))")
            case (_, nil): lines.append("- **\(tile.title)**: everything on the card")
            }
        }
        return lines
    }

    private static func title(of row: SettingRow) -> String {
        Strings.title(of: row) + (row.isShown(in: Settings()) ? "" : " (for a size of one’s own)")
    }

    /// - Parameter first: an earlier screen with the same tools.
    private static func section(_ station: Station, _ grammar: Grammar, _ layers: ToolLayers, asOn first: Station?) -> [String] {
        var lines = ["", "## \(station.rawValue)", ""]
        for use in ControlUse.all where use != .hold(.stop) || station == .live {
            if let deed = grammar[use] { lines.append("- **\(name(of: use))**: \(Strings.manual(of: deed))") }
        }
        guard grammar[.hold(.knob)] == .tools else { return lines }
        if let first {
            lines += ["", "Its tools are those of “\(first.rawValue)”."]
        } else {
            lines += ["", "Its tools:", ""]
            lines += layers.row.map(line)
            if !layers.more.isEmpty { lines += ["", "Behind “\(Strings.word(of: Tool.moreTools))”:", ""] + layers.more.map(line) }
        }
        return lines
    }

    private static func line(_ offer: ToolOffer) -> String {
        "- **\(Strings.word(of: offer.tool))**: \(sentence(Strings.help(for: offer.tool)))"
    }

    private static func sentence(_ words: String) -> String { words.hasSuffix(".") ? words : words + "." }

    private static func name(of use: ControlUse) -> String {
        switch use {
        case .press(.mark): "MARK"
        case .hold(.mark): "MARK, held for 1 s"
        case .press(.stop): "STOP"
        case .hold(.stop): "STOP, held for 5 s"
        case .press(.left): "◀"
        case .press(.right): "▶"
        case .press(.up): "▲"
        case .press(.down): "▼"
        case .turn: "Knob, turned"
        case .press(.knob): "Knob, pushed"
        case .hold(.left): "◀, held"
        case .hold(.right): "▶, held"
        case .hold: "Knob, held"
        }
    }

    private static let introduction = [
        "# The panel", "",
        "Six buttons and a knob work every screen, and mean the same on each, but for Review, where ◀ deletes, ▶ likes, ▲ skips and ▼ takes back:",
        "",
        "- **MARK** keeps: this moment, this arrow’s place, this answer.",
        "- **STOP** goes one step back and loses nothing. Hold it for 1 s, and you are in Live, from anywhere; hold it on to 5 s, and the box switches off.",
        "- **◀ ▶** are the one before and the one after, **▲ ▼** the other direction of the screen. Held down, they repeat.",
        "- **The knob** moves what is amber. Its push opens or takes that, as you let go; turned while it is pushed, it only turns. Held for half a",
        "  second, it opens the screen’s tools. The first is always Undo, and the second is chosen. Redo comes after an Undo. “More” at the end has the",
        "  rest, in a second row. A switch, such as “Mirror”, closes the row after 1.5 s.",
        "- **STOP and the knob together** turn the voice on, or off again, on every screen: press both within 0.4 s and hold them for 2 s. Then neither",
        "  does anything else until both are up; a turn calls it off. The key F8 does the same.",
        "",
        "Whatever a hold does, a ring fills round the control’s picture meanwhile: let go before it is full, and it doesn’t happen. MARK alone has",
        "marked already as it went down. After a change of screen the knob does nothing for 0.4 s.", "",
        "The footer of every screen says what each control does there; a control without a label does nothing. Each label can be touched or clicked",
        "instead, and a finger that stays on it holds the control. The right mouse button is STOP. On a clicker, forward is MARK and back is ◀; a",
        "device with nothing but volume keys is a shutter, and marks.", "",
        "This page is made from what the screens declare (`GrammarTests`), each as things are set at first. With `after-stop` and `scoring` STOP in Live",
        "leads elsewhere; with `scoring = false` the words are those of no sport.", "",
    ]
}
