// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Media

/// Keeps memory free for the rest of the machine: when it gets short, the delay line gives back its oldest footage.
///
/// Thread-bound: the card thread.
final class Housekeeping: @unchecked Sendable {
    // Only the card thread calls it; `slot` and `delay` are thread-safe by themselves.
    static let interval: Duration = .seconds(1)
    /// Percent of the last ten seconds that some program waited for memory, beyond which the line shrinks.
    static let pressureLimit = 10.0

    private static let blocksAtOnce = 16
    private static let pause: Duration = .milliseconds(2)

    private let slot: PipelineSlot
    private let delay: DelayControl
    private let timebase: any Timebase
    private let events: RunEvents
    private var next: Timestamp
    /// The line whose memory is all there.
    private var prefaulted: ObjectIdentifier?

    init(slot: PipelineSlot, delay: DelayControl, timebase: any Timebase, events: RunEvents) {
        self.slot = slot
        self.delay = delay
        self.timebase = timebase
        self.events = events
        next = timebase.now()
    }

    /// Makes the line's memory physically there ahead of the writer, as long as nothing else is to be done; once for each line.
    ///
    /// With a pause every few blocks: a machine that hands out a gigabyte at a stretch has no time for the camera.
    func prefault(while isIdle: () -> Bool) {
        guard let line = slot.current?.footage.line, prefaulted != ObjectIdentifier(line) else { return }
        var blocks = 0
        var isComplete = true
        line.prefaultRest {
            blocks += 1
            if blocks % Self.blocksAtOnce == 0 { timebase.wait(until: timebase.now() + Self.pause) }
            if !isIdle() { isComplete = false }
            return !isComplete
        }
        if isComplete { prefaulted = ObjectIdentifier(line) }
    }

    func runIfDue() {
        let now = timebase.now()
        guard now >= next else { return }
        next = now + Self.interval
        guard let footage = slot.current?.footage, let memory = MemoryReading.now() else { return }
        let isUnderPressure = (MemoryReading.pressure() ?? 0) > Self.pressureLimit
        let line = footage.line
        let status = line.status
        let least = PipelineFactory.leastBytes(footage.parameters, delay: delay.current)
        guard
            let target = memory.lineSize.shrunkenBytes(
                fromBytes: status.capacityBytes, isUnderPressure: isUnderPressure,
                leastBytes: least)
        else { return }
        line.shrink(toBytes: target)
        events.note("memory is short: the delay line gives back \((status.capacityBytes - target) >> 20) MiB", level: .warning)
    }
}
