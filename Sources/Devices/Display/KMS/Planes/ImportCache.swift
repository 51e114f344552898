// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The framebuffers of other devices' memory, found again by the memory's identity: pictures come round from a pool. Thread-bound.
struct ImportCache {
    private struct Entry {
        /// `nil` if the card doesn't take this memory.
        var framebuffer: Framebuffer?
        var lastUse: UInt64
        var lastSweep: UInt64
    }

    private let device: DRMDevice
    private var entries: [DMABuffer.Identity: Entry] = [:]
    private var uses: UInt64 = 0
    private var sweeps: UInt64 = 0

    /// The most entries: more than decoder, camera and compositor have in use together. A framebuffer keeps its memory, so their number is
    /// limited.
    private static let capacity = 40
    /// The number of vblanks after which unused memory counts as that of a pool that is gone: of a camera before its restart, or of an
    /// earlier decoder.
    private static let patience: UInt64 = 600
    private static let sweepInterval: UInt64 = 60

    init(device: DRMDevice) {
        self.device = device
        entries.reserveCapacity(Self.capacity + 1)
    }

    /// Returns the framebuffer of this memory, or `nil` if the card doesn't take it. The card is asked only once.
    mutating func framebuffer(of memory: DMABuffer, size: VideoSize) -> Framebuffer? {
        uses += 1
        if let index = entries.index(forKey: memory.identity) {
            entries.values[index].lastUse = uses
            entries.values[index].lastSweep = sweeps
            return entries.values[index].framebuffer
        }
        if entries.count >= Self.capacity, let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse }) {
            entries.removeValue(forKey: oldest.key)
        }
        let framebuffer = try? Framebuffer(importing: memory, size: size, on: device)
        entries[memory.identity] = Entry(framebuffer: framebuffer, lastUse: uses, lastSweep: sweeps)
        return framebuffer
    }

    /// Releases framebuffers that were last wanted long ago. To be called once a vblank.
    mutating func sweep() {
        sweeps += 1
        guard sweeps % Self.sweepInterval == 0, entries.values.contains(where: isOld) else { return }
        entries = entries.filter { !isOld($0.value) }
    }

    private func isOld(_ entry: Entry) -> Bool { sweeps - entry.lastSweep > Self.patience }

    /// Releases all framebuffers; a picture on a plane keeps its framebuffer itself.
    mutating func forget() { entries.removeAll(keepingCapacity: true) }
}
