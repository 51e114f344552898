// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Glibc
import Testing

@testable import Media

/// Footage whose bytes follow from the frame's number, so that a wrong byte can be identified.
enum Footage {
    static let stream = StreamParameters(size: .hd720, rate: FrameRate(60))
    static let page = sysconf(Int32(_SC_PAGESIZE))

    static func stamp(_ frame: Int64) -> FrameStamp {
        FrameStamp(frame: frame, timestamp: .zero + stream.rate.offset(of: frame))
    }

    static func isKeyframe(_ frame: Int64) -> Bool { frame % Int64(stream.framesPerGOP) == 0 }

    /// Returns a size: keyframes of some blocks, other frames of a part of a block.
    static func byteCount(_ frame: Int64) -> Int {
        isKeyframe(frame) ? 3 * page + Int(frame % 977) : 100 + Int(frame &* 2_654_435_761 % Int64(page))
    }

    /// No two frames of a test begin at the same position of it, so any mix-up shows.
    private static let pattern: [UInt8] = {
        var state: UInt32 = 1
        return (0..<65_521 + 100 * page).map { _ in
            state = state &* 1_664_525 &+ 1_013_904_223
            return UInt8(state >> 24)
        }
    }()

    private static func withBytes<R>(of frame: Int64, count: Int, _ body: (UnsafeRawBufferPointer) -> R) -> R {
        pattern.withUnsafeBytes {
            let start = Int(frame &* 61 % 65_521)
            return body(UnsafeRawBufferPointer(rebasing: $0[start..<start + count]))
        }
    }

    /// Appends this frame to the line.
    static func append(_ frame: Int64, count: Int? = nil, key: Bool? = nil, to line: DelayLine) -> AppendResult {
        withBytes(of: frame, count: count ?? byteCount(frame)) {
            line.append(AccessUnit(stamp: stamp(frame), isKeyframe: key ?? isKeyframe(frame), bytes: $0))
        }
    }

    /// Returns true if this unit is its frame, byte for byte, with decoder padding after it.
    static func isWhole(_ unit: AccessUnit) -> Bool { isWhole(unit, count: byteCount(unit.stamp.frame)) }

    static func isWhole(_ unit: AccessUnit, count: Int) -> Bool {
        let frame = unit.stamp.frame
        guard unit.stamp == stamp(frame), unit.isKeyframe == isKeyframe(frame), unit.bytes.count == count,
            let base = unit.bytes.baseAddress
        else { return false }
        let padding = UnsafeRawBufferPointer(start: base + count, count: DelayReader.padding)
        return padding.allSatisfy { $0 == 0 }
            && withBytes(of: frame, count: count) { $0.baseAddress.map { memcmp($0, base, count) == 0 } ?? false }
    }
}

@Suite struct DelayLineTests {
    private func line(blocks: Int, maximumSeconds: Double = 1200) throws -> DelayLine {
        try DelayLine(
            capacityBytes: blocks * Footage.page, parameters: Footage.stream, maximumSeconds: maximumSeconds,
            blockBytes: Footage.page)
    }

    @Test func whatIsReadIsWhatWasWritten() throws {
        let line = try line(blocks: 2000)
        for frame in Int64(0)..<600 { #expect(Footage.append(frame, to: line) == .stored) }
        let reader = line.makeReader()
        for frame in Int64(0)..<600 {
            #expect(reader.next { $0.stamp.frame == frame && Footage.isWhole($0) } == .unit(true))
        }
        #expect(reader.next(Footage.isWhole) == .atEnd)
        #expect(Footage.append(600, to: line) == .stored)
        #expect(reader.next(Footage.isWhole) == .unit(true))
    }

    @Test func decodingStartsAtTheKeyframeBefore() throws {
        let line = try line(blocks: 2000)
        let reader = line.makeReader()
        #expect(reader.seek(to: .zero) == nil)
        for frame in Int64(30)..<120 { _ = Footage.append(frame, to: line) }
        #expect(reader.seek(to: Footage.stamp(89).timestamp) == Footage.stamp(60))
        #expect(reader.seek(to: Footage.stamp(90).timestamp) == Footage.stamp(90))
        #expect(reader.seek(to: .zero) == Footage.stamp(30), "all is younger: the oldest keyframe")
        #expect(reader.next { $0.isKeyframe && $0.stamp.frame == 30 } == .unit(true))
    }

    @Test func aReaderThatIsOvertakenStandsAtTheNextKeyframe() throws {
        let line = try line(blocks: 120)
        _ = Footage.append(0, to: line)
        let reader = line.makeReader()
        for frame in Int64(1)..<400 { _ = Footage.append(frame, to: line) }
        let oldest = try #require(line.status.oldest)
        #expect(reader.next(Footage.isWhole) == .overtaken(missed: oldest.frame))
        #expect(reader.next { $0.stamp == oldest && $0.isKeyframe && Footage.isWhole($0) } == .unit(true))
    }

    @Test func anAccessUnitMayBeLargerThanABlock() throws {
        let line = try line(blocks: 100)
        let count = 99 * Footage.page + 1
        #expect(Footage.append(0, count: count, key: true, to: line) == .stored)
        #expect(line.makeReader().next { Footage.isWhole($0, count: count) } == .unit(true))
    }

    @Test func aBodyThatThrowsHasReadItsUnit() throws {
        struct Refusal: Error {}
        let line = try line(blocks: 100)
        _ = Footage.append(0, to: line)
        _ = Footage.append(1, to: line)
        let reader = line.makeReader()
        #expect(throws: Refusal.self) { _ = try reader.next { _ in throw Refusal() } }
        #expect(reader.next { $0.stamp.frame } == .unit(1))
    }

    @Test("V-58 pinned footage waits for the card, and the line goes on")
    func pinnedFootageWaitsForTheCard() throws {
        let line = try line(blocks: 400)
        line.setProtectedSpan(.seconds(1))
        _ = Footage.append(0, to: line)
        let pin = line.pin(from: Footage.stamp(40).timestamp, through: Footage.stamp(100).timestamp)
        for frame in Int64(1)..<3000 { #expect(Footage.append(frame, to: line) == .stored) }
        #expect(
            line.stamps(from: Footage.stamp(40).timestamp, through: Footage.stamp(100).timestamp)
                == (40...100).map(Footage.stamp))
        #expect(line.status.oldest == Footage.stamp(30) && !line.isCutShort(pin))
        #expect(line.newestStamp(notAfter: Footage.stamp(2940).timestamp) == Footage.stamp(2940))
        #expect(line.stamp(ofFrame: 200) == nil && line.stamp(ofFrame: 40) == Footage.stamp(40))
        line.unpin(pin)
        for frame in Int64(3000)..<3400 { _ = Footage.append(frame, to: line) }
        #expect(line.stamps(from: .zero, through: Footage.stamp(100).timestamp).isEmpty)
    }

    @Test("V-59 memory given back is the system's again, and never touched anew")
    func memoryGivenBackIsTheSystemsAgain() throws {
        let line = try line(blocks: 600)
        line.setProtectedSpan(.seconds(1))
        line.prefault(bytes: 100 * Footage.page)
        #expect(residentPages(of: line) >= 100)
        for frame in Int64(0)..<1000 { _ = Footage.append(frame, to: line) }
        line.shrink(toBytes: 300 * Footage.page)
        #expect(line.status.capacityBytes == 300 * Footage.page)
        #expect(residentPages(of: line) <= 300)
        line.prefaultRest { false }
        #expect(residentPages(of: line) == 300)
        for frame in Int64(1000)..<2000 { #expect(Footage.append(frame, to: line) == .stored) }
        #expect(residentPages(of: line) == 300)
        line.shrink(toBytes: 0)
        let held = line.stamps(from: Footage.stamp(1939).timestamp, through: Footage.stamp(1999).timestamp)
        #expect(held.count == 61, "the delay's own footage stays")
    }

    @Test("V-59 memory taken back is there before the writer has it, and what is held stays")
    func memoryTakenBackIsThereBeforeTheWriterHasIt() throws {
        let line = try line(blocks: 600)
        line.setProtectedSpan(.seconds(1))
        for frame in Int64(0)..<1000 { _ = Footage.append(frame, to: line) }
        line.shrink(toBytes: 200 * Footage.page)
        let held = line.stamps(from: .zero, through: Footage.stamp(1000).timestamp)
        #expect(line.status.givenBackBytes == 400 * Footage.page && residentPages(of: line) == 200)

        #expect(line.grow(byBytes: 100 * Footage.page + 1) == 100 * Footage.page, "whole blocks")
        #expect(line.status.capacityBytes == 300 * Footage.page && line.status.givenBackBytes == 300 * Footage.page)
        #expect(residentPages(of: line) >= 300, "all that came back is there")
        #expect(line.stamps(from: .zero, through: Footage.stamp(1000).timestamp) == held)

        #expect(line.grow(byBytes: 10_000 * Footage.page) == 300 * Footage.page, "no more than it had")
        #expect(line.status.capacityBytes == 600 * Footage.page && line.grow(byBytes: Footage.page) == 0)
        #expect(residentPages(of: line) == 600)
        for frame in Int64(1000)..<3000 { #expect(Footage.append(frame, to: line) == .stored) }
        let reader = line.makeReader()
        let oldest = try #require(line.status.oldest)
        for frame in oldest.frame..<3000 { #expect(reader.next(Footage.isWhole) == .unit(true), "frame \(frame)") }
        #expect(reader.next(Footage.isWhole) == .atEnd)
    }

    /// If a line was fully resident before it shrank, it is fully resident after it has grown: the writer meets no page fault.
    @Test func theWriterTakesNoPageFaultsForWhatCameBack() throws {
        let line = try line(blocks: 600)
        line.prefaultRest { false }
        line.shrink(toBytes: 100 * Footage.page)
        #expect(residentPages(of: line) == 100)
        // Grown block by block: each block is resident as soon as it counts.
        for blocks in 101...600 {
            line.grow(byBytes: Footage.page)
            #expect(line.status.capacityBytes == blocks * Footage.page && residentPages(of: line) >= blocks)
        }
    }

    @Test func growingStopsWhenItIsTold() throws {
        let line = try line(blocks: 50)
        line.shrink(toBytes: 10 * Footage.page)
        var asked = 0
        let grown = line.grow(byBytes: 40 * Footage.page) {
            asked += 1
            return asked > 7
        }
        #expect(grown == 7 * Footage.page && line.status.capacityBytes == 17 * Footage.page)
    }

    private func residentPages(of line: DelayLine) -> Int {
        var pages = [UInt8](repeating: 0, count: line.arena.byteCount / Footage.page)
        let isRead = pages.withUnsafeMutableBufferPointer { mincore(line.arena.base, line.arena.byteCount, $0.baseAddress) == 0 }
        #expect(isRead)
        return pages.count { $0 & 1 == 1 }
    }

    @Test func prefaultingStopsWhenItIsTold() throws {
        let line = try line(blocks: 50)
        var asked = 0
        line.prefaultRest {
            asked += 1
            return asked > 10
        }
        #expect(asked == 11)
    }

    @Test func withoutMemoryThereIsNoLine() {
        #expect(throws: DelayLineError.tooSmall(bytes: 100, blockBytes: Footage.page)) {
            _ = try DelayLine(capacityBytes: 100, parameters: Footage.stream, blockBytes: Footage.page)
        }
    }
}
