// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core
@testable import Interface

/// A clip may be deleted while it plays, for example by Undo of its restoration. No screen outlives its clip.
@Suite struct DeletedClipTests {
    private func delete(_ number: Int?, _ box: inout Rehearsal) {
        if let number { box.appliance.context.desk.book?.judge(number, ClipJudgement(isDeleted: true)) }
        box.run(to: box.now.seconds + 0.5)
    }

    private func replay(_ box: Rehearsal) -> ReplayScreen? { box.appliance.path.stack.last?.as(ReplayScreen.self) }

    @Test("the screens that look at a deleted clip are left", arguments: [nil, Tool.draw, .stopwatch, .trail, .strip, .trim, .compare])
    func theScreensAreLeft(tool: Tool?) throws {
        var box = Station.clip.box
        let number = try #require(replay(box)?.key?.number)
        if let tool {
            box.use(tool)
            try #require(box.appliance.page != .replay)
        }
        delete(number, &box)
        #expect(box.appliance.page == .summary)
    }

    @Test(
        "the other one of two clips makes way for the delayed picture, and a tool on both is left", arguments: [nil, Tool.draw, .stopwatch, .trail])
    func theOtherOne(tool: Tool?) throws {
        var box = Station.compareStill.box
        guard let screen = box.appliance.path.stack.last?.as(CompareScreen.self) else { return #expect(Bool(false), "\(box.appliance.page)") }
        if let tool { box.use(tool) }
        delete(screen.otherSide?.key.number, &box)
        guard let left = box.appliance.path.stack.last?.as(CompareScreen.self) else { return #expect(Bool(false), "\(box.appliance.page)") }
        #expect(left.other == .delayed && left.side.key == screen.side.key)
    }

    @Test("Undo of a restored clip, on that clip, leads back")
    func undoOfWhatRestoredIt() throws {
        var box = Station.clip.box
        let number = try #require(replay(box)?.key?.number)
        box.tap(.stop)
        var effects: [Effect] = []
        for isDeleted in [true, false] { box.appliance.follow([.judge(clips: [number], .deleted(isDeleted))], at: box.now, &effects) }
        box.appliance.follow([.play(clip: number)], at: box.now, &effects)
        box.run(to: box.now.seconds + 1)
        #expect(replay(box)?.key?.number == number)
        box.use(.undo)
        box.run(to: box.now.seconds + 0.5)
        #expect(box.appliance.context.desk.book?.clip(number)?.isDeleted == true && box.appliance.page == .summary)
    }
}
