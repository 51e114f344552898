// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// What is decoded for the row: the clip in the middle plays from its entry, round and round, and the one that comes next, if somebody
/// goes on as they went last, waits at its entry. Two at most.
///
/// The two tracks change places with each clip. So the one that waited keeps its decoder as it comes to the middle, and the one that was
/// there keeps its picture, which stands still, until the row has come to rest.
struct CarouselPlayers: Hashable, Sendable {
    private struct Clip: Hashable {
        let key: ClipKey
        /// Where it shall come up.
        let place: Duration?
        let seconds: Double
        /// What its file says, once its first picture is there.
        var facts: ClipFacts?

        var bounds: ClosedRange<Duration> { .zero...max(.zero, .seconds(facts?.seconds ?? seconds)) }
        var entry: Duration { ClipEntry.keyframe(for: place, among: facts?.keyframes ?? []).clamped(to: bounds) }
        /// Until the keyframes are known it can only be where it was asked for.
        var start: Duration { facts == nil ? (place ?? .zero).clamped(to: bounds) : entry }
    }

    private var middle: Clip?
    private var next: Clip?
    private var leaving: Clip?
    private var timeline: Timeline
    private var stopped: Timeline
    private var isSwapped = false

    init(at now: Timestamp) {
        timeline = Timeline(from: now)
        stopped = timeline
    }

    private var playing: TrackID { isSwapped ? .compared : .replay }
    private var waiting: TrackID { isSwapped ? .replay : .compared }

    /// The track of a clip, if there is something to see of it.
    func picture(of key: ClipKey) -> (track: TrackID, facts: ClipFacts)? {
        if let middle, middle.key == key { return middle.facts.map { (playing, $0) } }
        if let leaving, leaving.key == key { return leaving.facts.map { (waiting, $0) } }
        return nil
    }

    /// How far the one in the middle has come.
    func position(at now: Timestamp) -> Duration { timeline.position(at: now) }

    /// These are in the middle and next from now on.
    mutating func show(_ shown: (ScoreBook.Clip, ClipKey)?, next coming: (ScoreBook.Clip, ClipKey)?, at now: Timestamp) {
        let known = [middle, next, leaving].compactMap { $0 }
        func clip(_ pair: (ScoreBook.Clip, ClipKey)?) -> Clip? {
            pair.map { clip, key in
                let place = ClipEntry.place(before: clip.moment)
                let facts = known.first { $0.key == key }?.facts
                return Clip(key: key, place: place, seconds: clip.seconds, facts: facts)
            }
        }
        let (before, after) = (middle?.key, shown?.1)
        if before != after {
            if before != nil { isSwapped.toggle() }
            (leaving, stopped) = (middle?.facts == nil ? nil : middle, timeline.changed(rate: 0, at: now))
            middle = clip(shown)
            restart(at: now)
        }
        next = clip(coming)
    }

    /// The row has come to rest: the next one gets the second decoder.
    mutating func settle() { leaving = nil }

    /// The first picture of a clip is there: it plays from its entry, now.
    mutating func noteReady(_ key: ClipKey, _ facts: ClipFacts, at now: Timestamp) {
        if next?.key == key { next?.facts = facts }
        guard middle?.key == key, middle?.facts != facts else { return }
        middle?.facts = facts
        restart(at: now)
    }

    /// Clips that played on these tracks before the row came up, or were put away and brought back at once.
    mutating func catchUp(with clips: OpenClips, at now: Timestamp) {
        for (clip, track) in [(middle, playing), (next, waiting)] {
            guard let clip, clip.facts == nil, let facts = clips.facts(of: clip.key, on: track) else { continue }
            noteReady(clip.key, facts, at: now)
        }
    }

    /// Somebody comes back to the row.
    mutating func restart(at now: Timestamp) {
        guard let middle else { return }
        timeline = Timeline(from: now, position: middle.start, rate: 1, bounds: middle.bounds, loops: true)
    }

    var tracks: [Track] {
        var tracks: [Track] = []
        if let middle { tracks.append(Track(id: playing, footage: .clip(middle.key), timeline: timeline, isHeard: true)) }
        if let leaving {
            tracks.append(Track(id: waiting, footage: .clip(leaving.key), timeline: stopped))
        } else if let next, next.key != middle?.key {
            let still = Timeline(from: .zero, position: next.start, rate: 0, bounds: next.bounds)
            tracks.append(Track(id: waiting, footage: .clip(next.key), timeline: still, isPrimed: true))
        }
        return tracks
    }
}
