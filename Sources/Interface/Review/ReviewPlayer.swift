// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// What plays in a stack of clips: the one on top, and, before it is seen, the first picture of the one that comes next.
///
/// At most two decoders work at a time. While the clip that left is still on its way out, it has the second one; once it is gone, the next clip
/// is primed with it: paused on the very picture that it will show first.
struct ReviewPlayer: Hashable, Sendable {
    /// A clip that is decoded.
    struct Reel: Hashable, Sendable {
        let key: ClipKey
        /// A clip keeps its track for as long as it is decoded, whatever its part in the stack.
        let track: TrackID
        /// Where it comes up, as far as it is known before its file is open: then that place's keyframe.
        let entry: Duration?
        var transport: Transport
        var facts: ClipFacts?
        /// A picture of it can be shown.
        var isReady: Bool { facts != nil }
        /// It was on top until another one came back: what is seen of it stays a film.
        fileprivate(set) var wasOnTop = false
        /// It is on top, and plays from this instant on; until then it stands on its first picture.
        var start: Timestamp?

        fileprivate init(_ clip: ReviewClip, at place: Duration?, track: TrackID, interval: Duration, now: Timestamp) {
            (key, self.track, entry) = (clip.key, track, place)
            transport = Transport(waitingAt: place ?? .zero, within: .zero...max(.zero, .seconds(clip.clip.seconds)), interval: interval, at: now)
        }

        /// The file is open: what it begins with is known to the picture.
        fileprivate mutating func take(_ facts: ClipFacts, at now: Timestamp) {
            guard self.facts == nil else { return }
            self.facts = facts
            let first = ClipEntry.keyframe(for: entry, among: facts.keyframes)
            transport = Transport(
                waitingAt: first, within: .zero...max(.zero, .seconds(facts.seconds)), interval: max(.nanoseconds(1), facts.interval), at: now)
        }

        /// Where it would come up again after it was put away: on a keyframe, so that its first picture is there at once.
        func resumePlace(at now: Timestamp) -> Duration? {
            facts.map { ClipEntry.keyframe(for: transport.position(at: now), among: $0.keyframes) }
        }
    }

    private(set) var top: Reel?
    private(set) var next: Reel?
    private(set) var leaving: Reel?
    /// Where clips that were put away go on.
    private var resumes: [ClipKey: Duration] = [:]
    private var interval: Duration

    /// A clip that comes on top stands on its first picture for this long: whatever the TV's refresh, that is the picture which is seen first.
    static let hold: Duration = .milliseconds(80)

    /// - Parameter interval: from one picture to the next, as far as it is known before a clip is open.
    init(interval: Duration) { self.interval = interval }

    /// Where a clip comes up, and so what is seen of it before.
    func place(of clip: ReviewClip) -> Duration? { resumes[clip.key] ?? clip.entry }
    func peek(of clip: ReviewClip) -> PeekKey { PeekKey(clip.key, at: place(of: clip)) }

    /// What has to be decoded.
    func tracks(isHeard: Bool) -> [Track] {
        var tracks: [Track] = []
        if let top { tracks.append(Track(id: top.track, footage: .clip(top.key), timeline: top.transport.timeline, isHeard: isHeard)) }
        if let leaving {
            tracks.append(Track(id: leaving.track, footage: .clip(leaving.key), timeline: leaving.transport.timeline))
        } else if let next {
            tracks.append(Track(id: next.track, footage: .clip(next.key), timeline: next.transport.timeline, isPrimed: true))
        }
        return tracks
    }

    /// A clip that is decoded.
    func reel(of key: ClipKey) -> Reel? { [top, leaving, next].compactMap { $0 }.first { $0.key == key } }

    var isPlaying: Bool { top.map { $0.transport.isWaiting || !$0.transport.isPaused } ?? false }
    /// Everything plays at this speed, if it is slow.
    static let slow = 0.5
    private(set) var isSlow = false

    /// How far the clip on top has come, 0…1; `nil` while that isn't known.
    func share(at now: Timestamp) -> Double? {
        guard let top, top.isReady else { return nil }
        let length = top.transport.bounds.upperBound
        return length > .zero ? (top.transport.position(at: now) / length).clamped(to: 0...1) : nil
    }

    // MARK: What changes

    /// These are the clips on top and below it now. What plays on goes on; what was on top and isn't any more is put away.
    /// - Parameters:
    ///   - keepsLeaving: the old one is still seen on its way out.
    mutating func show(_ first: ReviewClip?, then second: ReviewClip?, keepsLeaving: Bool, at now: Timestamp) {
        if top?.key != first?.key {
            let old = top
            if let old, let place = old.resumePlace(at: now) { resumes[old.key] = place }
            let reels = [next, leaving].compactMap { $0 }
            leaving = nil
            if let known = reels.first(where: { $0.key == first?.key }) {
                top = known
                next = nil
            } else {
                // The track that isn't the old one's: that may still be seen.
                let free = old?.track == .replay ? TrackID.compared : .replay
                top = first.map { Reel($0, at: place(of: $0), track: free, interval: interval, now: now) }
                if next?.track == free { next = nil }
            }
            if var old {
                if second?.key == old.key {
                    // It lies below now, and waits there for its turn.
                    old.wait(at: resumes[old.key], now: now)
                    next = old
                } else if keepsLeaving {
                    (leaving, next) = (old, nil)
                }
            }
            start(at: now)
        }
        prime(second, at: now)
    }

    /// The clip that left is out of sight.
    mutating func dropLeaving(then second: ReviewClip?, at now: Timestamp) {
        leaving = nil
        prime(second, at: now)
    }

    private mutating func prime(_ clip: ReviewClip?, at now: Timestamp) {
        guard leaving == nil, next?.key != clip?.key else { return }
        let track = top?.track == .replay ? TrackID.compared : .replay
        next = clip.map { Reel($0, at: place(of: $0), track: track, interval: interval, now: now) }
    }

    private mutating func start(at now: Timestamp) {
        guard top?.isReady == true, top?.start == nil else { return }
        top?.start = now + Self.hold
    }

    /// What became so by the passing of time alone.
    mutating func advance(to now: Timestamp) {
        guard let start = top?.start, start <= now, top?.transport.isWaiting == true else { return }
        if isSlow { top?.transport.change(speed: Self.slow, at: now) }
        top?.transport.begin(at: start)
    }

    /// When the clip on top begins to move.
    var deadline: Timestamp? { top?.transport.isWaiting == true ? top?.start : nil }

    mutating func take(_ facts: ClipFacts, of key: ClipKey, at now: Timestamp) {
        if top?.key == key {
            top?.take(facts, at: now)
            start(at: now)
        }
        if next?.key == key { next?.take(facts, at: now) }
    }

    /// Clips that played on these tracks before they came here.
    mutating func catchUp(with clips: OpenClips, at now: Timestamp) {
        for reel in [top, next].compactMap({ $0 }) where !reel.isReady {
            if let facts = clips.facts(of: reel.key, on: reel.track) { take(facts, of: reel.key, at: now) }
        }
    }

    mutating func togglePause(at now: Timestamp) {
        guard let top, top.isReady else { return }
        if top.transport.isWaiting { self.top?.transport.begin(at: now) }
        self.top?.transport.togglePause(at: now)
    }

    mutating func toggleSlow(at now: Timestamp) {
        isSlow.toggle()
        top?.transport.change(speed: isSlow ? Self.slow : 1, at: now)
    }

    /// A clip that comes back goes on from here.
    mutating func resume(_ key: ClipKey, at place: Duration) { resumes[key] = place }
}

extension ReviewPlayer.Reel {
    /// It isn't the top one any more, and stands where it will go on.
    fileprivate mutating func wait(at place: Duration?, now: Timestamp) {
        start = nil
        wasOnTop = true
        transport = Transport(waitingAt: place ?? entry ?? .zero, within: transport.bounds, interval: transport.interval, at: now)
    }
}
