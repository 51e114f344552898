import CLibAV
import Core

/// A clip of the card as pictures in the order they are shown, each with its place in the clip.
///
/// The file's edit list holds: the first picture that a player shows is at position 0, and what lies before it is decoded but
/// not given out. A picture's stamp is the clip's own: its time is its position, counted from the clock's zero, and its number
/// counts what was read since the clip was opened. Pictures are decoded one by one, as they are asked for.
///
/// It decodes in software always: the hardware belongs to the delayed picture (`CodecPlan`).
///
/// Any MP4 of H.264 will do, with B-frames too. Whatever is in the file, a broken or foreign one ends in a `ClipError`.
/// Thread-bound; its pictures may go to any thread.
public final class ClipReader {
    /// No camera of the box makes larger ones, and no display of it shows them.
    private static let longestSide = 4096
    /// How far back it looks at first for an earlier keyframe, where the file's index named one that comes too late.
    private static let step = Duration.seconds(1)

    /// How long it plays, as the file says.
    public let duration: Duration
    private let demuxer: ClipDemuxer
    private let filter: AnnexBFilter
    private let parameters: StreamParameters
    private var decoder: LibAVDecoder
    /// The time of the first picture shown, in the file's ticks.
    private let origin: Int64
    /// `demuxer.packet` holds an access unit that isn't decoded yet.
    private var hasUnit = false
    private var isAtEnd = false
    /// The decoder was told that nothing more comes.
    private var isDrained = false
    /// Access units that the decoder has and no picture of which came out.
    private var inside = 0
    private var unitsRead: Int64 = 0
    private var hasGivenOut = false
    /// Access units that the decoder could make nothing of.
    public private(set) var failedUnits: Int64 = 0

    /// Opens the clip, at its beginning.
    public init(_ path: String) throws(ClipError) {
        demuxer = try ClipDemuxer(path)
        let size = VideoSize(width: Int(demuxer.parameters.pointee.width), height: Int(demuxer.parameters.pointee.height))
        guard (1...Self.longestSide).contains(size.width), (1...Self.longestSide).contains(size.height) else {
            throw demuxer.refusal("open", "its pictures are \(size), more than the box plays")
        }
        parameters = StreamParameters(size: size, rate: FrameRate(libAV: demuxer.rate) ?? FrameRate(30))
        do throws(CodecError) {
            filter = try AnnexBFilter(demuxer.parameters, timeBase: demuxer.timeBase)
            decoder = try DecoderChoice.openSoftware(parameters)
        } catch {
            throw demuxer.refusal(error.operation, error.reason)
        }
        origin = try Self.firstShownTime(demuxer)
        duration = max(.zero, demuxer.end.map { [demuxer, origin] in demuxer.duration(ofTicks: $0 &- origin) } ?? .zero)
        try seek(to: .zero)
    }

    public var decoderName: String { decoder.name }
    public var size: VideoSize { parameters.size }

    /// Goes to the keyframe that the picture at this position needs: `next` begins there, with pictures before the position.
    public func seek(to position: Duration) throws(ClipError) {
        if isDrained {
            // Some drivers take nothing more then, not even after a flush.
            do throws(CodecError) {
                decoder = try DecoderChoice.openSoftware(parameters)
            } catch {
                throw demuxer.refusal(error.operation, error.reason)
            }
        } else {
            decoder.flush()
        }
        filter.flush()
        isAtEnd = false
        isDrained = false
        inside = 0
        let wanted = origin &+ demuxer.ticks(max(.zero, position))
        var time = wanted
        var step = Self.step
        while true {
            try demuxer.seek(to: time)
            hasUnit = try demuxer.read()
            // With B-frames a file's index may count in the order of decoding, and its keyframe be shown after the time.
            guard hasUnit, demuxer.packet.pointer.pointee.pts > wanted, time > origin else { return }
            time = max(origin, time &- demuxer.ticks(step))
            step *= 2
        }
    }

    /// Where a jump to this position would begin to decode; `nil` where the file's index doesn't say.
    public func keyframe(notAfter position: Duration) -> Duration? {
        demuxer.keyframe(notAfter: origin &+ demuxer.ticks(position)).map { demuxer.duration(ofTicks: $0 &- origin) }
    }

    /// Decodes the next picture that is shown; `nil` at the end.
    ///
    /// An access unit that can't be decoded is counted and left out, with all that builds on it; a clip of nothing else is refused.
    public func next() throws(ClipError) -> VideoFrame? {
        while true {
            let wasAtEnd = isAtEnd
            if let frame = try isAtEnd ? drain() : decodeUnit() {
                guard frame.stamp.timestamp >= .zero else { continue }
                hasGivenOut = true
                return frame
            }
            guard wasAtEnd else { continue }
            guard hasGivenOut else { throw demuxer.refusal("decode", "there is no picture in it") }
            return nil
        }
    }

    /// Decodes one access unit, which often gives a picture.
    private func decodeUnit() throws(ClipError) -> VideoFrame? {
        if !hasUnit { hasUnit = try demuxer.read() }
        guard hasUnit else {
            isAtEnd = true
            return nil
        }
        hasUnit = false
        let stamp = stamp(of: demuxer.packet)
        guard filter.filter(demuxer.packet) == 0, !demuxer.packet.bytes.isEmpty else {
            failedUnits += 1
            return nil
        }
        let isKeyframe = demuxer.packet.pointer.pointee.flags & AV_PKT_FLAG_KEY != 0
        do throws(CodecError) {
            let frame = try decoder.decode(AccessUnit(stamp: stamp, isKeyframe: isKeyframe, bytes: demuxer.packet.bytes))
            inside += frame == nil ? 1 : 0
            return frame
        } catch {
            failedUnits += 1
            inside = 0
            return nil
        }
    }

    /// One of the pictures that the decoder still has at the file's end.
    private func drain() throws(ClipError) -> VideoFrame? {
        guard inside > 0 else { return nil }
        inside -= 1
        isDrained = true
        do throws(CodecError) {
            return try decoder.drainOne()
        } catch {
            throw demuxer.refusal(error.operation, error.reason)
        }
    }

    /// The place in the clip. What the file hides has one before its beginning, wherever it lies.
    private func stamp(of packet: LibAVPacket) -> FrameStamp {
        defer { unitsRead += 1 }
        let unit = packet.pointer.pointee
        let position = unit.pts == vir_no_pts ? .zero : demuxer.duration(ofTicks: unit.pts &- origin)
        let isHidden = unit.flags & AV_PKT_FLAG_DISCARD != 0
        return FrameStamp(frame: unitsRead, timestamp: .zero + (isHidden ? min(position, .nanoseconds(-1)) : position))
    }

    /// Looks at as many access units as may be shown in another order than they are decoded in.
    private static func firstShownTime(_ demuxer: ClipDemuxer) throws(ClipError) -> Int64 {
        var times: [Int64] = []
        while times.count <= demuxer.parameters.pointee.video_delay, try demuxer.read() {
            let unit = demuxer.packet.pointer.pointee
            if unit.flags & AV_PKT_FLAG_DISCARD == 0, unit.pts != vir_no_pts { times.append(unit.pts) }
        }
        guard let first = times.min() else { throw demuxer.refusal("read", "there is no picture in it") }
        return first
    }
}

extension ClipDemuxer {
    /// Ticks of the pictures' clock, rounded to the nanosecond.
    func duration(ofTicks ticks: Int64) -> Duration {
        .nanoseconds(av_rescale_q(ticks, timeBase, AVRational(num: 1, den: 1_000_000_000)))
    }

    func ticks(_ duration: Duration) -> Int64 {
        av_rescale_q(duration.nanoseconds, AVRational(num: 1, den: 1_000_000_000), timeBase)
    }
}

extension FrameRate {
    /// `nil` for what is no rate.
    init?(libAV rate: AVRational) {
        guard rate.num > 0, rate.den > 0 else { return nil }
        self.init(Int64(rate.num), Int64(rate.den))
    }
}
