// SPDX-License-Identifier: GPL-3.0-or-later

import CLibAV
import Core

/// Decodes the sound of a film at any place, counted from the film's first picture.
///
/// Damaged sound is silence; nothing in a file can do more. Thread-bound.
final class FilmSound {
    /// Samples a second of one channel.
    let sampleRate: Int
    /// One or two. Of more channels, the first two are heard.
    let channels: Int

    private static let rates: ClosedRange<Int32> = 8000...192_000
    /// A place that lies further ahead is sought; up to there, decoding on is faster.
    private static let nearSeconds = 2
    /// The number of packets without a sample after which the rest counts as silence.
    private static let mostPacketsBeforeSound = 1000
    /// A timestamp of the file this far off the count, in samples, begins another count.
    private static let mostDrift = 256

    private var container: UnsafeMutablePointer<AVFormatContext>?
    private var decoder: UnsafeMutablePointer<AVCodecContext>?
    private var packet: UnsafeMutablePointer<AVPacket>?
    private var frame: UnsafeMutablePointer<AVFrame>?
    private let stream: Int32
    private let timeBase: AVRational
    /// The time of the first picture on the file's own scale, in nanoseconds.
    private let origin: Int64
    /// Decoded samples, interleaved, and the number of the first one, counted from the first picture.
    private var decoded: [Int16] = []
    private var first = 0
    private var isOver = false
    /// The number of a sample from which on the film has no sound, once its end was met.
    private var endKnown = Int.max

    /// - Throws: an error with one line if the film has no sound that can be decoded.
    init(path: String, origin: Int64) throws(MicrophoneError) {
        self.origin = origin
        var options: OpaquePointer?
        defer { av_dict_free(&options) }
        av_dict_set(&options, "protocol_whitelist", "file", 0)
        var opened: UnsafeMutablePointer<AVFormatContext>?
        guard avformat_open_input(&opened, "file:" + path, nil, &options) >= 0, let opened, avformat_find_stream_info(opened, nil) >= 0 else {
            avformat_close_input(&opened)
            throw MicrophoneError("\(path): its sound can't be read")
        }
        var codec: UnsafePointer<AVCodec>?
        stream = av_find_best_stream(opened, AVMEDIA_TYPE_AUDIO, -1, -1, &codec, 0)
        var made: UnsafeMutablePointer<AVCodecContext>?
        guard stream >= 0, let codec, let found = opened.pointee.streams[Int(stream)], let parameters = found.pointee.codecpar else {
            var closing: UnsafeMutablePointer<AVFormatContext>? = opened
            avformat_close_input(&closing)
            throw MicrophoneError("\(path): the film has no sound")
        }
        made = avcodec_alloc_context3(codec)
        guard let decoder = made, avcodec_parameters_to_context(decoder, parameters) >= 0, avcodec_open2(decoder, codec, nil) >= 0,
            Self.rates.contains(decoder.pointee.sample_rate), decoder.pointee.ch_layout.nb_channels > 0,
            found.pointee.time_base.den > 0, found.pointee.time_base.num > 0
        else {
            avcodec_free_context(&made)
            var closing: UnsafeMutablePointer<AVFormatContext>? = opened
            avformat_close_input(&closing)
            throw MicrophoneError("\(path): its sound can't be decoded")
        }
        timeBase = found.pointee.time_base
        sampleRate = Int(decoder.pointee.sample_rate)
        channels = min(2, Int(decoder.pointee.ch_layout.nb_channels))
        decoder.pointee.pkt_timebase = timeBase
        (self.decoder, container) = (decoder, opened)
        // `deinit`, which frees them, doesn't run for an init that throws before this line.
        (packet, frame) = (av_packet_alloc(), av_frame_alloc())
    }

    deinit {
        av_frame_free(&frame)
        av_packet_free(&packet)
        avcodec_free_context(&decoder)
        avformat_close_input(&container)
    }

    /// Returns this many samples of each channel, interleaved, beginning at a place of the film. Where the film has no sound, they are 0.
    func samples(at place: Duration, count: Int) -> [Int16] {
        let wanted = Int((place.inSeconds * Double(sampleRate)).rounded())
        go(to: wanted)
        var result = [Int16](repeating: 0, count: count * channels)
        var filled = 0
        while filled < count {
            let left = count - filled
            let begin = wanted + filled
            let end = first + decoded.count / channels
            if begin < first {
                // Before the first sample of the film.
                filled += min(left, first - begin)
            } else if begin < end {
                let copied = min(left, end - begin)
                let source = (begin - first) * channels
                for index in 0..<copied * channels { result[filled * channels + index] = decoded[source + index] }
                filled += copied
            } else {
                forget(before: begin)
                guard decode() else {
                    endKnown = min(endKnown, begin)
                    break
                }
            }
        }
        forget(before: wanted + count)
        return result
    }

    /// Seeks if a place isn't in what follows soon.
    private func go(to wanted: Int) {
        let end = first + decoded.count / channels
        guard wanted < first || wanted > end + Self.nearSeconds * sampleRate, wanted < endKnown, let container, let decoder else { return }
        // Decoders need some units before the first sample that is whole.
        let seconds = Double(wanted) / Double(sampleRate) - 0.2
        let time = av_rescale_q(origin &+ Int64(seconds * 1e9), AVRational(num: 1, den: 1_000_000_000), timeBase)
        avcodec_flush_buffers(decoder)
        if av_seek_frame(container, stream, time, AVSEEK_FLAG_BACKWARD) < 0 {
            av_seek_frame(container, stream, Int64.min, AVSEEK_FLAG_BACKWARD)
        }
        decoded = []
        // The first frame says where it is.
        first = Int.min / 2
        isOver = false
    }

    private func forget(before number: Int) {
        let gone = min(decoded.count / channels, max(0, number - first))
        decoded.removeFirst(gone * channels)
        first += gone
    }

    /// Decodes the next samples.
    /// - Returns: false at the end of the film.
    private func decode() -> Bool {
        guard let decoder, let frame, !isOver else { return false }
        for _ in 0..<Self.mostPacketsBeforeSound {
            let received = avcodec_receive_frame(decoder, frame)
            if received >= 0 {
                take(frame)
                av_frame_unref(frame)
                return true
            }
            guard received == vir_averror_again, feed(decoder) else { break }
        }
        isOver = true
        return false
    }

    private func feed(_ decoder: UnsafeMutablePointer<AVCodecContext>) -> Bool {
        guard let container, let packet else { return false }
        while av_read_frame(container, packet) >= 0 {
            defer { av_packet_unref(packet) }
            guard packet.pointee.stream_index == stream else { continue }
            // A unit that the decoder refuses is left out: the next one says where it is.
            if avcodec_send_packet(decoder, packet) >= 0 { return true }
        }
        return avcodec_send_packet(decoder, nil) >= 0
    }

    private func take(_ frame: UnsafeMutablePointer<AVFrame>) {
        let count = frame.pointee.nb_samples
        guard count > 0 else { return }
        let end = first + decoded.count / channels
        let stamp = frame.pointee.best_effort_timestamp
        if stamp != vir_no_pts {
            let time = av_rescale_q(stamp, timeBase, AVRational(num: 1, den: 1_000_000_000))
            let place = Int((Double(time &- origin) / 1e9 * Double(sampleRate)).rounded())
            if abs(place - end) > Self.mostDrift { (decoded, first) = ([], place) }
        } else if end < Int.min / 4 {
            (decoded, first) = ([], 0)
        }
        for index in 0..<count {
            for channel in 0..<Int32(channels) {
                let scaled = (vir_sample(frame, channel, index) * 32_768).rounded()
                decoded.append(scaled == scaled ? Int16(min(max(scaled, -32_768), 32_767)) : 0)
            }
        }
    }
}
