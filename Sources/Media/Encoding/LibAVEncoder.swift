// SPDX-License-Identifier: GPL-3.0-or-later

import CLibAV
import Core

/// An H.264 encoder of libavcodec: `libx264`, or the hardware's `h264_v4l2m2m`.
///
/// libx264 is set to return each picture at once, in pieces that many decoder threads can share: no B-frames, no lookahead, four slices,
/// CAVLC. With these settings the same pictures make the same bytes on any machine.
///
/// The hardware's driver isn't trusted in anything that can be checked. The bytes tell whether a picture is an IDR. The keyframes tell
/// whether the driver took the keyframe interval. A picture with an unknown number, or out of order, is an error.
///
/// Thread-bound.
public final class LibAVEncoder: Encoder {
    /// The purpose of the encoded stream.
    public enum Purpose: Sendable {
        /// The delay line: each picture at once, in slices that many threads share.
        case live
        /// A file made beside everything else: in the calling thread alone, so with that thread's priority, and with better quality for the
        /// bytes.
        case file
    }

    public let name: String
    private let purpose: Purpose
    private let parameters: StreamParameters
    private var context: LibAVCodecContext?
    private var format: PixelFormat?
    private let frame = LibAVFrame()
    private let packet = LibAVPacket()
    private var stamps = StampRing(first: 1)
    /// The parameter sets of the newest keyframe that had some: hardware encoders may give them only once.
    private var parameterSets: [UInt8] = []
    private var joined: [UInt8] = []
    /// The layout that the hardware wants; `nil` if it takes pictures as they are.
    private var layout: EncoderLayout?
    /// The number of the newest picture that came out.
    private var newestOut: Int64 = 0
    /// True if the driver didn't take the keyframe interval, so each keyframe is requested.
    private var asksForEachKeyframe = false
    private var sinceAsked = 0
    private var sinceKeyframe = 0
    /// True if a picture was damaged on its way out. Pictures that depend on it aren't handed over.
    private var wantsKeyframe = false
    private var isDraining = false
    /// True if pictures were sent since the encoder was opened. A driver that never got a picture never signals its end, and draining it
    /// would wait for ever.
    private var isFed = false
    /// The number of pictures that were copied into another layout before libavcodec copied them.
    public private(set) var copiedPictures: Int64 = 0

    /// Opens the encoder with this libavcodec name, for planar YUV; it reopens itself if semi-planar frames come instead.
    public init(codec name: String, parameters: StreamParameters, for purpose: Purpose = .live) throws(CodecError) {
        self.name = name
        self.purpose = purpose
        self.parameters = parameters
        if let objection = VideoLimits.objection(to: parameters.size) {
            throw CodecError(codec: name, operation: "open for \(parameters.size)", reason: objection)
        }
        try open(.yuv420p)
    }

    public func encode(_ picture: VideoFrame, forcingKeyframe: Bool, output: (AccessUnit) -> Void) throws(CodecError) {
        let buffer = picture.buffer
        guard buffer.size == parameters.size, buffer.format.isYUV else {
            throw CodecError(
                codec: name, operation: "encode",
                reason: .otherFormat("\(buffer.format) \(buffer.size)", wanted: "YUV \(parameters.size)"))
        }
        if buffer.format != format {
            try drain(output: output)
            try open(buffer.format)
        } else if context == nil {
            try open(buffer.format)
        }
        guard let context = context?.pointer else { return }

        let fitted = layout?.fit(buffer) ?? buffer
        if fitted !== buffer { copiedPictures += 1 }
        guard frame.lend(fitted) else { throw error("encode", vir_averror_nomem) }
        defer { frame.unreference() }
        sinceAsked += 1
        let asks = forcingKeyframe || wantsKeyframe || (asksForEachKeyframe && sinceAsked >= parameters.framesPerGOP)
        if asks { sinceAsked = 0 }
        frame.pointer.pointee.pict_type = asks ? AV_PICTURE_TYPE_I : AV_PICTURE_TYPE_NONE
        frame.pointer.pointee.pts = stamps.keep(picture.stamp)
        isFed = true
        var code = avcodec_send_frame(context, frame.pointer)
        if code == vir_averror_again {
            try receive(from: context, output: output)
            code = avcodec_send_frame(context, frame.pointer)
        }
        guard code >= 0 else { throw error("encode", code) }
        try receive(from: context, output: output)
    }

    public func drain(output: (AccessUnit) -> Void) throws(CodecError) {
        guard isFed, let open = context?.pointer else { return }
        // Not every encoder can go on after a drain, so the next frame opens a new one.
        isDraining = true
        defer {
            context = nil
            isDraining = false
        }
        let code = avcodec_send_frame(open, nil)
        guard code >= 0 || code == vir_averror_eof else { throw error("drain", code) }
        try receive(from: open, output: output)
    }

    private func open(_ format: PixelFormat) throws(CodecError) {
        guard let codec = avcodec_find_encoder_by_name(name) else {
            throw CodecError(codec: name, operation: "find", reason: .noSuchCodec)
        }
        let made = LibAVCodecContext(codec)
        let bitRate = Int64(parameters.bitRate)
        made.pointer.pointee.width = Int32(parameters.size.width)
        made.pointer.pointee.height = Int32(parameters.size.height)
        made.pointer.pointee.pix_fmt = LibAV.pixelFormat(format)
        made.pointer.pointee.time_base = parameters.rate.libAVTimeBase
        made.pointer.pointee.framerate = parameters.rate.libAV
        made.pointer.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
        made.pointer.pointee.bit_rate = bitRate
        made.pointer.pointee.rc_max_rate = bitRate * 3 / 2
        made.pointer.pointee.rc_buffer_size = Int32(clamping: bitRate * 3 / 2)
        made.pointer.pointee.gop_size = Int32(parameters.framesPerGOP)
        made.pointer.pointee.max_b_frames = 0
        made.pointer.pointee.color_range = AVCOL_RANGE_MPEG
        made.pointer.pointee.colorspace = AVCOL_SPC_BT709
        made.pointer.pointee.color_primaries = AVCOL_PRI_BT709
        made.pointer.pointee.color_trc = AVCOL_TRC_BT709
        if name == EncoderChoice.software, purpose == .file {
            // Constant quality, with the same limit on the bit rate as for the delay line.
            made.pointer.pointee.bit_rate = 0
            try made.open(
                as: name,
                options: [
                    "preset": "superfast",
                    "tune": "zerolatency",
                    "crf": "20",
                    "forced-idr": "1",
                    "x264-params": "threads=1:sliced-threads=0:slices=1:bframes=0:scenecut=0:open-gop=0"
                        + ":keyint=\(parameters.framesPerGOP):min-keyint=1:repeat-headers=1",
                ])
        } else if name == EncoderChoice.software {
            try made.open(
                as: name,
                options: [
                    "preset": "ultrafast",
                    "tune": "zerolatency",
                    "forced-idr": "1",
                    "x264-params": "threads=4:sliced-threads=1:slices=4:bframes=0:cabac=0:scenecut=0:open-gop=0"
                        + ":keyint=\(parameters.framesPerGOP):min-keyint=1:repeat-headers=1",
                ])
        } else {
            try made.open(as: name)
            layout = CodecDevice.find(.encoder, size: parameters.size, format: format)?.geometry.map(EncoderLayout.init)
        }
        context = made
        self.format = format
        (sinceAsked, sinceKeyframe, wantsKeyframe, isFed) = (0, 0, false, false)
    }

    private func receive(
        from context: UnsafeMutablePointer<AVCodecContext>,
        output: (AccessUnit) -> Void
    ) throws(CodecError) {
        while true {
            let code = avcodec_receive_packet(context, packet.pointer)
            if code == vir_averror_again { return }
            if code == vir_averror_eof {
                // libavcodec also reports an end if the driver gives up in mid-stream.
                if !isDraining { throw error("encode", vir_averror_io) }
                return
            }
            guard code >= 0 else { throw error("encode", code) }
            defer { packet.unreference() }
            try handOver(output)
        }
    }

    /// Hands the packet over as an access unit, with parameter sets before every keyframe.
    private func handOver(_ output: (AccessUnit) -> Void) throws(CodecError) {
        let bytes = packet.bytes
        let preamble = AnnexB.preamble(of: bytes)
        if let sets = preamble.parameterSets {
            parameterSets.removeAll(keepingCapacity: true)
            parameterSets.append(contentsOf: bytes[sets])
        }
        if packet.pointer.pointee.flags & AV_PKT_FLAG_CORRUPT != 0 { wantsKeyframe = true }
        guard preamble.hasPicture, packet.pointer.pointee.flags & AV_PKT_FLAG_CORRUPT == 0 else { return }
        let number = packet.pointer.pointee.pts
        guard number > newestOut, let stamp = stamps.stamp(number) else {
            throw CodecError(codec: name, operation: "encode", reason: .outOfOrder(number, after: newestOut))
        }
        newestOut = number
        let isKeyframe = preamble.isIDR
        sinceKeyframe = isKeyframe ? 0 : sinceKeyframe + 1
        if name != EncoderChoice.software, sinceKeyframe >= parameters.framesPerGOP { asksForEachKeyframe = true }
        if wantsKeyframe, !isKeyframe { return }
        wantsKeyframe = false
        if isKeyframe, preamble.parameterSets == nil, !parameterSets.isEmpty {
            joined.removeAll(keepingCapacity: true)
            joined.append(contentsOf: parameterSets)
            joined.append(contentsOf: bytes)
            joined.withUnsafeBytes { output(AccessUnit(stamp: stamp, isKeyframe: true, bytes: $0)) }
        } else {
            output(AccessUnit(stamp: stamp, isKeyframe: isKeyframe, bytes: bytes))
        }
    }

    private func error(_ operation: String, _ code: Int32) -> CodecError {
        CodecError(codec: name, operation: operation, reason: Message(LibAV.text(of: code)))
    }
}
