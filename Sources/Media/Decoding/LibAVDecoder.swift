// SPDX-License-Identifier: GPL-3.0-or-later

import CLibAV
import Core

/// An H.264 decoder of libavcodec: its own `h264`, or the hardware's `h264_v4l2m2m`.
///
/// The software decoder shares a picture's slices among threads and returns each picture at once. Pictures stay in libavcodec's memory.
/// After an error, no picture is shown until the next keyframe, because pictures that depend on a broken picture are broken too.
///
/// If the codec offers its pictures in memory that a display scans out (DRM PRIME), it takes that memory.
///
/// Thread-bound; its pictures may go to any thread.
public final class LibAVDecoder: Decoder {
    /// The operation in the error of a decoder whose shared memory can't be read.
    static let sharing = "share"

    public let name: String
    private let context: LibAVCodecContext
    private let packet = LibAVPacket()
    /// Receives the next picture. The buffer that is handed out takes it over.
    private var frame: LibAVFrame
    private var stamps = StampRing(first: 1)
    private var pool = PRIMEPool()
    private var wantsKeyframe = true
    private var isDraining = false
    /// True if an access unit was sent since the decoder was opened.
    private var isFed = false
    /// The smallest number of a wanted picture. Smaller numbers were sent before a flush; a driver that can't be flushed returns them all
    /// the same.
    private var oldestWanted: Int64 = 0
    private let size: VideoSize
    /// Holds the access unit with its padding. It is reused once libavcodec has released it.
    private var staging: UnsafeMutablePointer<AVBufferRef>?

    /// - Parameter mayShare: true to take memory that a display scans out if the codec offers it; false to take ordinary memory always.
    /// - Parameter threads: the number of threads that share a picture's slices; with 1, it is decoded in the calling thread, with that
    ///   thread's priority.
    public init(codec name: String, parameters: StreamParameters, mayShare: Bool = true, threads: Int = 4) throws(CodecError) {
        guard let codec = avcodec_find_decoder_by_name(name) else {
            throw CodecError(codec: name, operation: "find", reason: .noSuchCodec)
        }
        self.name = name
        size = parameters.size
        context = LibAVCodecContext(codec)
        frame = LibAVFrame(of: context)
        context.pointer.pointee.width = Int32(clamping: parameters.size.width)
        context.pointer.pointee.height = Int32(clamping: parameters.size.height)
        context.pointer.pointee.pkt_timebase = parameters.rate.libAVTimeBase
        context.pointer.pointee.flags |= AV_CODEC_FLAG_LOW_DELAY
        context.pointer.pointee.thread_type = FF_THREAD_SLICE
        context.pointer.pointee.max_pixels = DecoderChoice.mostPixels
        context.pointer.pointee.thread_count = Int32(clamping: threads)
        if mayShare { context.pointer.pointee.get_format = Self.sharedFormat }
        try context.open(as: name)
    }

    /// Chooses the pixel format for a stream from those that libavcodec offers; their list ends with `AV_PIX_FMT_NONE`.
    static let sharedFormat:
        @convention(c) (UnsafeMutablePointer<AVCodecContext>?, UnsafePointer<AVPixelFormat>?)
            -> AVPixelFormat = { context, offered in
                var next = offered
                while let format = next?.pointee, format != AV_PIX_FMT_NONE {
                    if format == AV_PIX_FMT_DRM_PRIME { return format }
                    next = next?.successor()
                }
                return avcodec_default_get_format(context, offered)
            }

    deinit { av_buffer_unref(&staging) }

    public func decode(_ unit: AccessUnit) throws(CodecError) -> VideoFrame? {
        if wantsKeyframe, !unit.isKeyframe { return nil }
        wantsKeyframe = false
        do throws(CodecError) {
            try stage(unit)
            defer { packet.unreference() }
            isFed = true
            var early: VideoFrame?
            var code = avcodec_send_packet(context.pointer, packet.pointer)
            if code == vir_averror_again {
                early = try receive()
                code = avcodec_send_packet(context.pointer, packet.pointer)
            }
            guard code >= 0 else { throw error(code) }
            if let early { return early }
            return try receive()
        } catch {
            flush()
            throw error
        }
    }

    public func next() throws(CodecError) -> VideoFrame? { try receive() }

    /// By default, libavcodec asks a driver for 20 buffers, and the driver keeps some of them for references.
    public var heldPictures: Int? { name == DecoderChoice.hardware ? 8 : nil }

    public func flush() {
        avcodec_flush_buffers(context.pointer)
        wantsKeyframe = true
        isDraining = false
        oldestWanted = stamps.nextNumber
    }

    public func drain() throws(CodecError) -> VideoFrame? {
        isDraining = true
        let code = avcodec_send_packet(context.pointer, nil)
        guard code >= 0 || code == vir_averror_eof else { throw error(code) }
        return try receive()
    }

    private func stage(_ unit: AccessUnit) throws(CodecError) {
        let padding = Int(AV_INPUT_BUFFER_PADDING_SIZE)
        let needed = unit.bytes.count + padding
        if let held = staging, held.pointee.size < needed || av_buffer_is_writable(held) == 0 {
            av_buffer_unref(&staging)
        }
        if staging == nil {
            // Half as much again is allocated, so that the buffer seldom has to grow.
            staging = av_buffer_alloc(needed + needed / 2)
        }
        guard let data = staging?.pointee.data, let shared = av_buffer_ref(staging) else { throw error(vir_averror_nomem) }
        if let source = unit.bytes.baseAddress {
            UnsafeMutableRawPointer(data).copyMemory(from: source, byteCount: unit.bytes.count)
        }
        UnsafeMutableRawPointer(data + unit.bytes.count).initializeMemory(as: UInt8.self, repeating: 0, count: padding)
        packet.pointer.pointee.buf = shared
        packet.pointer.pointee.data = data
        packet.pointer.pointee.size = Int32(clamping: unit.bytes.count)
        packet.pointer.pointee.pts = stamps.keep(unit.stamp)
        packet.pointer.pointee.dts = packet.pointer.pointee.pts
        packet.pointer.pointee.flags = unit.isKeyframe ? AV_PKT_FLAG_KEY : 0
    }

    private func receive() throws(CodecError) -> VideoFrame? {
        // libavcodec 5.1 dereferences a null pointer if it is asked for a picture before the driver streams. It knows the pixel format from
        // then on, and reports no error if the driver refuses to stream.
        if name == DecoderChoice.hardware, context.pointer.pointee.pix_fmt == AV_PIX_FMT_NONE {
            if isFed { throw CodecError(codec: name, operation: "start", reason: .refusesToStream) }
            return nil
        }
        while true {
            let code = avcodec_receive_frame(context.pointer, frame.pointer)
            if code == vir_averror_again { return nil }
            if code == vir_averror_eof {
                // libavcodec also reports an end if the driver gives up in mid-stream.
                if name == DecoderChoice.hardware, !isDraining { throw error(vir_averror_io) }
                return nil
            }
            guard code >= 0 else { throw error(code) }
            guard frame.pointer.pointee.decode_error_flags == 0 else {
                frame.unreference()
                throw CodecError(codec: name, operation: "decode", reason: .damagedPicture)
            }
            guard frame.pointer.pointee.pts >= oldestWanted, let stamp = stamps.stamp(frame.pointer.pointee.pts) else {
                frame.unreference()
                continue
            }
            let decoded = frame
            frame = LibAVFrame(of: context)
            return VideoFrame(buffer: try buffer(decoded), stamp: stamp)
        }
    }

    /// Returns the stream's own size if a driver gives pictures of whole macroblocks (1920x1088 instead of 1920x1080); otherwise `nil`.
    private func crop(_ decoded: LibAVFrame) -> VideoSize? {
        func isPadded(_ given: Int32, _ wanted: Int) -> Bool { Int(given) >= wanted && Int(given) - wanted < 64 }
        guard name == DecoderChoice.hardware, isPadded(decoded.pointer.pointee.width, size.width),
            isPadded(decoded.pointer.pointee.height, size.height)
        else { return nil }
        return size
    }

    private func buffer(_ decoded: LibAVFrame) throws(CodecError) -> PixelBuffer {
        if decoded.pointer.pointee.format == AV_PIX_FMT_DRM_PRIME.rawValue {
            do throws(PRIMERefusal) {
                return try PRIMEPixelBuffer(decoded, crop: crop(decoded), pool: &pool)
            } catch {
                throw CodecError(codec: name, operation: Self.sharing, reason: Message(error.description))
            }
        }
        guard let buffer = LibAVPixelBuffer(decoded, crop: crop(decoded)) else {
            throw CodecError(codec: name, operation: "decode", reason: .otherPicture)
        }
        return buffer
    }

    private func error(_ code: Int32) -> CodecError {
        CodecError(codec: name, operation: "decode", reason: Message(LibAV.text(of: code)))
    }
}
