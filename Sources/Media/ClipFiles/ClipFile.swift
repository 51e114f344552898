// SPDX-License-Identifier: GPL-3.0-or-later

import CLibAV
import Core

/// A clip's file, opened to decode one of its pictures.
///
/// A broken or foreign file always ends in a `ClipError`. Thread-bound.
final class ClipFile {
    private let demuxer: ClipDemuxer
    private let context: LibAVCodecContext
    /// The number of pictures decoded so far.
    private(set) var decoded = 0
    /// The orientation in which the pictures are shown.
    var orientation: PictureOrientation { demuxer.orientation }

    /// - Parameter threads: the number of threads that share a picture's slices; with 1, it is decoded in the calling thread.
    init(_ path: String, threads: Int) throws(ClipError) {
        demuxer = try ClipDemuxer(path)
        context = try Self.openDecoder(of: demuxer, threads: threads)
    }

    /// Decodes the first keyframe that a player shows, and nothing else. Returns `nil` if the clip shows no keyframe.
    /// - Parameter time: the earliest decoding time of that keyframe, in ticks.
    func firstShownKeyframe(from time: Int64 = .min) throws(ClipError) -> LibAVPixelBuffer? {
        let wanted = AV_PKT_FLAG_KEY
        while try demuxer.read() {
            let unit = demuxer.packet.pointer.pointee
            guard unit.flags & (wanted | AV_PKT_FLAG_DISCARD) == wanted, unit.dts >= time || unit.dts == vir_no_pts else { continue }
            try demuxer.check("decode", avcodec_send_packet(context.pointer, demuxer.packet.pointer))
            try demuxer.check("decode", avcodec_send_packet(context.pointer, nil))
            return try receive()
        }
        return nil
    }

    /// Decodes the keyframe that is shown first if the clip comes up at a position (`ClipEntry`), and nothing else. Returns `nil` if the
    /// clip shows no keyframe.
    func shownKeyframe(for place: Duration) throws(ClipError) -> LibAVPixelBuffer? {
        let origin = if let time = demuxer.indexedFirstShownTime { time } else { try demuxer.firstShownTime() }
        let keyframes = try ClipKeyframes(demuxer, origin: origin)
        guard let time = keyframes.time(for: place) else { return nil }
        try demuxer.seek(to: time)
        return try firstShownKeyframe(from: time)
    }

    /// Decodes the first picture that a player shows. Pictures that the file hides before it are decoded and left out.
    func firstShownPicture() throws(ClipError) -> LibAVPixelBuffer? {
        while try demuxer.read() {
            try demuxer.check("decode", avcodec_send_packet(context.pointer, demuxer.packet.pointer))
            if let picture = try receive() { return picture }
        }
        try demuxer.check("decode", avcodec_send_packet(context.pointer, nil))
        return try receive()
    }

    private static func openDecoder(of demuxer: ClipDemuxer, threads: Int) throws(ClipError) -> LibAVCodecContext {
        guard let codec = avcodec_find_decoder_by_name(DecoderChoice.software) else {
            throw demuxer.refusal("open", "this libavcodec has no H.264 decoder")
        }
        let context = LibAVCodecContext(codec)
        try demuxer.check("open", avcodec_parameters_to_context(context.pointer, demuxer.parameters))
        context.pointer.pointee.thread_type = FF_THREAD_SLICE
        // A damaged stream may claim any picture size.
        context.pointer.pointee.max_pixels = DecoderChoice.mostPixels
        context.pointer.pointee.thread_count = Int32(clamping: threads)
        do throws(CodecError) {
            try context.open(as: DecoderChoice.software)
        } catch {
            throw demuxer.refusal(error.operation, error.reason)
        }
        return context
    }

    private func receive() throws(ClipError) -> LibAVPixelBuffer? {
        let frame = LibAVFrame()
        let code = avcodec_receive_frame(context.pointer, frame.pointer)
        if code == vir_averror_again || code == vir_averror_eof { return nil }
        try demuxer.check("decode", code)
        guard frame.pointer.pointee.decode_error_flags == 0 else { throw demuxer.refusal("decode", .damagedPicture) }
        decoded += 1
        guard let picture = LibAVPixelBuffer(frame) else {
            throw demuxer.refusal("decode", "the picture is not 8-bit 4:2:0")
        }
        return picture
    }
}
