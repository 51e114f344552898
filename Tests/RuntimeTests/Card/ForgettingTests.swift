// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation
import Storage
import Testing

@testable import Runtime

/// Somebody wants the footage forgotten while clips wait for the card: no byte of it comes onto the card, or stays there.
@Suite struct ForgettingTests {
    /// Makes two marks and their clips, with the card pulled beforehand or in the middle of the first clip; then footage is forgotten, unless it
    /// isn't, and the card comes back.
    private func filing(isForgotten: Bool, isPulledInTheMiddle: Bool) throws -> Filing {
        let filing = try Filing()
        filing.mark(1, frame: 20)
        filing.mark(2, frame: 50)
        filing.work()
        let plug = filing.plug
        if isPulledInTheMiddle {
            let isFirst = OnceFlag()
            filing.files.watch { _, step throws(CardError) in
                guard step.hasPrefix("sync"), step.hasSuffix("01.mp4.part"), isFirst.isFirst() else { return }
                plug.setPlugged(false)
                throw .absent
            }
        } else {
            plug.setPlugged(false)
        }
        filing.cut(1, 0...29)
        filing.cut(2, 21...59)
        filing.work(for: .seconds(2))
        if isPulledInTheMiddle { #expect(try filing.hasFootageOnTheCard(), "the first clip was to be half written") }
        if isForgotten { filing.writer.post(.dropCuts) }
        filing.work(for: .seconds(2))
        plug.setPlugged(true)
        filing.writer.post(.file(.run(1)))
        filing.work(for: .seconds(3))
        return filing
    }

    @Test("V-16 what waits for the card is dropped, and no byte of it is on the card", arguments: [false, true])
    func dropped(isPulledInTheMiddle: Bool) throws {
        let filing = try filing(isForgotten: true, isPulledInTheMiddle: isPulledInTheMiddle)
        #expect(try !filing.hasFootageOnTheCard())
        #expect(filing.words.filter { $0.hasPrefix("1: lost") || $0.hasPrefix("1: clip") } == ["1: lost 1", "1: lost 2"])
        let record = try #require(try filing.records().first)
        #expect(record.marks.map(\.number) == [1, 2] && record.clips.isEmpty && record.lostClips == [1, 2] && record.ending == .stopped)
        // A pin also holds future footage.
        try filing.append(from: 1_000)
        #expect(filing.footage.line.status.pinnedBytes == 0 && filing.writer.isIdle)
    }

    /// The same without forgetting, or the bytes would be looked for in vain.
    @Test(arguments: [false, true])
    func whatIsNotForgottenIsOnTheCard(isPulledInTheMiddle: Bool) throws {
        let filing = try filing(isForgotten: false, isPulledInTheMiddle: isPulledInTheMiddle)
        #expect(try filing.hasFootageOnTheCard())
        #expect(try filing.records().first?.clips.map(\.number) == [1, 2])
    }
}
