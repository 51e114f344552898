// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import TestSupport
import Testing

/// The row of pictures that strips have on the TV and in stills.
@Suite struct StripRowTests {
    @Test("X-08 eight pictures a step apart, as near about the moment as the footage allows", arguments: 1...20 as ClosedRange<UInt64>)
    func laws(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let last = Duration.seconds(Double.random(in: 0...20, using: &random))
            let moment = Duration.seconds(Double.random(in: 0...max(last.inSeconds, 1e-9), using: &random)).clamped(to: .zero...last)
            let step = Duration.seconds(Double.random(in: 0.001...1, using: &random))
            let row = StripRow(around: moment, step: step, within: .zero...last)
            #expect(row.offsets.count == 8 && row.offsets.contains(0))
            #expect(row.place(0) == moment)
            for offset in row.offsets {
                let place = moment + step * offset
                let isThere = place >= .milliseconds(-1) && place <= last
                #expect(row.place(offset) == (isThere ? max(.zero, place) : nil))
                // Footage that is long enough has all eight.
                if last >= step * 8 { #expect(isThere, "\(offset) of \(row.offsets), \(moment) of \(last)") }
            }
            if moment >= step * 4, last - moment >= step * 3 { #expect(row.offsets == -4..<4) }
        }
    }

    @Test("X-08 the chosen picture is always in the row")
    func chosen() {
        for chosen in -30...30 {
            let row = StripRow(6, around: .seconds(1), step: .milliseconds(33), within: .zero ... .seconds(5), showing: chosen)
            #expect(row.offsets.count == 6 && row.offsets.contains(chosen))
        }
    }
}
