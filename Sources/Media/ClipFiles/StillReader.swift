// SPDX-License-Identifier: GPL-3.0-or-later

import CLibAV
import Core

/// Reads the still of a clip: the picture that stands for the clip before it plays. Reentrant.
public enum StillReader {
    /// The largest size of a still: five of them stay under 10 MB.
    public static let largestSize = VideoSize.hd720

    /// The number of threads that decode a peek, because somebody waits for it. A still that is read in the background is decoded in the
    /// calling thread, because starting and ending threads for one picture takes longer than they save.
    private static let peekThreads = 4

    /// Returns the keyframe for a position in the clip, oriented for viewing, at most 1280×720, as planar YUV.
    ///
    /// Exactly one picture is decoded. If the clip is so short that it shows no keyframe, the result is its first picture, and the pictures
    /// before it are decoded too.
    /// - Parameters:
    ///   - place: the position after the first shown picture; `ClipEntry` decides which keyframe that means. `nil` for the first keyframe.
    ///   - orientation: the orientation for viewing; `nil` for the file's own.
    /// - Throws: `ClipError.unreadable` if the file is no H.264 clip.
    public static func picture(
        ofClip path: String, at place: Duration? = nil, orientation: PictureOrientation? = nil
    ) throws(ClipError) -> PixelBuffer {
        try still(ofClip: path, at: place, orientation: orientation).seen
    }

    /// Returns the same picture and, if the clip is viewed mirrored, also the unmirrored picture, which a player of the file shows.
    public static func still(
        ofClip path: String, at place: Duration? = nil, orientation: PictureOrientation? = nil
    ) throws(ClipError) -> (seen: PixelBuffer, unmirrored: PixelBuffer?) {
        guard let (picture, recorded, _) = try decodePicture(ofClip: path, at: place) else {
            throw .unreadable(clip: path, operation: "decode", reason: .noPicture)
        }
        let orientation = orientation ?? recorded
        let fitted = try scaled(picture, orientation)
        return (turned(fitted, orientation), orientation.isMirrored ? turned(fitted, orientation.unmirrored) : nil)
    }

    /// Returns the picture that a clip shows first if it comes up at a position (`ClipEntry`), as it was recorded and as a player of the
    /// file shows it, with the orientation for viewing. At most 1280×720, as planar YUV.
    /// - Parameters:
    ///   - place: the position after the first shown picture; `nil` for the beginning.
    ///   - goesOn: asked before the picture is decoded, and before it is scaled; if it returns false, the result is `nil`.
    /// - Throws: `ClipError.unreadable` if the file is no H.264 clip.
    public static func peek(
        intoClip path: String, at place: Duration?, goesOn: () -> Bool = { true }
    ) throws(ClipError) -> (picture: PixelBuffer, orientation: PictureOrientation)? {
        guard let (picture, orientation, _) = try decodePicture(ofClip: path, at: place ?? .zero, threads: peekThreads, goesOn: goesOn), goesOn()
        else { return nil }
        return (try scaled(picture, .upright), orientation)
    }

    /// Scales a picture down to the size at which it fits once it is turned.
    static func scaled(_ picture: PixelBuffer, _ orientation: PictureOrientation) throws(ClipError) -> PixelBuffer {
        let seen = PictureScaler.size(of: orientation.size(of: picture.size), fitting: largestSize)
        let size = orientation.size(of: seen)
        if size == picture.size, picture.format == .yuv420p { return picture }
        let still = MemoryPixelBuffer(format: .yuv420p, size: size)
        try PictureScaler.draw(
            picture,
            into: PictureScaler.Target(
                size: size, format: AV_PIX_FMT_YUV420P, coding: .video,
                planes: (0..<3).map(still.plane)))
        return still
    }

    static func turned(_ picture: PixelBuffer, _ orientation: PictureOrientation) -> PixelBuffer {
        guard orientation != .upright else { return picture }
        let seen = MemoryPixelBuffer(format: .yuv420p, size: orientation.size(of: picture.size))
        PictureComposer.turn(picture, orientation, into: seen)
        return seen
    }

    /// Decodes a picture and returns it as it was recorded, its orientation for viewing and the number of pictures decoded for it; `nil` if
    /// `goesOn` returns false.
    static func decodePicture(
        ofClip path: String, at place: Duration? = nil, threads: Int = 1, goesOn: () -> Bool = { true }
    ) throws(ClipError) -> (picture: PixelBuffer, orientation: PictureOrientation, decoded: Int)? {
        if let place {
            let file = try ClipFile(path, threads: threads)
            guard goesOn() else { return nil }
            if let picture = try file.shownKeyframe(for: place) { return (picture, file.orientation, file.decoded) }
        }
        let file = try ClipFile(path, threads: threads)
        guard goesOn() else { return nil }
        if let picture = try file.firstShownKeyframe() { return (picture, file.orientation, file.decoded) }
        let again = try ClipFile(path, threads: threads)
        guard goesOn() else { return nil }
        if let picture = try again.firstShownPicture() { return (picture, again.orientation, again.decoded) }
        throw .unreadable(clip: path, operation: "decode", reason: .noPicture)
    }

    /// Returns the picture as a JPEG file of the same size.
    /// - Parameter quality: 1 (smallest) … 100 (best).
    /// - Precondition: the quality is in its range.
    public static func jpeg(_ buffer: PixelBuffer, quality: Int) throws(ClipError) -> [UInt8] {
        precondition((1...100).contains(quality), "a JPEG's quality is between 1 and 100")
        guard let codec = avcodec_find_encoder(AV_CODEC_ID_MJPEG) else {
            throw .picture(operation: "encode", reason: .noSuchCodec)
        }
        // libavcodec's scale runs the other way, from 2 (best) to 31.
        let scale = Int32(31 - (quality - 1) * 29 / 99) * FF_QP2LAMBDA
        let context = LibAVCodecContext(codec)
        context.pointer.pointee.width = Int32(clamping: buffer.size.width)
        context.pointer.pointee.height = Int32(clamping: buffer.size.height)
        context.pointer.pointee.pix_fmt = AV_PIX_FMT_YUVJ420P
        context.pointer.pointee.color_range = AVCOL_RANGE_JPEG
        context.pointer.pointee.time_base = AVRational(num: 1, den: 1)
        context.pointer.pointee.flags |= AV_CODEC_FLAG_QSCALE | AV_CODEC_FLAG_BITEXACT
        context.pointer.pointee.global_quality = scale
        do throws(CodecError) {
            try context.open(as: "mjpeg")
        } catch {
            throw .picture(operation: error.operation, reason: error.reason)
        }

        let frame = try fullRangeFrame(of: buffer)
        frame.pointer.pointee.quality = scale
        frame.pointer.pointee.pts = 0
        let packet = LibAVPacket()
        try check(avcodec_send_frame(context.pointer, frame.pointer))
        try check(avcodec_receive_packet(context.pointer, packet.pointer))
        return Array(packet.bytes)
    }

    private static func fullRangeFrame(of buffer: PixelBuffer) throws(ClipError) -> LibAVFrame {
        let frame = LibAVFrame()
        frame.pointer.pointee.format = AV_PIX_FMT_YUVJ420P.rawValue
        frame.pointer.pointee.color_range = AVCOL_RANGE_JPEG
        frame.pointer.pointee.width = Int32(clamping: buffer.size.width)
        frame.pointer.pointee.height = Int32(clamping: buffer.size.height)
        try check(av_frame_get_buffer(frame.pointer, 0))
        let planes = (0..<3).compactMap(frame.plane)
        guard planes.count == 3 else { throw .picture(operation: "encode", reason: Message(LibAV.text(of: vir_averror_nomem))) }
        try PictureScaler.draw(
            buffer, isFine: true,
            into: PictureScaler.Target(
                size: buffer.size, format: AV_PIX_FMT_YUV420P,
                coding: .jpeg, planes: planes))
        return frame
    }

    private static func check(_ code: Int32) throws(ClipError) {
        guard code < 0 else { return }
        throw .picture(operation: "encode", reason: Message(LibAV.text(of: code)))
    }
}
