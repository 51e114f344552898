// SPDX-License-Identifier: GPL-3.0-or-later

import CLibAV
import Core
import Testing

/// JPEG pictures as cameras send them.
enum TestJPEG {
    /// Encodes a gray picture.
    static func make(_ size: VideoSize, _ pixel: (Int, Int) -> UInt8) throws -> [UInt8] {
        let codec = try #require(avcodec_find_encoder(AV_CODEC_ID_MJPEG))
        var context = avcodec_alloc_context3(codec)
        var frame = av_frame_alloc()
        var packet = av_packet_alloc()
        defer {
            av_packet_free(&packet)
            av_frame_free(&frame)
            avcodec_free_context(&context)
        }
        let encoder = try #require(context)
        let gray = try #require(frame)
        let out = try #require(packet)
        encoder.pointee.width = Int32(size.width)
        encoder.pointee.height = Int32(size.height)
        encoder.pointee.pix_fmt = AV_PIX_FMT_YUVJ420P
        encoder.pointee.time_base = AVRational(num: 1, den: 30)
        encoder.pointee.flags |= AV_CODEC_FLAG_QSCALE
        encoder.pointee.global_quality = 3 * FF_QP2LAMBDA
        gray.pointee.quality = 3 * FF_QP2LAMBDA
        gray.pointee.width = Int32(size.width)
        gray.pointee.height = Int32(size.height)
        gray.pointee.format = AV_PIX_FMT_YUVJ420P.rawValue
        try #require(avcodec_open2(encoder, codec, nil) == 0 && av_frame_get_buffer(gray, 0) == 0)
        for y in 0..<size.height {
            for x in 0..<size.width { gray.pointee.data.0?[y * Int(gray.pointee.linesize.0) + x] = pixel(x, y) }
        }
        gray.pointee.data.1?.initialize(repeating: 128, count: Int(gray.pointee.linesize.1) * size.height / 2)
        gray.pointee.data.2?.initialize(repeating: 128, count: Int(gray.pointee.linesize.2) * size.height / 2)
        try #require(avcodec_send_frame(encoder, gray) == 0 && avcodec_receive_packet(encoder, out) == 0)
        return Array(UnsafeBufferPointer(start: out.pointee.data, count: Int(out.pointee.size)))
    }
}
