// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The properties of a clip that was written.
public struct WrittenClip: Hashable, Sendable {
    /// The first and the last picture that a player shows.
    public var firstFrame: FrameStamp
    public var lastFrame: FrameStamp
    /// The number of pictures shown.
    public var frames: Int
    /// The playing time, in seconds.
    public var seconds: Double
    /// The size of the file, in bytes.
    public var bytes: Int64
    /// True if footage at the clip's beginning was already evicted from the delay line.
    public var startsLate: Bool

    public init(firstFrame: FrameStamp, lastFrame: FrameStamp, frames: Int, seconds: Double, bytes: Int64, startsLate: Bool) {
        self.firstFrame = firstFrame
        self.lastFrame = lastFrame
        self.frames = frames
        self.seconds = seconds
        self.bytes = bytes
        self.startsLate = startsLate
    }
}

/// Writes clips out of the delay line by stream copy: no picture is decoded or encoded again.
///
/// The copy begins at the keyframe that the first picture needs. The pictures between have negative times, and the file's edit list makes
/// players begin at the first picture itself. Every picture keeps its sensor time.
public struct ClipWriter: Sendable {
    /// The number of attempts before it is an error that the index had too little room or the footage's beginning was evicted.
    private static let attempts = 4

    private let parameters: StreamParameters
    private let encoderName: String
    /// The most bytes that one access unit needs in the file's index: duration 8, size 4, keyframe 4, position 8, group 12.
    var indexBytesPerUnit = 36

    public init(parameters: StreamParameters, encoderName: String) {
        self.parameters = parameters
        self.encoderName = encoderName
    }

    /// Writes the plan's footage: from the first frame not before `plan.from` to the last one not after `plan.through`.
    ///
    /// Memory use doesn't grow with the clip's bytes. The caller pins the footage. Footage that is evicted nevertheless makes the clip
    /// start late or leaves a gap.
    /// - Parameter sound: the sound line, whose units that play during the clip are written beside the pictures. If it is `nil` or has no
    ///   unit from that time, the clip has no sound.
    /// - Parameter metadata: `title`, `date`, `comment` and other names that libavformat knows.
    /// - Throws: `ClipError.noFootage` if none of the footage is held any more; otherwise the error of the output or of libavformat.
    public func write(
        _ plan: ClipPlan, from line: DelayLine, sound: SoundLine?, metadata: [String: String],
        to output: any ClipOutput
    ) throws(ClipError) -> WrittenClip {
        let sink = ClipSink(output)
        var indexScale = 1
        for _ in 0..<Self.attempts {
            let held = line.stamps(from: plan.from, through: plan.through)
            guard let first = held.first, let last = held.last else { throw .noFootage }
            let audible = sound.flatMap { $0.hasSound(from: first.timestamp, through: last.timestamp) ? $0 : nil }
            let footage = ClipFootage(
                line: line, sound: audible, first: first.timestamp, through: plan.through,
                parameters: parameters, orientation: plan.orientation)
            sink.rewind()
            do throws(ClipCopy.Interruption) {
                var copy = ClipCopy(
                    footage, indexBytes: indexBytes(for: held.count, footage, metadata) * indexScale,
                    encoderName: encoderName, metadata: metadata, sink: sink)
                let copied = try copy.run()
                let size = try finalSize(sink, copied.end)
                return WrittenClip(
                    firstFrame: copied.first, lastFrame: copied.last, frames: copied.frames,
                    seconds: copied.first.timestamp.duration(to: copied.last.timestamp).inSeconds
                        + parameters.rate.interval.inSeconds,
                    bytes: size, startsLate: startsLate(plan, copied.first, line))
            } catch {
                switch error {
                case .indexTooLarge: indexScale *= 2
                case .footageLost: break
                case .clip(let reason): throw reason
                }
            }
        }
        throw .container(operation: "write the clip", reason: .footageEvicted)
    }

    private func finalSize(_ sink: ClipSink, _ end: Int64) throws(ClipCopy.Interruption) -> Int64 {
        do throws(ClipError) {
            return try sink.coverRest(from: end)
        } catch {
            throw .clip(error)
        }
    }

    /// Returns enough room for the index, in bytes.
    private func indexBytes(for frames: Int, _ footage: ClipFootage, _ metadata: [String: String]) -> Int {
        let texts = metadata.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count + 64 }
        // The frames of its GOP come before the first frame.
        let units = frames + 2 * parameters.framesPerGOP + footage.soundUnits
        return 4096 + 2 * texts + indexBytesPerUnit * units
    }

    /// True if the first frame comes later than the plan's beginning and nothing older is held.
    private func startsLate(_ plan: ClipPlan, _ first: FrameStamp, _ line: DelayLine) -> Bool {
        let delay = plan.from.duration(to: first.timestamp)
        return delay > parameters.rate.interval * 3 / 2 && line.newestStamp(notAfter: plan.from) == nil
    }
}
