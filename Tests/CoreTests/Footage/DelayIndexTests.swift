// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core

/// The edges where rings fail.
@Suite struct DelayIndexTests {
    private let stream = StreamParameters(size: .hd720, rate: FrameRate(10))

    private func index(blocks: Int, blockBytes: Int = 10, maximumSeconds: Double = 1200) -> DelayIndex {
        DelayIndex(blocks: blocks, blockBytes: blockBytes, parameters: stream, maximumSeconds: maximumSeconds)
    }

    private func at(_ frame: Int64) -> FrameStamp {
        FrameStamp(frame: frame, timestamp: Timestamp(nanoseconds: frame * 100_000_000))
    }

    @discardableResult
    private func append(_ frame: Int64, key: Bool = false, count: Int = 10, to index: inout DelayIndex) -> Bool {
        guard index.reserve(at(frame), isKeyframe: key, byteCount: count) != nil else { return false }
        index.publish()
        return true
    }

    @Test func whatCannotBeDecodedIsRefused() {
        var index = index(blocks: 10)
        #expect(index.wantsKeyframe)
        #expect(!append(0, to: &index))
        #expect(append(1, key: true, to: &index))
        #expect(!index.wantsKeyframe)
        #expect(append(2, to: &index))
        #expect(index.status.refusedFrames == 1 && index.oldest == at(1))
    }

    @Test func aGOPWithoutEndIsCutAndAKeyframeAskedFor() {
        var index = index(blocks: 1000)
        append(0, key: true, to: &index)
        let stored = (1..<100).count { append($0, to: &index) }
        #expect(stored == index.framesPerGOP - 1)
        #expect(index.wantsKeyframe)
        #expect(append(100, key: true, to: &index))
        #expect(index.status.refusedFrames == Int64(99 - stored))
    }

    @Test func aGOPMayFillEverythingButNoMore() {
        var index = index(blocks: 4)
        append(0, key: true, to: &index)
        #expect((1..<4).allSatisfy { append($0, to: &index) })
        #expect(!append(4, to: &index), "the open GOP isn't evicted for itself")
        #expect(index.status.frames == 4)
        #expect(append(5, key: true, to: &index))
        #expect(index.oldest == at(5) && index.status.frames == 1)
    }

    @Test func oneBlockHoldsTheNewestGOP() {
        var index = index(blocks: 1)
        for frame in Int64(0)..<50 {
            #expect(append(frame, key: frame % 2 == 0, count: 5, to: &index))
            #expect(index.newest == at(frame))
        }
        #expect(index.status.frames == 2)
    }

    @Test func whatIsLargerThanEverythingEvictsNothing() {
        var index = index(blocks: 4)
        append(0, key: true, to: &index)
        #expect(!append(1, key: true, count: 41, to: &index))
        #expect(index.status.frames == 1 && index.wantsKeyframe)
        #expect(append(2, key: true, count: 40, to: &index))
        #expect(index.oldest == at(2))
    }

    @Test func twoKeyframesAtOnceAreTwoGOPs() {
        var index = index(blocks: 4)
        append(0, key: true, to: &index)
        append(1, key: true, to: &index)
        #expect(index.keyframe(before: at(0).timestamp)?.stamp == at(0))
        #expect(index.keyframe(before: at(1).timestamp)?.stamp == at(1))
        #expect(index.status.frames == 2 && index.status.usedBytes == 20)
    }

    @Test func whatIsNotNewerIsRefused() {
        var index = index(blocks: 4)
        append(5, key: true, to: &index)
        #expect(!append(5, key: true, to: &index))
        #expect(!append(4, key: true, to: &index))
        #expect(append(6, key: true, to: &index))
    }

    @Test("V-58 a pin reaches into the future and keeps its newest part when it is cut short")
    func aPinIsCutShortAtItsBeginning() {
        var index = index(blocks: 40)
        index.protectedSpan = .seconds(1)
        append(0, key: true, to: &index)
        let pin = index.pin(from: at(5).timestamp, through: at(60).timestamp)
        for frame in Int64(1)..<45 { append(frame, key: frame % 5 == 0, to: &index) }
        #expect(!index.isCutShort(pin) && index.oldest == at(5), "the GOP before the pin went first")
        append(45, key: true, to: &index)
        #expect(index.isCutShort(pin) && index.oldest == at(10))
        #expect(index.status.cutShortPins == 1)
        index.unpin(pin)
        #expect(index.status.pinnedBytes == 0 && !index.isCutShort(pin))
    }

    @Test("V-06 no more is held than the longest footage")
    func noMoreIsHeldThanTheLongestFootage() {
        var index = index(blocks: 10_000, maximumSeconds: 10)
        for frame in Int64(0)..<1000 {
            append(frame, key: frame % 5 == 0, to: &index)
            #expect(index.status.seconds <= 11)
        }
        #expect(index.status.seconds >= 10)
    }

    @Test("V-57 the time that fits is capacity ÷ average frame ÷ frame rate, at most the maximum")
    func theTimeThatFitsFollowsFromTheAverageFrame() {
        var index = index(blocks: 100, blockBytes: 1000)
        #expect(index.status.averageBytesPerFrame == Double(stream.bitRate) / 80)
        for frame in Int64(0)..<20 { append(frame, key: frame % 5 == 0, count: frame % 5 == 0 ? 300 : 100, to: &index) }
        #expect(index.status.averageBytesPerFrame == 140)
        #expect(abs(index.status.capacitySeconds - 100_000 / 140 / 10.0) < 1e-9)
        #expect(index.status.seconds == 2)
        let short = DelayIndex(blocks: 100_000, blockBytes: 1000, parameters: stream, maximumSeconds: 60)
        #expect(short.status.capacitySeconds == 60)
    }

    @Test func theIndexNeedsLessThan32BytesAFrame() {
        #expect(MemoryLayout<FrameEntry>.stride == 16)
        for rate in [FrameRate(30), FrameRate(60)] {
            let parameters = StreamParameters(size: .hd1080, rate: rate)
            let index = DelayIndex(blocks: 1_500_000_000 / 65_536, blockBytes: 65_536, parameters: parameters, maximumSeconds: 1200)
            let bytes =
                index.frames.count * MemoryLayout<FrameEntry>.stride + index.slots.count * MemoryLayout<GOP>.stride
                + 2 * index.slots.count * MemoryLayout<Int32>.stride
            #expect(Double(bytes) / (1200 * rate.hertz) <= 32)
        }
    }
}
