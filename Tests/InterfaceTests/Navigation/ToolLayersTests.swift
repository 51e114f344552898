// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core
@testable import Interface

/// The two layers of tools, and how their rows open and close.
@Suite struct ToolLayersTests {
    private static let stations = Station.allCases.filter { station in
        let appliance = station.box.appliance
        return ![.tools, .otherTools, .reviewHeld].contains(station) && appliance.path.grammar(in: appliance.context)[.hold(.knob)] == .tools
    }

    private func row(_ box: Rehearsal) -> [Tool] { layers(box).row.map(\.tool) }
    private func layers(_ box: Rehearsal) -> ToolLayers { box.appliance.path.toolLayers(in: box.appliance.context) }

    @Test("every tool has one row of the table")
    func theTableIsWhole() {
        let tools = ToolLayers.table.map(\.tool)
        #expect(Set(tools).count == tools.count)
        #expect(Set(tools).union([.undo, .redo, .moreTools, .newInstead]) == Set(Tool.allCases))
    }

    @Test("Undo is first, More last, and the row opens on the second tile, whatever was used before", arguments: stations)
    func theRowOpensOnItsSecondTile(station: Station) throws {
        var box = station.box
        let layers = layers(box)
        let tools = layers.row.map(\.tool)
        #expect(tools.first == .undo && (tools.last == .moreTools) == !layers.more.isEmpty)
        #expect(tools.count <= 7 + (tools.contains(.redo) ? 1 : 0))
        #expect(Set(tools + layers.more.map(\.tool)).count == tools.count + layers.more.count)
        box.hold(.knob, seconds: 0.6)
        #expect(box.appliance.path.tools?.choice == 1)
        #expect(![.deleteClip, .delete, .empty, .undo, .redo].contains(tools[1]))
        // After another tool it opens there all the same.
        box.tap(.stop)
        guard let last = layers.all.last(where: { $0.isPossible && $0.tool.isSwitch })?.tool else { return }
        box.use(last)
        box.run(to: box.now.seconds + 2)
        box.hold(.knob, seconds: 0.6)
        #expect(box.appliance.path.tools?.choice == 1 && box.appliance.path.tools?.layer == .row)
    }

    @Test("a clip's row is Undo, Draw, Compare, Slow, Frames, Delete, More; Redo joins it after an Undo")
    func aClipsRow() {
        var box = Station.paused.box
        let usual: [Tool] = [.undo, .draw, .compare, .slow, .strip, .deleteClip, .moreTools]
        #expect(row(box) == usual)
        box.tap(.mark)
        box.use(.undo)
        #expect(row(box) == usual.dropLast() + [.redo, .moreTools])
        box.use(.redo)
        #expect(row(box) == usual)
    }

    @Test("More opens where it was used last, and STOP goes back a row, then closes")
    func behindMore() {
        var box = Station.paused.box
        box.use(.trim)
        box.tap(.stop)
        box.hold(.knob, seconds: 0.6)
        box.take(.moreTools, in: .row)
        let open = box.appliance.path.tools
        #expect(open?.layer == .more && open.map { layers(box).more[$0.choice].tool } == .trim)
        box.tap(.stop)
        #expect(box.appliance.path.tools?.layer == .row && row(box)[box.appliance.path.tools?.choice ?? 0] == .moreTools)
        box.tap(.stop)
        #expect(box.appliance.path.tools == nil && box.appliance.page == .replay)
    }

    @Test("a switch closes the row after 1.5 s, each push anew, and the knob rests then; a move to another tool keeps it open")
    func aSwitchClosesTheRow() throws {
        var box = Rehearsal()
        box.run(to: 20)
        box.hold(.knob, seconds: 0.6)
        box.take(.turn, in: .row)
        let pushed = box.now.seconds
        box.run(to: pushed + 1)
        box.tap(.knob)
        #expect(box.appliance.settings.rotation == 180)
        box.run(to: pushed + 2)
        #expect(box.appliance.path.tools != nil, "the second push counts")
        var moved = box
        moved.panel(.turned(-1))
        moved.run(to: pushed + 10)
        #expect(moved.appliance.path.tools != nil)
        while box.appliance.path.tools != nil { box.run(to: box.now.seconds + 0.05) }
        #expect(box.now.seconds - pushed < 3.2)
        box.panel(.turned(3), at: box.now)
        box.panel(.pressed(.knob), at: box.now)
        box.panel(.released(.knob), at: box.now)
        #expect(box.appliance.page == .live && box.appliance.settings.delaySeconds == 5, "what was meant for the row changes nothing")
    }

    @Test("Slow plays at half the speed, also from a pause, and as fast as life once more", arguments: [Station.paused, .clip, .lookAgain])
    func slow(station: Station) throws {
        var box = station.box
        func transport() throws -> Transport { try #require(box.appliance.path.playback).transport }
        if try transport().speed != 1 { box.use(.slow) }
        box.use(.slow)
        #expect(try transport().timeline.rate == 0.5)
        box.use(.slow)
        #expect(try transport().timeline.rate == 1)
    }

    // MARK: Hands

    @Test("two shots are compared with a hold, at most two detents and a push")
    func comparedInTwoDetents() throws {
        var box = Station.paused.box
        box.hold(.knob, seconds: 0.6)
        var detents = 0
        while let open = box.appliance.path.tools, row(box)[open.choice] != .compare {
            detents += 1
            box.panel(.turned(1))
        }
        box.tap(.knob)
        #expect(box.appliance.page == .compare && detents <= 2)
    }

    @Test("the best of six is on a stick in nine presses: STOP, six likes, and twice MARK")
    func theBestOfOnAStick() throws {
        var box = Rehearsal { $0.afterStop = .review }
        box.mark(6)
        box.run(to: box.now.seconds + 1)
        box.send(.export(.stick(.ready(label: "KINGSTON", freeBytes: 14_200_000_000))))
        var presses = 0
        func press(_ control: Control) {
            presses += 1
            box.tap(control)
            box.settle()
        }
        press(.stop)
        #expect(box.stacked.count == 6)
        for _ in 0..<6 { press(.right) }
        press(.mark)
        let subject = try #require(box.appliance.path.stack.last?.as(ExportScreen.self)?.subject)
        box.send(.export(.prepared(subject, ExportSize(clips: 6, clipBytes: 1, folderBytes: 1, best: 6, bestSeconds: 24))))
        press(.mark)
        #expect(presses == 9)
        #expect(box.effects.contains { if case .export(.begin(subject, .bestOf, to: .stick)) = $0 { true } else { false } })
    }

    // MARK: The words for the hold

    @Test("in the first three sessions an idle footer says that the knob is held for tools", arguments: [(0, true), (3, true), (4, false)])
    func holdForTools(sessions: Int, isTaught: Bool) {
        var box = Rehearsal()
        box.run(to: 20)
        var facts = CardFacts()
        facts.sessions = sessions
        box.send(.card(.facts(facts)))
        box.panel(.turned(1))
        box.run(to: box.now.seconds + 0.3)
        #expect(box.texts.contains(Strings.word(of: .menu)) && !box.texts.contains(Strings.holdForTools))
        box.run(to: box.now.seconds + 2.5)
        #expect(box.texts.contains(Strings.holdForTools) == isTaught && box.texts.contains(Strings.word(of: .menu)) != isTaught)
    }

    @Test("nothing stands under STOP in Live until something was marked")
    func stopIsEmptyAtFirst() {
        var box = Rehearsal()
        box.run(to: 20)
        box.panel(.turned(1))
        box.run(to: box.now.seconds + 0.3)
        #expect(box.texts.contains(Strings.word(of: .menu)) && !box.texts.contains(Strings.word(of: .askToSave)))
        box.tap(.mark)
        box.panel(.turned(-1))
        #expect(box.appliance.footer(at: box.now)?.use(at: box.appliance.label(.press(.stop))) == .press(.stop))
    }
}
