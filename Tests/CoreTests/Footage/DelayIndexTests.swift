// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core

/// Edge cases at which rings fail.
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

    @Test("V-57 the time that fits is reckoned in the whole blocks that GOPs take, at most the maximum")
    func theTimeThatFitsFollowsFromWhatIsHeld() {
        var index = index(blocks: 100, blockBytes: 1000)
        #expect(index.status.averageBytesPerFrame == Double(stream.bitRate) / 80)
        for frame in Int64(0)..<20 { append(frame, key: frame % 5 == 0, count: frame % 5 == 0 ? 300 : 100, to: &index) }
        #expect(index.status.averageBytesPerFrame == 140)
        // A GOP of 700 bytes and half a second takes a block of 1000.
        #expect(abs(index.status.capacitySeconds - 50) < 1e-9)
        #expect(index.status.seconds == 2)
        let short = DelayIndex(blocks: 100_000, blockBytes: 1000, parameters: stream, maximumSeconds: 60)
        #expect(short.status.capacitySeconds == 60)
    }

    /// The capacity on the TV equals the time that a full line holds, within the GOP that is being written, for any block size.
    @Test("V-43 the time that fits is what is held in the end", arguments: [100, 700, 1000, 3000], [1, 5, 9])
    func theTimeThatFitsIsWhatIsHeldInTheEnd(blockBytes: Int, framesPerGOP: Int64) {
        var index = index(blocks: 120_000 / blockBytes, blockBytes: blockBytes)
        for frame in Int64(0)..<4000 {
            append(frame, key: frame % framesPerGOP == 0, count: frame % framesPerGOP == 0 ? 310 : 95 + Int(frame % 11), to: &index)
        }
        let gop = Double(framesPerGOP) / 10
        let status = index.status
        #expect(index.oldest != at(0))
        #expect(abs(status.seconds - status.capacitySeconds) <= 2 * gop, "\(status.seconds) s are held, \(status.capacitySeconds) s were said")
    }

    /// The estimate before the first GOP is complete is within 10 %, so the HUD can warn of a short line at once.
    @Test func beforeAnythingIsHeldTheBitRateSaysWhatFits() {
        let blocks = 10_000_000 / 4096
        let planned = 10_000_000 / (Double(stream.bitRate) / 8)
        #expect(abs(index(blocks: blocks, blockBytes: 4096).status.capacitySeconds / planned - 1) < 0.1)
    }

    @Test("V-06 blocks are small enough for a small picture's GOPs")
    func ofASmallPictureTwentyMinutesFitToo() {
        for size in [VideoSize(width: 320, height: 180), VideoSize(width: 640, height: 360), .vga, .hd720, .hd1080] {
            for rate in [FrameRate(30), FrameRate(60)] {
                let parameters = StreamParameters(size: size, rate: rate)
                let bytes = DelayLineSize.blockBytes(for: parameters, pageBytes: 4096)
                let gop = Double(parameters.bitRate) / 8 / rate.hertz * Double(parameters.framesPerGOP)
                // Rounding up to whole blocks costs less than the reserve for an encoder that exceeds its bit rate.
                #expect((gop / Double(bytes)).rounded(.up) * Double(bytes) < gop * DelayLineSize.peakFactor, "\(size) at \(rate.hertz)")
                #expect(bytes <= 65_536 && bytes.nonzeroBitCount == 1)
            }
        }
    }

    /// A camera's frame numbers may leap, so frames are counted by what is held and not by their numbers.
    @Test func framesAreCountedByTheirNumbers() {
        var index = index(blocks: 1000)
        let numbers: [Int64] = [0, 1, 2, 5, 6, 9, 100, 101, 1_000_000_000, 1_000_000_002]
        for (position, number) in numbers.enumerated() {
            let stamp = FrameStamp(frame: number, timestamp: at(Int64(position)).timestamp)
            #expect(index.reserve(stamp, isKeyframe: position % 3 == 0, byteCount: 10) != nil)
            index.publish()
        }
        for (low, high) in [(0, 10), (1, 6), (3, 5), (2, 101), (7, 1_000_000_001), (-5, 2_000_000_000), (10, 10), (102, 999)] as [(Int64, Int64)] {
            #expect(index.frameCount(numbered: low..<high) == numbers.count { low..<high ~= $0 }, "\(low)..<\(high)")
        }
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
