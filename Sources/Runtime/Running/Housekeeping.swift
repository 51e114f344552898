import Core
import Media

/// Keeps memory free for the rest of the machine: when it gets short, the delay line gives back its oldest footage.
///
/// Thread-bound: the card thread.
final class Housekeeping: @unchecked Sendable {
    // Only the card thread calls it; `slot` is thread-safe by itself.
    static let interval: Duration = .seconds(1)
    /// Percent of the last ten seconds that some program waited for memory, beyond which the line shrinks.
    static let pressureLimit = 10.0

    private let slot: PipelineSlot
    private let timebase: any Timebase
    private let events: RunEvents
    private var next: Timestamp

    init(slot: PipelineSlot, timebase: any Timebase, events: RunEvents) {
        self.slot = slot
        self.timebase = timebase
        self.events = events
        next = timebase.now()
    }

    func runIfDue() {
        let now = timebase.now()
        guard now >= next else { return }
        next = now + Self.interval
        guard let line = slot.current?.footage.line, let memory = MemoryReading.now() else { return }
        let isUnderPressure = (MemoryReading.pressure() ?? 0) > Self.pressureLimit
        let status = line.status
        guard let target = DelayLineSize.shrinkTarget(capacityBytes: status.capacityBytes, totalBytes: memory.totalBytes,
                                                      availableBytes: memory.availableBytes,
                                                      isUnderPressure: isUnderPressure) else { return }
        line.shrink(toBytes: target)
        events.note("memory is short: the delay line gives back \((status.capacityBytes - target) >> 20) MiB", level: .warning)
    }
}
