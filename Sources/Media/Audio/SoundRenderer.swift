// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Chooses the samples for a speaker: those at the position where the footage's timeline will be when they are heard.
///
/// While the timeline runs at one of the heard rates and the sound keeps within `tolerance` of it, samples follow each other. Otherwise (a
/// jump, a loop's seam, another speed, a pause, a speaker that ran dry or whose clock strays) the sound fades out, and fades in again at
/// the timeline's position at that time. The sound never clicks, and deviations don't add up.
///
/// Pure but for the samples that it asks for. Samples are counted for each channel, and in slow motion as they are heard: at ½ there are two
/// for each sample of the footage.
public struct SoundRenderer {
    /// The most that the sound may be away from the picture, averaged over some calls; at once it is twice that. An eye and an ear notice
    /// some 40 ms. Many sound cards report their position only once a period, some 20 ms, which alone is no reason to jump.
    public static let tolerance = Duration.milliseconds(20)
    /// The weight of one call in that average.
    private static let weight = 1.0 / 8
    /// The time that a start, a stop or a seam takes.
    public static let fade = Duration.milliseconds(5)

    private let rate: FrameRate
    private let tolerated: Int64
    private let faded: Int64
    /// The sample that is due next; `nil` for silence.
    private var cursor: Int64?
    /// The speed at which the cursor counts.
    private var speed = 1.0
    /// The state of the fade, from 0 (silent) to `faded`.
    private var envelope: Int64 = 0
    private var volume = 0.0
    /// The average number of samples by which the sound is behind the picture.
    private var stray = 0.0
    /// The number of times that the sound was started at a new position.
    public private(set) var jumps = 0

    public init(sampleRate: Int) {
        rate = FrameRate(Int64(sampleRate))
        tolerated = Int64(Self.tolerance.inSeconds * Double(sampleRate))
        faded = max(1, Int64(Self.fade.inSeconds * Double(sampleRate)))
    }

    /// True if nothing is heard and nothing fades.
    public var isSilent: Bool { cursor == nil }

    /// Returns the next samples, interleaved, two channels.
    /// - Parameters:
    ///   - instant: the time at which the first of them will be heard.
    ///   - timeline: the footage's timeline; `nil` if the footage isn't to be heard.
    ///   - wanted: the volume; 1 is as it was recorded.
    ///   - samples: returns a number of samples, from one sample on, of the footage's sound at a speed.
    public mutating func render(
        _ count: Int, heardAt instant: Timestamp, timeline: Timeline?, volume wanted: Double,
        samples: (_ first: Int64, _ count: Int, _ speed: Double) -> [Int16]
    ) -> [Int16] {
        var result: [Int16] = []
        result.reserveCapacity(count * SoundFootage.channels)
        if cursor == nil { volume = wanted }
        if let cursor, let place = timeline.flatMap({ located(on: $0, at: instant) }), place.speed == speed,
            abs(place.sample - cursor) <= 2 * tolerated
        {
            stray += (Double(place.sample - cursor) - stray) * Self.weight
        }
        while result.count < count * SoundFootage.channels {
            let done = result.count / SoundFootage.channels
            let place = timeline.flatMap { located(on: $0, at: instant + rate.offset(of: Int64(done))) }
            let (run, direction) = next(at: place, atMost: Int64(count - done))
            guard let cursor, direction != .rest else {
                result += [Int16](repeating: 0, count: Int(run) * SoundFootage.channels)
                continue
            }
            append(samples(cursor, Int(run), speed), count: Int(run), rising: direction == .on, towards: wanted, to: &result)
            self.cursor = cursor + run
            if envelope == 0, direction == .out { self.cursor = nil }
        }
        return result
    }

    /// The timeline's position at an instant, and the samples that are left until it stops or loops.
    private struct Place {
        var sample: Int64
        var left: Int64
        var speed: Double
    }

    private func located(on timeline: Timeline, at instant: Timestamp) -> Place? {
        let speed = timeline.rate
        guard Track.heardRates.contains(speed) else { return nil }
        let sample = index(of: timeline.position(at: instant), at: speed)
        guard let end = timeline.bounds?.upperBound else { return Place(sample: sample, left: .max / 2, speed: speed) }
        return Place(sample: sample, left: index(of: end, at: speed) - sample, speed: speed)
    }

    private func index(of place: Duration, at speed: Double) -> Int64 {
        Int64((place.inSeconds.clamped(to: -1e7...1e7) / speed * rate.hertz).rounded())
    }

    private enum Direction { case on, out, rest }

    /// Returns the number of samples that are treated alike from here on, and the way they are treated.
    private mutating func next(at place: Place?, atMost most: Int64) -> (run: Int64, direction: Direction) {
        guard let cursor else {
            // The seam is too near to begin.
            guard let place, place.left > 2 * faded else {
                let left = place?.left ?? 0
                return (min(most, left > 0 ? left : faded), .rest)
            }
            (self.cursor, speed, envelope, stray) = (place.sample, place.speed, 0, 0)
            jumps += 1
            return (min(most, faded), .on)
        }
        guard let place, place.speed == speed, abs(place.sample - cursor) <= 2 * tolerated, abs(stray) <= Double(tolerated) else {
            return (min(most, max(1, envelope)), .out)
        }
        // The distance to the end is counted from the sample that is heard, not from the timeline's position.
        let left = place.sample + place.left - cursor
        guard left > faded else { return (min(most, max(1, min(left, envelope))), .out) }
        // The timeline is checked again every few milliseconds, because it may stand still at its end.
        return (min(most, left - faded, 2 * faded), .on)
    }

    private mutating func append(_ samples: [Int16], count: Int, rising: Bool, towards wanted: Double, to result: inout [Int16]) {
        for index in 0..<count {
            envelope = (envelope + (rising ? 1 : -1)).clamped(to: 0...faded)
            volume += (wanted - volume).clamped(to: -1 / Double(faded)...1 / Double(faded))
            let factor = volume * Double(envelope) / Double(faded)
            for channel in 0..<SoundFootage.channels {
                let place = index * SoundFootage.channels + channel
                let sample = place < samples.count ? Double(samples[place]) * factor : 0
                result.append(Int16(sample.rounded().clamped(to: -32_768...32_767)))
            }
        }
    }
}
