// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// The tones that are heard in place of "Voice on" and "Voice off" on a box that has no voice: three that rise, or three that fall.
enum SwitchTones {
    static let sampleRate = 48_000
    /// The length of a tone, and of the pause after it.
    static let tone = 0.15
    static let pause = 0.15
    /// The tones of a major chord (C5, E5, G5), in hertz, rising.
    static let chord = [523.25, 659.26, 783.99]
    /// The share of full scale, before the volume of the voice.
    private static let level = 0.5
    /// The time in which a tone swells and fades, so that it doesn't click.
    private static let ramp = 0.005

    /// Returns the samples, of one channel.
    static func samples(isOn: Bool) -> [Int16] {
        (isOn ? chord : chord.reversed()).flatMap { hertz in
            (0..<Int((tone + pause) * Double(sampleRate))).map { index in
                let time = Double(index) / Double(sampleRate)
                guard time < tone else { return 0 }
                return Int16(32_767 * level * min(1, time / ramp, (tone - time) / ramp) * sin(2 * .pi * hertz * time))
            }
        }
    }
}
