// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Devices
import Media
import Synchronization

/// Moves frames from the camera into the delay line, one frame a step, and counts them.
///
/// Thread-bound: the camera thread (or the driver of a virtual run) steps it. What other threads may read is in
/// `CaptureState`.
final class Capture {
    /// The outcome of a step.
    enum Outcome {
        case captured(FrameStamp)
        /// No frame by the deadline.
        case nothing
        case cameraGone(CameraError)
        case encoderFailed(CodecError)
    }

    /// The counts of what has gone through, for the report and the diagnostics.
    struct Tally: Sendable, Equatable {
        var captured: Int64 = 0
        /// Frames that are missing by the camera's sequence numbers.
        var lost: Int64 = 0
        var encoderIn: Int64 = 0
        var encoderOut: Int64 = 0
        var encodedBytes: Int64 = 0
        /// Frames that went into the encoder and never came out.
        var lostByEncoder: Int64 = 0
        /// Encoded frames that the delay line couldn't store.
        var refused: Int64 = 0
        var first: FrameStamp?
        var newest: FrameStamp?
    }

    let camera: any Camera
    private let encoder: any Encoder
    private let line: DelayLine
    private let shared: CaptureState
    private let framesPerGOP: Int64
    /// The number that is added to the camera's own frame numbers: a camera that was opened anew begins at 0 again, and the run's numbers
    /// go on.
    private var offset: Int64 = 0
    /// The frame with which a keyframe was asked for that hasn't come out yet; `nil` if no keyframe is expected. A hardware encoder gives
    /// it out some pictures later, and asking again meanwhile would cost the bits of several keyframes.
    private var keyframeAskedAt: Int64?
    /// The numbers of the frames that the encoder has and hasn't given out, oldest first.
    private var inEncoder: [Int64] = []

    init(camera: any Camera, encoder: any Encoder, line: DelayLine, shared: CaptureState, framesPerGOP: Int = 15) {
        self.camera = camera
        self.encoder = encoder
        self.line = line
        self.shared = shared
        self.framesPerGOP = Int64(framesPerGOP)
        inEncoder.reserveCapacity(64)
    }

    /// Takes the next frame, encodes it and appends it to the line.
    func step(until deadline: Timestamp) -> Outcome {
        var frame: VideoFrame
        do {
            guard let next = try camera.nextFrame(until: deadline) else { return .nothing }
            frame = next
        } catch {
            return .cameraGone(error)
        }
        if let newest = shared.tally.newest, frame.stamp.frame + offset <= newest.frame {
            offset = newest.frame + 1 - frame.stamp.frame
        }
        frame.stamp.frame += offset
        shared.noteCaptured(frame)
        let isMarked = shared.takeKeyframeRequest()
        let forcesKeyframe = isMarked || (line.wantsKeyframe && !isKeyframeUnderWay(at: frame.stamp.frame))
        if forcesKeyframe { keyframeAskedAt = frame.stamp.frame }
        inEncoder.append(frame.stamp.frame)
        do {
            try encoder.encode(frame, forcingKeyframe: forcesKeyframe) { append($0) }
        } catch {
            giveUpEncoded()
            return .encoderFailed(error)
        }
        return .captured(frame.stamp)
    }

    /// Appends what the encoder still holds to the line, before the stream ends.
    func drain() {
        // The stream ends here: an encoder that fails to drain has lost frames, and the tally shows it.
        try? encoder.drain { append($0) }
        giveUpEncoded()
    }

    /// Counts the frames that the encoder hasn't given out by now as lost: they never come.
    private func giveUpEncoded() {
        shared.noteLostByEncoder(Int64(inEncoder.count))
        inEncoder.removeAll(keepingCapacity: true)
    }

    /// Returns whether a keyframe that was asked for is still expected. After the length of a GOP, the encoder has forgotten it.
    private func isKeyframeUnderWay(at frame: Int64) -> Bool {
        guard let keyframeAskedAt else { return false }
        return frame - keyframeAskedAt < framesPerGOP
    }

    private func append(_ unit: AccessUnit) {
        if unit.isKeyframe { keyframeAskedAt = nil }
        // There are no B-frames: an encoder that gives out a frame has dropped the earlier frames that it still had.
        // They are counted first: a slice that is still held would have the array copied when it shrinks.
        let past = inEncoder.prefix { $0 <= unit.stamp.frame }.count
        let dropped = inEncoder.prefix(past).count { $0 < unit.stamp.frame }
        if dropped > 0 { shared.noteLostByEncoder(Int64(dropped)) }
        inEncoder.removeFirst(past)
        let isStored = line.append(unit) == .stored
        shared.noteEncoded(bytes: unit.bytes.count, isStored: isStored)
    }
}

/// The state that the camera thread shares with other threads. Thread-safe; each lock is held for a few assignments.
final class CaptureState: Sendable {
    private let tallies = Mutex(Capture.Tally())
    private let newest = Mutex<VideoFrame?>(nil)
    private let recent = Mutex(RecentStamps())
    private let name = Mutex("")
    private let strip = Atomic(false)
    private let largest = Mutex<VideoSize?>(nil)
    private let keyframeRequested = Atomic(false)

    var tally: Capture.Tally { tallies.withLock { $0 } }

    /// The camera's own name. Another camera may be chosen while the box runs.
    var cameraName: String { name.withLock { $0 } }

    /// True if the camera's pictures have a strip that a program reads.
    var hasFrameStrip: Bool { strip.load(ordering: .relaxed) }

    /// The largest size that the camera says it has.
    var largestSize: VideoSize? { largest.withLock { $0 } }

    func setCamera(name new: String, hasFrameStrip: Bool, largestSize: VideoSize?) {
        largest.withLock { $0 = largestSize }
        name.withLock { $0 = new }
        strip.store(hasFrameStrip, ordering: .relaxed)
    }

    /// Returns the newest frame that was exposed by this time, of the last seconds' frames.
    func newestStamp(notAfter instant: Timestamp) -> FrameStamp? { recent.withLock { $0.newest(notAfter: instant) } }

    /// The live picture.
    var newestFrame: VideoFrame? { newest.withLock { $0 } }

    /// Makes the next frame a keyframe, so that the clip of a live mark can be cut there.
    func requestKeyframe() { keyframeRequested.store(true, ordering: .relaxed) }

    fileprivate func takeKeyframeRequest() -> Bool { keyframeRequested.exchange(false, ordering: .relaxed) }

    fileprivate func noteCaptured(_ frame: VideoFrame) {
        tallies.withLock { tally in
            if let last = tally.newest?.frame, frame.stamp.frame > last + 1 {
                tally.lost += frame.stamp.frame - last - 1
            }
            tally.captured += 1
            tally.encoderIn += 1
            tally.first = tally.first ?? frame.stamp
            tally.newest = frame.stamp
        }
        recent.withLock { $0.add(frame.stamp) }
        // The old frame goes out of scope after the lock: freeing a picture takes longer than the lock may be held.
        var previous: VideoFrame? = frame
        newest.withLock { swap(&$0, &previous) }
    }

    fileprivate func noteEncoded(bytes: Int, isStored: Bool) {
        tallies.withLock { tally in
            tally.encoderOut += 1
            tally.encodedBytes += Int64(bytes)
            if !isStored { tally.refused += 1 }
        }
    }

    fileprivate func noteLostByEncoder(_ frames: Int64) {
        guard frames > 0 else { return }
        tallies.withLock { $0.lostByEncoder += frames }
    }

    /// Forgets the live picture, when the stream it belongs to ends.
    func forgetNewest() {
        newest.withLock { $0 = nil }
        recent.withLock { $0 = RecentStamps() }
    }
}

/// The stamps of the camera's newest frames, in memory that is allocated once.
struct RecentStamps {
    private static let capacity = 128
    private var stamps: [FrameStamp] = []
    /// The index for the next stamp.
    private var next = 0

    mutating func add(_ stamp: FrameStamp) {
        if stamps.isEmpty { stamps.reserveCapacity(Self.capacity) }
        if stamps.count < Self.capacity {
            stamps.append(stamp)
        } else {
            stamps[next] = stamp
        }
        next = (next + 1) % Self.capacity
    }

    func newest(notAfter instant: Timestamp) -> FrameStamp? {
        for back in 1...max(1, stamps.count) {
            guard back <= stamps.count else { return nil }
            let stamp = stamps[(next - back + Self.capacity) % Self.capacity]
            if stamp.timestamp <= instant { return stamp }
        }
        return nil
    }
}
