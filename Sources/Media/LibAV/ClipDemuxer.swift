// SPDX-License-Identifier: GPL-3.0-or-later

import CLibAV
import Core
import Glibc

/// A clip's file, opened by libavformat: the access units of its pictures, as they lie in the file, and its sound if it is wanted.
///
/// A broken or foreign file always ends in a `ClipError`. Thread-bound.
final class ClipDemuxer {
    private let path: String
    private let format: UnsafeMutablePointer<AVFormatContext>
    private let stream: UnsafeMutablePointer<AVStream>
    private let sound: UnsafeMutablePointer<AVStream>?
    /// The access to a film from elsewhere. libavformat asks it whether to go on, as long as the file is open.
    private let foreign: ForeignAccess?
    /// The parameters of the pictures from the file's head. Valid as long as the demuxer.
    let parameters: UnsafeMutablePointer<AVCodecParameters>
    /// The access unit that `read` read. It may be taken over: the next `read` begins with an empty packet.
    let packet = LibAVPacket()

    /// - Parameters:
    ///   - keepsSound: true if `read` also returns the units of the sound, if that is AAC.
    ///   - foreign: the access to a film from elsewhere, whose pictures may be of any kind; `nil` for a clip of the card.
    init(_ path: String, keepsSound: Bool = false, foreign: ForeignAccess? = nil) throws(ClipError) {
        self.path = path
        self.foreign = foreign
        // A pipe instead of a clip would block for ever, and a symbolic link doesn't point to the card's own file.
        var status = stat()
        guard foreign != nil || lstat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG else {
            throw .unreadable(clip: path, operation: "open", reason: .isNoFile)
        }
        var opened = foreign?.context()
        var options = foreign?.options()
        defer { av_dict_free(&options) }
        // "file:" keeps libavformat from taking a part of the name for a protocol.
        let code = avformat_open_input(&opened, "file:" + (foreign?.path ?? path), av_find_input_format("mov"), &options)
        guard code >= 0, let opened else {
            throw .unreadable(clip: path, operation: "open", reason: Message(LibAV.text(of: code)))
        }
        guard let (stream, parameters, sound) = Self.streams(in: opened, keepsSound: keepsSound, takesAny: foreign != nil) else {
            var closed: UnsafeMutablePointer<AVFormatContext>? = opened
            avformat_close_input(&closed)
            throw .unreadable(clip: path, operation: "open", reason: .noVideo)
        }
        format = opened
        self.stream = stream
        self.sound = sound
        self.parameters = parameters
    }

    deinit {
        var closed: UnsafeMutablePointer<AVFormatContext>? = format
        avformat_close_input(&closed)
    }

    /// The length of a tick of the pictures' clock, in seconds.
    var timeBase: AVRational { stream.pointee.time_base }

    /// The frame rate from the head. In a file without one it may be anything, even 0/0.
    var rate: AVRational { stream.pointee.avg_frame_rate }

    /// The time at which the file was shot, in seconds since 1970 (UTC); `nil` if its head doesn't say it.
    var creationTime: Int64? {
        let text = av_dict_get(format.pointee.metadata, "creation_time", nil, 0).flatMap { $0.pointee.value.map { String(cString: $0) } }
        return text.flatMap { CivilTime(label: $0) }?.seconds
    }

    /// The orientation in which the pictures are shown, from the head.
    var orientation: PictureOrientation {
        guard let matrix = vir_stream_matrix(stream) else { return .upright }
        return PictureOrientation(matrix: Array(UnsafeBufferPointer(start: matrix, count: 9)))
    }

    /// Reads the next access unit into `packet`; false at the file's end.
    func read() throws(ClipError) -> Bool {
        packet.unreference()
        while true {
            let code = av_read_frame(format, packet.pointer)
            if code == vir_averror_eof {
                // If the card goes away, this looks like the end of the file.
                if let failure = format.pointee.pb?.pointee.error { try check("read", failure) }
                return false
            }
            try check("read", code)
            if isSound || packet.pointer.pointee.stream_index == stream.pointee.index { return true }
            packet.unreference()
        }
    }

    /// True if the file has sound, in whatever coding.
    var hasAnySound: Bool {
        (0..<Int(format.pointee.nb_streams)).contains { format.pointee.streams[$0]?.pointee.codecpar?.pointee.codec_type == AVMEDIA_TYPE_AUDIO }
    }

    /// True for a film from elsewhere.
    var isForeign: Bool { foreign != nil }

    /// True if the packet that was read is sound.
    var isSound: Bool { sound.map { packet.pointer.pointee.stream_index == $0.pointee.index } ?? false }

    /// Goes to the last keyframe that isn't after this time, in ticks, or else to the first keyframe.
    func seek(to time: Int64) throws(ClipError) {
        try check("seek", av_seek_frame(format, stream.pointee.index, time, AVSEEK_FLAG_BACKWARD))
    }

    /// Returns the time of the last keyframe that isn't after this time, in ticks; `nil` if there is no such keyframe.
    func keyframe(notAfter time: Int64) -> Int64? {
        avformat_index_get_entry_from_timestamp(stream, time, AVSEEK_FLAG_BACKWARD)?.pointee.timestamp
    }

    /// Goes to the picture of this time, keyframe or not.
    /// - Returns: false if there is no such picture.
    func goes(exactlyTo time: Int64) -> Bool { av_seek_frame(format, stream.pointee.index, time, AVSEEK_FLAG_ANY) >= 0 }

    /// Returns the decoding times, in ticks, of the pictures whose flags in the file's index fulfil a condition.
    func indexed(where isWanted: (Int32) -> Bool) -> [Int64] {
        var times: [Int64] = []
        for position in 0..<avformat_index_get_entries_count(stream) {
            guard let entry = avformat_index_get_entry(stream, position)?.pointee, isWanted(Int32(entry.flags)) else { continue }
            times.append(entry.timestamp)
        }
        return times
    }

    /// Returns the first of these times.
    func firstIndexed(where isWanted: (Int32) -> Bool) -> Int64? {
        for position in 0..<avformat_index_get_entries_count(stream) {
            guard let entry = avformat_index_get_entry(stream, position)?.pointee, isWanted(Int32(entry.flags)) else { continue }
            return entry.timestamp
        }
        return nil
    }

    /// The time at which the pictures begin to be shown, in ticks; `nil` if the file's index doesn't say.
    var start: Int64? { stream.pointee.start_time == vir_no_pts ? nil : stream.pointee.start_time }

    /// The time at which the last picture ends, in ticks; `nil` if the file's index doesn't say.
    var end: Int64? {
        let start = start ?? 0
        let duration = stream.pointee.duration
        return duration > 0 ? start &+ duration : nil
    }

    /// Throws an error if the code that libavformat or libavcodec returned is one.
    func check(_ operation: String, _ code: Int32) throws(ClipError) {
        guard code < 0 else { return }
        throw refusal(operation, Message(LibAV.text(of: code)))
    }

    func refusal(_ operation: String, _ reason: Message) -> ClipError {
        .unreadable(clip: path, operation: operation, reason: reason)
    }

    private typealias Streams = (
        pictures: UnsafeMutablePointer<AVStream>, parameters: UnsafeMutablePointer<AVCodecParameters>, sound: UnsafeMutablePointer<AVStream>?
    )

    /// Finds the first H.264 stream and the first AAC stream. The other streams aren't read.
    /// - Parameter takesAny: true to find the first stream of pictures, however they are coded. A film's cover isn't such a stream.
    private static func streams(in format: UnsafeMutablePointer<AVFormatContext>, keepsSound: Bool, takesAny: Bool) -> Streams? {
        var pictures: (UnsafeMutablePointer<AVStream>, UnsafeMutablePointer<AVCodecParameters>)?
        var sound: UnsafeMutablePointer<AVStream>?
        for index in 0..<Int(format.pointee.nb_streams) {
            guard let stream = format.pointee.streams[index] else { continue }
            let parameters = stream.pointee.codecpar
            switch parameters?.pointee.codec_id {
            case AV_CODEC_ID_H264 where pictures == nil: pictures = parameters.map { (stream, $0) }
            case _
            where takesAny && pictures == nil && parameters?.pointee.codec_type == AVMEDIA_TYPE_VIDEO
                && stream.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC == 0:
                pictures = parameters.map { (stream, $0) }
            case AV_CODEC_ID_AAC where keepsSound && sound == nil: sound = stream
            default: stream.pointee.discard = AVDISCARD_ALL
            }
        }
        return pictures.map { ($0.0, $0.1, sound) }
    }
}

// For copying a clip.
extension ClipDemuxer {
    /// The times at which the pictures are due, in ticks, from the index.
    var times: [Int64] { indexed { _ in true } }

    /// The profile and the parameter sets of the pictures, from the file's head.
    var configuration: [UInt8] { Self.extradata(parameters) }

    /// The name of the encoder that made the pictures, from the file.
    var encoderName: String {
        av_dict_get(stream.pointee.metadata, "encoder", nil, 0).flatMap { $0.pointee.value.map { String(cString: $0) } } ?? ""
    }

    var soundTimeBase: AVRational { sound?.pointee.time_base ?? AVRational(num: 1, den: 1) }

    var soundFormat: SoundFormat? {
        guard let parameters = sound?.pointee.codecpar, parameters.pointee.sample_rate > 0 else { return nil }
        return SoundFormat(
            sampleRate: Int(parameters.pointee.sample_rate), channels: Int(parameters.pointee.ch_layout.nb_channels),
            configuration: Self.extradata(parameters))
    }

    private static func extradata(_ parameters: UnsafeMutablePointer<AVCodecParameters>) -> [UInt8] {
        guard let bytes = parameters.pointee.extradata, parameters.pointee.extradata_size > 0 else { return [] }
        return Array(UnsafeBufferPointer(start: bytes, count: Int(parameters.pointee.extradata_size)))
    }
}

// For reading the sound only.
extension ClipDemuxer {
    /// Makes `read` skip the pictures from now on. They aren't read off the card either.
    func dropPictures() { stream.pointee.discard = AVDISCARD_ALL }

    /// Goes to the last unit of sound that isn't after this time, in ticks of the sound's clock, or else to the first unit.
    func seekSound(to time: Int64) throws(ClipError) {
        guard let sound else { return }
        try check("seek", av_seek_frame(format, sound.pointee.index, time, AVSEEK_FLAG_BACKWARD))
    }
}
