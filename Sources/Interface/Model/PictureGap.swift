// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A time from which there is no footage, because the camera or the encoder gave none.
///
/// A picture that was due in a gap isn't there, so the TV keeps showing the last picture before it. The delayed picture does so a whole
/// delay later, also if the camera is back by then.
struct PictureGap: Hashable, Sendable {
    /// The last picture before the gap.
    var last: Timestamp
    /// The instant at which the gap was noticed.
    let noticed: Timestamp
    /// The first picture after it; `nil` while no pictures come.
    var end: Timestamp?

    /// The least time for which a sign says that the camera is gone, before it counts how old the picture is.
    static let noticeTime: Duration = .seconds(3)

    /// Returns true if the picture that is due at `place` is missing.
    func contains(_ place: Timestamp) -> Bool { last < place && (end.map { place < $0 } ?? true) }
}

/// The gaps that the TV may still show.
struct PictureGaps: Hashable, Sendable {
    private(set) var all: [PictureGap] = []

    /// The gap that goes on.
    var open: PictureGap? { all.last.flatMap { $0.end == nil ? $0 : nil } }

    /// Notes that no pictures come. A gap that is open already goes on.
    /// - Parameter newest: the newest footage; `nil` before the first picture.
    mutating func begin(after newest: Timestamp?, at now: Timestamp) {
        guard open == nil else { return }
        // No delay reaches back to a gap that is older than the longest one.
        all.removeAll { gap in gap.end.map { $0 + .seconds(Settings.delayRange.upperBound) < now } ?? false }
        all.append(PictureGap(last: newest ?? now, noticed: now))
    }

    /// Notes the newest footage: a codec may give out pictures after the camera stopped.
    mutating func note(newest: Timestamp) {
        guard let open, newest > open.last else { return }
        all[all.count - 1].last = newest
    }

    /// Notes that pictures come again.
    mutating func finish(at now: Timestamp) {
        if open != nil { all[all.count - 1].end = now }
    }

    /// Returns the gap in which the picture that is due at `place` is missing.
    func gap(at place: Timestamp) -> PictureGap? { all.last { $0.contains(place) } }

    /// Returns the next instant after `seen` at which a sign changes for a picture that is late by `delay`.
    func nextChange(after seen: Timestamp, delay: Duration) -> Timestamp? {
        all.flatMap { gap -> [Timestamp] in
            let stale = gap.last + delay + .nanoseconds(1)
            let end = gap.end.map { $0 + delay }
            let isOver = end.map { $0 <= seen } ?? false
            let second = seen >= stale && !isOver ? gap.last + .seconds(gap.age(at: seen) + 1) : nil
            return [stale, end, gap.end == nil ? gap.noticed + PictureGap.noticeTime : nil, second].compactMap { $0 }
        }.filter { $0 > seen }.min()
    }
}

extension PictureGap {
    /// Returns the age of the picture that stands still, in whole seconds.
    func age(at now: Timestamp) -> Double { max(0, last.duration(to: now).inSeconds.rounded(.down)) }
}

extension Context {
    /// Returns what the sign of a picture says that isn't there as it should be; `nil` if the picture is the due one.
    /// - Parameter delay: the time by which this picture is late.
    func whenMissing(delay: Duration, at now: Timestamp) -> WhenSign.Content? {
        let stale = gaps.gap(at: now - delay)
        if conditions.isCameraLost, let open = gaps.open {
            // The sign names the camera as long as the picture still moves.
            guard let stale, open.noticed + PictureGap.noticeTime <= now else { return .noCamera }
            return .old(stale.age(at: now), hasCamera: false)
        }
        return stale.map { .old($0.age(at: now), hasCamera: true) }
    }
}
