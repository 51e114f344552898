// SPDX-License-Identifier: GPL-3.0-or-later

import CLibAV
import Core

/// Writes one MP4 file: libavformat's muxer with the index in front.
///
/// Room for the index is reserved at the file's beginning and filled at the end. So the footage is written once, and the file can play
/// while it is still being fetched. Pictures and sound with a negative time are for the decoder only: the muxer writes an edit list, and
/// players begin at time 0 exactly.
final class ClipMuxer {
    /// The ticks per second of the pictures' clock, and of the whole file's clock, so that no edit is rounded.
    static let timescale: Int32 = 90_000

    /// The properties of the file's streams.
    struct Streams {
        var video: StreamParameters
        /// The orientation of the pictures. The file records only the rotation, not the mirroring.
        var orientation: PictureOrientation
        /// Profile and parameter sets, as `ClipSample.description` makes them.
        var description: [UInt8]
        var encoderName: String
        var sound: SoundFormat?
        var metadata: [String: String]
        /// True if an edit list makes players begin at time 0 and skip what comes before. Without an edit list, nothing may come before
        /// time 0.
        var hasEditList = true
    }

    enum Failure: Error {
        /// The index didn't fit into the room reserved for it.
        case indexTooLarge
        case clip(ClipError)
    }

    private let format: UnsafeMutablePointer<AVFormatContext>
    private let sink: ClipSink
    private let packet = LibAVPacket()
    private let frameDuration: Int64

    /// Writes the file's head.
    /// - Parameter indexBytes: the room reserved for the index.
    init(_ streams: Streams, indexBytes: Int, to sink: ClipSink) throws(ClipError) {
        var made: UnsafeMutablePointer<AVFormatContext>?
        let code = avformat_alloc_output_context2(&made, nil, "mp4", nil)
        guard let made else { throw .container(operation: "open", reason: Message(LibAV.text(of: code))) }
        format = made
        self.sink = sink
        frameDuration = av_rescale_q(1, streams.video.rate.libAVTimeBase, AVRational(num: 1, den: Self.timescale))
        format.pointee.pb = try sink.open()
        // The library's version is left out of the clips, so that the same footage makes the same file.
        format.pointee.flags |= AVFMT_FLAG_BITEXACT
        // Only the buffer's size decides when bytes go out.
        format.pointee.flush_packets = 0
        try addVideo(streams)
        if let sound = streams.sound { try addSound(sound) }
        for (key, value) in streams.metadata.sorted(by: { $0.key < $1.key }) {
            av_dict_set(&format.pointee.metadata, key, value, 0)
        }
        try writeHeader(indexBytes: indexBytes, hasEditList: streams.hasEditList)
    }

    deinit {
        if let context = format.pointee.pb { sink.close(context) }
        avformat_free_context(format)
    }

    /// Adds a picture. Times are in ticks of `timescale` and rise strictly; pictures before 0 aren't shown.
    ///
    /// The muxer gets a stand-in of the picture's size and does its bookkeeping with it. The sink replaces it with the picture's own
    /// pieces, so that they go from the delay line to the file without a copy. The pieces must stay in place until the sink has written
    /// them.
    func writeVideo(_ pieces: [UnsafeRawBufferPointer], at time: Int64, isKeyframe: Bool) throws(ClipError) {
        // Write straight to the sink. The bytes in the context's buffer are written first.
        format.pointee.pb.pointee.direct = 1
        defer { format.pointee.pb.pointee.direct = 0 }
        let standIn = sink.expect(pieces)
        try write(standIn, stream: 0, at: time, duration: frameDuration, isKeyframe: isKeyframe)
        guard sink.tookPieces else { throw .container(operation: "add footage", reason: .muxerCopies) }
    }

    /// Adds a unit of sound. Times are in samples and rise strictly; sound before 0 isn't heard.
    func writeSound(_ bytes: UnsafeRawBufferPointer, at time: Int64) throws(ClipError) {
        try write(bytes, stream: 1, at: time, duration: Int64(SoundFormat.samplesPerUnit), isKeyframe: true)
    }

    /// Writes the index and hands everything to the output.
    /// - Returns: the position of the file's end, in bytes.
    func finish() throws(Failure) -> Int64 {
        let context = format.pointee.pb
        avio_flush(context)
        let footageEnd = avio_tell(context)
        let code = av_write_trailer(format)
        avio_flush(context)
        _ = sink.flush()
        if let reason = sink.failure { throw .clip(.output(reason)) }
        if code == vir_averror(EINVAL) { throw .indexTooLarge }
        guard code >= 0 else { throw .clip(.container(operation: "write the index", reason: Message(LibAV.text(of: code)))) }
        return footageEnd
    }

    private func addVideo(_ streams: Streams) throws(ClipError) {
        let (stream, parameters) = try addStream()
        stream.pointee.time_base = AVRational(num: 1, den: Self.timescale)
        stream.pointee.avg_frame_rate = streams.video.rate.libAV
        av_dict_set(&stream.pointee.metadata, "encoder", streams.encoderName, 0)
        parameters.pointee.codec_type = AVMEDIA_TYPE_VIDEO
        parameters.pointee.codec_id = AV_CODEC_ID_H264
        parameters.pointee.format = AV_PIX_FMT_YUV420P.rawValue
        parameters.pointee.width = Int32(clamping: streams.video.size.width)
        parameters.pointee.height = Int32(clamping: streams.video.size.height)
        parameters.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
        parameters.pointee.color_range = AVCOL_RANGE_MPEG
        parameters.pointee.color_space = AVCOL_SPC_BT709
        parameters.pointee.color_primaries = AVCOL_PRI_BT709
        parameters.pointee.color_trc = AVCOL_TRC_BT709
        try setExtradata(streams.description, of: parameters)
        // The pictures of a file without a matrix are upright.
        let turn = streams.orientation.unmirrored
        guard turn != .upright else { return }
        let code = vir_set_stream_matrix(stream, turn.matrix(for: streams.video.size))
        guard code >= 0 else { throw .container(operation: "turn the pictures", reason: Message(LibAV.text(of: code))) }
    }

    private func addSound(_ sound: SoundFormat) throws(ClipError) {
        let (stream, parameters) = try addStream()
        stream.pointee.time_base = AVRational(num: 1, den: Int32(clamping: sound.sampleRate))
        parameters.pointee.codec_type = AVMEDIA_TYPE_AUDIO
        parameters.pointee.codec_id = AV_CODEC_ID_AAC
        parameters.pointee.sample_rate = Int32(clamping: sound.sampleRate)
        parameters.pointee.frame_size = Int32(SoundFormat.samplesPerUnit)
        parameters.pointee.bit_rate = 128_000
        av_channel_layout_default(&parameters.pointee.ch_layout, Int32(clamping: sound.channels))
        try setExtradata(sound.configuration, of: parameters)
    }

    private func addStream() throws(ClipError) -> (UnsafeMutablePointer<AVStream>, UnsafeMutablePointer<AVCodecParameters>) {
        guard let stream = avformat_new_stream(format, nil), let parameters = stream.pointee.codecpar else {
            throw .container(operation: "add a stream", reason: Message(LibAV.text(of: vir_averror_nomem)))
        }
        return (stream, parameters)
    }

    private func setExtradata(_ bytes: [UInt8], of parameters: UnsafeMutablePointer<AVCodecParameters>) throws(ClipError) {
        guard let memory = av_mallocz(bytes.count + Int(AV_INPUT_BUFFER_PADDING_SIZE)) else {
            throw .container(operation: "add a stream", reason: Message(LibAV.text(of: vir_averror_nomem)))
        }
        bytes.withUnsafeBytes { source in
            if let base = source.baseAddress { memory.copyMemory(from: base, byteCount: source.count) }
        }
        parameters.pointee.extradata = memory.assumingMemoryBound(to: UInt8.self)
        parameters.pointee.extradata_size = Int32(clamping: bytes.count)
    }

    private func writeHeader(indexBytes: Int, hasEditList: Bool) throws(ClipError) {
        var options: OpaquePointer?
        defer { av_dict_free(&options) }
        av_dict_set(&options, "brand", "mp42", 0)
        av_dict_set_int(&options, "moov_size", Int64(indexBytes), 0)
        av_dict_set(&options, "use_editlist", hasEditList ? "1" : "0", 0)
        av_dict_set(&options, "avoid_negative_ts", "disabled", 0)
        av_dict_set_int(&options, "video_track_timescale", Int64(Self.timescale), 0)
        av_dict_set_int(&options, "movie_timescale", Int64(Self.timescale), 0)
        let code = avformat_write_header(format, &options)
        if let reason = sink.failure { throw .output(reason) }
        guard code >= 0 else { throw .container(operation: "write the head", reason: Message(LibAV.text(of: code))) }
    }

    private func write(
        _ bytes: UnsafeRawBufferPointer, stream: Int32, at time: Int64, duration: Int64,
        isKeyframe: Bool
    ) throws(ClipError) {
        // The muxer only reads the bytes; they still belong to the caller.
        packet.pointer.pointee.data = UnsafeMutablePointer(mutating: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self))
        packet.pointer.pointee.size = Int32(clamping: bytes.count)
        packet.pointer.pointee.stream_index = stream
        packet.pointer.pointee.pts = time
        packet.pointer.pointee.dts = time
        packet.pointer.pointee.duration = duration
        packet.pointer.pointee.flags = isKeyframe ? AV_PKT_FLAG_KEY : 0
        defer { packet.unreference() }
        let code = av_write_frame(format, packet.pointer)
        if let reason = sink.failure { throw .output(reason) }
        guard code >= 0 else { throw .container(operation: "add footage", reason: Message(LibAV.text(of: code))) }
    }
}
