// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Graphics
import Synchronization

/// Writes snapshots in real time without holding up the display: the display thread offers pictures, a background thread composes them.
final class SnapshotThread: @unchecked Sendable {
    // `snapshots.isDue` belongs to the display thread, `write` and `noteMissing` to the background thread; they share no mutable state.
    private struct Offer: Sendable {
        enum Content {
            case pictures([PlacedPicture], of: SnapshotView)
            case readBack(PixelBuffer)
        }
        var content: Content
        var vblank: Timestamp
    }

    /// The most offers that wait. When there are more, the newest is left out: a slow machine must not hoard frames.
    private static let longestQueue = 4

    private let snapshots: Snapshots
    private let timebase: any Timebase
    private let offers: Mailbox<Offer>
    private let waiting = Atomic(0)
    private let isEnding = Atomic(false)
    /// True if a snapshot was left out, which is told once. Belongs to the display thread.
    private var leavesOut = false
    private let tell: @Sendable (String) -> Void

    init(_ snapshots: Snapshots, timebase: any Timebase, tell: @escaping @Sendable (String) -> Void) {
        self.snapshots = snapshots
        self.timebase = timebase
        self.tell = tell
        offers = Mailbox()
    }

    func start() -> NamedThread {
        NamedThread(.snapshot, onRefusal: { _ in }) {
            while !self.isEnding.load(ordering: .relaxed) || !self.offers.isEmpty {
                self.offers.wait(until: self.timebase.now() + .milliseconds(200))
                while let offer = self.offers.take() {
                    do {
                        switch offer.content {
                        case .pictures(let pictures, let view):
                            defer { self.snapshots.forgetPictures() }
                            try self.snapshots.write(pictures, of: view, vblank: offer.vblank)
                        case .readBack(let picture):
                            try self.snapshots.write(picture, vblank: offer.vblank)
                        }
                    } catch {
                        // A full disk refuses every snapshot, but the log needs that only once.
                        if self.snapshots.noteMissing(error) { self.tell("snapshot: \(error)") }
                    }
                    self.waiting.subtract(1, ordering: .relaxed)
                }
            }
        }
    }

    /// Returns whether the vblank at this instant is to be kept; asked once for each vblank. The display thread only.
    func isDue(at vblank: Timestamp) -> Bool { snapshots.isDue(at: vblank) }

    /// Keeps what was on the TV at this vblank, by composing it later.
    func offer(_ pictures: [PlacedPicture], of view: SnapshotView, vblank: Timestamp) {
        offer(Offer(content: .pictures(pictures, of: view), vblank: vblank))
    }

    /// Keeps the picture that the display gave back.
    func offer(_ picture: PixelBuffer, vblank: Timestamp) {
        offer(Offer(content: .readBack(picture), vblank: vblank))
    }

    private func offer(_ offer: Offer) {
        guard waiting.load(ordering: .relaxed) < Self.longestQueue else {
            if !leavesOut { tell("snapshots are left out: the machine is too slow to compose each of them") }
            leavesOut = true
            return
        }
        waiting.add(1, ordering: .relaxed)
        offers.post(offer)
    }

    func end() {
        isEnding.store(true, ordering: .relaxed)
    }
}
