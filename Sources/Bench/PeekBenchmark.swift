// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Glibc
import Media
import Runtime

/// Measures what showing a neighbouring clip takes: reading a keyframe from a clip's file, priming a clip, and composing their scene.
enum PeekBenchmark {
    private static let parameters = StreamParameters(size: .hd1080, rate: FrameRate(30))
    private static let frames = 300
    private static let place = Duration.seconds(5)
    private static let track = TrackID.replay
    private static let keys = [1, 2].map { ClipKey(session: SessionKey(folder: "bench"), number: $0) }

    static func run() throws -> [Figure] {
        let path = "/tmp/vir-bench-peek-\(getpid()).mp4"
        defer { unlink(path) }
        let keyframe = try write(to: path)
        let bare = BareKeyframe(path: path, unit: keyframe)
        return [
            try warm(path, bare), try cold(path, bare), try priming(path), try opening(path, bare), try memory(path),
        ] + (try BenchedReview.figures())
    }

    /// Writes a clip of nine seconds that begins in the middle of a GOP.
    /// - Returns: the last keyframe at or before `place`, which is the picture that a peek shows.
    private static func write(to path: String) throws -> RecordedStream.Unit {
        let stream = try RecordedStream(parameters, frames: frames, keepingPictures: false)
        let line = try DelayLine(capacityBytes: stream.byteCount * 4, parameters: parameters)
        stream.append(to: line)
        let first = Timestamp.zero + parameters.rate.offset(of: 7)
        _ = try ClipWriter(parameters: parameters, encoderName: "bench").write(
            ClipPlan(number: 1, kind: .mark, from: first, through: first + .seconds(9)), from: line, sound: nil, metadata: [:],
            to: try PlainFile(path))
        guard let unit = stream.units.last(where: { $0.isKeyframe && $0.stamp.timestamp <= first + place }) else {
            throw Failure(.unavailable, "bench: the stream has no keyframe")
        }
        return unit
    }

    // MARK: Stills

    private static func warm(_ path: String, _ bare: BareKeyframe) throws -> Figure {
        let count = 10
        let comparison = try Comparison(rounds: 9, clock: .processor) {
            for _ in 0..<count { _ = try StillReader.peek(intoClip: path, at: place) }
        } bare: {
            for _ in 0..<count { try bare.decode() }
        }
        let each = decimals(comparison.ours / Double(count) * 1000, 1)
        return Figure(
            name: "a peek, warm / bare keyframe decode, 1080p", value: "\(comparison.ratio), \(each) ms",
            bar: "≤ 1.2, ≤ 40 ms on a box")
    }

    private static func cold(_ path: String, _ bare: BareKeyframe) throws -> Figure {
        let comparison = try Comparison(rounds: 15, clock: .wall) {
            bare.forget()
            _ = try StillReader.peek(intoClip: path, at: place)
        } bare: {
            bare.forget()
            try bare.readAndDecode()
        }
        return Figure(
            name: "a peek, its file not in memory / bare read and keyframe decode",
            value: "\(comparison.ratio), \(decimals(comparison.ours * 1000, 1)) ms",
            bar: "≤ 1.2, ≤ 100 ms on a box")
    }

    // MARK: Players

    private static func players(_ path: String, decoder: @escaping @Sendable (StreamParameters) throws(CodecError) -> any Decoder) -> Players {
        Players(ofClip: path, decoder: decoder)
    }

    private static func players(_ path: String) -> Players {
        players(path) { parameters throws(CodecError) in try DecoderChoice.openSoftware(parameters) }
    }

    private static func clip(_ key: ClipKey, _ timeline: Timeline, _ id: TrackID = track, isPrimed: Bool = false) -> Track {
        Track(id: id, footage: .clip(key), timeline: timeline, isPrimed: isPrimed)
    }

    private static var standing: Timeline { Timeline(from: .zero, position: place, rate: 0) }

    /// Counts the vblanks from the switch to a primed clip until its picture is there.
    private static func priming(_ path: String) throws -> Figure {
        let players = players(path)
        defer { players.close() }
        players.perform(.show([clip(keys[0], standing, isPrimed: true)]))
        while players.advanceOthers(to: .zero) {}
        let shown = clip(keys[0], Timeline(from: .zero, position: place))
        players.perform(.show([shown]))
        var vblanks = 1
        while !players.look(at: shown, offset: .zero, vblank: .zero + FrameRate(60).offset(of: Int64(vblanks - 1))).isDue, vblanks < 60 {
            _ = players.advanceOthers(to: .zero)
            vblanks += 1
        }
        return Figure(name: "from the switch to a primed clip's first picture", value: "\(vblanks) vblank", bar: "1: the very next")
    }

    /// Measures opening a clip until the due picture is decoded, and also the one after it, which proves that the first is the due one.
    private static func opening(_ path: String, _ bare: BareKeyframe) throws -> Figure {
        let reader = try ClipReader(path)
        let entry = ClipEntry.keyframe(for: place, among: reader.keyframes)
        let count = 6
        var spent = 0.0
        var ratios: [Double] = []
        for _ in 0..<9 {
            var ours = 0.0
            for _ in 0..<count {
                let proof = Proof()
                let players = players(path) { parameters throws(CodecError) in TimedDecoder(try DecoderChoice.openSoftware(parameters), proof) }
                let begin = Comparison.seconds(.processor)
                players.perform(.show([clip(keys[0], Timeline(from: .zero, position: entry, rate: 0))]))
                _ = players.advanceOthers(to: .zero)
                ours += (proof.seconds ?? Comparison.seconds(.processor)) - begin
                players.close()
            }
            let begin = Comparison.seconds(.processor)
            for _ in 0..<count { try bare.readAndDecode() }
            ratios.append(ours / max(Comparison.seconds(.processor) - begin, 1e-9))
            spent = ours / Double(count)
        }
        ratios.sort()
        return Figure(
            name: "opening a clip, until its first picture is proven / bare read and keyframe decode",
            value: "\(decimals(ratios[4])) (\(decimals(ratios[0]))…\(decimals(ratios[8]))), \(decimals(spent * 1000, 1)) ms", bar: "≤ 1.5")
    }

    /// Compares the memory of one clip that has played for a while with the memory after a second clip is primed.
    private static func memory(_ path: String) throws -> Figure {
        let players = players(path)
        defer { players.close() }
        let shown = clip(keys[0], Timeline(from: .zero, position: .milliseconds(1)))
        players.perform(.show([shown]))
        for vblank in 0..<240 { while players.advanceOthers(to: .zero + FrameRate(30).offset(of: Int64(vblank))) {} }
        let (one, window) = (MemoryReading.residentBytes(), players.windowBytes)
        players.perform(.show([shown, clip(keys[1], standing, TrackID(9), isPrimed: true)]))
        for vblank in 240..<250 { while players.advanceOthers(to: .zero + FrameRate(30).offset(of: Int64(vblank))) {} }
        let (both, windows) = (MemoryReading.residentBytes(), players.windowBytes)
        func megabytes(_ bytes: Int64) -> String { decimals(Double(bytes) / 1e6, 1) }
        let ratio = decimals(Double(both) / Double(max(1, one)))
        return Figure(
            name: "memory with a primed second clip / with one clip, 1080p",
            value: "\(ratio): \(megabytes(both)) beside \(megabytes(one)) MB, its window \(megabytes(Int64(windows - window))) MB",
            bar: "≤ 1.10")
    }
}

/// A keyframe read and decoded with nothing around it.
struct BareKeyframe {
    let path: String
    let unit: RecordedStream.Unit
    /// The number of threads that decode, as many as in what it is compared with. A wall clock would count their help.
    var threads = 4
    /// The number of bytes that a reader has to read before it knows where the keyframe lies.
    private static let headBytes = 32 << 10

    func decode() throws {
        let decoder = try LibAVDecoder(
            codec: DecoderChoice.software, parameters: StreamParameters(size: .hd1080, rate: FrameRate(30)), threads: threads)
        _ = try unit.bytes.withUnsafeBytes { try decoder.decode(AccessUnit(stamp: unit.stamp, isKeyframe: true, bytes: $0)) }
    }

    func readAndDecode() throws {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw Failure(.noInput, path) }
        defer { close(file) }
        let size = max(Self.headBytes, unit.bytes.count)
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 4096)
        defer { memory.deallocate() }
        _ = pread(file, memory.baseAddress, Self.headBytes, 0)
        _ = pread(file, memory.baseAddress, unit.bytes.count, lseek(file, 0, SEEK_END) / 2)
        try decode()
    }

    /// Drops the file from the page cache, if the system follows the advice, so that the next read comes from the disk.
    func forget() {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return }
        fdatasync(file)
        posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED)
        close(file)
    }
}

/// The processor time at which the second picture came out of a decoder.
private final class Proof: @unchecked Sendable {
    // One thread does all of it.
    var pictures = 0
    var seconds: Double?
}

/// Passes everything on to another decoder, and notes in `proof` when the second picture comes out.
private final class TimedDecoder: Decoder {
    var name: String { decoder.name }
    private let decoder: any Decoder
    private let proof: Proof

    init(_ decoder: any Decoder, _ proof: Proof) { (self.decoder, self.proof) = (decoder, proof) }

    func decode(_ unit: AccessUnit) throws(CodecError) -> VideoFrame? {
        let frame = try decoder.decode(unit)
        if frame != nil { proof.pictures += 1 }
        if proof.pictures == 2, proof.seconds == nil { proof.seconds = Comparison.seconds(.processor) }
        return frame
    }

    func drain() throws(CodecError) -> VideoFrame? { try decoder.drain() }
    func next() throws(CodecError) -> VideoFrame? { try decoder.next() }
    func flush() { decoder.flush() }
}
