// SPDX-License-Identifier: GPL-3.0-or-later

import CLibAV
import Core

/// Decodes AAC to 16-bit samples, always of two channels: mono is heard on both sides, and of more channels only the first two.
///
/// A unit that can't be decoded becomes silence of the same length, so that the sound after it keeps its position. Thread-bound.
final class SoundDecoder {
    /// The number of channels; samples are interleaved.
    static let channels = 2
    /// The limit on a unit's size, in bytes. No unit of AAC is larger: 6144 bits for each of 48 channels.
    private static let largestUnit = 1 << 16
    private static let largestConfiguration = 1 << 10
    private static let name = "aac decoder"

    let format: SoundFormat
    /// The number of units that were replaced by silence.
    private(set) var failedUnits = 0
    private let context: LibAVCodecContext
    private let packet = LibAVPacket()
    private let frame = LibAVFrame()

    /// - Throws: an error if libavcodec can't decode such sound.
    init(_ format: SoundFormat) throws(CodecError) {
        guard let codec = avcodec_find_decoder(AV_CODEC_ID_AAC) else {
            throw CodecError(codec: Self.name, operation: "find", reason: .noSuchCodec)
        }
        self.format = format
        context = LibAVCodecContext(codec)
        let settings = context.pointer
        settings.pointee.sample_rate = Int32(clamping: format.sampleRate)
        settings.pointee.thread_count = 1
        // Samples that a file hides have positions before its beginning; they are counted like all others.
        settings.pointee.flags2 |= AV_CODEC_FLAG2_SKIP_MANUAL
        if (1...Self.largestConfiguration).contains(format.configuration.count) {
            let count = format.configuration.count
            guard let memory = av_mallocz(count + Int(AV_INPUT_BUFFER_PADDING_SIZE)) else {
                throw CodecError(codec: Self.name, operation: "open", reason: Message(LibAV.text(of: vir_averror_nomem)))
            }
            memory.copyMemory(from: format.configuration, byteCount: count)
            settings.pointee.extradata = memory.assumingMemoryBound(to: UInt8.self)
            settings.pointee.extradata_size = Int32(count)
        }
        try context.open(as: Self.name)
    }

    /// Forgets the units so far. The next unit is heard only from its second half on.
    func flush() { avcodec_flush_buffers(context.pointer) }

    /// Returns the samples of one unit: as a rule 1024 of each channel.
    func decode(_ bytes: [UInt8]) -> [Int16] {
        var samples: [Int16] = []
        if send(bytes) {
            while avcodec_receive_frame(context.pointer, frame.pointer) >= 0 {
                append(to: &samples)
                frame.unreference()
            }
        }
        guard samples.isEmpty else { return samples }
        failedUnits += 1
        return [Int16](repeating: 0, count: SoundFormat.samplesPerUnit * Self.channels)
    }

    private func send(_ bytes: [UInt8]) -> Bool {
        guard (1...Self.largestUnit).contains(bytes.count), av_new_packet(packet.pointer, Int32(bytes.count)) >= 0 else { return false }
        defer { packet.unreference() }
        guard let memory = packet.pointer.pointee.data else { return false }
        UnsafeMutableRawPointer(memory).copyMemory(from: bytes, byteCount: bytes.count)
        return avcodec_send_packet(context.pointer, packet.pointer) >= 0
    }

    /// Appends the frame's samples. A damaged unit may claim another sample format than the rest; its samples aren't taken.
    private func append(to samples: inout [Int16]) {
        let picture = frame.pointer.pointee
        let (count, channels) = (Int(picture.nb_samples), Int(picture.ch_layout.nb_channels))
        guard picture.format == AV_SAMPLE_FMT_FLTP.rawValue, Int(picture.sample_rate) == format.sampleRate, channels > 0,
            (1...SoundFormat.samplesPerUnit * 2).contains(count), let first = picture.data.0,
            let second = channels > 1 ? picture.data.1 : picture.data.0
        else { return }
        let left = UnsafeRawPointer(first).assumingMemoryBound(to: Float.self)
        let right = UnsafeRawPointer(second).assumingMemoryBound(to: Float.self)
        samples.reserveCapacity(samples.count + count * Self.channels)
        for index in 0..<count {
            samples.append(Self.sample(left[index]))
            samples.append(Self.sample(right[index]))
        }
    }

    private static func sample(_ value: Float) -> Int16 {
        let scaled = (value * 32_768).rounded()
        guard scaled == scaled else { return 0 }
        return Int16(min(max(scaled, -32_768), 32_767))
    }
}
