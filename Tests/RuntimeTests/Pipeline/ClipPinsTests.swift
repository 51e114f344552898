// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Synchronization
import Testing

@testable import Runtime

/// Each clip's pin belongs to one session: two sessions of a run both number their clips from 1.
@Suite struct ClipPinsTests {
    private func plan(_ number: Int, _ frames: ClosedRange<Int64>) -> ClipPlan {
        ClipPlan(number: number, kind: .mark, from: Filing.stamp(frames.lowerBound).timestamp, through: Filing.stamp(frames.upperBound).timestamp)
    }

    @Test func theSameNumberInTwoSessionsIsTwoClips() throws {
        let filing = try Filing()
        let pins = ClipPins { [footage = filing.footage] in footage }
        pins.perform(.pin(plan(1, 0...29), .run(1)))
        pins.perform(.pin(plan(1, 60...89), .run(2)))
        let pinned = filing.footage.line.status.pinnedBytes
        pins.perform(.release(1, .run(1)))
        let second = try #require(pins.take(plan(1, 60...89), of: .run(2)))
        #expect(pinned > filing.footage.line.status.pinnedBytes && filing.footage.line.status.pinnedBytes > 0)
        second.footage.line.unpin(second.pin)
        #expect(filing.footage.line.status.pinnedBytes == 0)
    }

    @Test func aClipOfNothingIsLostInItsOwnSessionAndItsJournalSaysSo() throws {
        let filing = try Filing(hasFootage: false)
        filing.mark(1, frame: 0, session: 2)
        filing.cut(1, 0...29, session: 2)
        filing.work()
        #expect(filing.words.contains("2: lost 1"))
        #expect(try filing.records().first?.lostClips == [1])
    }

    @Test func theEndOfASessionThatNeverBeganIsNoWork() throws {
        let filing = try Filing()
        filing.work()
        filing.writer.post(.end(.run(1)))
        #expect(filing.writer.isIdle && !filing.writer.hasBegun(.first))
        filing.mark(1, frame: 0)
        filing.writer.post(.end(.run(1)))
        #expect(!filing.writer.isIdle && filing.writer.hasBegun(.first))
        filing.work()
        #expect(filing.words.contains("1: closed 0"))
    }
}
