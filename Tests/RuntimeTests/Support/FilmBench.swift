// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation
import Media
import Storage
import TestSupport
import Testing

@testable import Runtime

/// Clips as the box writes them, and the films and stills that are made of them.
struct FilmBench {
    static let size = VideoSize(width: 320, height: 180)

    /// In memory.
    final class Output: ClipOutput {
        var data = Data()
        func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) {
            let end = Int(offset) + bytes.count
            if data.count < end { data.append(Data(count: end - data.count)) }
            data.replaceSubrange(Int(offset)..<end, with: bytes)
        }
    }

    let folder: TemporaryFolder

    init() throws {
        LibAVLog.quiet()
        folder = try TemporaryFolder()
    }

    /// Returns a clip as the box writes it: it begins in the middle of a GOP, and its header says how it is turned.
    /// - Parameters:
    ///   - picture: makes the picture of a frame.
    ///   - sound: makes the sound from the camera's first frame on.
    func clip(
        _ name: String = "clip", frames: ClosedRange<Int64> = 10...69, rate: FrameRate = FrameRate(30), size: VideoSize = Self.size,
        orientation: PictureOrientation = .upright, picture: ((Int64) -> PixelBuffer)? = nil,
        sound: ((Timestamp) throws -> SoundLine)? = nil
    ) throws -> FilmClip {
        let parameters = StreamParameters(size: size, rate: rate)
        let encoder = try LibAVEncoder(codec: EncoderChoice.software, parameters: parameters)
        let line = try DelayLine(capacityBytes: 16 << 20, parameters: parameters)
        func stamp(_ frame: Int64) -> FrameStamp { FrameStamp(frame: frame, timestamp: Timestamp(seconds: 12.345) + rate.offset(of: frame)) }
        for number in 0...frames.upperBound {
            let picture = picture?(number) ?? TestSupport.NumberedPicture.make(number, size: size)
            try encoder.encode(VideoFrame(buffer: picture, stamp: stamp(number)), forcingKeyframe: false) { _ = line.append($0) }
        }
        let output = Output()
        var plan = ClipPlan(number: 1, kind: .mark, from: stamp(frames.lowerBound).timestamp, through: stamp(frames.upperBound).timestamp)
        plan.orientation = orientation
        let written = try ClipWriter(parameters: parameters, encoderName: "libx264")
            .write(plan, from: line, sound: try sound?(stamp(0).timestamp), metadata: [:], to: output)
        let path = "\(folder.path)/\(name).mp4"
        try output.data.write(to: URL(fileURLWithPath: path))
        return FilmClip(
            path: path, number: 1, title: "Clip 1", seconds: written.seconds, orientation: orientation.isMirrored ? orientation : nil)
    }

    /// Returns the path of the file that is made.
    func made(_ work: ExportWork) throws -> String {
        let output = Output()
        try FilmMaker(goesOn: { true }, progress: { _ in }).make(work, title: "A film", tags: ["title": "A film"], to: output)
        let path = "\(folder.path)/made.mp4"
        try output.data.write(to: URL(fileURLWithPath: path))
        return path
    }

    /// Returns a picture of one brightness for each pixel, without colours.
    static func gray(_ size: VideoSize, _ luma: (_ x: Int, _ y: Int) -> Int) -> PixelBuffer {
        let picture = MemoryPixelBuffer(format: .yuv420p, size: size)
        for y in 0..<size.height {
            let row = (picture.plane(0).base + y * picture.plane(0).pitch).assumingMemoryBound(to: UInt8.self)
            for x in 0..<size.width { row[x] = UInt8(luma(x, y).clamped(to: 16...235)) }
        }
        for index in 1...2 {
            let plane = picture.plane(index)
            plane.base.initializeMemory(as: UInt8.self, repeating: 128, count: plane.pitch * (size.height / 2))
        }
        return picture
    }
}
