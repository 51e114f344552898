// SPDX-License-Identifier: GPL-3.0-or-later

import CLibAV
import Core

/// A film from elsewhere, read picture by picture in the order in which they are shown.
///
/// Its edit list is honoured: what it hides isn't returned, and the first picture that it shows is at time 0. Only H.264 and HEVC in MP4 or
/// MOV is read, by libavformat's own MP4 reader, after `FilmTables` has checked the index. A film that ends too early gives the pictures
/// that are there. Nothing in a film traps: it ends in a `FilmRefusal`. Thread-bound.
public final class ForeignFilm {
    /// A picture and the time at which it is shown, after the first one. The picture's memory is filled anew by the next call.
    typealias Picture = (buffer: PixelBuffer, time: Duration)

    /// The facts about a film that are known before a picture is decoded.
    public struct Facts: Hashable, Sendable {
        /// libavcodec's name for the coding: `h264`, `hevc`.
        public var coding: String
        /// False if it says that it is H.264 with more than 8 bits a colour, or with more colour than 4:2:0.
        public var hasEightBits = true
        /// The size of the pictures in square pixels, before they are turned.
        public var size: VideoSize
        public var rate: FrameRate
        /// The orientation in which the pictures are shown.
        public var orientation: PictureOrientation
        /// The playing time by the file's head; zero if it doesn't say.
        public var duration: Duration
        /// The time at which it was shot, in seconds since 1970 (UTC), if its head says so.
        public var creationTime: Int64?
    }

    public let facts: Facts
    /// The size of the pictures that are returned.
    let size: VideoSize
    /// The most pictures that may come.
    let mostPictures: Int
    /// The number of pictures or units that can't be decoded, so far.
    private(set) var damaged = 0
    /// True if the film ended before its index said so.
    private(set) var isCutOff = false
    private let file: FilmFile
    private let mayGoOn: () -> Bool
    private let demuxer: ClipDemuxer
    private let context: LibAVCodecContext
    /// Receives the next picture. The picture that is returned takes it over.
    private var frame = LibAVFrame()
    private let converter: FilmConverter
    private var isDraining = false
    /// The time of the first picture that is shown, in the file's ticks; `nil` before that picture.
    private(set) var origin: Int64?
    private var newest = Duration.nanoseconds(-1)

    /// The longest side of a picture that is decoded.
    private static let longestSide = 4096
    private static let decoders = ["h264": "h264", "hevc": "hevc"]
    /// The shapes of pixels that are believed of a file.
    private static let pixelShapes = 0.25...4

    /// Opens a film, and decodes nothing yet.
    /// - Parameters:
    ///   - threads: the number of threads that decode; with 1, it is done in the calling thread, with that thread's priority.
    ///   - mayGoOn: asked again and again; after false, everything ends in `wasStopped`.
    public init(_ file: FilmFile, threads: Int = 1, mayGoOn: @escaping () -> Bool = { true }) throws(FilmRefusal) {
        LibAVLog.quiet()
        let tables = try FilmTables(file, mayGoOn: mayGoOn)
        (self.file, self.mayGoOn) = (file, mayGoOn)
        demuxer = try Self.demuxer(of: file, mayGoOn)
        let parameters = demuxer.parameters.pointee
        let isKnown = parameters.codec_id != AV_CODEC_ID_NONE
        let coding = isKnown ? avcodec_get_name(parameters.codec_id).map { String(cString: $0) } ?? "?" : "nothing that is known"
        guard let name = Self.decoders[coding] else { throw .hasOtherCoding(coding) }
        let coded = VideoSize(width: Int(parameters.width), height: Int(parameters.height))
        guard (1...Self.longestSide).contains(coded.width), (1...Self.longestSide).contains(coded.height) else {
            throw .hasTooLargePictures(coded)
        }
        let rate = FrameRate(libAV: demuxer.rate) ?? FrameRate(30)
        facts = Facts(
            coding: coding, hasEightBits: Self.hasEightBits(parameters), size: Self.squared(coded, parameters.sample_aspect_ratio), rate: rate,
            orientation: demuxer.orientation,
            duration: max(.zero, demuxer.end.map { [demuxer] in demuxer.duration(ofTicks: $0 &- (demuxer.start ?? 0)) } ?? .zero),
            creationTime: demuxer.creationTime)
        guard facts.duration <= FilmLimits.longest else { throw .isTooLong }
        size = FilmFit.size(of: facts.size, at: rate.hertz)
        // The index of a film in fragments isn't known to its end.
        mostPictures = min(FilmLimits.mostPictures, tables.isInFragments ? tables.samples : demuxer.times.count)
        converter = FilmConverter(to: size)
        context = try Self.decoder(name, of: demuxer, threads: threads)
    }

    private static func demuxer(
        of file: FilmFile, keepsSound: Bool = false, _ mayGoOn: @escaping () -> Bool
    ) throws(FilmRefusal) -> ClipDemuxer {
        do throws(ClipError) {
            return try ClipDemuxer(file.name, keepsSound: keepsSound, foreign: ForeignAccess(path: file.openPath, mayGoOn: mayGoOn))
        } catch {
            guard mayGoOn() else { throw .wasStopped }
            guard case .unreadable(_, _, let reason) = error else { throw .unreadable(error.description) }
            throw reason == .noVideo ? .hasNoPictures : .unreadable(reason.description)
        }
    }

    private static func decoder(_ name: String, of demuxer: ClipDemuxer, threads: Int) throws(FilmRefusal) -> LibAVCodecContext {
        guard let codec = avcodec_find_decoder_by_name(name) else { throw .hasOtherCoding(name) }
        let context = LibAVCodecContext(codec)
        guard avcodec_parameters_to_context(context.pointer, demuxer.parameters) >= 0 else { throw .hasBadIndex("its description is broken") }
        context.pointer.pointee.pkt_timebase = demuxer.timeBase
        context.pointer.pointee.max_pixels = DecoderChoice.mostPixels
        context.pointer.pointee.thread_count = Int32(clamping: threads)
        // Without this, a film that doesn't say how far its pictures are reordered gives its first ones in a wrong order.
        context.pointer.pointee.strict_std_compliance = FF_COMPLIANCE_STRICT
        do throws(CodecError) {
            try context.open(as: name)
        } catch {
            throw .hasBadIndex("its description is broken: \(error.reason)")
        }
        return context
    }

    /// Returns the size in square pixels: a film with wide pixels is made wider.
    private static func squared(_ size: VideoSize, _ shape: AVRational) -> VideoSize {
        guard shape.num > 0, shape.den > 0, shape.num != shape.den else { return size }
        let ratio = Double(shape.num) / Double(shape.den)
        guard pixelShapes.contains(ratio) else { return size }
        return VideoSize(width: max(2, Int((Double(size.width) * ratio).rounded())), height: size.height)
    }

    /// Refuses a film that is too much for a box.
    /// - Throws: `isForLaptop`.
    public func requireBoxesOwn() throws(FilmRefusal) {
        if let reason = FilmFit.burden(of: facts) { throw .isForLaptop(reason) }
    }

    /// Returns whether the pictures have 8 bits a colour and 4:2:0: H.264's Baseline, Main, Extended and High profile have no others
    /// (ITU-T H.264, A.2). The second byte of a film's description is its profile (ISO/IEC 14496-15, 5.3.3.1.2).
    private static func hasEightBits(_ parameters: AVCodecParameters) -> Bool {
        guard parameters.codec_id == AV_CODEC_ID_H264, let description = parameters.extradata, parameters.extradata_size >= 2,
            description[0] == 1
        else { return true }
        return [66, 77, 88, 100].contains(description[1])
    }

    // MARK: Pictures

    /// Returns the next picture; `nil` at the end.
    func next() throws(FilmRefusal) -> Picture? {
        while try decode() {
            let decoded = frame
            frame = LibAVFrame()
            let pts = decoded.pointer.pointee.best_effort_timestamp
            guard decoded.pointer.pointee.flags & AV_FRAME_FLAG_CORRUPT == 0, pts != vir_no_pts else {
                damaged += 1
                continue
            }
            let time = demuxer.duration(ofTicks: pts &- (origin ?? pts))
            // Two pictures can't be shown at one time.
            guard time > newest else {
                damaged += 1
                continue
            }
            guard time <= FilmLimits.longest else { throw .isTooLong }
            guard let picture = converter.picture(decoded) else {
                damaged += 1
                continue
            }
            origin = origin ?? pts
            newest = time
            return (picture, time)
        }
        guard origin != nil else { throw .hasNoGoodPicture }
        // A card or a stick that was pulled also looks like the end of the film.
        guard file.isThere else { throw .unreadable("its card or stick is gone") }
        let missing = facts.duration - newest
        if missing > .seconds(1), missing > facts.duration / 50 { isCutOff = true }
        return nil
    }

    /// Decodes until `frame` holds a picture; false at the end.
    private func decode() throws(FilmRefusal) -> Bool {
        while true {
            guard mayGoOn() else { throw .wasStopped }
            let code = avcodec_receive_frame(context.pointer, frame.pointer)
            if code >= 0 { return true }
            if code == vir_averror_eof { return false }
            if code != vir_averror_again { damaged += 1 }
            if isDraining {
                // After an error, the pictures that are still inside may be good.
                if code == vir_averror_again || damaged > FilmLimits.mostPictures { return false }
                continue
            }
            let sent = try read() ? avcodec_send_packet(context.pointer, demuxer.packet.pointer) : drain()
            if sent < 0, sent != vir_averror_again { damaged += 1 }
        }
    }

    private func drain() -> Int32 {
        isDraining = true
        return avcodec_send_packet(context.pointer, nil)
    }

    /// Reads the next unit of the pictures; false at the end, or where the film breaks off.
    private func read() throws(FilmRefusal) -> Bool {
        do throws(ClipError) {
            return try demuxer.read()
        } catch {
            guard mayGoOn() else { throw .wasStopped }
            isCutOff = true
            return false
        }
    }

    // MARK: Sound

    /// True if it has sound of any kind.
    var hasSound: Bool { demuxer.hasAnySound }

    /// Returns the film's sound, with its positions counted from the first picture; `nil` if it has none that VIR reads. Call it after the
    /// first picture.
    func sound() -> FilmSound? {
        guard let origin, let source = try? Self.demuxer(of: file, keepsSound: true, mayGoOn) else { return nil }
        return (try? ClipSoundReader(source, origin: origin)).flatMap { $0 }.flatMap { try? FilmSound($0) }
    }
}
