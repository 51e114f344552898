// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation
import Synchronization
import Testing

@testable import Devices

@Suite struct ScriptPanelTests {
    @Test func inputsComeInOrderEachWithItsOwnTime() async throws {
        let script = try Script(text: "3600 mark tap\n7200 card unplug\n7201 knob turn 2", path: "a.script")
        let start = Timestamp(seconds: 50)
        let panel = ScriptPanel(script: script, timebase: SteppingTimebase(at: start))
        let (stream, continuation) = AsyncStream.makeStream(of: PanelInput.self)
        panel.start { continuation.yield($0) }
        var inputs: [PanelInput] = []
        for await input in stream {
            inputs.append(input)
            if inputs.count == 4 { break }
        }
        #expect(
            inputs == [
                .event(PanelEvent(.pressed(.mark), at: Timestamp(seconds: 3650), source: .script)),
                .event(PanelEvent(.released(.mark), at: Timestamp(seconds: 3650.08), source: .script)),
                .plug(.card, isPlugged: false),
                .event(PanelEvent(.turned(2), at: Timestamp(seconds: 7251), source: .script)),
            ])
        panel.stop()
    }

    /// A clock whose waits end only when the test allows it.
    private final class GatedTimebase: Timebase {
        private let gate = DispatchSemaphore(value: 0)

        func now() -> Timestamp { .zero }

        func wait(until deadline: Timestamp) { gate.wait() }

        func release() { gate.signal() }
    }

    @Test func aStoppedScriptSaysNothingMore() async throws {
        let timebase = GatedTimebase()
        let panel = ScriptPanel(script: try Script(text: "1 mark tap", path: "a.script"), timebase: timebase)
        let (ends, end) = AsyncStream.makeStream(of: Int.self)
        func play() {
            let listener = Listener { end.yield($0) }
            panel.start { _ in listener.hear() }
        }
        play()
        panel.stop()
        timebase.release()
        // The thread releases its listener when it ends.
        for await heard in ends {
            #expect(heard == 0)
            break
        }
    }

    /// Counts inputs, and reports the count when its last reference is released.
    private final class Listener: Sendable {
        private let count = Atomic(0)
        private let ended: @Sendable (Int) -> Void

        init(ended: @escaping @Sendable (Int) -> Void) { self.ended = ended }

        deinit { ended(count.load(ordering: .relaxed)) }

        func hear() { count.add(1, ordering: .relaxed) }
    }
}
