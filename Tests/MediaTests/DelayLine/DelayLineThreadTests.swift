// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Glibc
import Synchronization
import Testing

@testable import Media

/// The line as the box uses it: with independent threads.
@Suite struct DelayLineThreadTests {
    private static let frames: Int64 = 6000

    /// The results of a reader's thread.
    private struct Findings {
        var intact: Int64 = 0
        var damaged: Int64 = 0
        var missed: Int64 = 0
        var isInOrder = true
    }

    @Test func twoReadersNeverSeeAnotherFramesBytes() throws {
        let line = try DelayLine(capacityBytes: 150 * Footage.page, parameters: Footage.stream, blockBytes: Footage.page)
        line.setProtectedSpan(.milliseconds(500))
        let findings = Mutex<[Findings]>([])
        let isWritten = Atomic(false)
        let readersReady = Atomic(0)
        @Sendable func read() {
            let reader = line.makeReader()
            readersReady.add(1, ordering: .releasing)
            let found = Self.readEverything(with: reader) { isWritten.load(ordering: .acquiring) }
            findings.withLock { $0.append(found) }
        }
        let threads = [
            PlainThread {
                while readersReady.load(ordering: .acquiring) < 2 { sched_yield() }
                for frame in 0..<Self.frames { _ = Footage.append(frame, to: line) }
                isWritten.store(true, ordering: .releasing)
            },
            PlainThread { read() },
            PlainThread { read() },
            PlainThread {
                // Meanwhile some marks, looks back and memory pressure.
                var round: Int64 = 0
                while !isWritten.load(ordering: .acquiring) {
                    let newest = line.status.newest?.timestamp ?? .zero
                    let pin = line.pin(from: newest - .seconds(1), through: newest + .milliseconds(100))
                    _ = line.stamps(from: newest - .seconds(1), through: newest)
                    line.unpin(pin)
                    round += 1
                    if round % 50 == 0 { line.shrink(toBytes: 120 * Footage.page) }
                    if round % 50 == 25 { line.grow(byBytes: 20 * Footage.page) }
                    if round % 10 == 0 { line.prefaultRest { false } }
                    sched_yield()
                }
            },
        ]
        for thread in threads { thread.join() }
        let found = findings.withLock { $0 }
        #expect(found.count == 2)
        for reader in found {
            #expect(reader.damaged == 0)
            #expect(reader.isInOrder)
            #expect(reader.intact > 0)
            #expect(reader.intact + reader.missed == Self.frames - line.status.refusedFrames, "each frame is read or counted as missed")
        }
    }

    private static func readEverything(with reader: DelayReader, isWritten: () -> Bool) -> Findings {
        var found = Findings()
        var last: Int64 = -1
        while true {
            let isLastRound = isWritten()
            let result = reader.next { unit -> Bool in
                if unit.stamp.frame <= last { found.isInOrder = false }
                last = unit.stamp.frame
                return Footage.isWhole(unit)
            }
            switch result {
            case .unit(true): found.intact += 1
            case .unit(false): found.damaged += 1
            case .overtaken(let missed): found.missed += missed
            case .atEnd:
                if isLastRound { return found }
                sched_yield()
            }
        }
    }
}

/// A thread of the system, so that the test uses none of the concurrency runtime's few threads.
private final class PlainThread {
    private final class Box {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    private var handle = pthread_t()

    init(_ body: @escaping @Sendable () -> Void) {
        let box = Unmanaged.passRetained(Box(body))
        let result = pthread_create(
            &handle, nil,
            { argument in
                if let argument { Unmanaged<Box>.fromOpaque(argument).takeRetainedValue().body() }
                return nil
            }, box.toOpaque())
        precondition(result == 0, "a thread can be made")
    }

    func join() { pthread_join(handle, nil) }
}
