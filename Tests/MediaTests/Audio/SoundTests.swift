// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import TestSupport
import Testing

@testable import Media

@Suite struct SoundEncoderTests {
    private static let beginning = Timestamp(seconds: 3.25)

    /// Returns silence with one click, which shows whether the times are right.
    private func samples(_ count: Int, channels: Int, clickAt click: Int? = nil) -> [Int16] {
        var samples = [Int16](repeating: 0, count: count * channels)
        if let click {
            for index in click..<min(click + 8, count) {
                for channel in 0..<channels { samples[index * channels + channel] = 30_000 }
            }
        }
        return samples
    }

    private func encode(blocks: [(samples: [Int16], timestamp: Timestamp)], channels: Int) throws -> (SoundFormat, [SoundLine.Unit]) {
        let encoder = try SoundEncoder(channels: channels)
        var units: [SoundLine.Unit] = []
        func keep(_ unit: SoundUnit) { units.append(SoundLine.Unit(timestamp: unit.timestamp, bytes: Array(unit.bytes))) }
        for block in blocks { try encoder.encode(samples: block.samples, timestamp: block.timestamp, output: keep) }
        try encoder.drain(output: keep)
        return (encoder.format, units)
    }

    @Test(arguments: [1, 2])
    func unitsFollowEachOtherWithoutAGap(_ channels: Int) throws {
        let format = SoundFormat(sampleRate: 48_000, channels: channels, configuration: [])
        let blocks = (0..<50).map { index in
            (samples(480, channels: channels), Self.beginning.advanced(by: format.duration(ofSamples: index * 480)))
        }
        let (made, units) = try encode(blocks: blocks, channels: channels)
        #expect(made.configuration.count >= 2)
        #expect(made.channels == channels)
        // The encoder primes itself with one unit that isn't heard.
        #expect(units.first?.timestamp == Self.beginning.advanced(by: .zero - format.unitDuration))
        for (earlier, later) in zip(units, units.dropFirst()) {
            let distance = earlier.timestamp.duration(to: later.timestamp) - format.unitDuration
            #expect(abs(distance.nanoseconds) <= 1)
        }
        #expect(units.count == 50 * 480 / 1024 + 2)
    }

    @Test func jitterOfTheBlocksDoesNotReachTheUnits() throws {
        var random = SeededGenerator(seed: 5)
        let format = SoundFormat(sampleRate: 48_000, channels: 1, configuration: [])
        let blocks = (0..<100).map { index in
            let jitter = Duration.microseconds(index == 0 ? 0 : Int64.random(in: -800...800, using: &random))
            return (samples(480, channels: 1), Self.beginning.advanced(by: format.duration(ofSamples: index * 480) + jitter))
        }
        let (_, units) = try encode(blocks: blocks, channels: 1)
        for (earlier, later) in zip(units, units.dropFirst()) {
            #expect(abs((earlier.timestamp.duration(to: later.timestamp) - format.unitDuration).nanoseconds) <= 1)
        }
    }

    @Test func afterAGapUnitsTellTheTrueTimeAgain() throws {
        let format = SoundFormat(sampleRate: 48_000, channels: 1, configuration: [])
        let resumed = Self.beginning.advanced(by: .milliseconds(500))
        let (_, units) = try encode(
            blocks: [(samples(3000, channels: 1), Self.beginning), (samples(3000, channels: 1), resumed)],
            channels: 1)
        #expect(units.contains { $0.timestamp == resumed })
        let silent = Self.beginning.advanced(by: format.duration(ofSamples: 3 * 1024 + 1))
        #expect(!units.contains { $0.timestamp >= silent && $0.timestamp < resumed })
    }

    @Test func whatItCanNotEncodeIsRefused() {
        #expect(throws: CodecError.self) { _ = try SoundEncoder(channels: 6) }
        #expect(throws: CodecError.self) { _ = try SoundEncoder(sampleRate: 12_345, channels: 1) }
    }

    /// A click is put at a frame's sensor time; a player must play it when it shows that frame.
    @Test(arguments: [(20, 1), (29, 1), (15, 2), (16, 2)] as [(Int64, Int)])
    func soundIsInStepWithThePicturesToTheSample(_ first: Int64, _ channels: Int) throws {
        let footage = try EncodedFootage.encode(frames: 90)
        let rate = footage.parameters.rate
        // Aligned with no boundary.
        let soundBegins = EncodedFootage.time(0, rate).advanced(by: .microseconds(-7331))
        let clickFrame = first + 25
        let click = Int((soundBegins.duration(to: EncodedFootage.time(clickFrame, rate)).inSeconds * 48_000).rounded())
        let (format, units) = try encode(blocks: [(samples(200_000, channels: channels, clickAt: click), soundBegins)], channels: channels)
        let sound = SoundLine(format: format, maximumSeconds: 10)
        for unit in units {
            unit.bytes.withUnsafeBytes { sound.append(SoundUnit(timestamp: unit.timestamp, bytes: $0)) }
        }
        let output = MemoryOutput()
        _ = try ClipWriter(parameters: footage.parameters, encoderName: "libx264")
            .write(footage.plan(from: first, through: 80), from: footage.line(), sound: sound, metadata: [:], to: output)
        let file = try TemporaryFile(output.bytes)
        let shown = try Player.ffmpeg.frames(in: file.path, size: footage.parameters.size)
        #expect(shown == Array(first...80))
        let due = Int((rate.offset(of: 25).inSeconds * 48_000).rounded())
        let onset = try #require(try onsets(in: file.path).first)
        #expect(abs(onset - due) <= 2, "heard at sample \(onset), due at \(due)")
        // A copy for anybody begins at the keyframe before, and has no edit list that would make its sound begin later.
        let copy = MemoryOutput()
        let result = try ClipRemuxer(forAnybody: [file.path, file.path], metadata: [:]).write(to: copy)
        let twice = try TemporaryFile(copy.bytes)
        let lead = Int(first % 15)
        let places = [0, result.frames / 2].map { Int((rate.offset(of: Int64($0 + lead + 25)).inSeconds * 48_000).rounded()) }
        let heard = try onsets(in: twice.path)
        #expect(heard.count == 2 && zip(heard, places).allSatisfy { abs($0 - $1) <= 512 }, "heard at \(heard), due at \(places)")
        // Players that place each unit right after the one before play it at the right time too.
        let durations = try Tool.lines(
            "ffprobe", ["-v", "error", "-select_streams", "a", "-show_entries", "packet=duration", "-of", "csv=p=0", twice.path]
        ).compactMap { Int($0.prefix { $0 != "," }) }
        #expect(Set(durations) == [1024])
    }

    @Test("X-05 slow motion has its sound: each click once, when its picture is shown", arguments: [2, 4, 8])
    func slowMotionIsHeard(_ slowness: Int) throws {
        let footage = try EncodedFootage.encode(frames: 90)
        let rate = footage.parameters.rate
        let begin = EncodedFootage.time(0, rate)
        let click = Int((rate.offset(of: 45).inSeconds * 48_000).rounded())
        let (format, units) = try encode(blocks: [(samples(200_000, channels: 1, clickAt: click), begin)], channels: 1)
        let sound = SoundLine(format: format, maximumSeconds: 10)
        for unit in units {
            unit.bytes.withUnsafeBytes { sound.append(SoundUnit(timestamp: unit.timestamp, bytes: $0)) }
        }
        let output = MemoryOutput()
        _ = try ClipWriter(parameters: footage.parameters, encoderName: "libx264")
            .write(footage.plan(from: 20, through: 80), from: footage.line(), sound: sound, metadata: [:], to: output)
        let file = try TemporaryFile(output.bytes)
        let copy = MemoryOutput()
        let result = try ClipRemuxer(forAnybody: [file.path, file.path], slowness: slowness, metadata: [:]).write(to: copy)
        let slow = try TemporaryFile(copy.bytes)
        // Each part begins with the keyframe before, picture 15.
        let places = [0, result.frames / 2].map { first in
            Int((rate.offset(of: Int64(first + 30)).inSeconds * Double(slowness) * 48_000).rounded())
        }
        let heard = try onsets(in: slow.path)
        #expect(heard.count == 2 && zip(heard, places).allSatisfy { abs($0 - $1) <= 240 }, "heard at \(heard), due at \(places)")
        let ends = try Tool.lines(
            "ffprobe", ["-v", "error", "-select_streams", "a", "-show_entries", "packet=pts", "-of", "csv=p=0", slow.path]
        ).compactMap { Int($0.prefix { $0 != "," }) }
        #expect(zip(ends, ends.dropFirst()).allSatisfy { $1 - $0 == 1024 }, "no gap between the units")
        let length = Int((result.seconds * 48_000).rounded())
        #expect(abs((ends.last ?? 0) + 1024 - length) <= 1024)
    }

    /// 1000 parts in a million, ten times the error of a cheap microphone's clock: 30 ms at the end of the clip, which is more than a unit.
    @Test(arguments: [0.999, 1, 1.001])
    func aMicrophonesClockPutsNoSoundFurtherFromItsPictureThanAUnit(_ pace: Double) throws {
        let footage = try EncodedFootage.encode(frames: 900)
        let rate = footage.parameters.rate
        let begin = EncodedFootage.time(0, rate)
        let clickFrames: [Int64] = [100, 500, 880]
        var samples = [Int16](repeating: 0, count: 48_000 * 31)
        for frame in clickFrames {
            let click = Int((rate.offset(of: frame).inSeconds / pace * 48_000).rounded())
            for index in click..<click + 8 { samples[index] = 30_000 }
        }
        let (format, units) = try encode(blocks: [(samples, begin)], channels: 1)
        let sound = SoundLine(format: format, maximumSeconds: 40)
        for unit in units {
            // The times by the camera's clock.
            let place = begin.duration(to: unit.timestamp).inSeconds * pace
            unit.bytes.withUnsafeBytes { sound.append(SoundUnit(timestamp: begin + .seconds(place), bytes: $0)) }
        }
        let output = MemoryOutput()
        _ = try ClipWriter(parameters: footage.parameters, encoderName: "libx264")
            .write(footage.plan(from: 0, through: 899), from: footage.line(), sound: sound, metadata: [:], to: output)
        let file = try TemporaryFile(output.bytes)
        let copy = MemoryOutput()
        _ = try ClipRemuxer(forAnybody: [file.path], metadata: [:]).write(to: copy)
        let made = try TemporaryFile(copy.bytes)
        // As heard with a player that places each unit right after the one before.
        let heard = try Tool.run("ffmpeg", ["-v", "error", "-nostdin", "-i", made.path, "-map", "0:a", "-ac", "1", "-f", "s16le", "-"])
        let levels = heard.withUnsafeBytes { Array($0.bindMemory(to: Int16.self)).map { abs(Int($0)) } }
        for frame in clickFrames {
            let due = Int((rate.offset(of: frame).inSeconds * 48_000).rounded())
            let near = max(0, due - 4800)..<min(levels.count, due + 4800)
            let loudest = try #require(near.max { levels[$0] < levels[$1] })
            #expect(levels[loudest] > 4000 && abs(loudest - due) <= 1024, "frame \(frame): heard at \(loudest), due at \(due)")
        }
    }

    /// Returns the samples, counted from the pictures' zero, at which clicks begin. Silence is added in front and in gaps, so that each
    /// sample is at its own time in the file.
    private func onsets(in path: String) throws -> [Int] {
        let heard = try Tool.run(
            "ffmpeg",
            [
                "-v", "error", "-nostdin", "-i", path, "-map", "0:a", "-ac", "1",
                "-af", "aresample=async=1:first_pts=0", "-f", "s16le", "-",
            ])
        let levels = heard.withUnsafeBytes { Array($0.bindMemory(to: Int16.self)).map { abs(Int($0)) } }
        let loudest = try #require(levels.max())
        #expect(loudest > 8000)
        var onsets: [Int] = []
        for index in levels.indices where levels[index] > loudest / 2 && index > (onsets.last ?? -9600) + 4800 { onsets.append(index) }
        return onsets
    }

    @Test func aClipThatNoSoundFallsIntoHasPicturesOnly() throws {
        let footage = try EncodedFootage.encode(frames: 40)
        let sound = SoundLine(format: SoundFormat(sampleRate: 48_000, channels: 1, configuration: [0x11, 0x88]), maximumSeconds: 1)
        let output = MemoryOutput()
        _ = try ClipWriter(parameters: footage.parameters, encoderName: "libx264")
            .write(footage.plan(from: 5, through: 30), from: footage.line(), sound: sound, metadata: [:], to: output)
        let file = try TemporaryFile(output.bytes)
        let kinds = try Tool.lines("ffprobe", ["-v", "error", "-show_entries", "stream=codec_type", "-of", "csv=p=0", file.path])
        #expect(kinds == ["video"])
    }
}

@Suite struct SoundLineTests {
    private static let format = SoundFormat(sampleRate: 48_000, channels: 1, configuration: [0x11, 0x88])

    private func time(_ index: Int) -> Timestamp {
        Timestamp(seconds: -1).advanced(by: Self.format.duration(ofSamples: index * 1024))
    }

    private func append(_ index: Int, bytes: Int, to line: SoundLine) {
        let content = (0..<bytes).map { UInt8(truncatingIfNeeded: index &* 31 &+ $0) }
        content.withUnsafeBytes { line.append(SoundUnit(timestamp: time(index), bytes: $0)) }
    }

    @Test func unitsThatPlayWithinTheRangeAreFound() {
        let line = SoundLine(format: Self.format, maximumSeconds: 10)
        for index in 0..<20 { append(index, bytes: 100, to: line) }
        #expect(line.units(from: time(3), through: time(5)).map(\.timestamp) == [time(3), time(4), time(5)])
        let within = time(3).advanced(by: .milliseconds(5))
        #expect(line.units(from: within, through: within).map(\.timestamp) == [time(3)])
        #expect(line.units(from: time(30), through: time(40)).isEmpty)
        #expect(line.units(from: time(5), through: time(4)).isEmpty)
        #expect(line.hasSound(from: within, through: within))
        #expect(!line.hasSound(from: time(30), through: time(40)))
    }

    @Test func aUnitThatIsNotLaterIsLeftOut() {
        let line = SoundLine(format: Self.format, maximumSeconds: 10)
        for index in [1, 2, 2, 1, 3] { append(index, bytes: 10, to: line) }
        #expect(line.units(from: time(0), through: time(9)).map(\.timestamp) == [time(1), time(2), time(3)])
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func theRingHoldsTheNewestUnitsWhole(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var ring = SoundRing(byteCapacity: 2000, unitCapacity: 12)
        var model: [SoundLine.Unit] = []
        for index in 0..<400 {
            let bytes = (0..<Int.random(in: 0...600, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
            bytes.withUnsafeBytes { ring.append(SoundUnit(timestamp: time(index), bytes: $0)) }
            model.append(SoundLine.Unit(timestamp: time(index), bytes: bytes))
            while model.count > 12 || model.reduce(0, { $0 + $1.bytes.count }) > 2000 { model.removeFirst() }
            #expect(ring.units(after: time(-1), through: time(index)) == model)
        }
    }
}
