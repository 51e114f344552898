// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Media
import Testing

@testable import Runtime

/// A delay line that is replaced by another stream's line.
@Suite struct PipelineSlotTests {
    private func pipeline(_ size: VideoSize) throws -> Pipeline {
        let parameters = StreamParameters(size: size, rate: FrameRate(30))
        let line = try DelayLine(capacityBytes: 1 << 20, parameters: parameters)
        let footage = Footage(
            parameters: parameters, encoderName: "numbers", line: line, maximumSeconds: 1200, sound: SoundTrack(isWanted: false))
        return Pipeline(footage: footage, decoder: NumberDecoder())
    }

    @Test("the display lets go of a replaced line without giving its memory back: who may be late does that")
    func aReplacedLineGoesWhereNobodyWaits() throws {
        let slot = PipelineSlot()
        weak var line: DelayLine?
        // The picture on the TV, and the footage that a clip is cut from.
        var held: [Footage] = []
        try {
            let first = try pipeline(.hd1080)
            line = first.footage.line
            held = [first.footage, first.footage]
            slot.replace(with: first)
        }()
        slot.replace(with: try pipeline(.hd720))
        slot.releaseReplaced()
        #expect(line != nil, "it is on the TV")
        held.removeLast()
        slot.releaseReplaced()
        #expect(line != nil, "a clip is cut from it")
        held.removeLast()
        #expect(line != nil, "whoever lets go last gives nothing back")
        slot.releaseReplaced()
        #expect(line == nil)
        let current = try #require(slot.current)
        slot.replace(with: current)
        slot.releaseReplaced()
        #expect(slot.current === current)
    }
}
