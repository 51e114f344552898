// SPDX-License-Identifier: GPL-3.0-or-later

import CCamera
import CLibAV
import Core

/// Converts frames that the box can't use as they are: RGB, 4:2:2, JPEG, other colours than BT.709. Thread-bound.
final class CameraConverter {
    private let stream: vir_camera_stream
    private let format: CameraFormat
    private let converter: PictureConverter
    private let frame: UnsafeMutablePointer<AVFrame>
    private let padded: UnsafeMutablePointer<AVFrame>
    private let decoder: JPEGDecoder?

    /// Fails if there is no memory, or no decoder for JPEG.
    init?(_ stream: vir_camera_stream, format: CameraFormat) {
        guard let frame = av_frame_alloc() else { return nil }
        guard let padded = av_frame_alloc() else {
            var frame: UnsafeMutablePointer<AVFrame>? = frame
            av_frame_free(&frame)
            return nil
        }
        self.stream = stream
        self.format = format
        self.frame = frame
        self.padded = padded
        converter = PictureConverter(size: VideoSize(width: Int(stream.width), height: Int(stream.height)).even, isExact: false)
        decoder = format == .jpeg ? JPEGDecoder() : nil
        if format == .jpeg, decoder == nil { return nil }
    }

    deinit {
        var frame: UnsafeMutablePointer<AVFrame>? = frame
        var padded: UnsafeMutablePointer<AVFrame>? = padded
        av_frame_free(&frame)
        av_frame_free(&padded)
    }

    /// Returns the converted picture, or `nil` if the frame is broken or incomplete. The frame may be given back afterwards.
    func convert(_ source: vir_camera_frame) -> PixelBuffer? {
        let aspect = Double(stream.width) / Double(stream.height)
        if let decoder {
            return decoder.decode(source).flatMap { converter.convert($0, aspect: aspect, orientation: .upright) }
        }
        guard describe(source) else { return nil }
        defer { av_frame_unref(frame) }
        guard copyWithPadding() else { return nil }
        return converter.convert(padded, aspect: aspect, orientation: .upright)
    }

    /// Copies the frame: the scaler reads some bytes beyond the end of the last row, and the camera's memory may end with a page there.
    private func copyWithPadding() -> Bool {
        if padded.pointee.data.0 == nil {
            padded.pointee.format = frame.pointee.format
            padded.pointee.width = frame.pointee.width
            padded.pointee.height = frame.pointee.height
            guard av_frame_get_buffer(padded, 0) == 0 else { return false }
        }
        padded.pointee.color_range = frame.pointee.color_range
        padded.pointee.colorspace = frame.pointee.colorspace
        return av_frame_copy(padded, frame) >= 0
    }

    /// Points the frame at the camera's memory.
    private func describe(_ source: vir_camera_frame) -> Bool {
        guard let scalerFormat = format.scalerFormat, let buffer = source.buffer else { return false }
        let planes = buffer.pointee.planes
        let pitch = Int32(stream.pitch)
        let rest = format == .yuv420 ? pitch / 2 : pitch
        // Of the other formats no more than this is known: one plane, in rows.
        guard format.pixelFormat != nil || Int(planes.0.length) >= Int(pitch) * Int(stream.height), source.hasRows(stream.height, pitch: stream.pitch)
        else { return false }
        frame.pointee.format = scalerFormat.rawValue
        frame.pointee.width = Int32(stream.width)
        frame.pointee.height = Int32(stream.height)
        frame.pointee.data.0 = planes.0.base
        frame.pointee.data.1 = planes.1.base
        frame.pointee.data.2 = planes.2.base
        frame.pointee.linesize.0 = pitch
        frame.pointee.linesize.1 = planes.1.base == nil ? 0 : rest
        frame.pointee.linesize.2 = planes.2.base == nil ? 0 : rest
        frame.pointee.color_range = stream.is_full_range ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
        frame.pointee.colorspace =
            switch Int(stream.matrix) {
            case VIR_CAMERA_MATRIX_601: AVCOL_SPC_SMPTE170M
            case VIR_CAMERA_MATRIX_709: AVCOL_SPC_BT709
            case VIR_CAMERA_MATRIX_2020: AVCOL_SPC_BT2020_NCL
            default: AVCOL_SPC_UNSPECIFIED
            }
        return true
    }
}

/// Decodes the JPEG pictures of a USB camera. Thread-bound.
///
/// Cameras send pictures that are cut off in the middle, above all the first ones after a start. libavcodec would hand them out as whole
/// pictures, with whatever lay in the rest of its buffer, so it is told to refuse them.
private final class JPEGDecoder {
    private var context: UnsafeMutablePointer<AVCodecContext>?
    private var frame: UnsafeMutablePointer<AVFrame>?
    private var packet: UnsafeMutablePointer<AVPacket>?

    init?() {
        guard let codec = avcodec_find_decoder(AV_CODEC_ID_MJPEG) else { return nil }
        context = avcodec_alloc_context3(codec)
        frame = av_frame_alloc()
        packet = av_packet_alloc()
        // With more threads, each picture would come out later.
        context?.pointee.thread_count = 1
        context?.pointee.err_recognition = AV_EF_EXPLODE
        guard let context, frame != nil, packet != nil, avcodec_open2(context, codec, nil) == 0 else { return nil }
    }

    deinit {
        av_packet_free(&packet)
        av_frame_free(&frame)
        avcodec_free_context(&context)
    }

    /// Returns the picture, which is valid until the next call, or `nil` if it is incomplete; only its last bytes may be missing.
    func decode(_ source: vir_camera_frame) -> UnsafePointer<AVFrame>? {
        guard let buffer = source.buffer else { return nil }
        let plane = buffer.pointee.planes.0
        guard let base = plane.base, source.bytes_used > 0, source.bytes_used <= plane.length else { return nil }
        let bytes = UnsafeMutableBufferPointer(start: base, count: Int(source.bytes_used))
        if let picture = decode(bytes) { return picture }
        guard !bytes.suffix(Self.end.count).elementsEqual(Self.end) else { return nil }
        var mended = Array(bytes) + [UInt8](repeating: 0, count: Self.filling) + Self.end
        return mended.withUnsafeMutableBufferPointer { decode($0) }
    }

    private func decode(_ bytes: UnsafeMutableBufferPointer<UInt8>) -> UnsafePointer<AVFrame>? {
        guard let context, let frame, let packet else { return nil }
        packet.pointee.data = bytes.baseAddress
        packet.pointee.size = Int32(clamping: bytes.count)
        // The decoder copies bytes that it doesn't own, and adds the padding that it needs.
        guard avcodec_send_packet(context, packet) == 0, avcodec_receive_frame(context, frame) == 0 else { return nil }
        return UnsafePointer(frame)
    }

    /// The end marker of each picture (EOI).
    private static let end: [UInt8] = [0xFF, 0xD9]
    /// The number of zeros that stand in for missing bytes: some cameras leave out the last bytes of every picture. These zeros fill ten
    /// blocks of 8×8 pixels in its corner, and no more than that may be missing.
    private static let filling = 256
}

extension vir_camera_frame {
    /// Returns true if this many rows of the first plane have arrived. A camera that doesn't count its bytes is believed.
    func hasRows(_ rows: UInt32, pitch: UInt32) -> Bool {
        // The last row may lack its padding.
        bytes_used == 0 || Int(bytes_used) > Int(pitch) * (Int(rows) - 1)
    }
}
