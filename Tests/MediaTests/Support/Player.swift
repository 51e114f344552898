// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation

/// Programs that play clips; they show what a viewer will see.
enum Player: String, CaseIterable {
    case ffmpeg
    case gstreamer = "gst-launch-1.0"

    var isInstalled: Bool { Tool.exists(rawValue) }

    /// Returns the numbers of the frames that this player shows, first to last.
    func frames(in path: String, size: VideoSize) throws -> [Int64?] {
        let raw: [UInt8]
        switch self {
        case .ffmpeg:
            raw = try Tool.run(
                rawValue,
                [
                    "-v", "error", "-nostdin", "-i", path, "-map", "0:v", "-fps_mode", "passthrough",
                    "-f", "rawvideo", "-pix_fmt", "gray", "-",
                ])
        case .gstreamer:
            raw = try Tool.run(
                rawValue,
                [
                    "-q", "filesrc", "location=\(path)", "!", "qtdemux", "!", "avdec_h264", "!",
                    "videoconvert", "!", "video/x-raw,format=GRAY8", "!", "fdsink", "fd=1",
                ])
        }
        let pitch = self == .gstreamer ? (size.width + 3) & ~3 : size.width
        let bytes = pitch * size.height
        return raw.withUnsafeBytes { raw in
            stride(from: 0, through: raw.count - bytes, by: bytes).map { offset in
                raw.baseAddress.flatMap { NumberedPicture.number(luma: $0 + offset, pitch: pitch, size: size) }
            }
        }
    }
}

enum Tool {
    struct Failure: Error, CustomStringConvertible { var description: String }

    static func exists(_ name: String) -> Bool { path(of: name) != nil }

    /// Runs a program and returns its standard output.
    static func run(_ name: String, _ arguments: [String]) throws -> [UInt8] {
        guard let path = path(of: name) else { throw Failure(description: "\(name) is not installed") }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure(description: "\(name) ended with \(process.terminationStatus)")
        }
        return Array(bytes)
    }

    static func lines(_ name: String, _ arguments: [String]) throws -> [String] {
        String(decoding: try run(name, arguments), as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
    }

    private static func path(of name: String) -> String? {
        let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
        return folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }
}
