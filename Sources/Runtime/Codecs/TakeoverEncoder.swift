// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Media
import Synchronization

/// The names of the codecs that have run. The last one is running now. Thread-safe.
final class CodecNames: Sendable {
    private let names: Mutex<[String]>

    /// - Parameter first: the names of the codecs that have run so far.
    init(_ first: String...) { names = Mutex(first) }

    var current: String { names.withLock { $0.last ?? "none" } }
    /// For example `h264_v4l2m2m, then libx264`.
    var all: String { names.withLock { $0.joined(separator: ", then ") } }

    func note(_ name: String) {
        names.withLock { if $0.last != name { $0.append(name) } }
    }
}

/// A hardware encoder that libx264 replaces as soon as it fails: the recording goes on in the same delay line, from a keyframe on.
///
/// Pictures that the hardware took and never gave back are lost, since the camera needs their memory again; they are counted and told.
/// Thread-bound.
final class TakeoverEncoder: Encoder {
    /// The news of a takeover or of dropped pictures.
    enum News: Hashable {
        /// The hardware failed for this reason, this many pictures inside are lost, and the other encoder goes on.
        case tookOver(from: String, to: String, reason: String, lost: Int)
        /// The hardware left pictures out.
        case dropped(codec: String, count: Int)
    }

    private var current: any Encoder
    private var isHardware: Bool
    private var watch: CodecWatch
    private let openSpare: () throws(CodecError) -> any Encoder
    private let tell: (News) -> Void

    var name: String { current.name }

    init(_ hardware: any Encoder, limits: CodecLimits, spare: @escaping () throws(CodecError) -> any Encoder, tell: @escaping (News) -> Void) {
        current = hardware
        isHardware = true
        watch = CodecWatch(limits)
        openSpare = spare
        self.tell = tell
    }

    func encode(_ frame: VideoFrame, forcingKeyframe: Bool, output: (AccessUnit) -> Void) throws(CodecError) {
        guard isHardware else { return try current.encode(frame, forcingKeyframe: forcingKeyframe, output: output) }
        watch.noteIn(frame.stamp)
        do throws(CodecError) {
            try current.encode(frame, forcingKeyframe: forcingKeyframe) { handOn($0, output) }
        } catch {
            // The picture that it failed on is still at hand, unless it is among those that came out.
            let isOut = watch.newestOut.map { $0.frame >= frame.stamp.frame } ?? false
            try takeOver(after: error, isHolding: isOut ? nil : frame)
            if !isOut { try current.encode(frame, forcingKeyframe: true, output: output) }
            return
        }
        guard let verdict = watch.verdict else { return }
        // The pictures that wait in a slow encoder are still worth having. If it gets stuck while draining, the limit of a call ends that.
        if case .tooSlow = verdict { try? current.drain { handOn($0, output) } }
        try takeOver(after: CodecError(codec: current.name, operation: "encode", reason: "\(verdict)"), isHolding: nil)
    }

    func drain(output: (AccessUnit) -> Void) throws(CodecError) {
        guard isHardware else { return try current.drain(output: output) }
        do throws(CodecError) {
            try current.drain { handOn($0, output) }
        } catch {
            try takeOver(after: error, isHolding: nil)
            return
        }
        let left = watch.inside
        if left > 0 { tell(.dropped(codec: current.name, count: left)) }
        watch.reset()
    }

    private func handOn(_ unit: AccessUnit, _ output: (AccessUnit) -> Void) {
        let dropped = watch.noteOut(unit.stamp)
        if dropped > 0 { tell(.dropped(codec: current.name, count: dropped)) }
        output(unit)
    }

    private func takeOver(after error: CodecError, isHolding frame: VideoFrame?) throws(CodecError) {
        let failed = current.name
        isHardware = false
        current = try openSpare()
        let lost = watch.inside - (frame == nil ? 0 : 1)
        watch.reset()
        tell(.tookOver(from: failed, to: current.name, reason: "\(error.operation): \(error.reason)", lost: max(0, lost)))
    }
}
