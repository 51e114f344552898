// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import TestSupport
import Testing

@testable import Media

/// Recorded sound, read back sample by sample: from a clip's file and from the delay line.
@Suite struct SoundFootageTests {
    private static let beginning = Timestamp(seconds: 3)
    private static let seconds = 4.0

    /// Returns a tone that swells, so that a sample's position can be recognised, with a click each half second.
    private static func tone(_ sample: Int) -> Int16 {
        let (second, cycle) = (Double(sample) / 48_000, sample % 24_000)
        let base = 6000 * (0.2 + second / 8) * sine(Double(sample % 96) / 96)
        return Int16(base + (cycle < 6 ? 20_000 : 0))
    }

    /// Returns the sine of a fraction of a circle; the tests have no library for it.
    private static func sine(_ part: Double) -> Double {
        let x = part < 0.5 ? part : part - 0.5
        let value = 16 * x * (0.5 - x)
        return part < 0.5 ? value : -value
    }

    private static func line(channels: Int = 1, gap: Range<Int>? = nil) throws -> SoundLine {
        let encoder = try SoundEncoder(channels: channels)
        let line = SoundLine(format: encoder.format, maximumSeconds: 20)
        for block in 0..<Int(seconds * 100) where gap?.contains(block) != true {
            let samples = (0..<480).flatMap { [Int16](repeating: tone(block * 480 + $0), count: channels) }
            let time = beginning + FrameRate(48_000).offset(of: Int64(block * 480))
            try encoder.encode(samples: samples, timestamp: time) { line.append($0) }
        }
        return line
    }

    private static func clip(_ sound: SoundLine?) throws -> [UInt8] {
        let footage = try EncodedFootage.encode(frames: 120)
        let output = MemoryOutput()
        // The sound begins with the picture number 20.
        let first = EncodedFootage.time(20, footage.parameters.rate)
        let shifted = sound.map { sound -> SoundLine in
            let moved = SoundLine(format: sound.format, maximumSeconds: 20)
            for unit in sound.units(from: beginning - .seconds(1), through: beginning + .seconds(seconds)) {
                unit.bytes.withUnsafeBytes { moved.append(SoundUnit(timestamp: first + beginning.duration(to: unit.timestamp), bytes: $0)) }
            }
            return moved
        }
        _ = try ClipWriter(parameters: footage.parameters, encoderName: "libx264")
            .write(footage.plan(from: 20, through: 110), from: footage.line(), sound: shifted, metadata: [:], to: output)
        return output.bytes
    }

    /// Returns the mean and the largest difference between the read and the recorded sound.
    private static func errors(_ heard: [Int16], from first: Int) -> (mean: Double, most: Int) {
        let each = stride(from: 0, to: heard.count, by: 2).map { abs(Int(heard[$0]) - Int(tone(first + $0 / 2))) }
        return (Double(each.reduce(0, +)) / Double(max(1, each.count)), each.max() ?? 0)
    }

    private static func footage(_ kind: String) throws -> (SoundFootage, zero: Int64) {
        switch kind {
        case "line":
            let footage = try SoundFootage(LineSoundReader(try line()))
            return (footage, footage.index(of: Timestamp.zero.duration(to: beginning)))
        default:
            let file = try TemporaryFile(try clip(try line()))
            let reader = try #require(try ClipSoundReader(file.path))
            return (try SoundFootage(reader), 0)
        }
    }

    @Test(arguments: ["line", "clip"])
    func eachSampleIsFoundInItsPlaceFromWhereverItIsAsked(kind: String) throws {
        let (footage, zero) = try Self.footage(kind)
        var random = SeededGenerator(seed: 4)
        for _ in 0..<40 {
            let first = Int.random(in: 2000...120_000, using: &random)
            let heard = try footage.samples(from: zero + Int64(first), count: 4096)
            let errors = Self.errors(heard, from: first)
            // One sample off, the clicks alone would be 20 000 off.
            #expect(errors.mean < 300 && errors.most < 9000, "from \(first): \(errors)")
        }
    }

    @Test(arguments: ["line", "clip"])
    func piecesLieEndToEnd(kind: String) throws {
        let (footage, zero) = try Self.footage(kind)
        let whole = try footage.samples(from: zero + 4800, count: 48_000)
        let (again, _) = try Self.footage(kind)
        var pieces: [Int16] = []
        for size in [1, 479, 480, 1024, 5000, 3, 17, 20_000, 10_000, 10_996] {
            pieces += try again.samples(from: zero + 4800 + Int64(pieces.count / 2), count: size)
        }
        #expect(pieces.count == whole.count)
        #expect(zip(pieces, whole).allSatisfy { abs(Int($0) - Int($1)) < 64 })
    }

    @Test(arguments: ["line", "clip"])
    func beforeAndAfterTheSoundThereIsSilence(kind: String) throws {
        let (footage, zero) = try Self.footage(kind)
        #expect(try footage.samples(from: zero + 480_000, count: 480).allSatisfy { $0 == 0 })
        #expect(try footage.samples(from: zero - 480_000, count: 480).allSatisfy { $0 == 0 })
        let heard = try footage.samples(from: zero + 24_000, count: 480)
        #expect(heard.contains { abs(Int($0)) > 5000 })
    }

    @Test func aGapIsSilentAndWhatComesAfterItIsInItsPlace() throws {
        let footage = try SoundFootage(LineSoundReader(try Self.line(gap: 100..<200)))
        let zero = footage.index(of: Timestamp.zero.duration(to: Self.beginning))
        #expect(try footage.samples(from: zero + 60_000, count: 24_000).allSatisfy { $0 == 0 })
        let after = try footage.samples(from: zero + 100_000, count: 20_000)
        #expect(Self.errors(after, from: 100_000).mean < 300)
    }

    @Test func theLineIsHeardAsItGrows() throws {
        let whole = try Self.line()
        let units = whole.units(from: Self.beginning, through: Self.beginning + .seconds(4))
        let line = SoundLine(format: whole.format, maximumSeconds: 20)
        let footage = try SoundFootage(LineSoundReader(line))
        let zero = footage.index(of: Timestamp.zero.duration(to: Self.beginning))
        #expect(try footage.samples(from: zero, count: 480).allSatisfy { $0 == 0 })
        for unit in units[..<20] { unit.bytes.withUnsafeBytes { line.append(SoundUnit(timestamp: unit.timestamp, bytes: $0)) } }
        #expect(Self.errors(try footage.samples(from: zero + 4000, count: 9600), from: 4000).mean < 300)
        #expect(try footage.samples(from: zero + 60_000, count: 480).allSatisfy { $0 == 0 })
        for unit in units[20...] { unit.bytes.withUnsafeBytes { line.append(SoundUnit(timestamp: unit.timestamp, bytes: $0)) } }
        #expect(Self.errors(try footage.samples(from: zero + 62_000, count: 9600), from: 62_000).mean < 300)
    }

    @Test func oneChannelIsHeardOnBothSidesAndTwoOnTheirOwn() throws {
        let mono = try SoundFootage(LineSoundReader(try Self.line()))
        let zero = mono.index(of: Timestamp.zero.duration(to: Self.beginning))
        let heard = try mono.samples(from: zero + 9600, count: 4800)
        #expect(stride(from: 0, to: heard.count, by: 2).allSatisfy { heard[$0] == heard[$0 + 1] })
        let stereo = try SoundFootage(LineSoundReader(try Self.line(channels: 2)))
        #expect(Self.errors(try stereo.samples(from: zero + 9600, count: 4800), from: 9600).mean < 300)
    }

    @Test func aClipWithoutSoundHasNone() throws {
        let file = try TemporaryFile(try Self.clip(nil))
        #expect(try ClipSoundReader(file.path) == nil)
        #expect(try WaveformReader(file.path) == nil)
    }

    @Test func theWaveformShowsTheClicksWhereTheyAre() throws {
        let file = try TemporaryFile(try Self.clip(try Self.line()))
        let reader = try #require(try WaveformReader(file.path))
        var waveform: Waveform?
        while waveform == nil { waveform = try reader.measure(units: 10) }
        let measured = try #require(waveform)
        for half in 0..<6 {
            let click = Duration.milliseconds(500 * half)
            #expect(measured.peak(in: click...click + .milliseconds(10)) > 0.4, "click \(half)")
            #expect(measured.peak(in: click + .milliseconds(100)...click + .milliseconds(400)) < 0.25, "after click \(half)")
        }
    }

    /// Any bytes in a file give silence or an error; nothing traps, and the reader of the pictures isn't disturbed.
    @Test(arguments: 1...24 as ClosedRange<UInt64>)
    func damagedSoundIsSilence(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var bytes = try Self.clip(try Self.line())
        let isHead = seed % 3 == 0
        for _ in 0..<(isHead ? 8 : 400) {
            let place =
                isHead ? Int.random(in: 0..<min(bytes.count, 6000), using: &random) : Int.random(in: bytes.count / 8..<bytes.count, using: &random)
            bytes[place] = UInt8.random(in: 0...255, using: &random)
        }
        let damaged = try TemporaryFile(bytes)
        if let reader = try? ClipSoundReader(damaged.path), let footage = try? SoundFootage(reader) {
            for second in 0..<5 {
                let heard = try? footage.samples(from: Int64(second * 48_000), count: 12_000)
                #expect(heard == nil || heard?.count == 24_000)
            }
        }
        if let reader = try? WaveformReader(damaged.path) {
            for _ in 0..<100 where try reader.measure(units: 100) != nil { break }
        }
    }

    /// Units whose positions are arbitrary.
    @Test(arguments: 1...12 as ClosedRange<UInt64>)
    func stampsThatMakeNoSenseAreNoReasonToReadForEver(seed: UInt64) throws {
        let reader = LyingReader(try Self.line(), seed: seed)
        let footage = try SoundFootage(reader)
        var random = SeededGenerator(seed: seed)
        for _ in 0..<50 {
            let heard = try footage.samples(from: Int64.random(in: -100_000...400_000, using: &random), count: 480)
            #expect(heard.count == 960)
        }
        #expect(reader.reads < 50 * 70)
    }
}

/// Real units with made-up positions.
private final class LyingReader: SoundReader {
    let format: SoundFormat
    let isFinite = false
    private(set) var reads = 0
    private let units: [SoundLine.Unit]
    private var random: SeededGenerator

    init(_ line: SoundLine, seed: UInt64) {
        format = line.format
        units = line.units(from: .zero, through: Timestamp(seconds: 100))
        random = SeededGenerator(seed: seed)
    }

    func seek(to place: Duration) {}

    func next() -> PlacedSound? {
        reads += 1
        let place =
            [0, Int64.random(in: -5...5, using: &random) * 1_000_000_000, .random(in: .min / 4 ... .max / 4, using: &random)]
            .randomElement(using: &random) ?? 0
        return PlacedSound(place: .nanoseconds(place), bytes: units[reads % units.count].bytes)
    }
}
