// SPDX-License-Identifier: GPL-3.0-or-later

import CLibAV
import Core

/// The keyframes of a clip that a player shows, taken from the file's index.
///
/// In a clip with B-frames, the index holds only decoding times. The delay from decoding to showing is read from the first keyframe and
/// used for all of them, which is right for a clip with one frame rate. Without B-frames, no picture is read.
struct ClipKeyframes {
    /// The times from the first shown picture to each keyframe, strictly rising. If the clip shows no keyframe: only zero, the first
    /// picture's position.
    let places: [Duration]
    /// The decoding time of each keyframe, in ticks; empty if no keyframe is shown.
    private let times: [Int64]

    /// Reads the keyframes. Afterwards the demuxer's position is undefined.
    /// - Parameter origin: the time at which the first shown picture is shown, in ticks.
    init(_ demuxer: ClipDemuxer, origin: Int64) throws(ClipError) {
        let indexed = demuxer.shownKeyframes
        var (places, times): ([Duration], [Int64]) = ([], [])
        places.reserveCapacity(indexed.count)
        times.reserveCapacity(indexed.count)
        let wait = try indexed.first.map { first throws(ClipError) in try demuxer.wait(ofKeyframe: first) } ?? 0
        for time in indexed {
            let place = demuxer.duration(ofTicks: time &+ wait &- origin)
            guard place >= .zero, place > places.last ?? .nanoseconds(-1) else { continue }
            places.append(place)
            times.append(time)
        }
        (self.places, self.times) = (places.isEmpty ? [.zero] : places, times)
    }

    /// Returns the decoding time, in ticks, of the keyframe that is shown first if the clip comes up at a position; `nil` if the clip shows
    /// no keyframe.
    func time(for place: Duration?) -> Int64? {
        guard !times.isEmpty else { return nil }
        let keyframe = ClipEntry.keyframe(for: place, among: places)
        return places.lastIndex { $0 <= keyframe }.map { times[$0] }
    }
}

extension ClipDemuxer {
    /// The decoding times of the keyframes that a player shows, in ticks, from the file's index.
    fileprivate var shownKeyframes: [Int64] {
        indexed { $0 & (AVINDEX_KEYFRAME | AVINDEX_DISCARD_FRAME) == AVINDEX_KEYFRAME }
    }

    /// Returns the time from the decoding of a keyframe to its showing, in ticks.
    fileprivate func wait(ofKeyframe time: Int64) throws(ClipError) -> Int64 {
        // Without B-frames, each picture is shown when it is decoded.
        guard parameters.pointee.video_delay > 0 else { return 0 }
        try seek(to: time)
        while try read() {
            let unit = packet.pointer.pointee
            guard !isSound, unit.dts != vir_no_pts, unit.dts >= time else { continue }
            return unit.pts == vir_no_pts ? 0 : unit.pts &- unit.dts
        }
        return 0
    }

    /// The time at which the first picture that a player shows is due, in ticks; `nil` if the file's index alone doesn't say. No picture is
    /// read.
    ///
    /// The index holds decoding times. A decoding time is also the time of showing if no picture is reordered and if the stream begins to
    /// be shown at that very time.
    var indexedFirstShownTime: Int64? {
        guard parameters.pointee.video_delay == 0, let time = firstIndexed(where: { $0 & AVINDEX_DISCARD_FRAME == 0 }), time == start else {
            return nil
        }
        return time
    }

    /// Returns the time at which the first picture that a player shows is due, in ticks.
    ///
    /// Without B-frames, hidden pictures before it aren't read. With B-frames, it reads as many access units as may be shown out of
    /// decoding order.
    func firstShownTime() throws(ClipError) -> Int64 {
        if parameters.pointee.video_delay == 0, let time = firstIndexed(where: { $0 & AVINDEX_DISCARD_FRAME == 0 }), goes(exactlyTo: time) {
            while try read(), isSound {}
            let unit = packet.pointer.pointee
            if unit.size > 0, unit.dts == time, unit.flags & AV_PKT_FLAG_DISCARD == 0, unit.pts != vir_no_pts { return unit.pts }
            try seek(to: firstIndexed { _ in true } ?? 0)
        }
        var times: [Int64] = []
        while times.count <= parameters.pointee.video_delay, try read() {
            let unit = packet.pointer.pointee
            if !isSound, unit.flags & AV_PKT_FLAG_DISCARD == 0, unit.pts != vir_no_pts { times.append(unit.pts) }
        }
        guard let first = times.min() else { throw refusal("read", "there is no picture in it") }
        return first
    }
}
