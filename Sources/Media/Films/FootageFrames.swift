// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Reads the pictures of a clip or of the delay line one after the other, to make something else of them. It decodes in software, in the
/// calling thread alone.
///
/// A broken or foreign file always ends in a `ClipError`. Thread-bound.
public final class FootageFrames {
    /// The playing time; zero for the delay line, which has no end.
    public let duration: Duration
    /// The size of its pictures as they were recorded.
    public let size: VideoSize
    public let rate: FrameRate
    /// The orientation in which the pictures are shown, from the file.
    public let orientation: PictureOrientation
    private let units: UnitDecoder
    private var waiting: [VideoFrame] = []
    /// True if nothing more comes, unless `go` finds new pictures.
    public private(set) var hasEnded = false
    /// True if no picture was read since the last `go`.
    public private(set) var isAtBeginning = true
    /// The picture that was last returned for a position, and the one after it.
    private var shown: VideoFrame?
    private var following: VideoFrame?

    /// Opens the clip, at its beginning.
    public init(_ path: String) throws(ClipError) {
        let reader = try ClipReader(path)
        do throws(CodecError) {
            let decoder = try LibAVDecoder(codec: DecoderChoice.software, parameters: reader.parameters, mayShare: false, threads: 1)
            units = UnitDecoder(reader: reader, decoder: decoder)
        } catch {
            throw .unreadable(clip: path, operation: error.operation, reason: error.reason)
        }
        (duration, size, rate, orientation) = (reader.duration, reader.parameters.size, reader.parameters.rate, reader.orientation)
        try go(to: .zero)
    }

    /// Opens a clip that is in memory, at its beginning.
    public init(_ clip: HeldClipReader) throws(ClipError) {
        do throws(CodecError) {
            let decoder = try LibAVDecoder(codec: DecoderChoice.software, parameters: clip.parameters, mayShare: false, threads: 1)
            units = UnitDecoder(reader: clip, decoder: decoder)
        } catch {
            throw .unreadable(clip: clip.name, operation: error.operation, reason: error.reason)
        }
        (duration, size, rate, orientation) = (clip.duration, clip.parameters.size, clip.parameters.rate, clip.orientation)
        try go(to: .zero)
    }

    /// Reads the delay line while it is being written. Call `go` first. The end is the line's end at the time when the reader reaches it.
    public init(_ line: DelayLine, parameters: StreamParameters) throws(ClipError) {
        let reader = line.makeReader()
        do throws(CodecError) {
            let decoder = try LibAVDecoder(codec: DecoderChoice.software, parameters: parameters, mayShare: false, threads: 1)
            units = UnitDecoder(reader: reader, decoder: decoder)
        } catch {
            throw .unreadable(clip: reader.name, operation: error.operation, reason: error.reason)
        }
        (duration, size, rate, orientation) = (.zero, parameters.size, parameters.rate, .upright)
        hasEnded = true
    }

    /// Goes to the keyframe that the picture at this position needs. `next` then returns the pictures from that keyframe on.
    /// - Parameter place: the position after the clip's first shown picture.
    public func go(to place: Duration) throws(ClipError) {
        waiting = []
        (shown, following, isAtBeginning) = (nil, nil, true)
        hasEnded = try units.begin(at: .zero + max(.zero, place)) == nil
    }

    /// Returns the next picture that a player shows; the time of its stamp is its position. `nil` at the end.
    public func next() throws(ClipError) -> VideoFrame? {
        isAtBeginning = false
        while waiting.isEmpty {
            if hasEnded { return nil }
            if case .end = try units.step() { hasEnded = true }
            waiting = units.ready.filter { $0.stamp.timestamp >= .zero }
            units.removeReady()
        }
        return waiting.removeFirst()
    }

    /// Returns the picture that a player shows at a position, or `nil` if there is no such picture. Positions must not go backwards.
    public func picture(at place: Duration) throws(ClipError) -> VideoFrame? {
        // A file rounds times to its ticks, so a picture may lie a little after its position.
        let latest = Timestamp.zero + place + .microseconds(20)
        while true {
            if following == nil { following = try next() }
            guard let next = following, next.stamp.timestamp <= latest || shown == nil else { return shown }
            (shown, following) = (next, nil)
        }
    }
}
