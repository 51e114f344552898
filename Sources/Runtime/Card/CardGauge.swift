// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Storage

/// Measures the card while it is used, and tells when a figure has changed.
///
/// Thread-bound: the card thread. In virtual time nothing takes time, so no speed is known there.
struct CardGauge {
    /// As much more or less room is worth telling.
    private static let roomThatCounts: Int64 = 1 << 20

    private var facts = CardFacts()
    private var told: CardFacts?

    /// The card was looked at.
    mutating func note(_ space: CardSpace) {
        facts.freeBytes = space.freeBytes
        facts.totalBytes = space.totalBytes
    }

    /// What the system has mounted there.
    mutating func note(_ format: MountedFormat?) {
        facts.format = format?.name
        facts.device = format?.device
    }

    /// The system has said how the card was when it came.
    mutating func note(_ check: CardFacts.Check?) { facts.check = check }

    mutating func noteSessions(_ count: Int?) { facts.sessions = count }

    /// Earlier runs' leavings were looked for.
    mutating func noteRepairs(_ count: Int) { facts.repairs = count }

    /// A journal line was kept.
    mutating func noteSync(_ length: Duration) { facts.lastSync = length > .zero ? length : nil }

    /// A clip was written. Later ones count as much as all before them.
    mutating func noteWritten(_ bytes: Int64, in length: Duration) {
        guard length > .zero, bytes > 0 else { return }
        let speed = Double(bytes) / length.inSeconds
        facts.bytesPerSecond = facts.bytesPerSecond.map { ($0 + speed) / 2 } ?? speed
    }

    /// What is to be told; `nil`: nothing has changed.
    mutating func news() -> CardFacts? {
        if let told, abs(told.freeBytes - facts.freeBytes) < Self.roomThatCounts {
            var same = facts
            same.freeBytes = told.freeBytes
            if same == told { return nil }
        }
        told = facts
        return facts
    }
}
