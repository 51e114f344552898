// SPDX-License-Identifier: GPL-3.0-or-later

import CLibAV
import Core
import Glibc

/// Reads the pictures of a video file one after another, and again from the first.
///
/// Damaged pictures are left out, counted and noted; nothing in a file can do more than end the pass. Thread-bound.
final class VideoFileReader {
    let path: String
    /// The pictures' size as they are to be seen: upright, with square pixels.
    private(set) var size = VideoSize(width: 0, height: 0)
    /// The turn and the mirroring that make the decoded pictures upright.
    private(set) var orientation = PictureOrientation.upright
    /// The file's rate, corrected if the file states an implausible one.
    private(set) var rate = FrameRate(25)
    /// One unit of the stream's timestamps, which are rounded to it.
    private(set) var tick: Duration = .zero
    /// The damage found so far, as one line.
    var damage: String? {
        firstDamage.map { first in
            switch leftOut {
            case 0: "\(first); what decodes is played"
            case 1: "\(first); 1 picture is left out"
            default: "\(first); \(leftOut) pictures are left out"
            }
        }
    }

    private var container: UnsafeMutablePointer<AVFormatContext>?
    private var decoder: UnsafeMutablePointer<AVCodecContext>?
    private var packet = av_packet_alloc()
    private var streamIndex: Int32 = -1
    private var timeBase = AVRational(num: 1, den: 1)
    private var isDraining = false
    private var firstStamp: Int64?
    private var firstDamage: String?
    /// The number of pictures of this pass that couldn't be read whole, or that depend on such a picture.
    private var leftOut = 0
    private var wantsKeyframe = false
    /// True once a seek to the start has led elsewhere: from then on the file is opened anew.
    private var mustReopen = false

    /// No decoder is given a picture larger than this, whatever a damaged header says.
    private static let mostPixels: Int64 = 8192 * 8192
    /// The number of packets without a picture after which no picture will come.
    private static let mostPacketsBeforePicture = 1000

    init(path: String) throws(CameraError) {
        self.path = path
        try Self.checkFile(path)
        try open()
    }

    deinit {
        close()
        av_packet_free(&packet)
    }

    /// Decodes the next whole picture of this pass into `frame`. Returns `false` when the pass is over, drained frames included.
    func readPicture(into frame: UnsafeMutablePointer<AVFrame>) -> Bool {
        guard let decoder else { return false }
        var packetsLeft = firstStamp == nil ? Self.mostPacketsBeforePicture : Int.max
        while true {
            let result = avcodec_receive_frame(decoder, frame)
            if result == 0, frame.pointee.width > 0, frame.pointee.height > 0 {
                guard isWhole(frame) else { continue }
                if firstStamp == nil { note(first: frame) }
                return true
            }
            if result == vir_averror_eof || isDraining || packetsLeft == 0 { return false }
            if result != vir_averror_again, result != 0 { noteUndecoded(result) }
            feed(decoder)
            packetsLeft -= 1
        }
    }

    /// Decodes the first picture again, for the next pass.
    /// - Throws: `gone` if the file can't be read any more.
    func readFirstPicture(into frame: UnsafeMutablePointer<AVFrame>) throws(CameraError) {
        if !mustReopen, seekToStart(), readPicture(into: frame), frame.pointee.best_effort_timestamp == firstStamp,
            firstStamp != vir_no_pts
        {
            return
        }
        mustReopen = true
        close()
        do { try open() } catch { throw .gone(path) }
        guard readPicture(into: frame) else { throw .gone(path) }
    }

    /// The time of the first picture on the stream's own scale, in nanoseconds; 0 if the file doesn't say.
    var firstTime: Int64 {
        guard let firstStamp, firstStamp != vir_no_pts else { return 0 }
        let time = av_rescale_q(firstStamp, timeBase, AVRational(num: 1, den: 1_000_000_000))
        return time == Int64.min ? 0 : time
    }

    /// Returns the time of a decoded picture on the stream's own scale, in nanoseconds; `nil` if the file doesn't say.
    func time(of frame: UnsafePointer<AVFrame>) -> Int64? {
        let stamp = frame.pointee.best_effort_timestamp
        guard stamp != vir_no_pts else { return nil }
        let time = av_rescale_q(stamp, timeBase, AVRational(num: 1, den: 1_000_000_000))
        return time == Int64.min ? nil : time
    }

    private static func checkFile(_ path: String) throws(CameraError) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            if errno == ENOENT { throw .notFound(path) }
            throw .unreadable(path, reason: "it can't be opened: \(String(cString: strerror(errno)))")
        }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: throw .unreadable(path, reason: "it is a folder; name a video file in it")
        case S_IFREG where status.st_size == 0: throw .unreadable(path, reason: "it is empty; name a video file")
        case S_IFREG: break
        default: throw .unreadable(path, reason: "it is not an ordinary file; name a video file")
        }
        guard access(path, R_OK) == 0 else {
            throw .unreadable(path, reason: "it can't be opened: \(String(cString: strerror(errno)))")
        }
    }

    private func open() throws(CameraError) {
        var options: OpaquePointer?
        defer { av_dict_free(&options) }
        // A playlist may name other files of this machine, never the network.
        av_dict_set(&options, "protocol_whitelist", "file", 0)
        let opened = avformat_open_input(&container, "file:" + path, nil, &options)
        guard opened >= 0, let container else {
            throw .unreadable(path, reason: "it is no video that can be read\(Self.reason(opened)); is the file whole?")
        }
        let probed = avformat_find_stream_info(container, nil)
        guard probed >= 0 else {
            throw .unreadable(path, reason: "no picture in it can be read\(Self.reason(probed)); is the file whole?")
        }
        streamIndex = av_find_best_stream(container, AVMEDIA_TYPE_VIDEO, -1, -1, nil, 0)
        guard streamIndex >= 0, let stream = container.pointee.streams[Int(streamIndex)],
            let parameters = stream.pointee.codecpar, stream.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC == 0
        else {
            let hasSound = av_find_best_stream(container, AVMEDIA_TYPE_AUDIO, -1, -1, nil, 0) >= 0
            throw .unreadable(path, reason: hasSound ? "it has sound but no video" : "it has no video in it")
        }
        guard !Self.isText(parameters.pointee.codec_id) else {
            throw .unreadable(path, reason: "it is text and no video")
        }
        timeBase = stream.pointee.time_base
        tick = .nanoseconds(av_rescale_q(1, timeBase, AVRational(num: 1, den: 1_000_000_000)))
        rate = RateEstimate.rate(average: stream.pointee.avg_frame_rate, nominal: stream.pointee.r_frame_rate)
        let aspect = av_guess_sample_aspect_ratio(container, stream, nil)
        try openDecoder(parameters)
        if let matrix = vir_stream_matrix(stream) {
            orientation = PictureOrientation(matrix: Array(UnsafeBufferPointer(start: matrix, count: 9)))
        }
        size = orientation.size(
            of: Self.seenSize(
                width: Int(parameters.pointee.width), height: Int(parameters.pointee.height),
                pixelAspect: aspect))
    }

    private func openDecoder(_ parameters: UnsafeMutablePointer<AVCodecParameters>) throws(CameraError) {
        // libavcodec has a name for an unknown codec, too, but "none" means nothing to a person.
        let isKnown = parameters.pointee.codec_id != AV_CODEC_ID_NONE
        let codecName = isKnown ? String(cString: avcodec_get_name(parameters.pointee.codec_id)) : "unknown"
        guard let codec = avcodec_find_decoder(parameters.pointee.codec_id) else {
            throw .unreadable(
                path,
                reason: isKnown
                    ? "this machine has no decoder for its \(codecName) video"
                    : "its video is of a kind that nothing here knows; is the file whole?")
        }
        decoder = avcodec_alloc_context3(codec)
        guard let decoder, avcodec_parameters_to_context(decoder, parameters) >= 0 else {
            throw .unreadable(path, reason: "its \(codecName) video can't be decoded")
        }
        decoder.pointee.pkt_timebase = timeBase
        decoder.pointee.max_pixels = Self.mostPixels
        decoder.pointee.thread_count = 2
        // Otherwise a JPEG that is cut off would come out as a whole picture.
        if parameters.pointee.codec_id == AV_CODEC_ID_MJPEG { decoder.pointee.err_recognition = AV_EF_EXPLODE }
        let opened = avcodec_open2(decoder, codec, nil)
        guard opened >= 0 else {
            throw .unreadable(path, reason: "its \(codecName) video can't be decoded\(Self.reason(opened))")
        }
        beginPass()
    }

    private func beginPass() {
        (isDraining, wantsKeyframe, leftOut) = (false, false, 0)
    }

    private func close() {
        avcodec_free_context(&decoder)
        avformat_close_input(&container)
    }

    /// Gives the decoder the next packet of the video, or the end.
    private func feed(_ decoder: UnsafeMutablePointer<AVCodecContext>) {
        guard let container, let packet else {
            isDraining = true
            return
        }
        while true {
            let read = av_read_frame(container, packet)
            guard read >= 0 else {
                if read != vir_averror_eof { noteDamage("it can't be read to its end", read) }
                isDraining = true
                avcodec_send_packet(decoder, nil)
                return
            }
            defer { av_packet_unref(packet) }
            guard packet.pointee.stream_index == streamIndex else { continue }
            if packet.pointee.flags & AV_PKT_FLAG_CORRUPT != 0 { noteDamage("it is cut off or damaged", vir_averror_io) }
            let sent = avcodec_send_packet(decoder, packet)
            if sent < 0 { noteUndecoded(sent) }
            return
        }
    }

    private func seekToStart() -> Bool {
        guard let container, let decoder, let firstStamp, firstStamp != vir_no_pts else { return false }
        avcodec_flush_buffers(decoder)
        beginPass()
        return av_seek_frame(container, streamIndex, firstStamp, AVSEEK_FLAG_BACKWARD) >= 0
    }

    /// Notes the very first picture. A stream that was cut out of a longer one may give its size only there.
    private func note(first frame: UnsafePointer<AVFrame>) {
        firstStamp = frame.pointee.best_effort_timestamp
        guard size.width < 1 || size.height < 1 else { return }
        size = orientation.size(
            of: Self.seenSize(
                width: Int(frame.pointee.width), height: Int(frame.pointee.height),
                pixelAspect: frame.pointee.sample_aspect_ratio))
    }

    /// Returns true if the decoder could read all of the picture, and of those it depends on. The decoder conceals what it couldn't read,
    /// and sets a flag.
    private func isWhole(_ frame: UnsafePointer<AVFrame>) -> Bool {
        if frame.pointee.decode_error_flags != 0 || frame.pointee.flags & AV_FRAME_FLAG_CORRUPT != 0 {
            noteDamage("a picture doesn't decode")
            wantsKeyframe = true
        } else if frame.pointee.pict_type == AV_PICTURE_TYPE_I || frame.pointee.pict_type == AV_PICTURE_TYPE_NONE {
            wantsKeyframe = false
        }
        if wantsKeyframe { leftOut += 1 }
        return !wantsKeyframe
    }

    private func noteUndecoded(_ code: Int32) {
        noteDamage("a picture doesn't decode", code)
        wantsKeyframe = true
        leftOut += 1
    }

    /// Keeps the first damage: what follows is mostly its consequence.
    private func noteDamage(_ what: String, _ code: Int32 = 0) {
        firstDamage = firstDamage ?? "\(what)\(Self.reason(code))"
    }

    /// Returns true for the codecs of terminal pictures, which is what libavformat takes text files for.
    private static func isText(_ codec: AVCodecID) -> Bool {
        [AV_CODEC_ID_ANSI, AV_CODEC_ID_BINTEXT, AV_CODEC_ID_XBIN, AV_CODEC_ID_IDF].contains(codec)
    }

    private static func seenSize(width: Int, height: Int, pixelAspect: AVRational) -> VideoSize {
        guard pixelAspect.num > 0, pixelAspect.den > 0 else { return VideoSize(width: width, height: height) }
        let seen = Double(width) * Double(pixelAspect.num) / Double(pixelAspect.den)
        // The aspect in a damaged header could make a line of the picture.
        guard seen >= 1, seen <= Double(height) * 16, seen >= Double(height) / 16 else {
            return VideoSize(width: width, height: height)
        }
        return VideoSize(width: Int(seen.rounded()), height: height)
    }

    /// Returns the system's message, in brackets. The library's own codes give no text: their sentences ("Invalid data found when
    /// processing input") tell a person no more than that it doesn't work.
    private static func reason(_ code: Int32) -> String {
        // The system's codes are negative errno values; the library's own are four letters, far below.
        guard code < 0, code > -4096, code != -EINVAL else { return "" }
        return " (\(String(cString: strerror(-code))))"
    }
}
