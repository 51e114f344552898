import Core
import Graphics
import Synchronization

/// Writes snapshots in real time without holding up the display: the display thread offers, a background thread composes.
final class SnapshotThread: @unchecked Sendable {
    // `snapshots.isDue` is the display thread's, `snapshots.write` the background thread's; they share nothing that changes.
    private struct Offer: Sendable {
        var pictures: [PlacedPicture]
        var size: VideoSize
        var vblank: Timestamp
    }

    /// More than this many waiting, and the newest is left out: a slow machine must not hoard frames.
    private static let longestQueue = 4

    private let snapshots: Snapshots
    private let timebase: any Timebase
    private let offers: Mailbox<Offer>
    private let waiting = Atomic(0)
    private let isEnding = Atomic(false)
    private let tell: @Sendable (String) -> Void

    init(_ snapshots: Snapshots, timebase: any Timebase, tell: @escaping @Sendable (String) -> Void) {
        self.snapshots = snapshots
        self.timebase = timebase
        self.tell = tell
        offers = Mailbox()
    }

    func start() -> NamedThread {
        NamedThread("vir-snapshot", .background) {
            while !self.isEnding.load(ordering: .relaxed) || !self.offers.isEmpty {
                self.offers.wait(until: self.timebase.now() + .milliseconds(200))
                while let offer = self.offers.take() {
                    do {
                        try self.snapshots.write(offer.pictures, size: offer.size, vblank: offer.vblank)
                    } catch {
                        self.tell("snapshot: \(error)")
                    }
                    self.waiting.subtract(1, ordering: .relaxed)
                }
            }
        }
    }

    /// Keeps the picture of this vblank if one is due.
    func offer(_ pictures: @autoclosure () -> [PlacedPicture], size: VideoSize, vblank: Timestamp) {
        guard snapshots.isDue(at: vblank) else { return }
        guard waiting.load(ordering: .relaxed) < Self.longestQueue else {
            tell("snapshot left out: the machine is too slow to compose it")
            return
        }
        waiting.add(1, ordering: .relaxed)
        offers.post(Offer(pictures: pictures(), size: size, vblank: vblank))
    }

    func end() {
        isEnding.store(true, ordering: .relaxed)
    }
}
