// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Synchronization

/// Measures, at each vblank, how far the picture on the TV is from the picture that is due.
///
/// Written by the display thread, read by any. Memory is fixed, however long the box runs: errors are kept as a
/// histogram of 0.1 ms steps.
final class DelayMeter: Sendable {
    struct Summary: Sendable, Equatable {
        /// Different delayed frames that were on the TV.
        var shown: Int64 = 0
        /// Vblanks at which the old picture stayed although a newer one was due.
        var repeated: Int64 = 0
        /// Captured frames that were due and never got to the TV.
        var skipped: Int64 = 0
        /// The frames that were due at a vblank of their own and never got to the TV: a machine that keeps up would have shown them.
        var missed: Int64 = 0
        var p50: Duration = .zero
        var p99: Duration = .zero
        var p999: Duration = .zero
        var longest: Duration = .zero
    }

    private static let step: Int64 = 100_000
    private static let steps = 20_000

    private struct State {
        var summary = Summary()
        var histogram = [UInt32](repeating: 0, count: DelayMeter.steps + 1)
        var samples: Int64 = 0
        var last: FrameStamp?
        var isJumping = true
        /// Frames that were due at a vblank and haven't been on the TV yet, oldest first.
        var dues: [Int64] = []
        var lastDue: Int64?

        /// Forgets the frames that were due until now: they are no longer measured.
        mutating func forget() {
            last = nil
            lastDue = nil
            dues.removeAll(keepingCapacity: true)
        }

        /// Notes that a frame is due at a vblank.
        mutating func noteDue(_ frame: Int64) {
            guard frame != lastDue else { return }
            lastDue = frame
            dues.append(frame)
            // If a picture stands still for this long, the oldest due frame counts as missed.
            if dues.count > DelayMeter.mostDues {
                summary.missed += 1
                dues.removeFirst()
            }
        }

        /// Notes that this frame is on the TV: older frames won't come any more.
        mutating func noteOnTV(_ frame: Int64) {
            let past = dues.prefix { $0 <= frame }
            summary.missed += Int64(past.count { $0 < frame })
            dues.removeFirst(past.count)
        }
    }

    private static let mostDues = 256

    private let state = Mutex(State())

    /// Begins a jump: the delay or the stream has changed, or the picture comes back. Nothing is measured until its first frame is
    /// on the TV.
    func beginJump() {
        state.withLock { $0.isJumping = true }
    }

    /// Interrupts the measurement, because something else is on the TV or there is no TV: frames that nobody can see aren't lost.
    func interrupt() {
        state.withLock { $0.forget() }
    }

    /// Notes one vblank with a delayed picture.
    /// - Parameters:
    ///   - shown: the frame on the TV.
    ///   - isFresh: true if it is the very frame that was due at the vblank it was meant for; false if the old picture stayed.
    ///   - due: the frame that should be there, as the delay line knows it.
    ///   - target: the vblank's time minus the delay.
    ///   - heldCount: returns how many frames with these numbers the delay line has. A frame that the camera never delivered can't be
    ///     skipped.
    func note(
        shown: FrameStamp, isFresh: Bool, due: FrameStamp, target: Timestamp, interval: Duration,
        heldCount: (Range<Int64>) -> Int
    ) {
        state.withLock { state in
            if state.isJumping {
                guard isFresh else { return }
                state.isJumping = false
                state.forget()
            }
            state.noteDue(due.frame)
            state.noteOnTV(shown.frame)
            if shown != due { state.summary.repeated += 1 }
            if shown.frame != state.last?.frame {
                state.summary.shown += 1
                if let last = state.last, shown.frame > last.frame + 1 {
                    state.summary.skipped += Int64(heldCount(last.frame + 1..<shown.frame))
                }
                state.last = shown
            }
            // In a gap of the camera the right picture grows old, which is no error of the delay.
            let error =
                shown == due
                ? min(shown.timestamp.duration(to: target), interval)
                : shown.timestamp.duration(to: target)
            let bucket = Int(min(Int64(Self.steps), max(0, error.nanoseconds / Self.step)))
            state.histogram[bucket] &+= 1
            state.samples += 1
            state.summary.longest = max(state.summary.longest, error)
        }
    }

    var summary: Summary {
        state.withLock { state in
            var summary = state.summary
            summary.p50 = Self.quantile(0.5, of: state)
            summary.p99 = Self.quantile(0.99, of: state)
            summary.p999 = Self.quantile(0.999, of: state)
            return summary
        }
    }

    /// The number of frames that were late or lost. Late ones count too, because before a frame is lost, an old picture stays for a vblank.
    /// This is cheap to read.
    var late: Int64 { state.withLock { $0.summary.missed + $0.summary.repeated } }

    private static func quantile(_ quantile: Double, of state: State) -> Duration {
        guard state.samples > 0 else { return .zero }
        let rank = Int64((quantile * Double(state.samples)).rounded(.up))
        var seen: Int64 = 0
        for (bucket, count) in state.histogram.enumerated() {
            seen += Int64(count)
            // A bucket stands for its upper edge, so that no error is reported smaller than it was.
            if seen >= rank { return min(.nanoseconds(Int64(bucket + 1) * step), state.summary.longest) }
        }
        return state.summary.longest
    }
}
