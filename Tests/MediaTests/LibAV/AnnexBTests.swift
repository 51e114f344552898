// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Media

@Suite struct AnnexBTests {
    private func units(_ bytes: [UInt8]) -> [[UInt8]] {
        var units: [[UInt8]] = []
        bytes.withUnsafeBytes { AnnexB.forEachUnit(in: $0) { units.append(Array($0)) } }
        return units
    }

    @Test(arguments: 1...50 as ClosedRange<UInt64>)
    func unitsComeOutAsTheyWentIn(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var stream: [UInt8] = []
        var written: [[UInt8]] = []
        for _ in 0..<Int.random(in: 1...8, using: &random) {
            // Small values, so that ones and zeros are often adjacent; never three zeros or a start code inside.
            var unit: [UInt8] = [0x65]
            for _ in 0..<Int.random(in: 0...60, using: &random) {
                let next = UInt8.random(in: 0...3, using: &random)
                unit.append(unit.suffix(2) == [0, 0] ? 3 : next)
            }
            unit.append(0x80)
            stream += (Bool.random(using: &random) ? [0, 0, 0, 1] : [0, 0, 1]) + unit
            written.append(unit)
        }
        #expect(units(stream) == written)
    }

    /// Sixteen bytes are examined at once: the code may lie across two such steps, or in the rest at the end.
    @Test func aStartCodeIsFoundWhereverItLies() {
        for before in 1...40 {
            for after in 1...20 {
                let (one, other) = ([UInt8](repeating: 0x65, count: before), [UInt8](repeating: 1, count: after))
                for code: [UInt8] in [[0, 0, 1], [0, 0, 0, 1]] {
                    #expect(units(code + one + code + other) == [one, other], "\(before) bytes before it, \(after) behind it")
                }
            }
        }
    }

    @Test(arguments: [[], [0], [0, 0, 1], [0, 0, 0, 1], [1, 1, 1], [0, 0, 0, 0]] as [[UInt8]])
    func bytesWithoutAUnitHaveNone(_ bytes: [UInt8]) {
        #expect(units(bytes).isEmpty)
        let preamble = bytes.withUnsafeBytes { AnnexB.preamble(of: $0) }
        #expect(preamble.parameterSets == nil)
        #expect(!preamble.hasPicture)
    }

    @Test func thePreambleIsTheParameterSetsInFrontOfThePicture() {
        let bytes: [UInt8] = [0, 0, 0, 1, 9, 16, 0, 0, 0, 1, 0x67, 66, 0, 30, 0, 0, 0, 1, 0x68, 7, 0, 0, 1, 6, 5, 0, 0, 1, 0x65, 1]
        let preamble = bytes.withUnsafeBytes { AnnexB.preamble(of: $0) }
        #expect(preamble.parameterSets == 6..<20)
        #expect(preamble.hasPicture)
    }

    @Test func aSampleHasLengthsAndNoParameterSets() {
        let bytes: [UInt8] = [0, 0, 0, 1, 0x67, 66, 0, 30, 0, 0, 0, 1, 0x68, 7, 0, 0, 1, 6, 5, 0, 0, 1, 0x65, 1, 2]
        let scratch = ClipScratch(byteCount: 8)
        let written = bytes.withUnsafeBytes { ClipSample.pieces(of: $0, lengthsIn: scratch)?.flatMap { Array($0) } }
        #expect(written == [0, 0, 0, 2, 6, 5, 0, 0, 0, 3, 0x65, 1, 2])
        let more = bytes.withUnsafeBytes { ClipSample.pieces(of: $0, lengthsIn: scratch)?.count }
        #expect(more == nil, "the scratch is full")
        let description = bytes.withUnsafeBytes { ClipSample.description(of: $0) }
        #expect(description == [1, 66, 0, 30, 0xff, 0xe1, 0, 4, 0x67, 66, 0, 30, 1, 0, 2, 0x68, 7])
    }
}
