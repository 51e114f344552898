// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Glibc
import Media
import Runtime
import Storage

/// Compares writing twenty clips of ten seconds, 1080p60, each starting off a keyframe, with writing the same bytes bare.
enum ClipsBenchmark {
    private static let clips = 20

    static func run() throws -> [Figure] {
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
        // The bare write has the same number of bytes for each clip, as much source memory, pieces of the same size and the same sync.
        // Memory that stays in the processor's cache, or a file that is never synced, would be different work.
        let source = UnsafeMutableRawBufferPointer.allocate(byteCount: size * clips, alignment: 4096)
        source.initializeMemory(as: UInt8.self, repeating: 0x5A)
        defer { source.deallocate() }
        func writeBare() throws {
            for clip in 0..<clips {
                let path = "\(folder)/bare-\(clip)"
                let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
                guard file >= 0 else { throw Failure(.cannotWrite, "\(path): \(String(cString: strerror(errno)))") }
                defer { close(file) }
                let bytes = source[clip * size..<(clip + 1) * size]
                var place = bytes.startIndex
                while place < bytes.endIndex {
                    let count = write(file, source.baseAddress.map { $0 + place }, min(1 << 20, bytes.endIndex - place))
                    guard count > 0 else { throw Failure(.cannotWrite, "\(path): \(String(cString: strerror(errno)))") }
                    place += count
                }
                guard fdatasync(file) == 0 else { throw Failure(.cannotWrite, "\(path): \(String(cString: strerror(errno)))") }
            }
            for clip in 0..<clips { unlink("\(folder)/bare-\(clip)") }
        }
        let synced = try Comparison(rounds: 5, clock: .wall, ours: writeClips) { try writeBare() }
        let bare = try Comparison(rounds: 5, clock: .processor, ours: writeClips) { try writeBare() }
        let name = "\(clips) clips of 10 s, \(bytes >> 20) MiB"
        return [
            Figure(
                name: "\(name) / write and fdatasync, wall time", value: "\(synced.ratio), \(decimals(synced.ours)) s",
                bar: "≤ 1.3, < 3 s"),
            Figure(name: "\(name) / write and fdatasync, processor time", value: bare.ratio, bar: "≤ 1.5"),
        ]
    }
}
