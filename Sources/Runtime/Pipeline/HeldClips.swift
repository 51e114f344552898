// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Media
import Synchronization

/// Finds the footage of this run's clips in memory, for whoever shows clips while no card has them.
///
/// It keeps no footage: a clip that isn't written yet is pinned by whoever writes it, and another clip can be read as long as the line
/// happens to hold it. Thread-safe.
final class HeldClips: Sendable {
    private struct Name: Hashable {
        let session: SessionRef
        let number: Int
    }

    private struct Clip {
        let plan: ClipPlan
        weak var footage: Footage?
    }

    private struct State {
        var clips: [Name: Clip] = [:]
        /// The clips in the order in which they were noted.
        var order: [Name] = []
        /// The keys of the sessions that have one. A session that goes on after a change of cards has several.
        var sessions: [SessionKey: SessionRef] = [:]
    }

    /// The number of clips that are remembered, the newest ones: no line holds the footage of more.
    private static let most = 2_000

    private let state = Mutex(State())

    func note(_ plan: ClipPlan, of session: SessionRef, in footage: Footage?) {
        let name = Name(session: session, number: plan.number)
        state.withLock { state in
            if state.clips.updateValue(Clip(plan: plan, footage: footage), forKey: name) == nil { state.order.append(name) }
            if state.order.count > Self.most { state.clips[state.order.removeFirst()] = nil }
        }
    }

    /// Forgets a clip that won't be made.
    func forget(_ number: Int, of session: SessionRef) {
        let name = Name(session: session, number: number)
        state.withLock { state in
            if state.clips.removeValue(forKey: name) != nil { state.order.removeAll { $0 == name } }
        }
    }

    func note(_ key: SessionKey, of session: SessionRef) { state.withLock { $0.sessions[key] = session } }

    /// Returns a reader of a clip, or `nil` if its footage isn't in memory.
    func reader(of key: ClipKey) -> HeldClipReader? {
        let found = state.withLock { state -> (plan: ClipPlan, footage: Footage)? in
            guard let session = key.session.unfiled ?? state.sessions[key.session],
                let clip = state.clips[Name(session: session, number: key.number)]
            else { return nil }
            return clip.footage.map { (clip.plan, $0) }
        }
        return found.flatMap { HeldClipReader($0.plan, in: $0.footage.line, parameters: $0.footage.parameters) }
    }
}
