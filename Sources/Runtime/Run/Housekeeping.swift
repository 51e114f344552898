// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Media

/// Keeps memory free for the rest of the machine: if it gets short, the delay line gives back its oldest footage, and if it has
/// been free for a minute, the line takes back what it gave (`DelayLineGrowth`).
///
/// Thread-bound: the card thread.
final class Housekeeping: @unchecked Sendable {
    // Only the card thread calls it; `slot` and `delay` are thread-safe by themselves.
    static let interval: Duration = .seconds(1)
    /// The pressure beyond which the line shrinks: the percentage of the last ten seconds in which some program waited for memory.
    static let pressureLimit = 10.0

    /// The sources of the figures about the machine's memory.
    struct Readings {
        var memory: () -> MemoryReading? = MemoryReading.now
        var pressure: () -> Double? = MemoryReading.pressure
    }

    private static let blocksAtOnce = 16
    private static let pause: Duration = .milliseconds(2)

    private let slot: PipelineSlot
    private let delay: DelayControl
    /// The bytes that a player's window is to take.
    private let windowBytes: Int
    private let timebase: any Timebase
    private let events: RunEvents
    private let readings: Readings
    private var next: Timestamp
    /// The line whose memory is all physically there.
    private weak var prefaulted: DelayLine?
    /// The growth of that line.
    private var growth = DelayLineGrowth()
    /// The bytes that have come back since that line began to grow; `nil` while it doesn't grow.
    private var grownBytes: Int?

    init(
        slot: PipelineSlot, delay: DelayControl, windowBytes: Int, timebase: any Timebase, events: RunEvents,
        readings: Readings = Readings()
    ) {
        self.slot = slot
        self.delay = delay
        self.windowBytes = windowBytes
        self.timebase = timebase
        self.events = events
        self.readings = readings
        next = timebase.now()
    }

    /// Makes the line's memory physically present ahead of the writer, while nothing else is to be done; once for each line.
    func prefault(while isIdle: () -> Bool) {
        guard let line = slot.current?.footage.line, prefaulted !== line else { return }
        var blocks = 0
        var isComplete = true
        line.prefaultRest {
            rest(after: &blocks)
            if !isIdle() { isComplete = false }
            return !isComplete
        }
        guard isComplete else { return }
        prefaulted = line
        (growth, grownBytes) = (DelayLineGrowth(), nil)
    }

    func runIfDue() {
        slot.releaseReplaced()
        let now = timebase.now()
        guard now >= next else { return }
        next = now + Self.interval
        guard let footage = slot.current?.footage, let memory = readings.memory() else { return }
        let isUnderPressure = (readings.pressure() ?? 0) > Self.pressureLimit
        // Until a line's memory is all there, more memory seems to be free than is.
        if prefaulted === footage.line { grow(footage.line, memory.lineSize, isUnderPressure: isUnderPressure) }
        shrink(footage, memory.lineSize, isUnderPressure: isUnderPressure)
    }

    // MARK: Steps

    private func shrink(_ footage: Footage, _ size: DelayLineSize, isUnderPressure: Bool) {
        let line = footage.line
        let capacity = line.status.capacityBytes
        let least = PipelineFactory.leastBytes(footage.parameters, delay: delay.current)
        guard let target = size.shrunkenBytes(fromBytes: capacity, isUnderPressure: isUnderPressure, leastBytes: least) else { return }
        line.shrink(toBytes: target)
        // Pinned footage stays, whatever was asked for.
        let givenBack = capacity - line.status.capacityBytes
        if givenBack > 0 { events.note("memory is short: the delay line gives back \(givenBack >> 20) MiB", level: .warning) }
    }

    private func grow(_ line: DelayLine, _ size: DelayLineSize, isUnderPressure: Bool) {
        let missing = line.status.givenBackBytes
        let step = growth.step(size, missingBytes: missing, isUnderPressure: isUnderPressure, windowBytes: windowBytes)
        guard step > 0 else { return endGrowth(missing: missing) }
        if grownBytes == nil { events.note("memory is free again: the delay line grows by up to \(missing >> 20) MiB") }
        var blocks = 0
        let grown = line.grow(byBytes: step) {
            rest(after: &blocks)
            return false
        }
        grownBytes = (grownBytes ?? 0) + grown
        guard grown < step else { return }
        // The system has no more memory, whatever its figures say.
        growth = DelayLineGrowth()
        endGrowth(missing: missing - grown)
    }

    private func endGrowth(missing: Int) {
        guard let grown = grownBytes else { return }
        grownBytes = nil
        let reached = missing > 0 ? "\(missing >> 20) MiB are still missing" : "it is as large as it was"
        events.note("the delay line has grown by \(grown >> 20) MiB: \(reached)")
    }

    /// Pauses every few blocks, because a machine that hands out a gigabyte at a stretch has no time for the camera. Then frees the
    /// previous line, if nobody refers to it any more: both lines at once are more than a small board has.
    private func rest(after blocks: inout Int) {
        blocks += 1
        guard blocks % Self.blocksAtOnce == 0 else { return }
        timebase.wait(until: timebase.now() + Self.pause)
        slot.releaseReplaced()
    }
}
