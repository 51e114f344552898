// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The playback of a stack of clips: the top clip, and the first picture of the next clip before it becomes visible.
///
/// At most two decoders work at a time. While the clip that left is still on its way out, it has the second one. Once it is gone, the next
/// clip is primed with that decoder: paused on the very picture that it will show first.
struct ReviewPlayer: Hashable, Sendable {
    /// A clip that is being decoded.
    struct PrimedClip: Hashable, Sendable {
        let key: ClipKey
        /// The track that the clip keeps for as long as it is decoded, whatever its part in the stack.
        let track: TrackID
        /// The position at which it opens, as far as it is known before its file is open; afterwards that position's keyframe counts.
        let entry: Duration?
        var transport: Transport
        var facts: ClipFacts?
        /// True if a picture of it can be shown.
        var isReady: Bool { facts != nil }
        /// True if it was on top until another clip came back. Then it is still shown as a film.
        fileprivate(set) var wasOnTop = false
        /// The instant from which it plays on top. Until then it stands on its first picture.
        var start: Timestamp?

        fileprivate init(_ clip: ReviewClip, at place: Duration?, track: TrackID, interval: Duration, now: Timestamp) {
            (key, self.track, entry) = (clip.key, track, place)
            transport = Transport(waitingAt: place ?? .zero, within: .zero...max(.zero, .seconds(clip.clip.seconds)), interval: interval, at: now)
        }

        /// Takes the facts from the opened file, and stands on the keyframe at which the clip opens.
        fileprivate mutating func take(_ facts: ClipFacts, at now: Timestamp) {
            guard self.facts == nil else { return }
            self.facts = facts
            let first = ClipEntry.keyframe(for: entry, among: facts.keyframes)
            transport = Transport(
                waitingAt: first, within: .zero...max(.zero, .seconds(facts.seconds)), interval: max(.nanoseconds(1), facts.interval), at: now)
        }

        /// Returns the position at which it would open again after it was put away: a keyframe, so that its first picture is there at once.
        func resumePlace(at now: Timestamp) -> Duration? {
            facts.map { ClipEntry.keyframe(for: transport.position(at: now), among: $0.keyframes) }
        }
    }

    private(set) var top: PrimedClip?
    private(set) var next: PrimedClip?
    private(set) var leaving: PrimedClip?
    /// The positions at which clips that were put away go on.
    private var resumes: [ClipKey: Duration] = [:]
    private var interval: Duration

    /// The time for which a new top clip stands on its first picture, so that this picture is seen first, whatever the TV's refresh rate.
    static let hold: Duration = .milliseconds(80)

    /// - Parameter interval: the time from one picture to the next, as far as it is known before a clip is open.
    init(interval: Duration) { self.interval = interval }

    /// Returns the position at which a clip opens, and so the picture of it that is shown before.
    func place(of clip: ReviewClip) -> Duration? { resumes[clip.key] ?? clip.entry }
    func peek(of clip: ReviewClip) -> PeekKey { PeekKey(clip.key, at: place(of: clip)) }

    /// Returns the tracks that have to be decoded.
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

    /// Returns the clip's playback, if the clip is being decoded.
    func reel(of key: ClipKey) -> PrimedClip? { [top, leaving, next].compactMap { $0 }.first { $0.key == key } }

    /// True if the top clip stands, because somebody paused it.
    var isPaused: Bool { top?.isReady == true && !isPlaying }
    var isPlaying: Bool { top.map { $0.transport.isWaiting || !$0.transport.isPaused } ?? false }
    /// The speed of everything that plays while slow playback is on.
    static let slow = 0.5
    private(set) var isSlow = false

    /// Returns how far the top clip has come, 0…1, or `nil` while that isn't known.
    func share(at now: Timestamp) -> Double? {
        guard let top, top.isReady else { return nil }
        let length = top.transport.bounds.upperBound
        return length > .zero ? (top.transport.position(at: now) / length).clamped(to: 0...1) : nil
    }

    // MARK: Changes

    /// Makes these the top clip and the clip below it. A clip that plays on goes on; a clip that isn't on top any more is put away.
    /// - Parameters:
    ///   - keepsLeaving: true if the old top clip is still visible on its way out.
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
                // The old clip may still be visible, so the new one takes the other track.
                let free = old?.track == .replay ? TrackID.compared : .replay
                top = first.map { PrimedClip($0, at: place(of: $0), track: free, interval: interval, now: now) }
                if next?.track == free { next = nil }
            }
            if var old {
                if second?.key == old.key {
                    // The old clip lies below now, and waits there for its turn.
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

    /// Puts away the clip that left, once it is out of sight.
    mutating func dropLeaving(then second: ReviewClip?, at now: Timestamp) {
        leaving = nil
        prime(second, at: now)
    }

    private mutating func prime(_ clip: ReviewClip?, at now: Timestamp) {
        guard leaving == nil, next?.key != clip?.key else { return }
        let track = top?.track == .replay ? TrackID.compared : .replay
        next = clip.map { PrimedClip($0, at: place(of: $0), track: track, interval: interval, now: now) }
    }

    private mutating func start(at now: Timestamp) {
        guard top?.isReady == true, top?.start == nil else { return }
        top?.start = now + Self.hold
    }

    /// Starts the top clip if its instant has come by `now`.
    mutating func advance(to now: Timestamp) {
        guard let start = top?.start, start <= now, top?.transport.isWaiting == true else { return }
        if isSlow { top?.transport.change(speed: Self.slow, at: now) }
        top?.transport.begin(at: start)
    }

    /// The instant at which the top clip begins to move.
    var deadline: Timestamp? { top?.transport.isWaiting == true ? top?.start : nil }

    mutating func take(_ facts: ClipFacts, of key: ClipKey, at now: Timestamp) {
        if top?.key == key {
            top?.take(facts, at: now)
            start(at: now)
        }
        if next?.key == key { next?.take(facts, at: now) }
    }

    /// Takes the facts of clips that played on these tracks before they came here.
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

    /// Goes on or back by pictures, if the top clip is paused.
    mutating func step(_ pictures: Int, at now: Timestamp) {
        guard let transport = top?.transport else { return }
        top?.transport.jump(to: transport.position(at: now) + transport.interval * pictures, at: now)
    }

    mutating func toggleSlow(at now: Timestamp) {
        isSlow.toggle()
        top?.transport.change(speed: isSlow ? Self.slow : 1, at: now)
    }

    /// Sets the position at which a clip goes on when it comes back.
    mutating func resume(_ key: ClipKey, at place: Duration) { resumes[key] = place }
}

extension ReviewPlayer.PrimedClip {
    /// Puts the clip below another one: it stands at the position at which it will go on.
    fileprivate mutating func wait(at place: Duration?, now: Timestamp) {
        start = nil
        wasOnTop = true
        transport = Transport(waitingAt: place ?? entry ?? .zero, within: transport.bounds, interval: transport.interval, at: now)
    }
}
