// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core
@testable import Interface

/// Laws about the hands, for each step of a random walk: what is lost, what a release does, and when the controls are deaf.
enum WalkLaws {
    // MARK: Nothing is deleted by a tap outside Review

    /// A clip of a session, as the journals name it.
    private struct Clip: Hashable {
        var session: SessionRef
        var number: Int
    }

    static func checkDeletions(_ box: Rehearsal, since before: Rehearsal, after what: String, _ name: String) {
        guard what.hasPrefix("tap") || what.hasPrefix("touch") || what.hasPrefix("turn"), before.appliance.page != .review else { return }
        var deleted: [Clip: Bool] = [:]
        for case .card(.journal(let ref, .judged(let clip, let judgement))) in before.effects {
            deleted[Clip(session: ref, number: clip)] = judgement.isDeleted
        }
        for case .card(.journal(let ref, .judged(let clip, let judgement))) in box.effects.dropFirst(before.effects.count) {
            let isNew = judgement.isDeleted && deleted[Clip(session: ref, number: clip)] != true
            // Undo and Redo do what their words say.
            #expect(!isNew || takesBack(before, box.touched), "\(name): \(what) deleted clip \(clip) on \(before.appliance.page)")
        }
    }

    /// Returns true if the next step uses Undo or Redo: among the tools, or on a toast.
    private static func takesBack(_ box: Rehearsal, _ touched: Point?) -> Bool {
        guard let row = box.appliance.path.tools else { return box.appliance.context.toast?.undo != nil }
        let offers = box.appliance.path.toolLayers(in: box.appliance.context)[row.layer]
        let layout = ToolRowLayout(Theme(box.appliance.settings), count: offers.count, choice: row.choice)
        let meant = [row.choice, touched.flatMap(layout.tile)].compactMap { $0 }.filter(offers.indices.contains)
        return meant.contains { [.undo, .redo, .newInstead].contains(offers[$0].tool) }
    }

    // MARK: A control that went down before a change of screen does nothing on release

    /// Presses a control, lets another act change the screen, and releases the first.
    static func checkRelease(of control: Control, _ box: Rehearsal, during act: (inout Rehearsal) -> Void, _ name: String) {
        var held = box
        held.panel(.pressed(control))
        let surface = held.appliance.path.surface
        act(&held)
        guard held.appliance.path.surface != surface, held.appliance.switchingOff.ending == nil else { return }
        var idle = held
        held.panel(.released(control), at: held.now)
        idle.send(.tick)
        // With MARK's release its clip is complete, and a row of clips that is up gets one more.
        let isCut = control == .mark && cuts(held) > cuts(idle)
        let isSame = isCut ? held.appliance.path.surface == idle.appliance.path.surface : held.appliance.path == idle.appliance.path
        #expect(isSame, "\(name): \(control) came up on \(idle.appliance.page)")
        #expect(held.appliance.settings == idle.appliance.settings, "\(name): \(control) came up on \(idle.appliance.page)")
        // The clip's journal then gets all that was set on its footage meanwhile.
        let (did, would) = (journalled(held), journalled(idle))
        let more = did.filter { effect in
            guard control == .mark, case .card(.journal(_, .judged)) = effect else { return true }
            return would.contains(effect)
        }
        #expect(more == would, "\(name): \(control) came up on \(idle.appliance.page)")
    }

    private static func journalled(_ box: Rehearsal) -> [Effect] {
        box.effects.filter { if case .card(.journal) = $0 { true } else { false } }
    }

    private static func cuts(_ box: Rehearsal) -> Int { box.effects.count { if case .card(.cut) = $0 { true } else { false } } }

    // MARK: After a change that no press caused all but MARK in Live are deaf

    /// Lets time pass. Whenever another screen is up then, all controls are tried.
    static func wait(_ seconds: Double, _ box: inout Rehearsal, _ name: String) {
        let end = box.now.seconds + seconds
        // The clock counts in whole nanoseconds, so it may stop just before the end.
        while box.now.seconds < end - 1e-6 {
            let surface = box.appliance.path.surface
            box.run(to: min(end, box.now.seconds + 0.1))
            if box.appliance.path.surface != surface { checkDeafness(box, name) }
        }
    }

    /// Checks a box whose screen has just changed by itself.
    static func checkDeafness(_ box: Rehearsal, _ name: String) {
        guard box.appliance.switchingOff.ending == nil else { return }
        for after in [0.0, 0.25] {
            var idle = box
            idle.run(to: box.now.seconds + after)
            guard idle.appliance.path.surface == box.appliance.path.surface else { return }
            for control in Control.allCases where control != .mark || !box.appliance.page.marksAsLive {
                var pressed = idle
                // At this very instant: a test's hand waits otherwise until it is heard.
                pressed.panel(.pressed(control), at: idle.now)
                pressed.panel(.released(control), at: idle.now)
                expectNothing(pressed, since: idle, "\(name): \(control) \(after) s after a change to \(box.appliance.page)")
            }
            for detents in [-2, 2] {
                var turned = idle
                turned.panel(.turned(detents), at: idle.now)
                expectNothing(turned, since: idle, "\(name): turned \(after) s after a change to \(box.appliance.page)")
            }
            checkMark(idle, name)
        }
    }

    private static func expectNothing(_ used: Rehearsal, since idle: Rehearsal, _ name: String) {
        var rest = idle
        rest.send(.tick)
        #expect(used.appliance.path == rest.appliance.path && used.appliance.settings == rest.appliance.settings, "\(name)")
        #expect(journalled(used) == journalled(rest), "\(name)")
    }

    /// Checks that MARK sets a mark in Live and in what comes again over it, whatever was before.
    static func checkMark(_ box: Rehearsal, _ name: String) {
        let isDown = box.appliance.presses.isDown(.mark)
        guard box.appliance.page.marksAsLive, box.appliance.path.zooming == nil, !isDown, box.appliance.switchingOff.ending == nil else { return }
        var marked = box
        marked.tap(.mark)
        #expect(marked.marks.count == box.marks.count + 1, "\(name): MARK on \(box.appliance.page)")
    }
}
