// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation
import Media

/// Words that the voice has said, as samples that are added to whatever the speaker plays, at the speaker's own rate.
///
/// Like a horn, they begin with the first sample that the speaker takes, and words that can't be heard in time aren't heard at all.
struct SpokenSound: Sendable {
    /// The time in which words that are cut off fade, so that they don't click.
    private static let fade = 0.005
    /// The samples of the voice that make up one of the speaker's, and the number of places between two samples for which the weights
    /// are known.
    private static let taps = 16
    private static let places = 512

    /// The weights of a windowed sinc (a Hann window), for each place. They keep what lies below half of the voice's rate.
    private static let weights: [Double] = (0..<places).flatMap { place -> [Double] in
        (0..<taps).map { tap -> Double in
            let distance = Double(place) / Double(places) - Double(tap - taps / 2 + 1)
            let window = 0.5 * (1 + cos(.pi * distance / Double(taps / 2)))
            return distance == 0 ? 1 : sin(.pi * distance) / (.pi * distance) * window
        }
    }

    private let samples: [Int16]
    private let sampleRate: Int
    /// The latest time at which they may begin.
    private let latest: Timestamp
    /// The place of the next sample, counted in the voice's own.
    private var position = 0.0
    /// The place at which they have faded, if they are cut off.
    private var end: Double?

    /// - Parameter samples: of one channel.
    init(_ samples: [Int16], sampleRate: Int, latest: Timestamp) {
        self.samples = samples
        self.sampleRate = sampleRate
        self.latest = latest
    }

    /// Returns true if nothing of them is to be heard any more.
    func isOver(at now: Timestamp) -> Bool { position >= end ?? Double(samples.count) || position == 0 && latest <= now }

    /// Cuts them off.
    mutating func fadeOut() { end = end ?? (position == 0 ? 0 : position + Self.fade * Double(sampleRate)) }

    /// Adds the next samples to these, interleaved ones.
    mutating func add(to mixed: inout [Int16], sampleRate: Int, volume: Double) {
        let channels = SoundFootage.channels
        let step = Double(self.sampleRate) / Double(sampleRate)
        for index in 0..<mixed.count / channels {
            guard position < end ?? Double(samples.count) else { return }
            let share = end.map { ($0 - position) / (Self.fade * Double(self.sampleRate)) } ?? 1
            let level = level(at: position) * volume * share
            for channel in index * channels..<(index + 1) * channels {
                mixed[channel] = Int16((Double(mixed[channel]) + level).clamped(to: -32_767...32_767))
            }
            position += step
        }
    }

    /// Returns the wave at a place between two samples.
    private func level(at position: Double) -> Double {
        let nearest = Int((position * Double(Self.places)).rounded())
        let (whole, place) = (nearest / Self.places, nearest % Self.places)
        let first = whole - Self.taps / 2 + 1
        var sum = 0.0
        for tap in 0..<Self.taps where samples.indices.contains(first + tap) {
            sum += Double(samples[first + tap]) * Self.weights[place * Self.taps + tap]
        }
        return sum
    }
}
