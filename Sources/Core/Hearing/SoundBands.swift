// SPDX-License-Identifier: GPL-3.0-or-later

import RealModule

/// The loudness of 512 samples in nine bands, in dB (docs/hearing.md, rule 1). 0 dB is a sine of full scale in the middle of the 512 samples.
///
/// Thread-bound.
struct SoundBands: Sendable {
    /// The number of samples of a frame, and from frame to frame (rule 1).
    static let (frame, hop) = (FFT512.length, FFT512.length / 2)
    /// The number of bands (rule 1).
    static let count = 9
    /// The lowest and the highest frequency, in hertz (rule 1). The bands between them are equally wide on a logarithmic scale.
    private static let (lowest, highest) = (300.0, 12_500.0)
    /// The first band that lies above 1 kHz (rule 1): it begins at 1040 Hz.
    static let firstHigh = 3
    /// No band is reported below this level, in dB. It lies above the noise that 16 bits have in a band, so that digital silence followed by
    /// such noise is no onset.
    static let floor: Float = -100

    private let window: [Float]
    /// The lines of each band.
    private let lines: [Range<Int>]
    private var fft = FFT512()
    private var windowed = [Float](repeating: 0, count: frame)
    private var powers = [Float](repeating: 0, count: FFT512.lines)

    /// - Parameter rate: samples a second, 32,000 or more: half of it must lie above the highest band.
    init(rate: Double) {
        window = (0..<Self.frame).map { Float((1 - Double.cos(2 * Double.pi * Double($0) / Double(Self.frame))) / 2) }
        let step = Double.pow(Self.highest / Self.lowest, 1 / Double(Self.count))
        let edges = (0...Self.count).map { band in
            Int((Self.lowest * Double.pow(step, Double(band)) * Double(Self.frame) / rate).rounded(.up))
        }
        lines = (0..<Self.count).map { min(edges[$0], FFT512.lines - 1)..<min(max(edges[$0] + 1, edges[$0 + 1]), FFT512.lines) }
    }

    /// Computes the nine levels of a frame.
    /// - Parameters:
    ///   - samples: 512 samples, −1…1.
    ///   - levels: the place for nine levels.
    mutating func measure(_ samples: UnsafePointer<Float>, to levels: UnsafeMutablePointer<Float>) {
        windowed.withUnsafeMutableBufferPointer { windowed in
            powers.withUnsafeMutableBufferPointer { powers in
                guard let place = windowed.baseAddress, let result = powers.baseAddress else { return }
                window.withUnsafeBufferPointer { window in
                    for index in 0..<Self.frame { place[index] = samples[index] * window[index] }
                }
                fft.transform(place, to: result)
                for band in 0..<Self.count {
                    var sum: Float = 0
                    for line in lines[band] { sum += result[line] }
                    levels[band] = Self.decibels(sum)
                }
            }
        }
    }

    /// A sine of full scale has a power of (512/4)² in the middle line and a quarter of that in each neighbour.
    static let fullScale: Float = 128 * 128 * 1.5

    /// Reads the 256 powers of the frame that was measured last.
    func withPowers<Result>(_ read: (UnsafeBufferPointer<Float>) -> Result) -> Result { powers.withUnsafeBufferPointer(read) }

    private static func decibels(_ power: Float) -> Float {
        max(floor, 10 * Float.log10(max(power / fullScale, 1e-12)))
    }
}
