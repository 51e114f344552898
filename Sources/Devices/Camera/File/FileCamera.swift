// SPDX-License-Identifier: GPL-3.0-or-later

import CLibAV
import Core

/// A camera that plays a video file for ever.
///
/// It paces its frames like a sensor: each frame is the newest picture of the file at that instant of the grid. Thread-bound, except for
/// the plug.
public final class FileCamera: Camera, Pluggable, @unchecked Sendable {
    // Only the camera thread uses these properties, except for the plug, which has its lock.

    public let name: String
    /// The size of the file's pictures as they are to be seen.
    public let sourceSize: VideoSize
    /// The file's own rate; the average if it is variable.
    public let sourceRate: FrameRate

    private let plug: Plug
    let timebase: any Timebase
    let file: LoopingFile
    private var pacer: FramePacer
    private var converter: PictureConverter?
    private var newest: (picture: Int64, buffer: PixelBuffer)?
    /// The position of the newest frame in the file.
    private var position: Duration = .zero
    private var newestTimestamp: Timestamp?
    private var hasPlayed = false
    /// The place of the film that is seen, for the film's sound.
    let clock = FilmClock()

    /// The longest step through the file. After a longer pause (a plug, a suspended machine) the file goes on where it was, instead of
    /// decoding what was missed.
    private static let longestJump: Duration = .seconds(1)

    /// Opens the file and decodes its first picture.
    public init(path: String, timebase: any Timebase) throws(CameraError) {
        file = try LoopingFile(path: path)
        name = "file:" + path
        sourceSize = file.reader.size
        sourceRate = file.reader.rate
        self.timebase = timebase
        plug = Plug()
        pacer = FramePacer(timebase: timebase, plug: plug)
    }

    /// The damage of the file, as one line: a file that is cut off in the middle plays as far as it decodes. Known once the damaged place
    /// has been reached.
    public var remark: String? { file.note }

    /// Begins to play, in the file's own size and at its own rate unless others are asked for.
    /// - Throws: `gone` while a file that was missing at the end of a pass can't be begun anew.
    public func start(_ request: CameraRequest) throws(CameraError) -> StreamParameters {
        let size = request.size ?? Self.recordableSize(for: sourceSize)
        let parameters = StreamParameters(size: size, rate: request.rate ?? sourceRate)
        try parameters.check(for: name)
        try file.resume()
        if converter?.size != size {
            converter = PictureConverter(size: size, isExact: true)
            newest = nil
        }
        newestTimestamp = nil
        pacer.start(rate: parameters.rate)
        return parameters
    }

    public var nextFrameTime: Timestamp? { pacer.nextDue }
    public var abilities: CameraAbilities { CameraAbilities(plug: self, recoversByItself: true) }

    public func nextFrame(until deadline: Timestamp) throws(CameraError) -> VideoFrame? {
        guard let stamp = pacer.next(until: deadline) else { return nil }
        advance(to: stamp.timestamp)
        let buffer = try buffer()
        clock.note(position - file.passStart, at: stamp.timestamp)
        return VideoFrame(buffer: buffer, stamp: stamp)
    }

    public func stop() {
        pacer.stop()
    }

    public func setPlugged(_ isPlugged: Bool) {
        plug.set(isPlugged, at: timebase.now())
    }

    private func advance(to timestamp: Timestamp) {
        if let newestTimestamp {
            let step = newestTimestamp.duration(to: timestamp)
            position += step <= Self.longestJump ? step : sourceRate.interval
        } else if hasPlayed {
            position += sourceRate.interval
        }
        newestTimestamp = timestamp
        hasPlayed = true
    }

    private func buffer() throws(CameraError) -> PixelBuffer {
        let frame = try file.picture(at: position)
        if let newest, newest.picture == file.pictureNumber { return newest.buffer }
        let aspect = Double(sourceSize.width) / Double(max(sourceSize.height, 1))
        guard let buffer = converter?.convert(frame, aspect: aspect, orientation: file.reader.orientation) else {
            throw .unreadable(name, reason: "the pixel format of its pictures can't be converted")
        }
        newest = (file.pictureNumber, buffer)
        return buffer
    }

    /// Returns the size nearest to a picture's own that can be recorded: even, within the limits, with the aspect kept if possible.
    static func recordableSize(for size: VideoSize) -> VideoSize {
        let (width, height) = (Double(max(size.width, 1)), Double(max(size.height, 1)))
        let shortest = Double(VideoLimits.shortestSide)
        let longest = Double(VideoLimits.longestSide)
        let pixels = Double(VideoLimits.macroblocksPerFrame * 256)
        var scale = min(1, longest / max(width, height), (pixels / (width * height)).squareRoot())
        scale = max(scale, shortest / min(width, height))
        func even(_ length: Double) -> Int { Int(min(max((length * scale / 2).rounded() * 2, shortest), longest)) }
        var result = VideoSize(width: even(width), height: even(height))
        // Macroblocks at the edges count in full, so a size of the right area may still be too large.
        while VideoLimits.objection(to: result) != nil, result.width > VideoLimits.shortestSide,
            result.height > VideoLimits.shortestSide
        {
            scale *= 0.995
            result = VideoSize(width: even(width), height: even(height))
        }
        return result
    }
}
