// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The framebuffers of other devices' memory, found again by its identity: pictures come round from a pool. Thread-bound.
struct ImportCache {
    private struct Entry {
        /// `nil`: the card doesn't take this memory.
        var framebuffer: Framebuffer?
        var lastUse: UInt64
    }

    private let device: DRMDevice
    private var entries: [DMABuffer.Identity: Entry] = [:]
    private var uses: UInt64 = 0

    /// More than decoder, camera and compositor have in use together. A framebuffer keeps its memory, so there is an end to it.
    private static let capacity = 40

    init(device: DRMDevice) {
        self.device = device
        entries.reserveCapacity(Self.capacity + 1)
    }

    /// The framebuffer of this memory, or `nil` where the card doesn't take it, which is asked once.
    mutating func framebuffer(of memory: DMABuffer, size: VideoSize) -> Framebuffer? {
        uses += 1
        if let index = entries.index(forKey: memory.identity) {
            entries.values[index].lastUse = uses
            return entries.values[index].framebuffer
        }
        if entries.count >= Self.capacity, let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse }) {
            entries.removeValue(forKey: oldest.key)
        }
        let framebuffer = try? Framebuffer(importing: memory, size: size, on: device)
        entries[memory.identity] = Entry(framebuffer: framebuffer, lastUse: uses)
        return framebuffer
    }
}
