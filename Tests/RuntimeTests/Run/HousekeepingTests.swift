// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Glibc
import Logging
import Media
import Testing

@testable import Runtime

/// A machine of 1 GiB in virtual time: the line shrinks and grows as other programs come and go, and reports it.
@Suite struct HousekeepingTests {
    private static let mebibyte = 1 << 20
    private static let quiet = 300
    private static let hungry = 700

    private final class Machine {
        let slot = PipelineSlot()
        let clock = VirtualClock()
        let events: RunEvents
        private(set) var line: DelayLine
        /// The memory of other programs in MiB.
        var others = quiet
        var pressure = 0.0
        private var housekeeping: Housekeeping?
        private var second = 0

        init() throws {
            let timebase = SteppingClock(clock)
            events = RunEvents(timebase: timebase, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
            line = try Self.makeLine(of: .hd720, in: slot)
            housekeeping = Housekeeping(
                slot: slot, delay: DelayControl(.seconds(5)), windowBytes: FrameWindow.ordinaryBytes, timebase: timebase, events: events,
                readings: Housekeeping.Readings(
                    memory: { [unowned self] in
                        let taken = others * mebibyte + line.status.capacityBytes
                        return MemoryReading(totalBytes: 1 << 30, availableBytes: max(0, 1 << 30 - taken))
                    },
                    pressure: { [unowned self] in pressure }))
            prefault()
        }

        private static func makeLine(of size: VideoSize, in slot: PipelineSlot) throws -> DelayLine {
            let parameters = StreamParameters(size: size, rate: FrameRate(30))
            let line = try DelayLine(capacityBytes: 100 * mebibyte, parameters: parameters)
            let footage = Footage(
                parameters: parameters, encoderName: "numbers", line: line, maximumSeconds: 1200, sound: SoundTrack(isWanted: false))
            slot.replace(with: Pipeline(footage: footage, decoder: NumberDecoder()))
            return line
        }

        /// Makes the camera send another stream from now on.
        func changeStream() throws {
            line = try Self.makeLine(of: VideoSize(width: 640, height: 360), in: slot)
        }

        func prefault() { housekeeping?.prefault { true } }

        /// Runs this number of seconds. Returns the line's capacity after each second in MiB.
        @discardableResult
        func run(seconds: Int) -> [Int] {
            (0..<seconds).map { _ in
                second += 1
                clock.advance(to: Timestamp(seconds: Double(second)))
                housekeeping?.runIfDue()
                return line.status.capacityBytes / mebibyte
            }
        }

        var said: [String] { events.all.map(\.what) }
    }

    /// Returns a machine in which the line has shrunk as far as it may, and the other programs have ended again.
    private func shrunkenMachine() throws -> Machine {
        let machine = try Machine()
        machine.others = Self.hungry
        #expect(machine.run(seconds: 10) == Array(repeating: 16, count: 10))
        machine.others = Self.quiet
        return machine
    }

    @Test("V-59 when memory gets short the line gives back at once, and says it once")
    func whenMemoryGetsShortTheLineGivesBack() throws {
        let machine = try Machine()
        #expect(machine.run(seconds: 100) == Array(repeating: 100, count: 100))
        machine.others = Self.hungry
        #expect(machine.run(seconds: 100) == Array(repeating: 16, count: 100))
        #expect(machine.said == ["memory is short: the delay line gives back 83 MiB"])
    }

    @Test("V-59 when memory was free for 60 s the line takes back 16 MiB a second, all that it had and no more")
    func whenMemoryWasFreeFor60SecondsTheLineGrows() throws {
        let machine = try shrunkenMachine()
        #expect(machine.run(seconds: 60) == Array(repeating: 16, count: 60))
        #expect(machine.run(seconds: 8) == [32, 48, 64, 80, 96, 100, 100, 100])
        #expect(machine.line.status.givenBackBytes == 0)
        #expect(
            machine.said.dropFirst() == [
                "memory is free again: the delay line grows by up to 83 MiB",
                "the delay line has grown by 83 MiB: it is as large as it was",
            ])
        #expect(machine.run(seconds: 200).allSatisfy { $0 == 100 } && machine.said.count == 3)
    }

    @Test("V-59 short again in the midst of it, the line gives back and waits anew")
    func shortAgainInTheMidstOfIt() throws {
        let machine = try shrunkenMachine()
        #expect(machine.run(seconds: 63).suffix(3) == [32, 48, 64])
        machine.others = Self.hungry
        #expect(machine.run(seconds: 5) == Array(repeating: 16, count: 5))
        machine.others = Self.quiet
        #expect(machine.run(seconds: 62).suffix(3) == [16, 32, 48])
        #expect(
            machine.said.dropFirst() == [
                "memory is free again: the delay line grows by up to 83 MiB", "the delay line has grown by 48 MiB: 35 MiB are still missing",
                "memory is short: the delay line gives back 48 MiB", "memory is free again: the delay line grows by up to 83 MiB",
            ])
    }

    @Test func programsThatWaitForMemoryEndItToo() throws {
        let machine = try shrunkenMachine()
        #expect(machine.run(seconds: 63).last == 64)
        machine.pressure = 11
        #expect(machine.run(seconds: 3) == [48, 32, 16])
        machine.pressure = 9
        #expect(machine.run(seconds: 61).suffix(2) == [16, 32])
    }

    @Test("V-59 what has to stay free stays free: the line is left smaller then")
    func whatHasToStayFreeStaysFree() throws {
        let machine = try shrunkenMachine()
        // 307 MiB and two windows of 64 have to stay free, so 589 MiB are left for the line and the others.
        machine.others = 589 - 88
        #expect(machine.run(seconds: 300).last == 80)
        #expect(machine.said.last == "the delay line has grown by 64 MiB: 19 MiB are still missing")
        #expect(machine.said.count == 3, "it doesn't begin again for the few that are left")
        machine.others = Self.quiet
        #expect(machine.run(seconds: 100).last == 100)
    }

    @Test(arguments: [(290, 310), (120, 180), (420, 450)])
    func readingsThatGoUpAndDownDoNotHaveTheLineFollow(least: Int, most: Int) throws {
        let machine = try shrunkenMachine()
        var capacities: [Int] = []
        for second in 0..<400 {
            // Around the limit where the line shrinks, below it, and around the one where it grows.
            let available = second % 2 == 0 ? least : most
            machine.others = 1024 - available - machine.line.status.capacityBytes / Self.mebibyte
            capacities += machine.run(seconds: 1)
        }
        #expect(Set(capacities) == [16])
        #expect(!machine.said.contains { $0.contains("grow") })
    }

    @Test func anotherStreamsLineHasItsOwnMinute() throws {
        let machine = try shrunkenMachine()
        #expect(machine.run(seconds: 62).last == 48)
        try machine.changeStream()
        machine.others = Self.hungry
        machine.run(seconds: 1)
        machine.others = Self.quiet
        #expect(machine.run(seconds: 100).last == 16, "its memory isn't all there yet")
        machine.prefault()
        #expect(machine.run(seconds: 60).last == 16)
        #expect(machine.run(seconds: 20).last == 100)
    }

    /// Footage that a clip needs stays, and nothing is reported then.
    @Test func whatIsPinnedIsNotGivenBackAndNothingIsSaid() throws {
        let machine = try Machine()
        _ = machine.line.pin(from: .zero, through: Timestamp(seconds: 1000))
        let unit = [UInt8](repeating: 7, count: 200_000)
        for frame in Int64(0)..<500 {
            let stamp = FrameStamp(frame: frame, timestamp: .zero + FrameRate(30).offset(of: frame))
            _ = unit.withUnsafeBytes { machine.line.append(AccessUnit(stamp: stamp, isKeyframe: frame % 15 == 0, bytes: $0)) }
        }
        machine.others = Self.hungry
        machine.run(seconds: 3)
        let said = machine.said
        let capacity = machine.line.status.capacityBytes
        #expect(capacity > 80 * Self.mebibyte && said.count <= 1)
        machine.run(seconds: 20)
        #expect(machine.said == said && machine.line.status.capacityBytes == capacity)
    }
}
