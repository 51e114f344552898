// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Storage

/// Measures the card while it is used, and tells when a figure has changed.
///
/// Thread-bound: the card thread. In virtual time nothing takes time, so no speed is known there.
struct CardGauge {
    /// The smallest change of the free space that is told, in bytes.
    private static let roomThatCounts: Int64 = 1 << 20

    private var facts = CardFacts()
    private var told: CardFacts?

    /// Notes the card's space as it was just read.
    mutating func note(_ space: CardSpace) {
        facts.freeBytes = space.freeBytes
        facts.totalBytes = space.totalBytes
    }

    /// Notes the file system and the device that the system has mounted as the card.
    mutating func note(_ format: MountedFormat?) {
        facts.format = format?.name
        facts.device = format?.device
    }

    /// Notes how the system found the card when it was inserted.
    mutating func note(_ check: CardFacts.Check?) { facts.check = check }

    mutating func noteSessions(_ count: Int?) { facts.sessions = count }

    /// Notes the number of repairs of what earlier runs left.
    mutating func noteRepairs(_ count: Int) { facts.repairs = count }

    /// Notes how long it took to write a journal line.
    mutating func noteSync(_ length: Duration) { facts.lastSync = length > .zero ? length : nil }

    /// Notes a written clip. Its speed counts as much as the average of all clips before it.
    mutating func noteWritten(_ bytes: Int64, in length: Duration) {
        guard length > .zero, bytes > 0 else { return }
        let speed = Double(bytes) / length.inSeconds
        facts.bytesPerSecond = facts.bytesPerSecond.map { ($0 + speed) / 2 } ?? speed
    }

    /// Returns the card's facts if they have changed since they were last told, otherwise `nil`.
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
