// SPDX-License-Identifier: GPL-3.0-or-later

import CLibAV
import Core

/// A unit of sound and where it lies in its footage.
public struct PlacedSound: Hashable, Sendable {
    /// Where its first sample is heard, as the footage's pictures count their places.
    public var place: Duration
    public var bytes: [UInt8]
}

/// Reads the sound of a piece of footage, unit by unit. Thread-bound.
public protocol SoundReader: AnyObject {
    var format: SoundFormat { get }
    /// Nothing comes any more where once nothing came.
    var isFinite: Bool { get }
    /// Goes to the last unit that isn't after this place, or to the first one there is.
    func seek(to place: Duration) throws(ClipError)
    /// The next unit; `nil` at the end.
    func next() throws(ClipError) -> PlacedSound?
}

/// The sound of the delay line, which grows meanwhile.
public final class LineSoundReader: SoundReader {
    /// How far it looks for the next unit: first where it ought to be, then over a gap.
    private static let (near, far) = (Duration.milliseconds(100), Duration.seconds(10))

    public let format: SoundFormat
    public var isFinite: Bool { false }
    private let line: SoundLine
    /// No unit that begins before this is handed out.
    private var from = Timestamp.zero

    public init(_ line: SoundLine) {
        self.line = line
        format = line.format
    }

    public func seek(to place: Duration) { from = .zero + place }

    public func next() -> PlacedSound? {
        for reach in [Self.near, Self.far] {
            guard let unit = line.units(from: from, through: from + reach).first else { continue }
            // What plays from one instant on is asked for: the unit itself has to be over by then.
            from = unit.timestamp + format.unitDuration + .nanoseconds(1)
            return PlacedSound(place: Timestamp.zero.duration(to: unit.timestamp), bytes: unit.bytes)
        }
        return nil
    }
}

/// The sound of a clip's file. Places are counted from the first picture that is shown.
///
/// Whatever is in the file, a broken or foreign one ends in a `ClipError`.
public final class ClipSoundReader: SoundReader {
    public let format: SoundFormat
    public var isFinite: Bool { true }
    /// How long the clip plays, as the file says.
    public let duration: Duration
    private let demuxer: ClipDemuxer
    /// Where the first shown picture is, counted from the file's zero, in nanoseconds. A broken file may say anything: sums wrap round.
    private let origin: Int64

    private static let rates = 8000...96_000
    private static let nanosecond = AVRational(num: 1, den: 1_000_000_000)

    /// Opens the clip, at its beginning; `nil`: it has no sound.
    public init?(_ path: String) throws(ClipError) {
        let demuxer = try ClipDemuxer(path, keepsSound: true)
        guard let format = demuxer.soundFormat, Self.rates.contains(format.sampleRate), demuxer.soundTimeBase.den > 0,
            demuxer.soundTimeBase.num > 0
        else { return nil }
        self.demuxer = demuxer
        self.format = format
        let first = try demuxer.firstShownTime()
        origin = demuxer.duration(ofTicks: first).nanoseconds
        duration = max(.zero, demuxer.end.map { demuxer.duration(ofTicks: $0 &- first) } ?? .zero)
        demuxer.dropPictures()
        // What a decoder needs before the beginning lies before it.
        try seek(to: .zero - format.unitDuration * 2)
    }

    public func seek(to place: Duration) throws(ClipError) {
        try demuxer.seekSound(to: av_rescale_q(origin &+ place.nanoseconds, Self.nanosecond, demuxer.soundTimeBase))
    }

    public func next() throws(ClipError) -> PlacedSound? {
        while try demuxer.read() {
            let packet = demuxer.packet.pointer.pointee
            guard demuxer.isSound, packet.pts != vir_no_pts else { continue }
            let time = av_rescale_q(packet.pts, demuxer.soundTimeBase, Self.nanosecond)
            return PlacedSound(place: .nanoseconds(time &- origin), bytes: Array(demuxer.packet.bytes))
        }
        return nil
    }
}
