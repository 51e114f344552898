import CLibAV
import Core

/// A clip opened for reading: its pictures, as they lie in the file.
///
/// Whatever is in the file, a broken or foreign one ends in a `ClipError`. Thread-bound.
final class ClipFile {
    private let path: String
    private let format: UnsafeMutablePointer<AVFormatContext>
    private let stream: Int32
    private let context: LibAVCodecContext
    private let packet = LibAVPacket()
    /// Pictures decoded so far.
    private(set) var decoded = 0

    init(_ path: String) throws(ClipError) {
        self.path = path
        var opened: UnsafeMutablePointer<AVFormatContext>?
        // "file:" keeps libavformat from reading a protocol into the name.
        let code = avformat_open_input(&opened, "file:" + path, av_find_input_format("mov"), nil)
        guard code >= 0, let opened else {
            throw .unreadable(clip: path, operation: "open", reason: LibAV.text(of: code))
        }
        format = opened
        do throws(ClipError) {
            (stream, context) = try Self.openDecoder(of: opened, path)
        } catch {
            var closed: UnsafeMutablePointer<AVFormatContext>? = opened
            avformat_close_input(&closed)
            throw error
        }
    }

    deinit {
        var closed: UnsafeMutablePointer<AVFormatContext>? = format
        avformat_close_input(&closed)
    }

    /// The first keyframe that a player shows, and nothing else decoded; `nil` where none is shown.
    func firstShownKeyframe() throws(ClipError) -> LibAVPixelBuffer? {
        let wanted = AV_PKT_FLAG_KEY
        while try readPacket() {
            defer { packet.unreference() }
            guard packet.pointer.pointee.flags & (wanted | AV_PKT_FLAG_DISCARD) == wanted else { continue }
            try check("decode", avcodec_send_packet(context.pointer, packet.pointer))
            try check("decode", avcodec_send_packet(context.pointer, nil))
            return try receive()
        }
        return nil
    }

    /// The first picture that a player shows. What the file hides before it is decoded and left out.
    func firstShownPicture() throws(ClipError) -> LibAVPixelBuffer? {
        while try readPacket() {
            defer { packet.unreference() }
            try check("decode", avcodec_send_packet(context.pointer, packet.pointer))
            if let picture = try receive() { return picture }
        }
        try check("decode", avcodec_send_packet(context.pointer, nil))
        return try receive()
    }

    private static func openDecoder(of format: UnsafeMutablePointer<AVFormatContext>,
                                    _ path: String) throws(ClipError) -> (Int32, LibAVCodecContext) {
        for index in 0..<Int(format.pointee.nb_streams) {
            guard let parameters = format.pointee.streams[index]?.pointee.codecpar,
                  parameters.pointee.codec_id == AV_CODEC_ID_H264
            else { continue }
            guard let codec = avcodec_find_decoder_by_name(DecoderChoice.software) else { break }
            let context = LibAVCodecContext(codec)
            let code = avcodec_parameters_to_context(context.pointer, parameters)
            guard code >= 0 else { throw .unreadable(clip: path, operation: "open", reason: LibAV.text(of: code)) }
            context.pointer.pointee.thread_type = FF_THREAD_SLICE
            context.pointer.pointee.thread_count = 4
            do throws(CodecError) {
                try context.open(as: DecoderChoice.software)
            } catch {
                throw .unreadable(clip: path, operation: error.operation, reason: error.reason)
            }
            return (Int32(index), context)
        }
        throw .unreadable(clip: path, operation: "open", reason: "there is no H.264 in it")
    }

    /// Reads the next packet of the pictures; false at the file's end.
    private func readPacket() throws(ClipError) -> Bool {
        while true {
            let code = av_read_frame(format, packet.pointer)
            if code == vir_averror_eof { return false }
            try check("read", code)
            if packet.pointer.pointee.stream_index == stream { return true }
            packet.unreference()
        }
    }

    private func receive() throws(ClipError) -> LibAVPixelBuffer? {
        let frame = LibAVFrame()
        let code = avcodec_receive_frame(context.pointer, frame.pointer)
        if code == vir_averror_again || code == vir_averror_eof { return nil }
        try check("decode", code)
        decoded += 1
        guard let picture = LibAVPixelBuffer(frame) else {
            throw .unreadable(clip: path, operation: "decode", reason: "the picture is not 8-bit 4:2:0")
        }
        return picture
    }

    private func check(_ operation: String, _ code: Int32) throws(ClipError) {
        guard code < 0 else { return }
        throw .unreadable(clip: path, operation: operation, reason: LibAV.text(of: code))
    }
}
