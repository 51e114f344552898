// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Devices
import Synchronization

/// A panel's events and log lines, which a test can wait for. Thread-safe.
final class PanelLog: Sendable {
    private let heard = Mutex<[PanelEvent]>([])
    private let typed = Mutex<[KeyPress]>([])
    private let asked = Mutex<[Int]>([])
    private let found = Mutex<[PanelInput]>([])
    private let told = Mutex<[String]>([])

    func hear(_ input: PanelInput) {
        switch input {
        case .event(let event): heard.withLock { $0.append(event) }
        case .key(let press): typed.withLock { $0.append(press) }
        case .console(let number): asked.withLock { $0.append(number) }
        case .detected, .triggerHeld: found.withLock { $0.append(input) }
        default: break
        }
    }

    func tell(_ line: String) { told.withLock { $0.append(line) } }

    var events: [PanelEvent] { heard.withLock { $0 } }
    var actions: [PanelEvent.Action] { events.map(\.action) }
    var keys: [KeyPress] { typed.withLock { $0 } }
    /// The text consoles that were requested.
    var consoles: [Int] { asked.withLock { $0 } }
    var lines: [String] { told.withLock { $0 } }
    /// The trigger's inputs.
    var triggers: [PanelInput] { found.withLock { $0 } }
    /// The times of the trigger's moments.
    var moments: [Timestamp] { triggers.compactMap { if case .detected(let detection) = $0 { detection.timestamp } else { nil } } }
    /// The sum of all turns, in detents.
    var detents: Int { actions.reduce(0) { if case .turned(let detents) = $1 { $0 + detents } else { $0 } } }

    func forget() {
        heard.withLock { $0 = [] }
        found.withLock { $0 = [] }
        told.withLock { $0 = [] }
    }
}
