// SPDX-License-Identifier: GPL-3.0-or-later

import CLibAV
import Core

/// Encodes 16-bit sound to AAC, 128 kb/s, and gives each unit the exact time at which its first sample was heard.
///
/// The encoder works on 1024 samples at a time and returns each unit one unit late; the times given out take that into account. Samples are
/// counted from the first block on, so that jitter in the blocks' own times doesn't reach the clip. If the count and the blocks disagree by
/// more than `tolerance`, the blocks are right.
///
/// Thread-bound: the sound thread owns it.
public final class SoundEncoder {
    private static let codecName = "aac"
    /// Bits a second.
    public static let bitRate = 128_000
    /// The most that the count may drift before it is set anew: far less than an ear or an eye can tell.
    private static let tolerance = Duration.milliseconds(1)
    /// The drift from which sound counts as missing, so that the next block doesn't belong in the same unit.
    private static let gap = Duration.milliseconds(20)

    public let format: SoundFormat
    private let context: LibAVCodecContext
    private let packet = LibAVPacket()
    private let frame = LibAVFrame()
    /// Interleaved samples that wait for a whole unit.
    private var waiting: [Int16] = []
    /// The time at which the first waiting sample was heard.
    private var waitingSince: Timestamp?
    /// The times at which the latest units' first samples were heard, by the unit's number.
    private var starts = StampRing()

    /// - Throws: an error if libavcodec can't encode such sound.
    public init(sampleRate: Int = 48_000, channels: Int) throws(CodecError) {
        guard let codec = avcodec_find_encoder_by_name(Self.codecName) else {
            throw CodecError(codec: Self.codecName, operation: "find", reason: .noSuchCodec)
        }
        guard channels == 1 || channels == 2 else {
            throw CodecError(codec: Self.codecName, operation: "open", reason: "\(channels) channels; it takes 1 or 2")
        }
        context = LibAVCodecContext(codec)
        let settings = context.pointer
        settings.pointee.sample_rate = Int32(clamping: sampleRate)
        settings.pointee.sample_fmt = AV_SAMPLE_FMT_FLTP
        av_channel_layout_default(&settings.pointee.ch_layout, Int32(channels))
        settings.pointee.bit_rate = Int64(Self.bitRate)
        settings.pointee.time_base = AVRational(num: 1, den: Int32(clamping: sampleRate))
        settings.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER
        try context.open(as: Self.codecName)
        let configuration = UnsafeBufferPointer(start: settings.pointee.extradata, count: Int(settings.pointee.extradata_size))
        format = SoundFormat(sampleRate: sampleRate, channels: channels, configuration: Array(configuration))
        guard Int(settings.pointee.frame_size) == SoundFormat.samplesPerUnit else {
            throw CodecError(codec: Self.codecName, operation: "open", reason: .unitSize(Int(settings.pointee.frame_size)))
        }

        frame.pointer.pointee.format = AV_SAMPLE_FMT_FLTP.rawValue
        frame.pointer.pointee.sample_rate = settings.pointee.sample_rate
        frame.pointer.pointee.nb_samples = settings.pointee.frame_size
        av_channel_layout_default(&frame.pointer.pointee.ch_layout, Int32(channels))
        let code = av_frame_get_buffer(frame.pointer, 0)
        guard code >= 0 else { throw error("open", code) }
    }

    /// Encodes a block of interleaved samples and hands over the units that are ready.
    /// - Parameter timestamp: the time at which the block's first sample was heard.
    public func encode(samples: [Int16], timestamp: Timestamp, output: (SoundUnit) -> Void) throws(CodecError) {
        try settle(timestamp, output)
        waiting.append(contentsOf: samples)
        let unit = SoundFormat.samplesPerUnit * format.channels
        var taken = 0
        // A unit that the encoder refuses is lost; it mustn't stay in the queue for ever.
        defer { waiting.removeFirst(taken) }
        while waiting.count - taken >= unit {
            defer { taken += unit }
            try encodeUnit(from: taken, output)
        }
    }

    /// Hands over the units that are still inside, the last one filled up with silence. The encoder takes no more sound.
    public func drain(output: (SoundUnit) -> Void) throws(CodecError) {
        try completeUnit(output)
        let code = avcodec_send_frame(context.pointer, nil)
        guard code >= 0 || code == vir_averror_eof else { throw error("drain", code) }
        try receive(output)
    }

    /// Compares a new block's time with the count of samples.
    private func settle(_ timestamp: Timestamp, _ output: (SoundUnit) -> Void) throws(CodecError) {
        guard let since = waitingSince else {
            waitingSince = timestamp
            return
        }
        let ahead = format.duration(ofSamples: waiting.count / format.channels)
        let drift = since.advanced(by: ahead).duration(to: timestamp)
        if drift >= Self.gap {
            try completeUnit(output)
            waitingSince = timestamp
        } else if drift > Self.tolerance || drift < .zero - Self.tolerance {
            waitingSince = timestamp.advanced(by: .zero - ahead)
        }
    }

    /// Fills the waiting samples up to a whole unit with silence.
    private func completeUnit(_ output: (SoundUnit) -> Void) throws(CodecError) {
        guard !waiting.isEmpty else { return }
        let unit = SoundFormat.samplesPerUnit * format.channels
        waiting.append(contentsOf: repeatElement(0, count: unit - waiting.count))
        try encodeUnit(from: 0, output)
        waiting.removeAll(keepingCapacity: true)
    }

    private func encodeUnit(from first: Int, _ output: (SoundUnit) -> Void) throws(CodecError) {
        guard let since = waitingSince else { return }
        let code = av_frame_make_writable(frame.pointer)
        guard code >= 0 else { throw error("encode", code) }
        let (left, right) = (frame.pointer.pointee.data.0, frame.pointer.pointee.data.1)
        for channel in 0..<format.channels {
            guard let plane = channel == 0 ? left : right else { throw error("encode", vir_averror_nomem) }
            let samples = UnsafeMutableRawPointer(plane).assumingMemoryBound(to: Float.self)
            for index in 0..<SoundFormat.samplesPerUnit {
                samples[index] = Float(waiting[first + index * format.channels + channel]) / 32768
            }
        }
        let number = starts.keep(FrameStamp(frame: starts.nextNumber, timestamp: since))
        frame.pointer.pointee.pts = number * Int64(SoundFormat.samplesPerUnit)
        waitingSince = since.advanced(by: format.unitDuration)
        let sent = avcodec_send_frame(context.pointer, frame.pointer)
        guard sent >= 0 else { throw error("encode", sent) }
        try receive(output)
    }

    private func receive(_ output: (SoundUnit) -> Void) throws(CodecError) {
        while true {
            let code = avcodec_receive_packet(context.pointer, packet.pointer)
            if code == vir_averror_again || code == vir_averror_eof { return }
            guard code >= 0 else { throw error("encode", code) }
            defer { packet.unreference() }
            if let timestamp = start(ofSample: packet.pointer.pointee.pts) {
                output(SoundUnit(timestamp: timestamp, bytes: packet.bytes))
            }
        }
    }

    /// Returns the time at which a sample was heard, by its number since the encoder began. The samples with which the encoder primes
    /// itself have negative numbers and times before the first sample.
    private func start(ofSample sample: Int64) -> Timestamp? {
        guard sample < 0 else { return starts.stamp(sample / Int64(SoundFormat.samplesPerUnit))?.timestamp }
        return starts.stamp(0)?.timestamp.advanced(by: .zero - format.duration(ofSamples: Int(-sample)))
    }

    private func error(_ operation: String, _ code: Int32) -> CodecError {
        CodecError(codec: Self.codecName, operation: operation, reason: Message(LibAV.text(of: code)))
    }
}
