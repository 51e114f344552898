// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation
import Testing

@testable import Devices
@testable import ShootingRange

/// Small video files whose pictures carry their own number in the strip, made with the ffmpeg program.
enum TestVideo {
    static let size = VideoSize(width: 320, height: 240)

    /// A folder of this test run; it is deleted when the run ends.
    static let folder: URL = {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("vir-devices-\(getpid())")
        // If it can't be made, the first video fails with a message.
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        atexit { try? FileManager.default.removeItem(at: TestVideo.folder) }
        return folder
    }()

    static func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    static func write(_ bytes: Data, _ name: String) throws -> String {
        let path = path(name)
        try bytes.write(to: URL(fileURLWithPath: path))
        return path
    }

    /// Makes a video of numbered pictures.
    /// - Parameters:
    ///   - coding: ffmpeg's options for the output.
    static func make(
        _ name: String, pictures: Int, rate: String = "30", size: VideoSize = size,
        coding: [String] = ["-c:v", "libx264", "-bf", "2", "-g", "15"]
    ) throws -> String {
        let strip = FrameStrip(size: size)
        let buffer = MemoryPixelBuffer(format: .yuv420p, size: size)
        for index in 0..<3 { fill(buffer, index, 128) }
        var raw = Data()
        for picture in 0..<pictures {
            fill(buffer, 0, UInt8(60 + picture % 100))
            strip.draw(Int64(picture), into: buffer)
            for index in 0..<3 {
                let plane = buffer.plane(index)
                let step = index == 0 ? 1 : 2
                for row in 0..<(size.height / step) { raw.append(Data(bytes: plane.base + row * plane.pitch, count: size.width / step)) }
            }
        }
        let source = try write(raw, name + ".yuv")
        let output = path(name)
        try run(["-f", "rawvideo", "-pix_fmt", "yuv420p", "-s", "\(size)", "-r", rate, "-i", source] + coding + [output])
        try FileManager.default.removeItem(atPath: source)
        return output
    }

    /// The video that most tests play: 40 pictures at 30 a second, with B-frames.
    static let plain = Result { try make("plain.mp4", pictures: 40) }

    static func run(_ arguments: [String]) throws {
        let ffmpeg = Process()
        ffmpeg.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        ffmpeg.arguments = ["ffmpeg", "-v", "error", "-nostdin", "-y"] + arguments
        try ffmpeg.run()
        ffmpeg.waitUntilExit()
        try #require(ffmpeg.terminationStatus == 0, "ffmpeg \(arguments.joined(separator: " "))")
    }

    private static func fill(_ buffer: PixelBuffer, _ index: Int, _ value: UInt8) {
        let plane = buffer.plane(index)
        let rows = index == 0 ? buffer.size.height : buffer.size.height / 2
        plane.base.initializeMemory(as: UInt8.self, repeating: value, count: rows * plane.pitch)
    }
}

extension PixelBuffer {
    /// The pixels of a plane, without the padding of its rows.
    func pixels(_ index: Int) -> [UInt8] {
        let plane = plane(index)
        let step = index == 0 ? 1 : 2
        return (0..<(size.height / step)).flatMap { row in
            Array(UnsafeRawBufferPointer(start: plane.base + row * plane.pitch, count: size.width / step))
        }
    }

    func luma(_ x: Int, _ y: Int) -> UInt8 {
        let plane = plane(0)
        return (plane.base + y * plane.pitch + x).load(as: UInt8.self)
    }
}
