// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Synchronization

/// Finds what moves in the live or the delayed picture while it is shown; in the live one also the bursts of movement, and since when a region of it
/// has moved or rested.
///
/// `watch`, `watchBursts` and `watchRegion` may be called by any thread. `give` belongs to the display thread and never waits: it leaves the
/// newest picture to be examined, in place of a picture that wasn't examined yet. `runOnce` and what is known of the picture belong to the watch's own thread.
final class MotionWatch: @unchecked Sendable {
    // `shared` and `bell` are thread-safe, `given` belongs to the display's thread, and the rest to the watch's thread.
    private struct Shared {
        var source: VideoSource?
        var waiting: VideoFrame?
        /// Counts the changes of the source: what moves is worked out anew after each.
        var watch = 0
        var watchesBursts = false
        var region: MovementRegion?
        /// The newest live picture, for the bursts and the region.
        var live: VideoFrame?

        var watchesLive: Bool { watchesBursts || region != nil }
    }

    private let shared = Mutex(Shared())
    private let bell = Doorbell()
    private let tell: @Sendable (StillNews) -> Void
    private var given: Int64?
    private var givenLive: Int64?
    private var rule = MotionRule()
    private var watch = 0
    /// The grid that was told last of this source; `nil` if nothing was told yet. The first grid is told even if all is still, because a
    /// grid of the previous source may be on its way.
    private var told: MotionGrid?
    private var bursts = MovementBurst()
    /// The time of the last picture that was searched for a burst, or for movement in the region.
    private var searched: Timestamp?
    /// The region whose movement is followed.
    private var region: MovementRegion?
    private var movement = RegionMovement()

    /// The rule of bursts is for 30 pictures a second, so of a faster camera only as many are searched.
    private static let leastInterval = Duration.milliseconds(25)

    /// - Parameter tell: receives what moves, whenever that differs from before, and each burst, on the watch's thread.
    init(tell: @escaping @Sendable (StillNews) -> Void) {
        self.tell = tell
    }

    /// Watches this source from now on; `nil`: watches nothing.
    func watch(_ source: VideoSource?) {
        // The picture that waited is freed outside of the lock, for which the display's thread waits.
        let before = shared.withLock { shared -> VideoFrame? in
            let before = shared.waiting
            shared.source = source
            shared.waiting = nil
            shared.watch += 1
            return before
        }
        _ = before
    }

    /// Searches the live picture for bursts from now on, or no longer.
    func watchBursts(_ isOn: Bool) {
        let before = shared.withLock { shared -> VideoFrame? in
            defer { shared.live = nil }
            shared.watchesBursts = isOn
            return shared.live
        }
        _ = before
    }

    /// Follows the movement in this region of the live picture from now on; `nil`: in no region.
    func watchRegion(_ region: MovementRegion?) {
        let before = shared.withLock { shared -> VideoFrame? in
            defer { shared.live = nil }
            shared.region = region
            return shared.live
        }
        _ = before
    }

    /// True if somebody wants to know what moves.
    var isWatching: Bool { shared.withLock { $0.source != nil || $0.watchesLive } }

    /// Takes the pictures that are shown at a vblank.
    func give(_ sources: Stage.Sources) {
        giveShown(sources)
        giveLive(sources)
    }

    private func giveLive(_ sources: Stage.Sources) {
        guard shared.withLock({ $0.watchesLive }), let frame = sources[.live], frame.stamp.frame != givenLive else { return }
        givenLive = frame.stamp.frame
        let before = shared.withLock { shared -> VideoFrame? in
            guard shared.watchesLive else { return nil }
            defer { shared.live = frame }
            return shared.live
        }
        _ = before
        bell.ring()
    }

    private func giveShown(_ sources: Stage.Sources) {
        guard let source = shared.withLock({ $0.source }), let frame = sources[source], frame.stamp.frame != given else { return }
        given = frame.stamp.frame
        // The picture that was replaced is freed outside of the lock. Another source may be watched by now.
        let before = shared.withLock { shared -> VideoFrame? in
            guard shared.source == source else { return nil }
            let before = shared.waiting
            shared.waiting = frame
            return before
        }
        _ = before
        bell.ring()
    }

    /// Examines the newest pictures.
    /// - Returns: true if there was a picture.
    @discardableResult
    func runOnce() -> Bool {
        let isLiveSearched = searchLive()
        return findMotion() || isLiveSearched
    }

    private func searchLive() -> Bool {
        let (frame, watchesBursts, region) = shared.withLock { shared in
            defer { shared.live = nil }
            return (shared.live, shared.watchesBursts, shared.region)
        }
        guard let frame else { return false }
        let time = frame.stamp.timestamp
        if let searched, searched <= time, searched.duration(to: time) < Self.leastInterval { return true }
        searched = time
        guard let blocks = BlockMeans(of: frame.buffer) else { return true }
        if watchesBursts, let middle = bursts.take(blocks, at: Timestamp.zero.duration(to: time)) { tell(.burst(frame.stamp, middle: middle)) }
        follow(region, blocks, at: frame.stamp)
        return true
    }

    private func follow(_ region: MovementRegion?, _ blocks: BlockMeans, at stamp: FrameStamp) {
        if region != self.region {
            // Whoever is told of movement is told of its end as well.
            if movement.isMoving { tell(.region(.rests(since: stamp))) }
            (self.region, movement) = (region, RegionMovement())
        }
        guard let region, let change = movement.take(blocks, at: stamp, of: region) else { return }
        tell(.region(change))
    }

    private func findMotion() -> Bool {
        let (frame, watch) = shared.withLock { shared in
            let frame = shared.waiting
            shared.waiting = nil
            return (frame, shared.watch)
        }
        guard let frame else { return false }
        if watch != self.watch { (rule, told, self.watch) = (MotionRule(), nil, watch) }
        guard let blocks = BlockMeans(of: frame.buffer) else { return true }
        let grid = rule.take(blocks, at: Timestamp.zero.duration(to: frame.stamp.timestamp))
        if grid != told {
            told = grid
            tell(.motion(grid))
        }
        return true
    }

    /// Sleeps until there may be a picture, or until `deadline`.
    func wait(until deadline: Timestamp) { bell.wait(until: deadline) }

    /// Ends a `wait`.
    func wake() { bell.ring() }
}

extension MotionWatch {
    var worker: Worker { Worker(thread: .movement, runOnce: { self.runOnce() }, wait: { self.wait(until: $0) }, end: { self.wake() }) }
}
