// SPDX-License-Identifier: GPL-3.0-or-later

import Core

// News about the clips of this run's sessions.
extension Sessions {
    mutating func noteWritten(_ record: ClipRecord, of ref: SessionRef) {
        change(ref) { _ = $0.noteWritten(record) }
    }

    mutating func noteTrimmed(_ record: ClipRecord, from source: Int, of ref: SessionRef) {
        change(ref) { $0.noteTrimmed(record, from: source) }
    }

    mutating func noteLost(_ number: Int, of ref: SessionRef, reason: String) {
        change(ref) { _ = $0.noteLost(number, reason: reason) }
    }

    mutating func noteRemoved(_ clips: [ClipKey]) {
        for clip in clips { state(of: .stored(clip.session)).map { change($0.ref) { $0.noteRemoved(clip.number) } } }
    }
}

// The clips of this run's sessions: ordered, or held in memory while nothing is kept.
extension Sessions {
    /// Orders the clips whose footage is complete up to this instant.
    mutating func takeComplete(upTo captured: Timestamp, settings: Settings) -> [Effect] {
        session.takeComplete(upTo: captured, except: heldMark).map { finish($0, settings) }
    }

    /// Orders all clips of the session, with the footage that there is at this instant.
    mutating func takeRest(endingAt now: Timestamp, settings: Settings) -> [Effect] {
        letGo()
        return session.takeRest(endingAt: now).map { finish($0, settings) }
    }

    /// Returns the order to cut a clip, with the orientation that the picture has now. While nothing is kept, it returns the journal's line
    /// that the clip has no film; the pin still holds the footage.
    mutating func finish(_ plan: ClipPlan, _ settings: Settings) -> Effect {
        if keepsNothing { return .card(.journal(session.ref, session.noteUnkept(plan.number))) }
        var plan = plan
        plan.orientation = settings.orientation
        return .card(.cut(plan, session.ref))
    }

    // MARK: Held in memory only

    /// Notes that STOP closed the end: what is held in memory only goes when the next end begins.
    mutating func noteClosedClips() {
        closedClips = Dictionary(uniqueKeysWithValues: all.filter { !$0.heldClips.isEmpty }.map { ($0.ref, $0.heldClips) })
    }

    /// Lets the clips of the closed end go, once a mark has begun the next end.
    mutating func releaseClosedClips() -> [Effect] {
        guard stopped == nil else { return [] }
        defer { closedClips = [:] }
        return release(closedClips)
    }

    /// Lets everything go that is held in memory only.
    mutating func releaseHeldClips() -> [Effect] {
        noteClosedClips()
        defer { closedClips = [:] }
        return release(closedClips)
    }

    /// Lets the oldest clip go that is held in memory only.
    mutating func releaseOldestHeldClip() -> [Effect] {
        guard let state = all.first(where: { !$0.heldClips.isEmpty }), let number = state.heldClips.first else { return [] }
        return release([state.ref: [number]])
    }

    private mutating func release(_ clips: [SessionRef: [Int]]) -> [Effect] {
        all.flatMap { state -> [Effect] in
            let held = state.heldClips.filter { clips[state.ref]?.contains($0) == true }
            change(state.ref) { session in held.forEach { session.noteForgotten($0) } }
            return held.map { .line(.release($0, state.ref)) }
        }
    }
}
