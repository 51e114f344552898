// SPDX-License-Identifier: GPL-3.0-or-later

import CLibAV
import Core
import Glibc

/// Makes PNG files of pictures, without loss. Reentrant. It takes tens of milliseconds or more: never use it on the frame path.
public enum PNG {
    /// The amount of time spent on making the file small.
    public enum Effort: Sendable {
        /// For pictures that are viewed once.
        case quick
        /// For pictures that are kept. It takes five times as long: 0.23 s for 1920×1080.
        case small
    }

    /// Returns the PNG file of a picture, all of it opaque.
    /// - Throws: `ClipError.picture` if libavcodec refuses.
    /// - Precondition: an RGB format.
    public static func bytes(of buffer: PixelBuffer, _ effort: Effort) throws(ClipError) -> [UInt8] {
        precondition(!buffer.format.isYUV, "a PNG has no \(buffer.format)")
        guard let codec = avcodec_find_encoder(AV_CODEC_ID_PNG) else { throw .picture(operation: "encode", reason: .noSuchCodec) }
        let context = LibAVCodecContext(codec)
        let fields = context.pointer
        fields.pointee.width = Int32(clamping: buffer.size.width)
        fields.pointee.height = Int32(clamping: buffer.size.height)
        fields.pointee.pix_fmt = AV_PIX_FMT_RGB24
        fields.pointee.time_base = AVRational(num: 1, den: 1)
        fields.pointee.thread_count = 1
        // These are zlib's levels. With "mixed", each row gets the filter that suits it best (PNG specification, 12.7).
        fields.pointee.compression_level = effort == .quick ? 1 : 6
        do throws(CodecError) {
            try context.open(as: "png", options: ["pred": effort == .quick ? "none" : "mixed"])
        } catch {
            throw .picture(operation: error.operation, reason: error.reason)
        }
        let frame = try rgbFrame(of: buffer)
        let packet = LibAVPacket()
        try check(avcodec_send_frame(fields, frame.pointer))
        try check(avcodec_receive_packet(fields, packet.pointer))
        return Array(packet.bytes)
    }

    /// Returns the same picture with texts about it, by their keys: `Title`, `Author`, `Comment` (PNG specification, 11.3.4.5).
    /// - Parameter file: a PNG file.
    public static func bytes(of file: [UInt8], saying texts: [String: String]) -> [UInt8] {
        func number(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
        let chunks = texts.sorted { $0.key < $1.key }.flatMap { key, text in
            // The text is uncompressed UTF-8 without a language.
            let content = Array("iTXt".utf8) + Array(key.utf8) + [0, 0, 0, 0, 0] + Array(text.utf8)
            let sum = ~av_crc(av_crc_get_table(AV_CRC_32_IEEE_LE), UInt32.max, content, content.count)
            return number(UInt32(content.count - 4)) + content + number(sum)
        }
        // The texts go behind the signature and the chunk with the picture's size.
        return Array(file.prefix(headBytes)) + chunks + Array(file.dropFirst(headBytes))
    }

    private static let headBytes = 8 + 12 + 13

    /// The reason that a picture's file wasn't written, in one line.
    public struct NotWritten: Error, CustomStringConvertible {
        public var path: String
        public var reason: String
        public var description: String { "\(path): \(reason)" }

        fileprivate init(_ path: String, _ reason: String = String(cString: strerror(errno))) {
            (self.path, self.reason) = (path, reason)
        }
    }

    /// Writes a picture quickly. The file appears under its name only when it is complete: it is written beside it and renamed.
    /// - Precondition: an RGB format.
    public static func write(_ buffer: PixelBuffer, to path: String) throws(NotWritten) {
        let bytes: [UInt8]
        do throws(ClipError) {
            bytes = try self.bytes(of: buffer, .quick)
        } catch {
            throw NotWritten(path, error.description)
        }
        let part = path + ".part"
        guard let file = fopen(part, "we") else { throw NotWritten(path) }
        let isWritten = fwrite(bytes, 1, bytes.count, file) == bytes.count
        // `fclose` writes the rest of the buffer, so it can be refused too.
        guard fclose(file) == 0, isWritten, rename(part, path) == 0 else {
            let refusal = NotWritten(path)
            unlink(part)
            throw refusal
        }
    }

    private static func rgbFrame(of buffer: PixelBuffer) throws(ClipError) -> LibAVFrame {
        let frame = LibAVFrame()
        frame.pointer.pointee.format = AV_PIX_FMT_RGB24.rawValue
        frame.pointer.pointee.width = Int32(clamping: buffer.size.width)
        frame.pointer.pointee.height = Int32(clamping: buffer.size.height)
        try check(av_frame_get_buffer(frame.pointer, 0))
        guard let plane = frame.plane(0) else { throw .picture(operation: "encode", reason: Message(LibAV.text(of: vir_averror_nomem))) }
        try PictureScaler.draw(
            buffer, into: PictureScaler.Target(size: buffer.size, format: AV_PIX_FMT_RGB24, coding: .jpeg, planes: [plane]))
        return frame
    }

    private static func check(_ code: Int32) throws(ClipError) {
        guard code < 0 else { return }
        throw .picture(operation: "encode", reason: Message(LibAV.text(of: code)))
    }
}
