// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Glibc
import Media
import Storage

/// Twenty clips of ten seconds, 1080p60, starts off a keyframe, against writing the same bytes bare.
enum ClipsBenchmark {
    private static let clips = 20

    static func run() throws -> [Benchmark.Figure] {
        let parameters = StreamParameters(size: .hd1080, rate: FrameRate(60))
        let stream = try RecordedStream(parameters, frames: 600, keepingPictures: false)
        let line = try DelayLine(capacityBytes: stream.byteCount * 2 * clips, parameters: parameters)
        stream.append(to: line, times: clips + 1)
        let folder = try ScratchFolder.make("bench")
        let files = POSIXFileSystem()
        let card = Card(path: folder, files: files)
        defer { ScratchFolder.remove(folder) }
        var number = 0
        var bytes: Int64 = 0
        func writeClips() throws {
            number += 1
            let session = try card.openSession(
                SessionHeader(
                    number: number, started: "2026-01-01T00:00:00", size: parameters.size,
                    framesPerSecond: 60, delaySeconds: 5, camera: "bench",
                    encoder: "bench"))
            let writer = ClipWriter(parameters: parameters, encoderName: "bench")
            bytes = 0
            for clip in 0..<clips {
                let from = Timestamp.zero + parameters.rate.offset(of: Int64(clip * 600 + 7))
                let plan = ClipPlan(number: clip + 1, kind: .mark, from: from, through: from + .seconds(10))
                let pending = try session.beginClip(number: plan.number, kind: plan.kind)
                bytes += try writer.write(plan, from: line, sound: nil, metadata: [:], to: pending).bytes
                _ = try pending.commit()
            }
            ScratchFolder.remove("\(folder)/\(session.name)")
        }
        try writeClips()
        let size = Int(bytes) / clips
        func writeBare(synced: Bool) throws {
            let block = [UInt8](repeating: 0x5A, count: 1 << 20)
            for clip in 0..<clips {
                let path = "\(folder)/bare-\(clip)"
                let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
                guard file >= 0 else { throw Failure(.cannotWrite, "\(path): \(String(cString: strerror(errno)))") }
                defer { close(file) }
                var left = size
                while left > 0 {
                    let count = block.withUnsafeBytes { write(file, $0.baseAddress, min(left, $0.count)) }
                    guard count > 0 else { throw Failure(.cannotWrite, "\(path): \(String(cString: strerror(errno)))") }
                    left -= count
                }
                if synced { fdatasync(file) }
            }
            for clip in 0..<clips { unlink("\(folder)/bare-\(clip)") }
        }
        let synced = try Comparison(rounds: 5, clock: .wall, ours: writeClips) { try writeBare(synced: true) }
        let bare = try Comparison(rounds: 5, clock: .processor, ours: writeClips) { try writeBare(synced: false) }
        let name = "\(clips) clips of 10 s, \(bytes >> 20) MiB"
        return [
            Benchmark.Figure(
                name: "\(name) / write and fdatasync, wall time", value: "\(synced.ratio), \(decimals(synced.ours)) s",
                bar: "≤ 1.3, < 3 s"),
            Benchmark.Figure(name: "\(name) / write, processor time", value: bare.ratio, bar: "reported"),
        ]
    }
}
