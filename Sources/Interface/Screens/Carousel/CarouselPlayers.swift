// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The tracks of the row, two at most. The clip in the middle plays from its entry, in a loop. The clip that comes next, if somebody goes
/// on in the same direction, waits at its entry.
///
/// The two tracks swap with each clip. So the clip that waited keeps its decoder when it comes to the middle, and the clip that was there
/// keeps its last picture, which stands still, until the row has come to rest.
struct CarouselPlayers: Hashable, Sendable {
    private struct Clip: Hashable {
        let key: ClipKey
        /// The position at which the clip shall start.
        let place: Duration?
        let seconds: Double
        /// The facts that the file states, known once its first picture is decoded.
        var facts: ClipFacts?

        var bounds: ClosedRange<Duration> { .zero...max(.zero, .seconds(facts?.seconds ?? seconds)) }
        var entry: Duration { ClipEntry.keyframe(for: place, among: facts?.keyframes ?? []).clamped(to: bounds) }
        /// Until the keyframes are known, the start is the position that was asked for.
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

    /// Returns a clip's track and facts, if a picture of it is decoded.
    func picture(of key: ClipKey) -> (track: TrackID, facts: ClipFacts)? {
        if let middle, middle.key == key { return middle.facts.map { (playing, $0) } }
        if let leaving, leaving.key == key { return leaving.facts.map { (waiting, $0) } }
        return nil
    }

    /// Returns the position in the clip in the middle.
    func position(at now: Timestamp) -> Duration { timeline.position(at: now) }

    /// Puts these clips in the middle and next.
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

    /// Notes that the row has come to rest: the next clip gets the second decoder.
    mutating func settle() { leaving = nil }

    /// Notes that a clip's first picture is decoded: it plays from its entry now.
    mutating func noteReady(_ key: ClipKey, _ facts: ClipFacts, at now: Timestamp) {
        if next?.key == key { next?.facts = facts }
        guard middle?.key == key, middle?.facts != facts else { return }
        middle?.facts = facts
        restart(at: now)
    }

    /// Takes over clips that played on these tracks before the row came up, or that were put away and brought back at once.
    mutating func catchUp(with clips: OpenClips, at now: Timestamp) {
        for (clip, track) in [(middle, playing), (next, waiting)] {
            guard let clip, clip.facts == nil, let facts = clips.facts(of: clip.key, on: track) else { continue }
            noteReady(clip.key, facts, at: now)
        }
    }

    /// Plays the clip in the middle from its start.
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
