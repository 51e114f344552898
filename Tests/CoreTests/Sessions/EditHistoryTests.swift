// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core

/// A history of edits against a model: two lists.
@Suite struct EditHistoryTests {
    @Test func anEditIsUndoneAndRedoneUntilAnotherIsNoted() {
        var history = EditHistory<Int>()
        for edit in 1...3 { history.note(edit) }
        #expect(history.newest == 3 && history.next == nil)
        #expect(history.undo() == 3 && history.undo() == 2)
        #expect(history.newest == 1 && history.next == 2)
        #expect(history.redo() == 2 && history.next == 3)
        history.note(4)
        #expect(history.done == [1, 2, 4] && history.undone.isEmpty && history.redo() == nil)
    }

    @Test func anEditThatIsntMeantStays() {
        var history = EditHistory<Int>()
        for edit in [1, 2, 4] { history.note(edit) }
        #expect(history.undo { $0 % 2 == 1 } == 1 && history.done == [2, 4])
        #expect(history.undo { $0 % 2 == 1 } == nil && history.next == 1)
        #expect(history.redo() == 1 && history.done == [2, 4, 1])
    }

    @Test func theOldestEditsAreForgottenFirst() {
        var history = EditHistory<Int>(limit: 2)
        for edit in 1...3 { history.note(edit) }
        #expect(history.done == [2, 3])
    }

    @Test(arguments: 1...50 as ClosedRange<UInt64>) func itFollowsTheModel(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var history = EditHistory<Int>()
        var (done, undone): ([Int], [Int]) = ([], [])
        for edit in 0..<200 {
            switch Int.random(in: 0..<7, using: &random) {
            case 0...2:
                history.note(edit)
                (done, undone) = (done + [edit], [])
            case 3, 4:
                let expected = done.popLast()
                #expect(history.undo() == expected)
                if let expected { undone.append(expected) }
            case 5:
                let expected = undone.popLast()
                #expect(history.redo() == expected)
                if let expected { done.append(expected) }
            default:
                let gone = Int.random(in: 0...edit, using: &random)
                history.keep { edit in edit != gone }
                done.removeAll { $0 == gone }
                undone.removeAll { $0 == gone }
            }
            #expect(history.done == done && history.undone == undone && history.newest == done.last && history.next == undone.last)
        }
    }
}
