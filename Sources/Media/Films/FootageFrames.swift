// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The pictures of a clip or of the delay line one after the other, for whoever makes something else of them: decoded in software, in the
/// calling thread alone.
///
/// Whatever is in a file, a broken or foreign one ends in a `ClipError`. Thread-bound.
public final class FootageFrames {
    /// How long it plays; of the delay line zero: that goes on.
    public let duration: Duration
    /// The size of its pictures as they were recorded.
    public let size: VideoSize
    public let rate: FrameRate
    /// How they are turned and mirrored to be looked at, as the file says.
    public let orientation: PictureOrientation
    private let units: UnitDecoder
    private var waiting: [VideoFrame] = []
    /// Nothing more comes, unless `go` finds more than there was.
    public private(set) var hasEnded = false
    /// Nothing was asked for yet.
    public private(set) var isAtBeginning = true
    /// The newest picture that was asked for by its place, and the one after it.
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

    /// Reads the delay line, which goes on being written. `go` comes first; the end is where the line ended when that was come to.
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

    /// The pictures from the keyframe on that the one at this place needs.
    /// - Parameter place: after the clip's first shown picture.
    public func go(to place: Duration) throws(ClipError) {
        waiting = []
        (shown, following, isAtBeginning) = (nil, nil, true)
        hasEnded = try units.begin(at: .zero + max(.zero, place)) == nil
    }

    /// The next picture that a player shows; the time of its stamp is its place. `nil` at the end.
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

    /// The picture that a player shows at a place, which is never before the last one that was asked for; `nil`: there is none.
    public func picture(at place: Duration) throws(ClipError) -> VideoFrame? {
        // What a file rounds to its ticks may lie a little after where it was.
        let latest = Timestamp.zero + place + .microseconds(20)
        while true {
            if following == nil { following = try next() }
            guard let next = following, next.stamp.timestamp <= latest || shown == nil else { return shown }
            (shown, following) = (next, nil)
        }
    }
}
