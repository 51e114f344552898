// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Glibc
import Media
import Runtime
import Storage

/// Compares making the still of a clip's file with decoding its keyframe bare.
enum StillBenchmark {
    static func run() throws -> [Figure] {
        let parameters = StreamParameters(size: .hd1080, rate: FrameRate(30))
        let stream = try RecordedStream(parameters, frames: 60, keepingPictures: false)
        let line = try DelayLine(capacityBytes: stream.byteCount * 4, parameters: parameters)
        stream.append(to: line)
        let path = "/tmp/vir-bench-still-\(getpid()).mp4"
        let output = try PlainFile(path)
        defer { unlink(path) }
        _ = try ClipWriter(parameters: parameters, encoderName: "bench").write(
            ClipPlan(number: 1, kind: .mark, from: .zero, through: .zero + .seconds(2)), from: line, sound: nil,
            metadata: [:], to: output)
        guard let keyframe = stream.units.first else { return [] }
        let stills = 20
        let comparison = try Comparison(rounds: 9, clock: .processor) {
            for _ in 0..<stills { _ = try StillReader.picture(ofClip: path) }
        } bare: {
            for _ in 0..<stills {
                let decoder = try DecoderChoice.open(parameters)
                _ = try keyframe.bytes.withUnsafeBytes {
                    try decoder.decode(AccessUnit(stamp: keyframe.stamp, isKeyframe: true, bytes: $0))
                }
            }
        }
        let each = comparison.ours / Double(stills) * 1000
        let file = BareKeyframe(path: path, unit: keyframe, threads: 1)
        let cold = try Comparison(rounds: 15, clock: .wall) {
            file.forget()
            _ = try StillReader.picture(ofClip: path)
        } bare: {
            file.forget()
            try file.readAndDecode()
        }
        return [
            Figure(
                name: "still of a clip, scaled / bare keyframe decode, 1080p",
                value: "\(comparison.ratio), \(decimals(each, 1)) ms", bar: "≤ 1.2, ≤ 40 ms on a box"),
            Figure(
                name: "the same, its file not in memory / bare read and keyframe decode",
                value: "\(cold.ratio), \(decimals(cold.ours * 1000, 1)) ms", bar: "≤ 100 ms on a box"),
        ]
    }
}

/// A plain file, written without the card's precautions, for the benchmarks.
final class PlainFile: ClipOutput {
    private let file: Int32

    init(_ path: String) throws {
        file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard file >= 0 else { throw Failure(.cannotWrite, "\(path): \(String(cString: strerror(errno)))") }
    }

    deinit { close(file) }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws {
        guard pwrite(file, bytes.baseAddress, bytes.count, off_t(offset)) == bytes.count else {
            throw Failure(.cannotWrite, "the bench's file: \(String(cString: strerror(errno)))")
        }
    }
}
