// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The ends that STOP has closed and that nobody has scored yet: one of each archer who shot in them.
///
/// STOP is pressed in the middle of an end too, by mistake. So the next mark decides: it goes on with its archer's end, or STOP was right
/// and the mark is the next end's.
struct StoppedEnds: Hashable, Sendable {
    /// The sessions whose ends they are.
    private(set) var sessions: [SessionRef]
    /// When STOP was pressed; `nil`: in an earlier run.
    private let stop: Timestamp?
    /// When somebody came back to Live: STOP itself, until they have.
    private var back: Timestamp?
    private var isBack = false

    /// Who came back to Live by hand, and marks within so long, has pressed STOP by mistake. Arrows aren't fetched in that time.
    static let mistake: Duration = .seconds(60)

    /// - Parameter stop: when STOP was pressed; `nil`: in an earlier run.
    init(_ sessions: [SessionRef], at stop: Timestamp?) {
        (self.sessions, self.stop, back) = (sessions, stop, stop)
    }

    /// Live is up again. Only the first time counts.
    mutating func noteLive(at now: Timestamp) {
        if !isBack { (back, isBack) = (stop == nil ? nil : now, true) }
    }

    /// Live came back by itself: nobody has pressed anything for minutes, so STOP was right.
    mutating func noteGivingWay() { (back, isBack) = (nil, true) }

    /// STOP was pressed by mistake for all but these.
    /// - Returns: `nil` if none is left.
    func keeping(_ whole: [SessionRef]) -> StoppedEnds? {
        var kept = self
        kept.sessions = whole
        return whole.isEmpty ? nil : kept
    }

    /// The picture was shot before STOP.
    func hasShot(_ stamp: FrameStamp) -> Bool { stop.map { stamp.timestamp <= $0 } ?? false }

    func isMistake(at now: Timestamp) -> Bool { back.map { $0.duration(to: now) <= Self.mistake } ?? false }
}

extension Sessions {
    /// STOP was pressed. What it had closed before, with nothing marked since, it doesn't close once more.
    mutating func noteStop(_ refs: [SessionRef], at now: Timestamp) {
        let known = stopped?.sessions ?? []
        if !refs.allSatisfy(known.contains) { stopped = StoppedEnds(refs, at: now) }
    }

    /// A mark is about to be set in the present session: it belongs to the end that STOP closed, or to the next one. In the second case STOP
    /// was right, and what it closed waits for its arrows.
    /// - Parameters:
    ///   - stamp: the picture that is marked.
    ///   - pressed: `nil`: it was looked back at.
    ///   - settings: what is set now.
    mutating func decideStoppedEnds(_ stamp: FrameStamp, pressed: Timestamp?, _ settings: Settings, at now: Timestamp) -> [Effect] {
        guard let stopped else { return [] }
        let open = stopped.sessions.filter { state(of: $0)?.openEnd(settings) != nil }
        // A shot that was forgotten belongs to the end in which it was shot, whenever somebody marks it.
        if pressed == nil, stopped.hasShot(stamp), open.contains(session.ref) { return [] }
        let whole = open.filter { isWhole($0, settings) }
        // Where an arrow of what STOP closed is placed, STOP was right.
        guard stopped.isMistake(at: pressed ?? now), open == stopped.sessions, !whole.contains(session.ref) else { return closeStoppedEnds(settings) }
        self.stopped = stopped.keeping(whole)
        return []
    }

    /// A session goes on whose last end STOP closed in an earlier run: that end isn't gone on with.
    mutating func noteStopped(_ ends: [EndRecord], of ref: SessionRef) {
        guard stopped == nil, let last = ends.last, last.isOpen, !last.clips.isEmpty else { return }
        stopped = StoppedEnds([ref], at: nil)
    }

    /// All arrows that its round has are marked.
    private func isWhole(_ ref: SessionRef, _ settings: Settings) -> Bool {
        guard let end = state(of: ref)?.openEnd(settings), let asked = end.arrowsAsked else { return false }
        return end.clips.count >= asked
    }

    /// What STOP closed is an end of its own from now on, which can be scored later.
    private mutating func closeStoppedEnds(_ settings: Settings) -> [Effect] {
        defer { stopped = nil }
        return (stopped?.sessions ?? []).flatMap { ref -> [Effect] in
            guard let state = state(of: ref), var end = state.openEnd(settings) else { return [] }
            end.isDone = true
            var told: JournalEntry?
            change(state.ref) { session in
                session.note(end)
                told = session.tellTarget()
            }
            let lines = [told, .end(end)].compactMap { $0 }.map { Effect.card(.journal(state.ref, $0)) }
            return lines + (state.ref == session.ref ? [] : [.card(.file(state.ref))])
        }
    }
}

extension SessionState {
    /// The end that has marks and no arrow yet; `nil` if nothing of it waits.
    /// - Parameter settings: what is set now.
    func openEnd(_ settings: Settings) -> EndRecord? {
        let end = newEnd(settings.shooting(as: target?.archer ?? settings.shooter?.name))
        // What STOP closed was shot at what was set then. Until the card has answered, its clips are known from nowhere else.
        guard var stopped = scoredEnds.last, stopped.isOpen, !stopped.clips.isEmpty else { return end.clips.isEmpty ? nil : end }
        if !end.clips.isEmpty { stopped.clips = end.clips }
        return stopped
    }
}
