// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core

@Suite struct DelayIndexPropertyTests {
    @Test("V-57 V-58 whatever happens, the line is whole", arguments: UInt64(1)...24)
    func whateverHappensTheLineIsWhole(seed: UInt64) {
        whateverHappens(seed: seed, isMemoryRestless: false)
    }

    @Test("V-59 memory comes and goes in the midst of it all, and the line is whole", arguments: UInt64(1)...24)
    func memoryComesAndGoesInTheMidstOfItAll(seed: UInt64) {
        let model = whateverHappens(seed: seed, isMemoryRestless: true)
        #expect(model.timesGivenBack > 20)
    }

    /// Runs four hundred steps of every kind in an order that the seed decides.
    /// - Parameter isMemoryRestless: if true, blocks are given back and taken back all the time, several at once.
    @discardableResult
    private func whateverHappens(seed: UInt64, isMemoryRestless: Bool) -> DelayIndexModel {
        var dice = SeededGenerator(seed: seed)
        let blocks = Int.random(in: isMemoryRestless ? 60...150 : 1...60, using: &dice)
        let blockBytes = Int.random(in: 1...40, using: &dice)
        let parameters = StreamParameters(size: .hd720, rate: FrameRate(Int64.random(in: 4...30, using: &dice)))
        var model = DelayIndexModel(blocks: blocks, blockBytes: blockBytes, parameters: parameters)
        if seed % 4 != 0 { model.readers = [.init(ordinal: 0), .init(ordinal: 0)] }
        let interval = parameters.rate.interval
        // Zero and negative instants are as valid as any other.
        var now = Timestamp(nanoseconds: -20 * interval.nanoseconds)
        var frame: Int64 = 0
        for _ in 0..<400 {
            func instant(_ dice: inout SeededGenerator) -> Timestamp {
                now + .nanoseconds(Int64.random(in: -60...20, using: &dice) * interval.nanoseconds / 2)
            }
            switch Int.random(in: 0..<100, using: &dice) {
            case 0..<60:
                let wantsKeyframe = model.index.wantsKeyframe && !dice.isTrue(oneIn: 4)
                // A GOP that fills the line leaves nothing to give back.
                let isLarge = !isMemoryRestless && dice.isTrue(oneIn: 40)
                model.append(
                    frame, at: now, isKeyframe: wantsKeyframe || dice.isTrue(oneIn: 8),
                    count: Int.random(in: 0...(isLarge ? blocks * blockBytes * 5 / 4 : blockBytes * 3), using: &dice)
                ) { model in
                    if isMemoryRestless { moveMemory(of: &model, with: &dice) }
                }
                // Now and then the camera loses frames.
                let step = dice.isTrue(oneIn: 20) ? Int64.random(in: 2...30, using: &dice) : 1
                frame += step
                now = now + .nanoseconds(step * interval.nanoseconds)
            case 60..<64:
                let from = instant(&dice)
                model.pin(from: from, through: from + .nanoseconds(Int64.random(in: -2...40, using: &dice) * interval.nanoseconds))
            case 64..<68:
                if !model.pins.isEmpty { model.unpin(at: Int.random(in: model.pins.indices, using: &dice)) }
            case 68..<92:
                if let reader = model.readers.indices.randomElement(using: &dice) { model.stepReader(reader) }
            case 92..<95:
                if let reader = model.readers.indices.randomElement(using: &dice) { model.seekReader(reader, to: instant(&dice)) }
            case 95:
                model.giveBackBlock(target: Int.random(in: 0...blocks, using: &dice))
            case 96:
                model.takeBackBlock()
            case 97:
                model.index.protectedSpan = .nanoseconds(Int64.random(in: 0...30, using: &dice) * interval.nanoseconds)
            default:
                expectLookups(in: model, at: instant(&dice), frame: Int64.random(in: 0...max(1, frame), using: &dice))
            }
            if isMemoryRestless { moveMemory(of: &model, with: &dice) }
            model.expectInvariants()
        }
        model.expectAllIsReadable()
        for _ in 0...blocks { model.takeBackBlock() }
        #expect(model.index.status.capacityBytes == blocks * blockBytes, "the whole capacity can come back, and no more")
        model.expectInvariants()
        return model
    }

    /// Now and then takes some blocks away or adds some.
    private func moveMemory(of model: inout DelayIndexModel, with dice: inout SeededGenerator) {
        guard dice.isTrue(oneIn: 4) else { return }
        let (target, isGiving) = (Int.random(in: 0...model.totalBlocks, using: &dice), dice.isTrue(oneIn: 2))
        for _ in 0..<Int.random(in: 1...12, using: &dice) {
            if isGiving { model.giveBackBlock(target: target) } else { model.takeBackBlock() }
        }
    }

    private func expectLookups(in model: DelayIndexModel, at instant: Timestamp, frame: Int64) {
        let held = model.heldOrdinals.map { model.stored[Int($0)].stamp }
        #expect(model.index.newestStamp(notAfter: instant) == held.last { $0.timestamp <= instant })
        #expect(model.index.stamp(ofFrame: frame) == held.first { $0.frame == frame })
        let end = instant + .seconds(1)
        var listed: [FrameStamp] = []
        while model.index.appendStamps(
            from: listed.last.map { $0.timestamp + .nanoseconds(1) } ?? instant, through: end,
            to: &listed)
        {}
        #expect(listed == held.filter { instant <= $0.timestamp && $0.timestamp <= end })
    }

    @Test("V-58 the delay's own footage stays while there is room for it", arguments: UInt64(1)...10)
    func theProtectedSpanStaysWhileThereIsRoomForIt(seed: UInt64) {
        var dice = SeededGenerator(seed: seed)
        let parameters = StreamParameters(size: .hd720, rate: FrameRate(10))
        // A GOP of 5 frames of at most 20 bytes takes at most 5 blocks of 20. The span touches at most 7 GOPs, and two more are incomplete.
        var model = DelayIndexModel(blocks: 9 * 5 + Int.random(in: 0...20, using: &dice), blockBytes: 20, parameters: parameters)
        model.index.protectedSpan = .seconds(3)
        for frame in Int64(0)..<600 {
            let now = Timestamp(nanoseconds: frame * 100_000_000)
            if dice.isTrue(oneIn: 7) {
                model.pin(from: now - .seconds(Int64.random(in: 0...20, using: &dice)), through: now + .seconds(4))
            }
            let isStored = model.append(
                frame, at: now, isKeyframe: frame % 5 == 0,
                count: Int.random(in: 1...20, using: &dice))
            #expect(isStored)
            if frame >= 30 { #expect(model.index.newestStamp(notAfter: now - .seconds(3))?.frame == frame - 30) }
            if frame % 20 == 0 { model.expectInvariants() }
        }
        #expect(model.index.status.cutShortPins > 0)
    }

    @Test func aReaderTooSlowIsToldWhatItMissed() {
        let parameters = StreamParameters(size: .hd720, rate: FrameRate(10))
        var model = DelayIndexModel(blocks: 10, blockBytes: 10, parameters: parameters)
        model.readers = [.init(ordinal: 0)]
        for frame in Int64(0)..<100 {
            model.append(frame, at: Timestamp(nanoseconds: frame * 100_000_000), isKeyframe: frame % 5 == 0, count: 10)
            if frame % 3 == 0 { model.stepReader(0) }
            model.expectInvariants()
        }
        #expect(model.overtakings > 0)
    }
}

extension SeededGenerator {
    fileprivate mutating func isTrue(oneIn count: Int) -> Bool { Int.random(in: 0..<count, using: &self) == 0 }
}
