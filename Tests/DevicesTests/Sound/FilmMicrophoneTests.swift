// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation
import TestSupport
import Testing

@testable import Devices

/// A film's own sound, in step with its pictures.
@Suite struct FilmMicrophoneTests {
    /// Two seconds of pictures with a click each half second, from 0.25 s on: 20 samples at full scale.
    private static func film(_ name: String, rate: Int = 48_000, channels: Int = 1, codec: String = "pcm_s16le") throws -> String {
        var sound = Data()
        for sample in 0..<2 * rate {
            let isLoud = sample % (rate / 2) - rate / 4 >= 0 && sample % (rate / 2) - rate / 4 < 20
            for _ in 0..<channels { withUnsafeBytes(of: Int16(isLoud ? 30_000 : 0).littleEndian) { sound.append(contentsOf: $0) } }
        }
        let source = try TestVideo.write(sound, name + ".pcm")
        let output = TestVideo.path(name)
        try TestVideo.run([
            "-f", "lavfi", "-i", "testsrc2=size=320x240:rate=25:duration=2", "-f", "s16le", "-ar", "\(rate)", "-ac", "\(channels)", "-i", source,
            "-c:v", "libx264", "-preset", "ultrafast", "-c:a", codec, output,
        ])
        return output
    }

    /// Plays a film, its camera and its microphone in turns.
    /// - Returns: the times in seconds at which the sound becomes loud.
    private func clicks(_ path: String, seconds: Double) throws -> [Double] {
        let timebase = SteppingTimebase(at: Timestamp(seconds: 7))
        let camera = try FileCamera(path: path, timebase: timebase)
        _ = try camera.start(CameraRequest())
        let first = try #require(try camera.nextFrame(until: Timestamp(seconds: 8)))
        let microphone = try camera.microphone(from: first.stamp.timestamp)
        try microphone.start()
        var (times, isLoud): ([Double], Bool) = ([], false)
        let end = first.stamp.timestamp + .seconds(seconds)
        while timebase.now() < end {
            if let frame = camera.nextFrameTime, let block = microphone.nextBlockTime, frame <= block {
                _ = try camera.nextFrame(until: frame)
                continue
            }
            guard let block = try microphone.nextBlock(until: timebase.now() + .seconds(1)) else { continue }
            for index in 0..<block.samples.count / microphone.channels {
                let wasLoud = isLoud
                isLoud = abs(Int(block.samples[index * microphone.channels])) > 10_000
                guard isLoud, !wasLoud else { continue }
                let time = block.timestamp + FrameRate(Int64(microphone.sampleRate)).offset(of: Int64(index))
                times.append(first.stamp.timestamp.duration(to: time).inSeconds)
            }
        }
        return times
    }

    @Test("X-03 each sound comes at its picture's time, to the sample, also when the film begins anew", arguments: [48_000, 44_100], [1, 2])
    func soundIsInStep(rate: Int, channels: Int) throws {
        let times = try clicks(Self.film("clicks-\(rate)-\(channels).mov", rate: rate, channels: channels), seconds: 6.2)
        #expect(times.count == 12, "\(times)")
        for (index, time) in times.enumerated() {
            #expect(abs(time - (0.25 + 0.5 * Double(index))) < 1.5 / Double(rate), "\(times)")
        }
    }

    @Test("X-03 a film without sound is refused in words")
    func mutedFilmsAreRefused() throws {
        let camera = try FileCamera(path: TestVideo.plain.get(), timebase: SteppingTimebase())
        #expect { _ = try camera.microphone(from: .zero) } throws: { "\($0)".hasSuffix("the film has no sound") }
    }

    @Test("X-03 a damaged film's sound is silence at worst")
    func damagedFilmsAreSilence() throws {
        let whole = [UInt8](try Data(contentsOf: URL(fileURLWithPath: Self.film("whole.mp4", codec: "aac"))))
        var random = SeededGenerator(seed: 5)
        for number in 0..<damagedFiles("VIR_DAMAGED_FILMS", few: 60) {
            // The tables of this film stand at its end.
            let bytes = number.isMultiple(of: 2) ? whole.mutated(&random) : Array(Array(whole.reversed()).mutated(first: 4000, &random).reversed())
            let path = try TestVideo.write(Data(bytes), "damaged.mp4")
            guard let sound = try? FilmSound(path: path, origin: Int64.random(in: -1_000_000_000...1_000_000_000, using: &random)) else { continue }
            for _ in 0..<40 {
                let place = Duration.seconds(random.seconds(-1...4))
                #expect(sound.samples(at: place, count: 1024).count == 1024 * sound.channels)
            }
        }
    }
}
