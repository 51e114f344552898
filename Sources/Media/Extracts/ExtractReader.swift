// SPDX-License-Identifier: GPL-3.0-or-later

import CLibAV
import Core

/// Takes single pictures, trails and the motion out of a piece of footage. It decodes in software, apart from anything that plays.
///
/// A broken or foreign file always ends in a `ClipError`. Thread-bound.
public final class ExtractReader {
    /// A picture as it was recorded, with its orientation for viewing.
    public typealias Picture = (buffer: PixelBuffer, orientation: PictureOrientation)

    /// The largest size of a frame: several of them lie side by side.
    public static let frameSize = VideoSize(width: 640, height: 360)
    /// The largest size of a trail: fine enough for an arrow, and a quarter of the work.
    public static let trailSize = VideoSize(width: 960, height: 540)
    /// The tolerance for positions, because a file rounds times to its ticks.
    private static let slack = Duration.milliseconds(1)
    /// The longest distance ahead that is reached by reading on instead of seeking.
    private static let nearby = Duration.seconds(1)

    private let frames: FootageFrames
    private let scaler = PictureScaler()
    /// The position that was asked for last, if reading can go on from there.
    private var last: Duration?

    /// - Parameter frames: the footage, which nobody else may read from then on.
    public init(_ frames: FootageFrames) {
        self.frames = frames
    }

    /// Returns the picture that is shown at a position, at most 640 by 360.
    public func frame(at place: Duration) throws(ClipError) -> Picture? {
        let place = place + Self.slack
        // Footage that has ended may have grown since, as the delay line does, so seek again.
        if !frames.hasEnded, let last, last <= place, place - last <= Self.nearby {} else { try frames.go(to: place) }
        last = place
        guard let frame = try frames.picture(at: place) else { return nil }
        return (try scaled(frame, Self.frameSize), frames.orientation)
    }

    /// Returns the pictures up to the one at a position, laid over each other, at most 960 by 540.
    /// - Parameter goesOn: asked before each picture; if it returns false, the result is `nil`.
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
            // In a damaged or foreign clip the size may change from some position on: the trail then begins again with the new size.
            if picture?.buffer.size == small.size { picture?.add(small) } else { picture = TrailPicture(small, trail.side) }
        }
        return nil
    }

    /// Returns the motion in a part of the footage.
    /// - Parameter goesOn: asked before each picture; if it returns false, the rest isn't read, and the result is `nil`.
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

    /// Returns the motion round a moment of a clip, picture by picture, as it is found part by part for the TV.
    /// - Parameter goesOn: asked before each picture; if it returns false, the rest isn't read, and the result is `nil`.
    public func motion(about moment: Duration, goesOn: () -> Bool = { true }) throws(ClipError) -> [(place: Duration, grid: MotionGrid)]? {
        let span = MotionTrace.studied(about: moment)
        var pictures: [(place: Duration, grid: MotionGrid)] = []
        // The reader has one piece of footage only, so the name of the footage doesn't matter.
        for number in MotionPart(.line, at: span.lowerBound).number...MotionPart(.line, at: span.upperBound).number {
            guard let trace = try motion(in: MotionPart(.line, number: number), goesOn: goesOn) else { return nil }
            pictures += trace.pictures(within: span)
        }
        return pictures
    }

    private func scaled(_ frame: VideoFrame, _ limit: VideoSize) throws(ClipError) -> PixelBuffer {
        let size = PictureScaler.size(of: frame.buffer.size, fitting: frames.orientation.size(of: limit))
        let picture = MemoryPixelBuffer(format: .yuv420p, size: size)
        try scaler.draw(
            frame.buffer, into: PictureScaler.Target(size: size, format: AV_PIX_FMT_YUV420P, coding: .video, planes: (0..<3).map(picture.plane)))
        return picture
    }
}
