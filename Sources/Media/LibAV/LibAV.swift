// SPDX-License-Identifier: GPL-3.0-or-later

import CLibAV
import Core

/// Translations between libav's names and the box's.
enum LibAV {
    /// Returns libav's text for one of its error codes: "Invalid data found when processing input".
    static func text(of code: Int32) -> String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
            guard let base = buffer.baseAddress, av_strerror(code, base, buffer.count) == 0 else {
                return "error \(code)"
            }
            return String(cString: base)
        }
    }

    static func pixelFormat(_ format: PixelFormat) -> AVPixelFormat {
        switch format {
        case .yuv420p: AV_PIX_FMT_YUV420P
        case .nv12: AV_PIX_FMT_NV12
        case .bgra: AV_PIX_FMT_BGRA
        case .bgrx: AV_PIX_FMT_BGR0
        }
    }

    /// Returns the box's name for one of libav's pixel formats; `nil` if no part of the box takes the format.
    static func pixelFormat(_ format: AVPixelFormat) -> PixelFormat? {
        switch format {
        case AV_PIX_FMT_YUV420P, AV_PIX_FMT_YUVJ420P: .yuv420p
        case AV_PIX_FMT_NV12: .nv12
        default: nil
        }
    }
}

extension FrameRate {
    var libAV: AVRational { AVRational(num: Int32(clamping: numerator), den: Int32(clamping: denominator)) }
    /// One frame's duration as libav's unit of time.
    var libAVTimeBase: AVRational { AVRational(num: Int32(clamping: denominator), den: Int32(clamping: numerator)) }
}

/// An `AVPacket`. Its reference is released and it is freed with this object.
final class LibAVPacket {
    let pointer: UnsafeMutablePointer<AVPacket>

    init() {
        guard let made = av_packet_alloc() else { preconditionFailure("no memory for a packet") }
        pointer = made
    }

    deinit {
        var packet: UnsafeMutablePointer<AVPacket>? = pointer
        av_packet_free(&packet)
    }

    var bytes: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: pointer.pointee.data, count: Int(pointer.pointee.size))
    }

    func unreference() { av_packet_unref(pointer) }
}

/// An `AVFrame`. Its reference is released and it is freed with this object.
final class LibAVFrame {
    let pointer: UnsafeMutablePointer<AVFrame>
    /// The decoder whose memory the frame lies in.
    ///
    /// A V4L2 decoder of libavcodec 5.1 takes its buffers back when their last reference goes. If the driver refuses one, libavcodec writes
    /// a log line in the decoder's name, so the decoder must not be freed before its frames.
    private let codec: LibAVCodecContext?

    init(of codec: LibAVCodecContext? = nil) {
        guard let made = av_frame_alloc() else { preconditionFailure("no memory for a frame") }
        pointer = made
        self.codec = codec
    }

    deinit {
        var frame: UnsafeMutablePointer<AVFrame>? = pointer
        av_frame_free(&frame)
    }

    func unreference() { av_frame_unref(pointer) }

    /// Returns the start of a plane and the bytes from row to row; `nil` if the frame has no such plane, or rows that run upwards.
    func plane(_ index: Int) -> PixelPlane? {
        let (base, pitch) =
            switch index {
            case 0: (pointer.pointee.data.0, pointer.pointee.linesize.0)
            case 1: (pointer.pointee.data.1, pointer.pointee.linesize.1)
            default: (pointer.pointee.data.2, pointer.pointee.linesize.2)
            }
        guard let base, pitch > 0 else { return nil }
        return PixelPlane(base: UnsafeMutableRawPointer(base), pitch: Int(pitch))
    }
}

/// An `AVCodecContext`. It is closed and freed with this object.
final class LibAVCodecContext {
    let pointer: UnsafeMutablePointer<AVCodecContext>

    init(_ codec: UnsafePointer<AVCodec>) {
        guard let made = avcodec_alloc_context3(codec) else { preconditionFailure("no memory for a codec") }
        pointer = made
    }

    deinit {
        var context: UnsafeMutablePointer<AVCodecContext>? = pointer
        avcodec_free_context(&context)
    }

    /// Opens the codec with these private options. An option that the codec doesn't know is refused.
    func open(as codec: String, options: KeyValuePairs<String, String> = [:]) throws(CodecError) {
        for (key, value) in options {
            let code = av_opt_set(pointer, key, value, AV_OPT_SEARCH_CHILDREN)
            guard code >= 0 else {
                throw CodecError(codec: codec, operation: "set \(key)=\(value)", reason: Message(LibAV.text(of: code)))
            }
        }
        let code = CodecThreads.opening { avcodec_open2(pointer, nil, nil) }
        guard code >= 0 else { throw CodecError(codec: codec, operation: "open", reason: Message(LibAV.text(of: code))) }
    }
}

/// A picture that libav decoded, without a copy. The frame goes back to the decoder's pool when the buffer is freed.
final class LibAVPixelBuffer: PixelBuffer, @unchecked Sendable {
    // Nothing writes to the frame after it was decoded, and it may be freed on any thread.
    private let frame: LibAVFrame

    /// Takes the frame over. `nil` if the box can't take its pixel format.
    /// - Parameter crop: the picture's own size, if the decoder gives whole macroblocks; the other pixels are left out.
    init?(_ frame: LibAVFrame, crop: VideoSize? = nil) {
        let picture = frame.pointer.pointee
        guard let format = LibAV.pixelFormat(AVPixelFormat(rawValue: picture.format)),
            picture.width > 0, picture.height > 0,
            let luma = frame.plane(0), let chroma = frame.plane(1)
        else { return nil }
        var second: PixelPlane?
        if format == .yuv420p {
            guard let plane = frame.plane(2) else { return nil }
            second = plane
        }
        self.frame = frame
        super.init(
            format: format, size: crop ?? VideoSize(width: Int(picture.width), height: Int(picture.height)),
            planes: luma, chroma, second)
    }
}

/// Remembers the frames' stamps while a codec holds the frames. The codec gets a running number as the pts, and gives it back.
struct StampRing {
    /// More than any codec here holds at a time.
    private static let capacity = 128
    private var stamps = [FrameStamp?](repeating: nil, count: capacity)
    private(set) var nextNumber: Int64

    /// - Parameter first: 1 for pictures, because some drivers take a time of 0 for no time.
    init(first: Int64 = 0) { nextNumber = first }

    /// Keeps a stamp and returns its number.
    mutating func keep(_ stamp: FrameStamp) -> Int64 {
        let number = nextNumber
        stamps[Int(number % Int64(Self.capacity))] = stamp
        nextNumber += 1
        return number
    }

    /// Returns the stamp kept under this number; `nil` if the number was never given or is long gone.
    func stamp(_ number: Int64) -> FrameStamp? {
        guard number >= 0, number < nextNumber, number >= nextNumber - Int64(Self.capacity) else { return nil }
        return stamps[Int(number % Int64(Self.capacity))]
    }
}
