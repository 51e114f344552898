// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation
import Media

/// The horn of the shooting line's clock, as samples that are added to whatever the speaker plays.
///
/// It begins with the first sample that the speaker takes, so opening a slow TV cuts nothing off. A horn that can't be heard in time isn't
/// heard at all.
struct HornVoice {
    /// The time by which a horn may be late.
    static let patience = Duration.seconds(1)
    /// The sample rate of a speaker that is opened for a horn.
    static let sampleRate = 48_000
    /// A tone and its next two odd harmonics, which carry over wind and a hall's noise.
    private static let tones: [(hertz: Double, share: Double)] = [(740, 0.6), (2220, 0.25), (3700, 0.15)]
    /// The time in which a sound swells and fades, so that it doesn't click.
    private static let ramp = 0.005

    private let sound: HornSound
    /// The latest time at which it may begin.
    private let latest: Timestamp
    /// The number of samples that were given out.
    private var given = 0
    private var isGiven = false

    init(_ sound: HornSound, latest: Timestamp) {
        self.sound = sound
        self.latest = latest
    }

    /// Returns true if nothing of it is to be heard any more.
    func isOver(at now: Timestamp) -> Bool { isGiven || given == 0 && latest <= now }

    /// Adds the next samples to these, interleaved ones.
    mutating func add(to samples: inout [Int16], sampleRate: Int, volume: Double) {
        let channels = SoundFootage.channels
        for index in 0..<samples.count / channels {
            let level = level(at: Double(given + index) / Double(sampleRate)) * volume * 32_000
            guard level != 0 else { continue }
            for channel in index * channels..<(index + 1) * channels {
                samples[channel] = Int16((Double(samples[channel]) + level).clamped(to: -32_767...32_767))
            }
        }
        given += samples.count / channels
        isGiven = Double(given) / Double(sampleRate) >= sound.length.inSeconds
    }

    /// Returns the horn's wave at a time since its beginning, -1…1.
    private func level(at time: Double) -> Double {
        var begin = 0.0
        for (index, beat) in sound.beats.enumerated() {
            let end = begin + beat.inSeconds
            if time < end {
                guard index.isMultiple(of: 2) else { return 0 }
                let edge = min(1, (time - begin) / Self.ramp, (end - time) / Self.ramp)
                return edge * Self.tones.reduce(0) { $0 + $1.share * sin(2 * .pi * $1.hertz * time) }
            }
            begin = end
        }
        return 0
    }
}
