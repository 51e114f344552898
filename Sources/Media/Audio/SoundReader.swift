// SPDX-License-Identifier: GPL-3.0-or-later

import CLibAV
import Core

/// A unit of sound and its position in its footage.
public struct PlacedSound: Hashable, Sendable {
    /// The position at which its first sample is heard, counted like the positions of the footage's pictures.
    public var place: Duration
    public var bytes: [UInt8]
}

/// Reads the sound of a piece of footage, unit by unit. Thread-bound.
public protocol SoundReader: AnyObject {
    var format: SoundFormat { get }
    /// True if nothing more comes once `next` has returned `nil`.
    var isFinite: Bool { get }
    /// Goes to the last unit that isn't after this position, or else to the first unit.
    func seek(to place: Duration) throws(ClipError)
    /// Returns the next unit; `nil` at the end.
    func next() throws(ClipError) -> PlacedSound?
}

/// Reads the sound of the delay line, which grows meanwhile.
public final class LineSoundReader: SoundReader {
    /// The distances over which the next unit is searched: first where it ought to be, then over a gap.
    private static let (near, far) = (Duration.milliseconds(100), Duration.seconds(10))

    public let format: SoundFormat
    public var isFinite: Bool { false }
    private let line: SoundLine
    /// No unit that ends before this is handed out.
    private var from = Timestamp.zero

    public init(_ line: SoundLine) {
        self.line = line
        format = line.format
    }

    public func seek(to place: Duration) { from = .zero + place }

    public func next() -> PlacedSound? {
        for reach in [Self.near, Self.far] {
            guard let unit = line.units(from: from, through: from + reach).first else { continue }
            // The line returns each unit that still plays at `from`, so `from` must lie after this unit's end.
            from = unit.timestamp + format.unitDuration + .nanoseconds(1)
            return PlacedSound(place: Timestamp.zero.duration(to: unit.timestamp), bytes: unit.bytes)
        }
        return nil
    }
}

/// Reads the sound of a clip's file. Positions are counted from the first picture that is shown.
///
/// A broken or foreign file always ends in a `ClipError`.
public final class ClipSoundReader: SoundReader {
    public let format: SoundFormat
    public var isFinite: Bool { true }
    /// The clip's playing time, from the file.
    public let duration: Duration
    private let demuxer: ClipDemuxer
    /// The time of the first shown picture, counted from the file's zero, in nanoseconds. A broken file may give any time, so sums wrap
    /// round.
    private let origin: Int64

    private static let rates = 8000...96_000
    private static let nanosecond = AVRational(num: 1, den: 1_000_000_000)

    /// Opens the clip, at its beginning; `nil` if it has no sound.
    public convenience init?(_ path: String) throws(ClipError) {
        try self.init(try ClipDemuxer(path, keepsSound: true))
    }

    /// - Parameter origin: the time of the first shown picture, in ticks of the pictures' clock; `nil` if the file is asked for it.
    init?(_ demuxer: ClipDemuxer, origin: Int64? = nil) throws(ClipError) {
        guard let format = demuxer.soundFormat, Self.rates.contains(format.sampleRate), demuxer.soundTimeBase.den > 0,
            demuxer.soundTimeBase.num > 0
        else { return nil }
        self.demuxer = demuxer
        self.format = format
        let first = if let origin { origin } else { try demuxer.firstShownTime() }
        self.origin = demuxer.duration(ofTicks: first).nanoseconds
        duration = max(.zero, demuxer.end.map { demuxer.duration(ofTicks: $0 &- first) } ?? .zero)
        demuxer.dropPictures()
        // Begin early, because a decoder needs the units before the beginning.
        try seek(to: .zero - format.unitDuration * 2)
    }

    public func seek(to place: Duration) throws(ClipError) {
        try demuxer.seekSound(to: av_rescale_q(origin &+ place.nanoseconds, Self.nanosecond, demuxer.soundTimeBase))
    }

    public func next() throws(ClipError) -> PlacedSound? {
        while try read() {
            let packet = demuxer.packet.pointer.pointee
            guard demuxer.isSound, packet.pts != vir_no_pts else { continue }
            let time = av_rescale_q(packet.pts, demuxer.soundTimeBase, Self.nanosecond)
            return PlacedSound(place: .nanoseconds(time &- origin), bytes: Array(demuxer.packet.bytes))
        }
        return nil
    }

    /// The sound of a film from elsewhere ends if it breaks off: the pictures may go on.
    private func read() throws(ClipError) -> Bool {
        do throws(ClipError) {
            return try demuxer.read()
        } catch {
            guard demuxer.isForeign else { throw error }
            return false
        }
    }
}
