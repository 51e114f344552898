// SPDX-License-Identifier: GPL-3.0-or-later

import CLibAV
import Core

/// Takes single pictures out of a piece of footage, lays many over each other, and works out what moves in it: decoded in software, apart
/// from whatever plays.
///
/// Whatever is in a file, a broken or foreign one ends in a `ClipError`. Thread-bound.
public final class ExtractReader {
    /// As it was recorded, and how it is to be looked at.
    public typealias Picture = (buffer: PixelBuffer, orientation: PictureOrientation)

    /// Several of them lie side by side.
    public static let frameSize = VideoSize(width: 640, height: 360)
    /// A trail's: fine enough for an arrow, and a quarter of the work.
    public static let trailSize = VideoSize(width: 960, height: 540)
    /// What a file rounds to its ticks may lie a little after where it was.
    private static let slack = Duration.milliseconds(1)
    /// What lies no further ahead is come to by reading on.
    private static let nearby = Duration.seconds(1)

    private let frames: FootageFrames
    private let scaler = PictureScaler()
    /// The place that was asked for last, if the pictures go on from there.
    private var last: Duration?

    /// - Parameter frames: nobody else reads on in them.
    public init(_ frames: FootageFrames) {
        self.frames = frames
    }

    /// The picture that is shown at a place, in at most 640 by 360.
    public func frame(at place: Duration) throws(ClipError) -> Picture? {
        let place = place + Self.slack
        // What has ended may have gone on since: the delay line has.
        if !frames.hasEnded, let last, last <= place, place - last <= Self.nearby {} else { try frames.go(to: place) }
        last = place
        guard let frame = try frames.picture(at: place) else { return nil }
        return (try scaled(frame, Self.frameSize), frames.orientation)
    }

    /// The pictures up to the one at a place, laid over each other, in at most 960 by 540.
    /// - Parameter goesOn: asked before each picture; where it says no there is no trail.
    public func trail(_ trail: Trail, at place: Duration, goesOn: () -> Bool = { true }) throws(ClipError) -> Picture? {
        last = nil
        let end = Timestamp.zero + place + Self.slack
        let begin = end - frames.rate.interval * trail.count
        try frames.go(to: max(.zero, Timestamp.zero.duration(to: begin)))
        var picture: TrailPicture?
        while goesOn() {
            guard let frame = try frames.next(), frame.stamp.timestamp <= end else {
                return picture.map { ($0.buffer, frames.orientation) }
            }
            guard frame.stamp.timestamp > begin else { continue }
            let small = try scaled(frame, Self.trailSize)
            // A damaged or foreign clip may have pictures of another size from some place on: the trail is of those.
            if picture?.buffer.size == small.size { picture?.add(small) } else { picture = TrailPicture(small, trail.side) }
        }
        return nil
    }

    /// What moves in a part of the footage.
    /// - Parameter goesOn: asked before each picture; where it says no the rest isn't looked at, and nothing comes of it.
    public func motion(in part: MotionPart, goesOn: () -> Bool = { true }) throws(ClipError) -> MotionTrace? {
        last = nil
        let span = part.span
        try frames.go(to: max(.zero, span.lowerBound - MotionPart.lead))
        var (rule, trace) = (MotionRule(), MotionTrace())
        while goesOn() {
            guard let frame = try frames.next() else { return trace }
            let place = Timestamp.zero.duration(to: frame.stamp.timestamp)
            guard place < span.upperBound else { return trace }
            guard place >= span.lowerBound - MotionPart.lead, let blocks = BlockMeans(of: frame.buffer) else { continue }
            let grid = rule.take(blocks, at: place)
            if place >= span.lowerBound { trace.add(grid, at: place) }
        }
        return nil
    }

    private func scaled(_ frame: VideoFrame, _ limit: VideoSize) throws(ClipError) -> PixelBuffer {
        let size = PictureScaler.size(of: frame.buffer.size, fitting: frames.orientation.size(of: limit))
        let picture = MemoryPixelBuffer(format: .yuv420p, size: size)
        try scaler.draw(
            frame.buffer, into: PictureScaler.Target(size: size, format: AV_PIX_FMT_YUV420P, coding: .video, planes: (0..<3).map(picture.plane)))
        return picture
    }
}
