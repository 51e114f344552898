// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The clips that are still to be reviewed. The array decides: its first clip is on top, and a decision takes it out at once, whatever
/// still moves on the TV.
struct ReviewStack: Hashable, Sendable {
    /// The clips from top to bottom.
    private(set) var clips: [ReviewClip]
    /// The decisions about the clips that left, in the order in which they left.
    private(set) var done: [Done] = []
    /// The clips that were taken out because they were deleted on another screen.
    private var dropped: [ReviewClip] = []

    struct Done: Hashable, Sendable {
        var clip: ReviewClip
        var deed: ReviewDeed
    }

    init(_ clips: [ReviewClip]) { self.clips = clips }

    var top: ReviewClip? { clips.first }
    /// The clip that comes when the top one goes.
    var next: ReviewClip? { clips.dropFirst().first }
    /// The number of all clips, and the number of the top one among them, from 1.
    var count: Int { clips.count + done.count }
    var place: Int { done.count + 1 }
    var liked: [ReviewClip] { done.filter { $0.deed == .like }.map(\.clip) }
    func count(_ deed: ReviewDeed) -> Int { done.count { $0.deed == deed } }

    /// Takes the top clip out.
    /// - Returns: the clip as it was, or `nil` if the stack is empty.
    mutating func act(_ deed: ReviewDeed) -> ReviewClip? {
        guard !clips.isEmpty else { return nil }
        let clip = clips.removeFirst()
        var left = clip
        left.clip.judgement = deed.applied(to: clip.clip)
        done.append(Done(clip: left, deed: deed))
        return clip
    }

    /// Puts a clip that had left on top again, as it was before.
    mutating func restore(_ clip: ReviewClip) {
        if let index = done.lastIndex(where: { $0.clip.key == clip.key }) { done.remove(at: index) }
        clips.removeAll { $0.key == clip.key }
        clips.insert(clip, at: 0)
    }

    /// Adds more clips below all others.
    mutating func append(_ more: [ReviewClip]) {
        let known = Set((clips + done.map(\.clip)).map(\.key))
        clips += more.filter { !known.contains($0.key) }
    }

    /// Updates all clips: one was written, a score was placed, or something was decided elsewhere.
    mutating func update(_ body: (inout ReviewClip) -> Void) {
        for index in clips.indices { body(&clips[index]) }
        for index in done.indices { body(&done[index].clip) }
        for index in dropped.indices { body(&dropped[index]) }
    }

    /// Takes out the clips that were deleted on another screen.
    mutating func dropDeleted() {
        dropped += clips.filter(\.clip.isDeleted)
        clips.removeAll(where: \.clip.isDeleted)
    }

    /// Puts clips on top again that were dropped and aren't deleted any more, and those of these that left and whose decision was undone.
    mutating func bringBack(where isUndone: (ReviewClip) -> Bool) {
        let back = done.filter { $0.deed != .skip && !$0.clip.clip.isDeleted && isUndone($0.clip) }.map(\.clip)
        let restored = dropped.filter { !$0.clip.isDeleted }
        dropped.removeAll { !$0.clip.isDeleted }
        for clip in restored + back.reversed() { restore(clip) }
    }

    /// Takes out clips that are gone for good.
    mutating func remove(_ keys: Set<ClipKey>) {
        clips.removeAll { keys.contains($0.key) }
        dropped.removeAll { keys.contains($0.key) }
    }

    /// Takes out sessions that are gone, with all decisions about their clips.
    mutating func remove(sessions: [SessionKey]) {
        clips.removeAll { sessions.has($0.key.session) }
        done.removeAll { sessions.has($0.clip.key.session) }
        dropped.removeAll { sessions.has($0.key.session) }
    }
}
