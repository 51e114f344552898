// SPDX-License-Identifier: GPL-3.0-or-later

/// The properties of encoded sound that a decoder must know before the first unit.
public struct SoundFormat: Hashable, Sendable {
    /// Samples of each channel in one unit of AAC.
    public static let samplesPerUnit = 1024

    /// The samples per second of each channel.
    public var sampleRate: Int
    /// The number of channels, 1 or 2.
    public var channels: Int
    /// The AudioSpecificConfig of ISO/IEC 14496-3, as the MP4 file carries it.
    public var configuration: [UInt8]

    public init(sampleRate: Int, channels: Int, configuration: [UInt8]) {
        self.sampleRate = sampleRate
        self.channels = channels
        self.configuration = configuration
    }

    /// Returns the playing time of this many samples, rounded to the nanosecond.
    func duration(ofSamples samples: Int) -> Duration {
        .nanoseconds((Int64(samples) * 1_000_000_000 + Int64(sampleRate) / 2) / Int64(sampleRate))
    }

    /// One silent unit of AAC-LC, at any sample rate: an element without a single band (ISO/IEC 14496-3, 4.4.2; the bytes are those that
    /// hls.js fills gaps with).
    var silentUnit: [UInt8] {
        channels == 1 ? [0x00, 0xC8, 0x00, 0x80, 0x23, 0x80] : [0x21, 0x00, 0x49, 0x90, 0x02, 0x19, 0x00, 0x23, 0x80]
    }

    /// The playing time of one unit.
    var unitDuration: Duration { duration(ofSamples: Self.samplesPerUnit) }
}
