import Core
import Devices
import Media
import Synchronization

/// From the camera into the delay line: one frame a step, audited.
///
/// Thread-bound: the camera thread (or the driver of a virtual run) steps it. What others may read is in `tally`
/// and `newestFrame`.
final class Capture {
    /// What a step came to.
    enum Outcome {
        case captured(FrameStamp)
        /// No frame by the deadline.
        case nothing
        case cameraGone(CameraError)
        case encoderFailed(CodecError)
    }

    /// What has gone through, for the report and the diagnostics.
    struct Tally: Sendable, Equatable {
        var captured: Int64 = 0
        /// Gaps in the camera's sequence numbers.
        var lost: Int64 = 0
        var encoderIn: Int64 = 0
        var encoderOut: Int64 = 0
        var encodedBytes: Int64 = 0
        /// Encoded frames that the delay line couldn't store.
        var refused: Int64 = 0
        var first: FrameStamp?
        var newest: FrameStamp?
    }

    let camera: any Camera
    private let encoder: any Encoder
    private let line: DelayLine
    private let shared: CaptureState
    /// What is added to the camera's own numbers: one that was opened anew begins at 0 again, and the run's numbers go on.
    private var offset: Int64 = 0

    init(camera: any Camera, encoder: any Encoder, line: DelayLine, shared: CaptureState) {
        self.camera = camera
        self.encoder = encoder
        self.line = line
        self.shared = shared
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
        let forcesKeyframe = line.wantsKeyframe || shared.takeKeyframeRequest()
        do {
            try encoder.encode(frame, forcingKeyframe: forcesKeyframe) { append($0) }
        } catch {
            return .encoderFailed(error)
        }
        return .captured(frame.stamp)
    }

    /// Hands over what the encoder still holds, before the stream ends.
    func drain() {
        // The stream ends here: an encoder that fails to drain has lost frames, and the tally shows it.
        try? encoder.drain { append($0) }
    }

    private func append(_ unit: AccessUnit) {
        let isStored = line.append(unit) == .stored
        shared.noteEncoded(bytes: unit.bytes.count, isStored: isStored)
    }
}

/// What the camera thread shares with the others. Thread-safe; each lock is held for a few assignments.
final class CaptureState: Sendable {
    private let tallies = Mutex(Capture.Tally())
    private let newest = Mutex<VideoFrame?>(nil)
    private let name = Mutex("")
    private let keyframeRequested = Atomic(false)

    var tally: Capture.Tally { tallies.withLock { $0 } }

    /// What the camera calls itself: another one may be chosen while the box runs.
    var cameraName: String { name.withLock { $0 } }

    func setCameraName(_ new: String) {
        name.withLock { $0 = new }
    }

    /// The live picture.
    var newestFrame: VideoFrame? { newest.withLock { $0 } }

    /// Makes the next frame a keyframe: for a live mark, so that its clip can be cut there.
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

    /// Forgets the live picture, when the stream it belongs to ends.
    func forgetNewest() {
        newest.withLock { $0 = nil }
    }
}
