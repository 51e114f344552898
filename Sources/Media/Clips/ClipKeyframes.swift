// SPDX-License-Identifier: GPL-3.0-or-later

import CLibAV
import Core

/// The keyframes of a clip that a player shows, by the file's index: none of them is read.
///
/// Of a clip with B-frames the index says when a picture is decoded. How long after that a keyframe is shown is read from the first one and
/// taken for all: that holds for whatever has one rate.
struct ClipKeyframes {
    /// How long after the first shown picture each is shown, rising strictly. Of a clip that shows none, its first picture's place.
    let places: [Duration]
    /// When each is decoded, in ticks; empty if none is shown.
    private let times: [Int64]

    /// It leaves the demuxer anywhere.
    /// - Parameter origin: when the first shown picture is shown, in ticks.
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

    /// When the keyframe is decoded that is shown first if the clip comes up at a place, in ticks; `nil` if the clip shows none.
    func time(for place: Duration?) -> Int64? {
        guard !times.isEmpty else { return nil }
        let keyframe = ClipEntry.keyframe(for: place, among: places)
        return places.lastIndex { $0 <= keyframe }.map { times[$0] }
    }
}

extension ClipDemuxer {
    /// When the keyframes that a player shows are decoded, in ticks, as the file's index says.
    fileprivate var shownKeyframes: [Int64] {
        indexed { $0 & (AVINDEX_KEYFRAME | AVINDEX_DISCARD_FRAME) == AVINDEX_KEYFRAME }
    }

    /// How long after a keyframe is decoded it is shown.
    fileprivate func wait(ofKeyframe time: Int64) throws(ClipError) -> Int64 {
        // Without B-frames nothing waits.
        guard parameters.pointee.video_delay > 0 else { return 0 }
        try seek(to: time)
        while try read() {
            let unit = packet.pointer.pointee
            guard !isSound, unit.dts != vir_no_pts, unit.dts >= time else { continue }
            return unit.pts == vir_no_pts ? 0 : unit.pts &- unit.dts
        }
        return 0
    }

    /// When the first picture that a player shows is due, in ticks, where the file's index alone says so: none of its pictures is read.
    ///
    /// The index says when a picture is decoded. That is when it is shown if nothing is shown in another order, and if the stream begins to be
    /// shown at that very time.
    var indexedFirstShownTime: Int64? {
        guard parameters.pointee.video_delay == 0, let time = firstIndexed(where: { $0 & AVINDEX_DISCARD_FRAME == 0 }), time == start else {
            return nil
        }
        return time
    }

    /// When the first picture that a player shows is due, in ticks. What is hidden before it isn't read. Of a clip with B-frames it reads as
    /// many access units as may be shown in another order than they are decoded in.
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
