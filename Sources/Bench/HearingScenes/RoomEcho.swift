// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// A room's late echo: six combs whose high tones die first, and two all-passes that scatter them. (M. R. Schroeder, "Natural sounding
/// artificial reverberation", 1962; J. A. Moorer, "About this reverberation business", 1979.)
struct RoomEcho {
    /// The lengths in samples at 48 kHz: walls some five to fifteen metres away, without a common divisor.
    private static let (combs, scatters) = ([1427, 1613, 1789, 1949, 2203, 2411], [241, 83])
    /// The share of a comb's sound that is carried over to the next sample: walls swallow high tones.
    private static let damping: Float = 0.35

    private var lines: [[Float]]
    private var places: [Int]
    private var gains: [Float]
    private var carried: [Float]

    /// - Parameter decay: the seconds until the echo is 60 dB down.
    init(decay: Double) {
        let lengths = Self.combs + Self.scatters
        lines = lengths.map { [Float](repeating: 0, count: $0) }
        places = lengths.map { _ in 0 }
        gains = Self.combs.map { Float(pow(10, -3 * Double($0) / SoundLibrary.rate / decay)) }
        carried = Self.combs.map { _ in 0 }
    }

    /// Returns the echo of these samples, about as loud as they are.
    mutating func echo(_ samples: [Float]) -> [Float] {
        var result = [Float](repeating: 0, count: samples.count)
        for comb in Self.combs.indices {
            let gain = gains[comb]
            let scale = (1 - gain * gain).squareRoot() / Float(Self.combs.count).squareRoot()
            var (place, kept) = (places[comb], carried[comb])
            lines[comb].withUnsafeMutableBufferPointer { line in
                for index in samples.indices {
                    let old = line[place]
                    kept = old * (1 - Self.damping) + kept * Self.damping
                    line[place] = samples[index] + kept * gain
                    result[index] += old * scale
                    place += 1
                    if place == line.count { place = 0 }
                }
            }
            (places[comb], carried[comb]) = (place, kept)
        }
        for scatter in Self.scatters.indices {
            let number = Self.combs.count + scatter
            var place = places[number]
            lines[number].withUnsafeMutableBufferPointer { line in
                for index in result.indices {
                    let old = line[place]
                    let fed = result[index] + 0.6 * old
                    result[index] = old - 0.6 * fed
                    line[place] = fed
                    place += 1
                    if place == line.count { place = 0 }
                }
            }
            places[number] = place
        }
        return result
    }
}
