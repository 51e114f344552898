// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Devices

/// Translates between the common clock and the detector's time, which is counted in samples, and fills the gaps of the sound.
///
/// A sound card's clock drifts against the box's. So each block corrects the time of the first sample, and dates near it are exact.
struct HeardStream {
    /// A difference between a block's time and the count of samples that is no jitter.
    private static let jitter = Duration.milliseconds(5)
    /// A gap up to this length is filled with silence; after a longer one, or one backwards, the count begins anew.
    private static let longestGap = Duration.seconds(3)

    /// The distance from the bow to the microphone, in metres.
    var microphoneDistance: Double = 0
    /// True if somebody looks at how loud it is.
    var watchesLevel = false
    /// True if somebody wants to know of referees' whistles.
    var hearsWhistles = false
    private var detector: ShotDetector?
    private var sampleRate = 0
    /// The time of the stream's first sample, as the newest block gives it, and the number of samples since.
    private var origin = Timestamp.zero
    private var count: Int64 = 0
    private var mono: [Float] = []
    private var shots = 0
    /// The time of the last shot, as it was told.
    private var date = Timestamp.zero
    /// The number of samples up to which the level was told.
    private var levelTold: Int64 = 0
    private var told = HearingLesson(marks: 0)

    /// Hears the next block.
    /// - Returns: what became known.
    mutating func hear(_ block: SoundBlock, sampleRate: Int, channels: Int) -> [HearingNews] {
        guard channels > 0, let gap = follow(block.timestamp, sampleRate: sampleRate) else { return [] }
        detector?.microphoneDistance = microphoneDistance
        detector?.hearsWhistles = hearsWhistles
        var news: [HearingNews] = []
        mix(block.samples, channels: channels, after: gap, &news)
        origin = block.timestamp.advanced(by: .zero - offset(of: count - Int64(block.samples.count / channels)))
        if let level = level() { news.append(.level(level)) }
        if let lesson = detector.map({ HearingLesson($0.teaching) }), lesson != told {
            told = lesson
            news.append(.learned(lesson))
        }
        return news
    }

    /// Returns how loud it was, ten times a second while somebody looks.
    private mutating func level() -> Double? {
        if count < levelTold { levelTold = 0 }
        guard watchesLevel, count - levelTold >= Int64(sampleRate / 10) else { return nil }
        levelTold = count
        return detector?.takeLoudest()
    }

    mutating func learn(pressed: Timestamp, shown: Timestamp?) {
        detector?.mark(pressed: origin.duration(to: pressed), shown: shown.map { origin.duration(to: $0) })
    }

    mutating func ignore(_ time: ClosedRange<Timestamp>) {
        detector?.ignore(origin.duration(to: time.lowerBound)...origin.duration(to: time.upperBound))
    }

    private func offset(of samples: Int64) -> Duration { FrameRate(Int64(max(1, sampleRate))).offset(of: samples) }

    /// Begins a count of samples, or goes on with it.
    /// - Returns: the number of samples that are missing before this block; `nil` if sound of this rate can't be heard.
    private mutating func follow(_ timestamp: Timestamp, sampleRate: Int) -> Int? {
        if self.sampleRate == sampleRate, detector != nil {
            let gap = origin.advanced(by: offset(of: count)).duration(to: timestamp)
            if abs(gap.nanoseconds) <= Self.jitter.nanoseconds { return 0 }
            if gap > .zero, gap <= Self.longestGap { return Int((gap.inSeconds * Double(sampleRate)).rounded()) }
        }
        if detector == nil {
            detector = ShotDetector(sampleRate: sampleRate)
        } else if detector?.restart(sampleRate: sampleRate) == false {
            return nil
        }
        guard detector != nil else { return nil }
        (self.sampleRate, origin, count) = (sampleRate, timestamp, 0)
        return 0
    }

    /// Gives the detector the mean of the channels.
    /// - Parameter silence: the number of samples that are missing before it.
    private mutating func mix(_ samples: [Int16], channels: Int, after silence: Int, _ news: inout [HearingNews]) {
        let frames = samples.count / channels
        mono.removeAll(keepingCapacity: true)
        mono.append(contentsOf: repeatElement(0, count: silence))
        for frame in 0..<frames {
            var sum: Float = 0
            for channel in 0..<channels { sum += Float(samples[frame * channels + channel]) }
            mono.append(sum / (32_768 * Float(channels)))
        }
        count += Int64(silence + frames)
        let verdicts = mono.withUnsafeBufferPointer { detector?.take($0) ?? [] }
        for verdict in verdicts { news.append(.shot(shot(verdict))) }
        for whistle in detector?.takeWhistles() ?? [] { news.append(.whistle(origin.advanced(by: whistle))) }
    }

    private mutating func shot(_ verdict: ShotVerdict) -> DetectedShot {
        let heard: HeardShot
        switch verdict {
        case .shot(let shot):
            shots += 1
            heard = shot
            date = origin.advanced(by: shot.place)
        case .instead(let shot):
            heard = shot
            date = origin.advanced(by: shot.place)
        // Each block corrects the origin a little. The shot keeps the time that was told, by which its mark knows it.
        case .impact(let shot): heard = shot
        }
        return DetectedShot(id: shots, timestamp: date, level: heard.level, flight: heard.flight)
    }
}

extension HearingLesson {
    init(_ teaching: ShotTeaching) {
        self.init(marks: teaching.markCount, habit: teaching.habit, gate: teaching.learned?.gate)
    }
}
