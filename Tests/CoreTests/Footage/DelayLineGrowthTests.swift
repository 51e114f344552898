// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core

/// The growth rule, second by second, on a machine whose available memory is what the line and everything else leave.
@Suite struct DelayLineGrowthTests {
    private static let megabyte = 1 << 20

    private struct Machine {
        let total: Int
        let original: Int
        var capacity: Int
        var growth = DelayLineGrowth()
        /// The bytes that everything else takes.
        var others: Int

        init(gigabytes: Int, lineMegabytes: Int, heldMegabytes: Int) {
            total = gigabytes << 30
            original = lineMegabytes * megabyte
            capacity = heldMegabytes * megabyte
            others = total / 4
        }

        var size: DelayLineSize { DelayLineSize(totalBytes: total, availableBytes: max(0, total - others - capacity)) }

        /// The bytes by which the line may grow now.
        var room: Int { size.growthBytes() }

        /// - Returns: the change of the line's size in bytes.
        mutating func second(isUnderPressure: Bool = false) -> Int {
            let before = capacity
            capacity += growth.step(
                size, missingBytes: original - capacity, isUnderPressure: isUnderPressure, windowBytes: FrameWindow.ordinaryBytes)
            if let target = size.shrunkenBytes(fromBytes: capacity, isUnderPressure: isUnderPressure, leastBytes: 16 * megabyte) {
                capacity = target
            }
            return capacity - before
        }
    }

    @Test("V-59 free for 60 s, the line grows by 16 MiB a second to what it had")
    func freeFor60SecondsItGrowsToWhatItHad() {
        var machine = Machine(gigabytes: 4, lineMegabytes: 100, heldMegabytes: 20)
        for second in 0..<60 { #expect(machine.second() == 0, "second \(second)") }
        let steps = (60..<70).map { _ in machine.second() / Self.megabyte }
        #expect(steps == [16, 16, 16, 16, 16, 0, 0, 0, 0, 0])
        #expect(machine.capacity == machine.original && !machine.growth.isGrowing)
    }

    @Test(arguments: [true, false])
    func oneSecondThatIsNotFreeHasItWaitAnew(isPressure: Bool) {
        var machine = Machine(gigabytes: 4, lineMegabytes: 1000, heldMegabytes: 20)
        for _ in 0..<60 { #expect(machine.second() == 0) }
        let others = machine.others
        if !isPressure { machine.others += machine.room }
        // Under pressure the line also shrinks.
        _ = machine.second(isUnderPressure: isPressure)
        machine.others = others
        for _ in 0..<60 { #expect(machine.second() == 0) }
        #expect(machine.second() == 16 * Self.megabyte)
    }

    @Test func itEndsBeforeItTakesWhatHasToStayFree() {
        var machine = Machine(gigabytes: 4, lineMegabytes: 2000, heldMegabytes: 20)
        machine.others = machine.others + machine.room - 100 * Self.megabyte
        let grown = (0..<1000).map { _ in machine.second() / Self.megabyte }
        #expect(grown.reduce(0, +) == 96 && grown.allSatisfy { $0 >= 0 })
        #expect(machine.room == 4 * Self.megabyte)
    }

    /// A line that has stopped growing begins again only when there is much room, not at the next sixteen megabytes.
    @Test func itDoesNotBeginForLittle() {
        var machine = Machine(gigabytes: 4, lineMegabytes: 2000, heldMegabytes: 20)
        machine.others = machine.others + machine.room - 63 * Self.megabyte
        for _ in 0..<200 { #expect(machine.second() == 0) }
        var almostWhole = Machine(gigabytes: 4, lineMegabytes: 30, heldMegabytes: 20)
        almostWhole.others = almostWhole.others + almostWhole.room - 12 * Self.megabyte
        let grown = (0..<200).map { _ in almostWhole.second() / Self.megabyte }
        #expect(grown.reduce(0, +) == 10, "all that is missing is enough")
    }

    @Test("V-59 growing never makes memory short", arguments: UInt64(1)...40)
    func growingNeverMakesMemoryShort(seed: UInt64) {
        var dice = SeededGenerator(seed: seed)
        let gigabytes = [1, 2, 4, 8][Int(seed % 4)]
        var machine = Machine(gigabytes: gigabytes, lineMegabytes: gigabytes * 400, heldMegabytes: 16)
        var sinceShort = 0
        for _ in 0..<4000 {
            // Long quiet times, and now and then another program that takes or frees much memory.
            if dice.chance(0.005) { machine.others = Int.random(in: 0...machine.total * 9 / 10, using: &dice) }
            let isUnderPressure = dice.chance(0.001)
            let before = machine.size
            let change = machine.second(isUnderPressure: isUnderPressure)
            #expect(change <= DelayLineGrowth.stepBytes && machine.capacity <= machine.original)
            sinceShort = isUnderPressure || before.growthBytes() < 0 ? 0 : sinceShort + 1
            guard change > 0 else { continue }
            #expect(sinceShort > 60)
            #expect(machine.room >= 0, "what has to stay free is free")
            #expect(machine.size.shrunkenBytes(fromBytes: machine.capacity, isUnderPressure: false, leastBytes: 0) == nil)
        }
    }

    @Test("V-59 readings that go up and down round a limit don't have the line follow", arguments: UInt64(1)...20, [true, false])
    func readingsRoundALimitDoNotHaveTheLineFollow(seed: UInt64, isRoundTheLower: Bool) {
        var dice = SeededGenerator(seed: seed)
        var machine = Machine(gigabytes: 2, lineMegabytes: 800, heldMegabytes: 400)
        // The line shrinks at the lower limit and grows at the upper one; 200 MB lie between them.
        let middle = machine.others + machine.room + (isRoundTheLower ? 200_000_000 : 0)
        var changes: [Int] = []
        for _ in 0..<4000 {
            // Some readings last for a second and some for minutes.
            if dice.chance(0.02) || dice.chance(0.5) && machine.others % 2 == 0 {
                machine.others = middle + Int.random(in: -90...90, using: &dice) * Self.megabyte + Int.random(in: 0...1, using: &dice)
            }
            let change = machine.second()
            if change != 0 { changes.append(change) }
        }
        let turns = zip(changes, changes.dropFirst()).count { ($0 > 0) != ($1 > 0) }
        #expect(turns == 0)
        #expect(!changes.isEmpty && changes.allSatisfy { ($0 < 0) == isRoundTheLower })
    }
}
