// SPDX-License-Identifier: GPL-3.0-or-later

import CLibAV
import Core

/// A clip's file, or a part of it, opened to be copied packet by packet into another file.
///
/// A broken or foreign file always ends in a `ClipError`. Thread-bound.
final class ClipPart {
    /// The most packets that are held before they are written.
    private static let mostHeld = 64
    /// The most by which sound may lie behind its pictures in a file.
    private static let soundLag: Duration = .seconds(2)

    /// The times of the part's first and last pictures, and of the keyframe that the first picture needs, in the file's ticks.
    private let first: Int64
    private let last: Int64
    private let keyframe: Int64
    /// The time of the whole clip's first shown picture, in the file's ticks.
    private let origin: Int64
    private let demuxer: ClipDemuxer
    /// True if the footage before the first picture is copied too, and the new file's edit list hides it.
    private let hidesLead: Bool
    /// The number of shown pictures before the part in the whole clip, and the number that the part shows.
    let skipped: Int
    let frames: Int

    /// - Parameters:
    ///   - span: the part to copy, counted from the clip's first shown picture: from the picture that a player shows at its lower bound to
    ///     the one shown at its upper bound; `nil` for the whole clip.
    ///   - beginsAtKeyframe: true if the part begins at the keyframe before `span`, so that its first picture needs nothing before it.
    init(_ path: String, span: ClosedRange<Duration>? = nil, beginsAtKeyframe: Bool = false) throws(ClipError) {
        let demuxer = try ClipDemuxer(path, keepsSound: true)
        let origin = try demuxer.firstShownTime()
        (self.demuxer, self.origin, hidesLead) = (demuxer, origin, !beginsAtKeyframe)
        let times = demuxer.times
        let (from, through) =
            span.map {
                (origin &+ demuxer.ticks(notAfter: max(.zero, $0.lowerBound)), origin &+ demuxer.ticks(notAfter: max(.zero, $0.upperBound)))
            } ?? (origin, .max)
        guard let wanted = times.last(where: { $0 <= from && $0 >= origin }) ?? times.first(where: { $0 >= origin }),
            let last = times.last(where: { $0 <= max(through, wanted) }),
            let keyframe = demuxer.keyframe(notAfter: wanted)
        else { throw demuxer.refusal("read", "there is no picture in it") }
        let first = beginsAtKeyframe ? keyframe : wanted
        (self.first, self.last, self.keyframe) = (first, last, keyframe)
        let shown = times.filter { $0 >= min(origin, first) && $0 <= last }
        frames = shown.count { $0 >= first }
        skipped = shown.count - frames
    }

    // MARK: Properties

    /// The profile and the parameter sets from the file's head.
    var description: [UInt8] { demuxer.configuration }
    var encoderName: String { demuxer.encoderName }
    /// The time at which the part was shot, in seconds since 1970 (UTC); `nil` if the file doesn't say it.
    var creationTime: Int64? { demuxer.creationTime.map { $0 + Int64(start.inSeconds) } }
    var sound: SoundFormat? { demuxer.soundFormat }
    var orientation: PictureOrientation { demuxer.orientation }
    var rate: FrameRate { FrameRate(libAV: demuxer.rate) ?? FrameRate(30) }
    var size: VideoSize { VideoSize(width: Int(demuxer.parameters.pointee.width), height: Int(demuxer.parameters.pointee.height)) }
    /// True if the part's packets may follow another part's in one file: parameter sets, size and orientation are the same.
    func joins(_ other: ClipPart) -> Bool {
        description == other.description && size == other.size && orientation == other.orientation
    }

    /// The position of the first picture in the whole clip.
    var start: Duration { demuxer.duration(ofTicks: first &- origin) }
    /// The time from the first picture to the end of the last one.
    var length: Duration { demuxer.duration(ofTicks: last &- first) + rate.interval }

    /// Returns the most bytes that the part's packets need in the index of a file in which it lasts longer by this factor.
    func indexBytes(slowness: Int) -> Int {
        let sound = sound.map { (length * slowness + .seconds(1)) / $0.unitDuration } ?? 0
        return 36 * (frames + 2 * StreamParameters(size: size, rate: rate).framesPerGOP + Int(sound.clamped(to: 0...1e7)) + 8)
    }

    // MARK: Copying

    /// Copies the whole part into another file.
    /// - Parameters:
    ///   - begin: the time of the first picture in that file, in ticks of the muxer's clock.
    ///   - slowness: the factor by which the part lasts longer in that file.
    ///   - hasSound: true if the units of sound are copied too. In slow motion they can't be.
    ///   - row: writes the units of sound if that file has no edit list.
    ///   - wrote: called after each picture with its time in that file, in ticks of the muxer's clock.
    func copy(
        to muxer: ClipMuxer, _ sink: ClipSink, at begin: Int64 = 0, slowness: Int64 = 1, hasSound: Bool, in row: ClipSoundRow? = nil,
        wrote: (_ ticks: Int64) throws(ClipError) -> Void = { _ in }
    ) throws(ClipError) {
        var held: [LibAVPacket] = []
        defer { sink.drop() }
        let end = last &+ demuxer.ticks(rate.interval)
        let farthest = end &+ (hasSound ? demuxer.ticks(Self.soundLag) : 0)
        try demuxer.seek(to: keyframe)
        while try demuxer.read() {
            let packet = demuxer.packet
            if demuxer.isSound {
                if hasSound { try copySound(packet, to: muxer, at: begin, until: end, in: row) }
                continue
            }
            let time = packet.pointer.pointee.pts
            guard time <= farthest else { break }
            guard time >= keyframe, time <= last else { continue }
            guard time == packet.pointer.pointee.dts else { throw demuxer.refusal("copy", .isReordered) }
            let copy = LibAVPacket()
            av_packet_move_ref(copy.pointer, packet.pointer)
            held.append(copy)
            let ticks = av_rescale_q(time &- first, demuxer.timeBase, AVRational(num: 1, den: ClipMuxer.timescale))
            let place = begin &+ ticks &* slowness
            try muxer.writeVideo([copy.bytes], at: place, isKeyframe: copy.pointer.pointee.flags & AV_PKT_FLAG_KEY != 0)
            try wrote(place)
            guard held.count >= Self.mostHeld else { continue }
            guard sink.flush() else { throw .output(sink.failure ?? "no reason given") }
            held = []
        }
        guard sink.flush() else { throw .output(sink.failure ?? "no reason given") }
    }

    /// Copies a unit of sound. If the file can hide it, the unit before the first audible one is copied too, because decoders need it.
    private func copySound(
        _ packet: LibAVPacket, to muxer: ClipMuxer, at begin: Int64, until end: Int64, in row: ClipSoundRow?
    ) throws(ClipError) {
        guard let sound else { return }
        let samples = AVRational(num: 1, den: Int32(clamping: sound.sampleRate))
        let time = av_rescale_q(packet.pointer.pointee.pts, demuxer.soundTimeBase, samples)
        let zero = av_rescale_q(first, demuxer.timeBase, samples)
        let unit = Int64(SoundFormat.samplesPerUnit)
        let earliest = hidesLead ? -unit : 0
        guard time >= zero + earliest, time + unit <= av_rescale_q(end, demuxer.timeBase, samples) else { return }
        let place = time - zero + av_rescale_q(begin, AVRational(num: 1, den: ClipMuxer.timescale), samples)
        if let row { try row.write(packet.bytes, at: place, to: muxer) } else { try muxer.writeSound(packet.bytes, at: place) }
    }
}
