// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The clips that play now, each with the facts from its file.
///
/// A player reports once that its clip is open, and reports nothing when another screen goes on with the same clip. So a screen that comes
/// up asks here, and learns the same as the screen that opened the clip.
struct OpenClips: Hashable, Sendable {
    private struct Playing: Hashable {
        var key: ClipKey
        /// `nil` until the first picture is there.
        var facts: ClipFacts?
    }

    private var playing: [TrackID: Playing] = [:]

    /// Takes over the tracks that play from now on. A clip stays open as long as the same track plays it.
    mutating func follow(_ tracks: [Track]) {
        let before = playing
        playing = [:]
        for case (let id, .clip(let key)) in tracks.map({ ($0.id, $0.footage) }) {
            playing[id] = before[id]?.key == key ? before[id] : Playing(key: key)
        }
    }

    /// Notes the facts of a clip that a player has opened.
    mutating func take(_ facts: ClipFacts, of key: ClipKey) { set(facts, of: key) }

    /// Forgets the facts of a clip that can't be played. Its player opens it anew, if at all.
    mutating func close(_ key: ClipKey) { set(nil, of: key) }

    private mutating func set(_ facts: ClipFacts?, of key: ClipKey) {
        for id in playing.keys where playing[id]?.key == key { playing[id]?.facts = facts }
    }

    /// Returns the facts from a clip's file, if this track plays the clip and its first picture is there.
    func facts(of key: ClipKey, on track: TrackID) -> ClipFacts? { playing[track].flatMap { $0.key == key ? $0.facts : nil } }
}
