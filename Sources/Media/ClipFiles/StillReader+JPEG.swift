// SPDX-License-Identifier: GPL-3.0-or-later

import CLibAV
import Core

extension StillReader {
    /// The largest JPEG that is decoded. Those that VIR writes have at most 1280×720 pixels.
    static let largestJPEG = VideoSize(width: 4096, height: 4096)
    /// The longest JPEG file that is read, in bytes.
    static let longestJPEG: Int64 = 16 << 20

    /// Returns the picture of a JPEG file such as `jpeg` makes, no larger than `limit`, as planar YUV.
    /// - Throws: `ClipError.unreadable` if the file is no JPEG with 4:2:0 colours, or is larger than 4096×4096 or 16 MB.
    public static func picture(ofJPEG path: String, fitting limit: VideoSize = largestSize) throws(ClipError) -> PixelBuffer {
        let file = try JPEGFile(path)
        let picture = try file.picture()
        let size = PictureScaler.size(of: picture.size, fitting: limit)
        let still = MemoryPixelBuffer(format: .yuv420p, size: size)
        try PictureScaler.draw(
            picture, coding: .jpeg,
            into: PictureScaler.Target(
                size: size, format: AV_PIX_FMT_YUV420P, coding: .video, planes: (0..<3).map(still.plane)))
        return still
    }
}

/// A JPEG file opened by libavformat. A broken or foreign file always ends in a `ClipError`. Thread-bound.
private final class JPEGFile {
    private let path: String
    private let format: UnsafeMutablePointer<AVFormatContext>

    init(_ path: String) throws(ClipError) {
        self.path = path
        var opened: UnsafeMutablePointer<AVFormatContext>?
        // "file:" keeps libavformat from taking a part of the name for a protocol.
        let code = avformat_open_input(&opened, "file:" + path, av_find_input_format("jpeg_pipe"), nil)
        guard code >= 0, let opened else {
            throw .unreadable(clip: path, operation: "open", reason: Message(LibAV.text(of: code)))
        }
        format = opened
    }

    deinit {
        var closed: UnsafeMutablePointer<AVFormatContext>? = format
        avformat_close_input(&closed)
    }

    func picture() throws(ClipError) -> PixelBuffer {
        let bytes = avio_size(format.pointee.pb)
        guard (1...StillReader.longestJPEG).contains(bytes) else { throw refusal("read", "\(bytes) bytes are no still") }
        let context = try openDecoder()
        let (packet, frame) = (LibAVPacket(), LibAVFrame())
        try check("read", av_read_frame(format, packet.pointer))
        try check("decode", avcodec_send_packet(context.pointer, packet.pointer))
        try check("decode", avcodec_send_packet(context.pointer, nil))
        try check("decode", avcodec_receive_frame(context.pointer, frame.pointer))
        guard let picture = LibAVPixelBuffer(frame) else { throw refusal("decode", "the picture is not 8-bit 4:2:0") }
        return picture
    }

    private func openDecoder() throws(ClipError) -> LibAVCodecContext {
        guard let codec = avcodec_find_decoder(AV_CODEC_ID_MJPEG) else {
            throw refusal("open", "this libavcodec has no JPEG decoder")
        }
        let context = LibAVCodecContext(codec)
        // The limit is checked before memory is taken for the picture that the file's head promises.
        context.pointer.pointee.max_pixels = Int64(StillReader.largestJPEG.width * StillReader.largestJPEG.height)
        context.pointer.pointee.thread_count = 1
        // Without this, a truncated file would decode as a whole picture.
        context.pointer.pointee.err_recognition = AV_EF_EXPLODE
        do throws(CodecError) {
            try context.open(as: "mjpeg")
        } catch {
            throw refusal(error.operation, error.reason)
        }
        return context
    }

    private func check(_ operation: String, _ code: Int32) throws(ClipError) {
        guard code < 0 else { return }
        throw refusal(operation, Message(LibAV.text(of: code)))
    }

    private func refusal(_ operation: String, _ reason: Message) -> ClipError {
        .unreadable(clip: path, operation: operation, reason: reason)
    }
}
