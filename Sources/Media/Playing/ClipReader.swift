// SPDX-License-Identifier: GPL-3.0-or-later

import CLibAV
import Core

/// Reads a clip of the card as access units, each with its position in the clip.
///
/// The file's edit list is honoured: the first picture that a player shows is at position 0, and what lies before it is for the decoder
/// only. The stamps are the clip's own: a stamp's time is the position, counted from the clock's zero, and its number counts the units read
/// since the clip was opened.
///
/// Any MP4 of H.264 will do, with B-frames too. A broken or foreign file always ends in a `ClipError`. Thread-bound.
public final class ClipReader: UnitReader {
    /// The longest side of a picture. No camera of the box makes larger pictures, and no display of the box shows them.
    private static let longestSide = 4096
    /// The first step back in the search for an earlier keyframe, if the keyframe that the file's index named is shown too late.
    private static let step = Duration.seconds(1)

    public let name: String
    public var begin: Timestamp? { .zero }
    public var isFinite: Bool { true }
    /// The playing time, from the file.
    public let duration: Duration
    /// The size of the pictures and the frame rate, from the file.
    public let parameters: StreamParameters
    public let orientation: PictureOrientation
    /// The positions of the keyframes that are shown, in order; if the clip shows none, the first picture's position.
    public let keyframes: [Duration]
    private let demuxer: ClipDemuxer
    private let filter: AnnexBFilter
    /// The time of the first picture shown, in the file's ticks.
    private let origin: Int64
    /// True if `demuxer.packet` holds an access unit that wasn't handed over yet.
    private var hasUnit = false
    private var unitsRead: Int64 = 0

    /// Opens the clip, at its beginning.
    public init(_ path: String) throws(ClipError) {
        name = path
        demuxer = try ClipDemuxer(path)
        let size = VideoSize(width: Int(demuxer.parameters.pointee.width), height: Int(demuxer.parameters.pointee.height))
        guard (1...Self.longestSide).contains(size.width), (1...Self.longestSide).contains(size.height) else {
            throw demuxer.refusal("open", "its pictures are \(size), more than the box plays")
        }
        parameters = StreamParameters(size: size, rate: FrameRate(libAV: demuxer.rate) ?? FrameRate(30))
        orientation = demuxer.orientation
        do throws(CodecError) {
            filter = try AnnexBFilter(demuxer.parameters, timeBase: demuxer.timeBase)
        } catch {
            throw demuxer.refusal(error.operation, error.reason)
        }
        origin = try demuxer.firstShownTime()
        keyframes = try ClipKeyframes(demuxer, origin: origin).places
        duration = max(.zero, demuxer.end.map { [demuxer, origin] in demuxer.duration(ofTicks: $0 &- origin) } ?? .zero)
        _ = try seek(to: .zero)
    }

    public func seek(to place: Timestamp) throws(ClipError) -> FrameStamp? {
        filter.flush()
        let wanted = origin &+ demuxer.ticks(notAfter: max(.zero, Timestamp.zero.duration(to: place)))
        var time = wanted
        var step = Self.step
        while true {
            try demuxer.seek(to: time)
            hasUnit = try demuxer.read()
            // With B-frames, a file's index may be in decoding order, and the keyframe that it finds may be shown after the time.
            guard hasUnit, demuxer.packet.pointer.pointee.pts > wanted, time > origin else {
                return hasUnit ? FrameStamp(frame: unitsRead, timestamp: shownPlace(of: demuxer.packet)) : nil
            }
            time = max(origin, time &- demuxer.ticks(step))
            step *= 2
        }
    }

    public func keyframe(notAfter place: Timestamp) -> Timestamp? {
        demuxer.keyframe(notAfter: origin &+ demuxer.ticks(notAfter: Timestamp.zero.duration(to: place))).map {
            .zero + demuxer.duration(ofTicks: $0 &- origin)
        }
    }

    public func read(_ body: (AccessUnit) -> Void) throws(ClipError) -> ReadOutcome {
        if !hasUnit { hasUnit = try demuxer.read() }
        guard hasUnit else { return .atEnd }
        hasUnit = false
        let packet = demuxer.packet
        let stamp = FrameStamp(frame: unitsRead, timestamp: shownPlace(of: packet))
        unitsRead += 1
        guard filter.filter(packet) == 0, !packet.bytes.isEmpty else { return .broken }
        let isKeyframe = packet.pointer.pointee.flags & AV_PKT_FLAG_KEY != 0
        body(AccessUnit(stamp: stamp, isKeyframe: isKeyframe, bytes: packet.bytes))
        return .unit
    }

    /// Returns the position in the clip. A picture that the file hides gets a position before the beginning, wherever it lies.
    private func shownPlace(of packet: LibAVPacket) -> Timestamp {
        let unit = packet.pointer.pointee
        let position = unit.pts == vir_no_pts ? .zero : demuxer.duration(ofTicks: unit.pts &- origin)
        let isHidden = unit.flags & AV_PKT_FLAG_DISCARD != 0
        return .zero + (isHidden ? min(position, .nanoseconds(-1)) : position)
    }
}

extension ClipDemuxer {
    /// Returns the duration of ticks of the pictures' clock, rounded to the nanosecond.
    func duration(ofTicks ticks: Int64) -> Duration {
        .nanoseconds(av_rescale_q(ticks, timeBase, AVRational(num: 1, den: 1_000_000_000)))
    }

    /// Returns the last tick that isn't after this duration. A nanosecond before a picture's position, that is the tick of the picture
    /// before it.
    func ticks(notAfter duration: Duration) -> Int64 {
        let nearest = ticks(duration)
        return self.duration(ofTicks: nearest) > duration ? nearest - 1 : nearest
    }

    func ticks(_ duration: Duration) -> Int64 {
        av_rescale_q(duration.nanoseconds, AVRational(num: 1, den: 1_000_000_000), timeBase)
    }
}

extension FrameRate {
    /// The frame rates that are believed of a file: the lengths of films, and the room for their indexes, are computed from the rate.
    private static let believed = 0.1...1000

    /// `nil` if the value is no rate, or a rate that no clip has.
    init?(libAV rate: AVRational) {
        guard rate.num > 0, rate.den > 0, Self.believed.contains(Double(rate.num) / Double(rate.den)) else { return nil }
        self.init(Int64(rate.num), Int64(rate.den))
    }
}
