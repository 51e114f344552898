// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Synchronization

/// Remembers what was on the TV at which vblank, for the last seconds. A press is about the picture that was there when the
/// button went down, and its event arrives a little later.
///
/// Written by the display thread, read by the box's. Fixed memory.
final class ShownHistory: Sendable {
    private struct Entry {
        var vblank: Timestamp
        var shown: FrameStamp?
    }

    private struct Ring {
        var entries: [Entry] = []
        var next = 0
    }

    private static let capacity = 256
    private let ring = Mutex(Ring())

    init() {
        ring.withLock { $0.entries.reserveCapacity(Self.capacity) }
    }

    /// Notes the line's frame that is on the TV from this vblank on: the delayed one or an older one in a replay; `nil` if the TV shows
    /// neither.
    func note(_ shown: FrameStamp?, at vblank: Timestamp) {
        ring.withLock { ring in
            let entry = Entry(vblank: vblank, shown: shown)
            if ring.entries.count < Self.capacity {
                ring.entries.append(entry)
            } else {
                ring.entries[ring.next] = entry
            }
            ring.next = (ring.next + 1) % Self.capacity
        }
    }

    /// Corrects the vblank of the last note: its frame came on the TV at this vblank, whatever was expected.
    func settle(at vblank: Timestamp) {
        ring.withLock { ring in
            guard !ring.entries.isEmpty else { return }
            ring.entries[(ring.next + Self.capacity - 1) % Self.capacity].vblank = vblank
        }
    }

    /// Returns the line's frame that was on the TV at `instant`, or the oldest known frame if that was too long ago.
    func shown(at instant: Timestamp) -> FrameStamp? {
        ring.withLock { ring in
            var best: Entry?
            var oldest: Entry?
            for entry in ring.entries {
                if entry.vblank <= instant, best.map({ entry.vblank > $0.vblank }) ?? true { best = entry }
                if oldest.map({ entry.vblank < $0.vblank }) ?? true { oldest = entry }
            }
            return (best ?? oldest)?.shown
        }
    }
}
