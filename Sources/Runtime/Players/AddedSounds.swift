// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Media

/// The sounds that are added to whatever the speaker plays: the horn of the shooting line's clock, and the words of the voice.
///
/// While words are heard, what the speaker plays is 12 dB lower, without the horn.
struct AddedSounds {
    /// The volume of what plays while words are heard: -12 dB.
    static let ducked = 0.251_188_643
    /// The times in which what plays fades to that volume and back.
    static let fall = 0.02
    static let rise = 0.3

    private var horn: HornVoice?
    /// The newest words, after those that fade because of them.
    private var words: [SpokenSound] = []
    /// The volume of what plays, now.
    private var gain = 1.0

    var isEmpty: Bool { horn == nil && words.isEmpty }

    /// Takes a horn in place of the one under way.
    mutating func take(_ horn: HornVoice) { self.horn = horn }

    /// Takes words in place of those under way, which fade.
    mutating func take(_ new: SpokenSound) {
        for index in words.indices { words[index].fadeOut() }
        words.append(new)
    }

    /// Drops what isn't to be heard any more.
    mutating func drop(overAt now: Timestamp) {
        if let horn, horn.isOver(at: now) { self.horn = nil }
        words.removeAll { $0.isOver(at: now) }
    }

    mutating func dropAll() { (horn, words) = (nil, []) }

    /// Adds the next samples to these, interleaved ones.
    mutating func add(to samples: inout [Int16], sampleRate: Int, hornVolume: Double, voiceVolume: Double) {
        duck(&samples, sampleRate: sampleRate)
        horn?.add(to: &samples, sampleRate: sampleRate, volume: hornVolume)
        for index in words.indices { words[index].add(to: &samples, sampleRate: sampleRate, volume: voiceVolume) }
    }

    private mutating func duck(_ samples: inout [Int16], sampleRate: Int) {
        let target = words.isEmpty ? 1 : Self.ducked
        guard gain != 1 || target != 1 else { return }
        let channels = SoundFootage.channels
        let step = (1 - Self.ducked) / (Double(sampleRate) * (target < gain ? Self.fall : Self.rise))
        for index in 0..<samples.count / channels {
            gain = target < gain ? max(target, gain - step) : min(target, gain + step)
            for channel in index * channels..<(index + 1) * channels { samples[channel] = Int16(Double(samples[channel]) * gain) }
        }
    }
}
