// SPDX-License-Identifier: GPL-3.0-or-later

import RealModule

/// The spectrum of 512 real samples.
///
/// These lines are our own because no package of the house has a Fourier transform: swift-numerics has none, libavcodec's takes a C library
/// into Core, and FFTW would be a dependency for one fixed length. The even samples are taken as real parts and the odd ones as imaginary
/// parts of 256 complex numbers, which are transformed in place (radix 2, decimation in time) and then taken apart.
/// (Press et al., Numerical Recipes in C, 12.2 and 12.3.)
///
/// All memory is allocated once. Thread-bound.
struct FFT512: Sendable {
    static let length = 512
    /// The number of lines of the spectrum, from 0 Hz up to just below half the sample rate.
    static let lines = 256

    /// The cosines and sines of the angles −2πk/512.
    private let cosines: [Float]
    private let sines: [Float]
    /// The same for the butterflies, step after step as they need them: those of 2·h numbers begin at h. So the processor does several
    /// butterflies at once.
    private let stepCosines: [Float]
    private let stepSines: [Float]
    /// The index whose eight bits are those of this index in reverse order.
    private let reversed: [Int]
    private var real = [Float](repeating: 0, count: lines)
    private var imaginary = [Float](repeating: 0, count: lines)

    init() {
        let angles = (0..<Self.lines).map { -2 * Double.pi * Double($0) / Double(Self.length) }
        cosines = angles.map { Float(Double.cos($0)) }
        sines = angles.map { Float(Double.sin($0)) }
        let steps = (0..<Self.lines).map { place in
            let half = place == 0 ? 1 : 1 << (Int.bitWidth - 1 - place.leadingZeroBitCount)
            return place == 0 ? 0 : -Double.pi * Double(place - half) / Double(half)
        }
        stepCosines = steps.map { Float(Double.cos($0)) }
        stepSines = steps.map { Float(Double.sin($0)) }
        reversed = (0..<Self.lines).map { index in
            (0..<8).reduce(0) { $0 << 1 | (index >> $1) & 1 }
        }
    }

    /// Computes the squared magnitude of each line.
    /// - Parameters:
    ///   - samples: 512 samples.
    ///   - powers: the place for 256 powers. Line 0 is the mean's.
    mutating func transform(_ samples: UnsafePointer<Float>, to powers: UnsafeMutablePointer<Float>) {
        real.withUnsafeMutableBufferPointer { real in
            imaginary.withUnsafeMutableBufferPointer { imaginary in
                for index in 0..<Self.lines {
                    real[reversed[index]] = samples[2 * index]
                    imaginary[reversed[index]] = samples[2 * index + 1]
                }
                stepCosines.withUnsafeBufferPointer { cosines in
                    stepSines.withUnsafeBufferPointer { sines in Self.butterflies(real, imaginary, cosines, sines) }
                }
                cosines.withUnsafeBufferPointer { cosines in
                    sines.withUnsafeBufferPointer { sines in Self.takeApart(real, imaginary, cosines, sines, powers) }
                }
            }
        }
    }

    private static func butterflies(
        _ real: UnsafeMutableBufferPointer<Float>, _ imaginary: UnsafeMutableBufferPointer<Float>, _ cosines: UnsafeBufferPointer<Float>,
        _ sines: UnsafeBufferPointer<Float>
    ) {
        var half = 1
        while half < lines {
            var low = 0
            while low < lines {
                for step in 0..<half {
                    let (here, there) = (low &+ step, low &+ half &+ step)
                    let (c, s) = (cosines[half &+ step], sines[half &+ step])
                    let (re, im) = (real[there] * c - imaginary[there] * s, real[there] * s + imaginary[there] * c)
                    (real[there], imaginary[there]) = (real[here] - re, imaginary[here] - im)
                    real[here] += re
                    imaginary[here] += im
                }
                low = low &+ 2 &* half
            }
            half *= 2
        }
    }

    /// Separates the even samples' spectrum from the odd samples', and adds both with the odd samples' delay.
    private static func takeApart(
        _ real: UnsafeMutableBufferPointer<Float>, _ imaginary: UnsafeMutableBufferPointer<Float>, _ cosines: UnsafeBufferPointer<Float>,
        _ sines: UnsafeBufferPointer<Float>, _ powers: UnsafeMutablePointer<Float>
    ) {
        let mean = real[0] + imaginary[0]
        powers[0] = mean * mean
        for line in 1..<lines {
            let mirror = lines &- line
            let (evenReal, evenImaginary) = ((real[line] + real[mirror]) / 2, (imaginary[line] - imaginary[mirror]) / 2)
            let (oddReal, oddImaginary) = ((imaginary[line] + imaginary[mirror]) / 2, (real[mirror] - real[line]) / 2)
            let re = evenReal + oddReal * cosines[line] - oddImaginary * sines[line]
            let im = evenImaginary + oddReal * sines[line] + oddImaginary * cosines[line]
            powers[line] = re * re + im * im
        }
    }
}
