// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Measures the loudness of a clip's sound, some of it at a time. Thread-bound.
public final class WaveformReader {
    private let reader: ClipSoundReader
    private let decoder: SoundDecoder
    private var waveform: Waveform

    /// `nil` if the clip has no sound that can be decoded.
    public init?(_ path: String) throws(ClipError) {
        guard let reader = try ClipSoundReader(path), let decoder = try? SoundDecoder(reader.format) else { return nil }
        self.reader = reader
        self.decoder = decoder
        waveform = Waveform(of: reader.duration)
    }

    /// Measures the next units; a second has some 47.
    /// - Returns: the waveform, once all of the clip is measured.
    public func measure(units: Int) throws(ClipError) -> Waveform? {
        for _ in 0..<units {
            guard let unit = try reader.next() else { return waveform }
            waveform.note(
                decoder.decode(unit.bytes), from: unit.place, rate: Double(reader.format.sampleRate * SoundDecoder.channels))
        }
        return nil
    }
}
