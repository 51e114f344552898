// SPDX-License-Identifier: GPL-3.0-or-later

import CLibAV
import Core

/// Decodes the sound of any file that libavformat and libavcodec can read, as the benchmark of hearing needs it: one channel, 48 kHz.
public enum RecordingReader {
    /// The sample rate of what is returned.
    public static let rate = 48_000.0
    /// The longest recording, in samples: ten minutes.
    private static let longest = 600 * 48_000

    /// Returns the samples, −1…1: of several channels their mean, and of another rate the values on the lines between the samples.
    public static func samples(of path: String) throws(ClipError) -> [Float] {
        func check(_ operation: String, _ code: Int32) throws(ClipError) {
            if code < 0 { throw .unreadable(clip: path, operation: operation, reason: Message(LibAV.text(of: code))) }
        }
        var format: UnsafeMutablePointer<AVFormatContext>?
        try check("open", avformat_open_input(&format, "file:" + path, nil, nil))
        defer { avformat_close_input(&format) }
        try check("open", avformat_find_stream_info(format, nil))
        var found: UnsafePointer<AVCodec>?
        let number = av_find_best_stream(format, AVMEDIA_TYPE_AUDIO, -1, -1, &found, 0)
        try check("find the sound", number)
        guard let found, let stream = format?.pointee.streams[Int(number)] else { return [] }
        let decoder = LibAVCodecContext(found)
        try check("open the decoder", avcodec_parameters_to_context(decoder.pointer, stream.pointee.codecpar))
        do throws(CodecError) {
            try decoder.open(as: "sound decoder")
        } catch {
            throw .unreadable(clip: path, operation: error.operation, reason: error.reason)
        }
        let (packet, frame) = (LibAVPacket(), LibAVFrame())
        var samples: [Float] = []
        var isOver = false
        while !isOver, samples.count < longest {
            isOver = av_read_frame(format, packet.pointer) < 0
            defer { packet.unreference() }
            guard isOver || packet.pointer.pointee.stream_index == number else { continue }
            // At the end the decoder is asked for what it still holds. A damaged unit is left out.
            guard avcodec_send_packet(decoder.pointer, isOver ? nil : packet.pointer) >= 0 else { continue }
            while avcodec_receive_frame(decoder.pointer, frame.pointer) >= 0 {
                append(frame.pointer, to: &samples)
                frame.unreference()
            }
        }
        return resampled(samples, from: Double(decoder.pointer.pointee.sample_rate))
    }

    /// Appends the mean of the channels.
    private static func append(_ frame: UnsafePointer<AVFrame>, to samples: inout [Float]) {
        let channels = frame.pointee.ch_layout.nb_channels
        guard channels > 0 else { return }
        for index in 0..<max(0, frame.pointee.nb_samples) {
            let sum = (0..<channels).reduce(Float(0)) { $0 + vir_sample(frame, $1, index) }
            samples.append(sum / Float(channels))
        }
    }

    private static func resampled(_ samples: [Float], from other: Double) -> [Float] {
        guard other > 0, other != rate, samples.count > 1 else { return samples }
        let step = other / rate
        return (0..<Int(Double(samples.count - 1) / step)).map { index in
            let place = Double(index) * step
            let low = Int(place)
            let part = Float(place - Double(low))
            return samples[low] * (1 - part) + samples[low + 1] * part
        }
    }
}
