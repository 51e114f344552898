// SPDX-License-Identifier: GPL-3.0-or-later

import CLibAV
import Core

/// Writes a film of pictures that are made one by one. They are encoded in software, in the calling thread, and muxed like the box's clips,
/// with the index in front. The film begins with its first picture and hides nothing.
///
/// Thread-bound.
public final class FilmWriter {
    public struct Result: Hashable, Sendable {
        public var frames: Int
        public var seconds: Double
        /// The size of the file, in bytes.
        public var bytes: Int64
    }

    /// The most bytes, and the most units, that are held before they are written.
    private static let mostHeldBytes = 1 << 20
    private static let mostHeld = 64

    private let parameters: StreamParameters
    private let metadata: [String: String]
    private let orientation: PictureOrientation
    private let indexBytes: Int
    private let sound: FilmSound?
    private let encoder: LibAVEncoder
    private let sink: ClipSink
    private var muxer: ClipMuxer?
    private var held: [UnsafeMutableRawBufferPointer] = []
    private var heldBytes = 0
    private var frames = 0
    private var newest = Duration.zero
    private var newestTicks = Int64.min

    /// - Parameters:
    ///   - frames: the most pictures that there will be; room for their index is reserved.
    ///   - sound: the film's sound; it is encoded further with each picture.
    ///   - orientation: the turn with which players show the pictures; mirroring isn't written.
    /// - Throws: libavcodec's refusal of such pictures.
    public init(
        _ parameters: StreamParameters, frames: Int, sound: FilmSound?, metadata: [String: String],
        orientation: PictureOrientation = .upright, to output: any ClipOutput
    ) throws(ClipError) {
        (self.parameters, self.sound, self.metadata, self.orientation) = (parameters, sound, metadata, orientation)
        sink = ClipSink(output)
        let units = sound.map { Int(Double(frames) / parameters.rate.hertz / $0.format.unitDuration.inSeconds) + 64 } ?? 0
        let texts = metadata.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count + 64 }
        indexBytes = 16_384 + 2 * texts + 36 * (frames + units + 64)
        do throws(CodecError) {
            encoder = try LibAVEncoder(codec: EncoderChoice.software, parameters: parameters, for: .file)
        } catch {
            throw .container(operation: error.operation, reason: error.reason)
        }
    }

    deinit { free() }

    /// Adds a picture. The caller may change the picture as soon as this returns.
    /// - Parameter time: the time since the film began; rising strictly, the first at zero.
    public func add(_ picture: PixelBuffer, at time: Duration) throws(ClipError) {
        var failure: ClipError?
        let stamp = FrameStamp(frame: Int64(frames), timestamp: .zero + time)
        do throws(CodecError) {
            try encoder.encode(VideoFrame(buffer: picture, stamp: stamp), forcingKeyframe: frames == 0) { failure = write($0) ?? failure }
        } catch {
            throw .container(operation: error.operation, reason: error.reason)
        }
        if let failure { throw failure }
        frames += 1
        newest = time
        try addSound(through: time)
    }

    /// Writes the pictures and the sound that are still inside, and the index.
    public func finish() throws(ClipError) -> Result {
        defer {
            sink.drop()
            free()
        }
        var failure: ClipError?
        do throws(CodecError) {
            try encoder.drain { failure = write($0) ?? failure }
        } catch {
            throw .container(operation: error.operation, reason: error.reason)
        }
        if let failure { throw failure }
        let length = newest + parameters.rate.interval
        guard let muxer else { throw .noFootage }
        if let sound { try write(sound.rest(through: length), to: muxer) }
        let end: Int64
        do throws(ClipMuxer.Failure) {
            end = try muxer.finish()
        } catch {
            switch error {
            case .indexTooLarge: throw .container(operation: "write the index", reason: .indexHasNoRoom)
            case .clip(let reason): throw reason
            }
        }
        return Result(frames: frames, seconds: length.inSeconds, bytes: try sink.coverRest(from: end))
    }

    private func addSound(through time: Duration) throws(ClipError) {
        guard let sound, let muxer else { return }
        try write(sound.units(through: time), to: muxer)
    }

    private func write(_ units: [FilmSound.Unit], to muxer: ClipMuxer) throws(ClipError) {
        for unit in units {
            try unit.bytes.withUnsafeBufferPointer { bytes throws(ClipError) in
                try muxer.writeSound(UnsafeRawBufferPointer(bytes), at: unit.sample)
            }
        }
    }

    // MARK: Writing

    private func write(_ unit: AccessUnit) -> ClipError? {
        do throws(ClipError) {
            let muxer = if let muxer { muxer } else { try open(at: unit) }
            let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, unit.bytes.count), alignment: 16)
            copy.copyMemory(from: unit.bytes)
            held.append(copy)
            heldBytes += unit.bytes.count
            let bytes = UnsafeRawBufferPointer(rebasing: copy[..<unit.bytes.count])
            if ClipSample.pieces(of: bytes, lengthsIn: sink.scratch) == nil { try flush(keepingLast: true) }
            guard let pieces = ClipSample.pieces(of: bytes, lengthsIn: sink.scratch) else {
                throw .container(operation: "add footage", reason: .muxerCopies)
            }
            let since = Timestamp.zero.duration(to: unit.stamp.timestamp).nanoseconds
            let ticks = max(av_rescale(since, Int64(ClipMuxer.timescale), 1_000_000_000), newestTicks &+ 1)
            newestTicks = ticks
            try muxer.writeVideo(pieces, at: ticks, isKeyframe: unit.isKeyframe)
            if held.count >= Self.mostHeld || heldBytes >= Self.mostHeldBytes { try flush(keepingLast: false) }
            return nil
        } catch {
            return error
        }
    }

    private func open(at keyframe: AccessUnit) throws(ClipError) -> ClipMuxer {
        guard let sets = AnnexB.preamble(of: keyframe.bytes).parameterSets,
            let description = ClipSample.description(of: UnsafeRawBufferPointer(rebasing: keyframe.bytes[sets]))
        else { throw .container(operation: "write the head", reason: .noParameterSets) }
        let made = try ClipMuxer(
            ClipMuxer.Streams(
                video: parameters, orientation: orientation, description: description, encoderName: encoder.name, sound: sound?.format,
                metadata: metadata, hasEditList: false),
            indexBytes: indexBytes, to: sink)
        muxer = made
        return made
    }

    /// - Parameter keepingLast: true if the newest unit wasn't given to the sink yet.
    private func flush(keepingLast: Bool) throws(ClipError) {
        guard sink.flush() else { throw .output(sink.failure ?? "no reason given") }
        let last = keepingLast ? held.popLast() : nil
        free()
        if let last {
            held = [last]
            heldBytes = last.count
        }
    }

    private func free() {
        for memory in held { memory.deallocate() }
        held = []
        heldBytes = 0
    }
}
