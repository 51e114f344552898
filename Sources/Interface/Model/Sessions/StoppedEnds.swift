// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The ends that STOP has closed and that nobody has scored yet: one for each archer who shot in them.
///
/// Somebody may also press STOP in the middle of an end, by mistake. So the next mark decides: either it belongs to its archer's end and
/// STOP was a mistake, or STOP was right and the mark belongs to the next end.
struct StoppedEnds: Hashable, Sendable {
    /// The sessions to which the ends belong.
    private(set) var sessions: [SessionRef]
    /// The time at which STOP was pressed; `nil`: in an earlier run.
    private let stop: Timestamp?
    /// The time at which somebody came back to Live; until then, the time of STOP.
    private var back: Timestamp?
    /// True once Live was up again.
    private(set) var isBack = false

    /// A mark that comes this soon after somebody went back to Live by hand means that STOP was a mistake. Arrows aren't fetched in that
    /// time.
    static let mistake: Duration = .seconds(60)

    /// - Parameter stop: the time at which STOP was pressed; `nil`: in an earlier run.
    init(_ sessions: [SessionRef], at stop: Timestamp?) {
        (self.sessions, self.stop, back) = (sessions, stop, stop)
    }

    /// Notes that Live is up again. Only the first time counts.
    mutating func noteLive(at now: Timestamp) {
        if !isBack { (back, isBack) = (stop == nil ? nil : now, true) }
    }

    /// Notes that Live came back by itself. Nobody has pressed anything for minutes, so STOP was right.
    mutating func noteGivingWay() { (back, isBack) = (nil, true) }

    /// Returns only the ends of these sessions, because for all others STOP was a mistake.
    /// - Returns: `nil` if none is left.
    func keeping(_ whole: [SessionRef]) -> StoppedEnds? {
        var kept = self
        kept.sessions = whole
        return whole.isEmpty ? nil : kept
    }

    /// Returns true if the picture was shot before STOP.
    func hasShot(_ stamp: FrameStamp) -> Bool { stop.map { stamp.timestamp <= $0 } ?? false }

    func isMistake(at now: Timestamp) -> Bool { back.map { $0.duration(to: now) <= Self.mistake } ?? false }
}

extension Sessions {
    /// Notes that STOP was pressed. Ends that it had closed before, with nothing marked since, aren't closed again.
    mutating func noteStop(_ refs: [SessionRef], at now: Timestamp) {
        let known = stopped?.sessions ?? []
        if !refs.allSatisfy(known.contains) { stopped = StoppedEnds(refs, at: now) }
    }

    /// Decides whether a mark in the present session belongs to the end that STOP closed, or to the next one. In the second case STOP was
    /// right, and the ends that it closed wait for their arrows.
    /// - Parameters:
    ///   - stamp: the picture that is marked.
    ///   - pressed: `nil`: the mark is set while looking back.
    ///   - settings: the settings in force.
    mutating func decideStoppedEnds(_ stamp: FrameStamp, pressed: Timestamp?, _ settings: Settings, at now: Timestamp) -> [Effect] {
        guard let stopped else { return [] }
        let open = stopped.sessions.filter { state(of: $0)?.openEnd(settings) != nil }
        // A forgotten shot belongs to the end in which it was shot, whenever somebody marks it.
        if pressed == nil, stopped.hasShot(stamp), open.contains(session.ref) { return [] }
        let whole = open.filter { isWhole($0, settings) }
        // If an arrow of an end that STOP closed is placed, STOP was right.
        guard stopped.isMistake(at: pressed ?? now), open == stopped.sessions, !whole.contains(session.ref) else { return closeStoppedEnds(settings) }
        self.stopped = stopped.keeping(whole)
        return []
    }

    /// Notes that STOP closed the last end of this session in an earlier run. Nobody goes on with that end.
    mutating func noteStopped(_ ends: [EndRecord], of ref: SessionRef) {
        guard stopped == nil, let last = ends.last, last.isOpen, !last.clips.isEmpty else { return }
        stopped = StoppedEnds([ref], at: nil)
    }

    /// Returns true if as many shots are marked as its round asks for.
    private func isWhole(_ ref: SessionRef, _ settings: Settings) -> Bool {
        guard let end = state(of: ref)?.openEnd(settings), let asked = end.arrowsAsked else { return false }
        return end.clips.count >= asked
    }

    /// Makes the ends that STOP closed final. They can be scored later.
    private mutating func closeStoppedEnds(_ settings: Settings) -> [Effect] {
        defer { stopped = nil }
        return (stopped?.sessions ?? []).flatMap { ref -> [Effect] in
            guard let state = state(of: ref), var end = state.openEnd(settings) else { return [] }
            end.isDone = true
            var told: JournalEntry?
            change(state.ref) { session in
                session.apply(.end(end))
                told = session.tellTarget()
            }
            let lines = [told, .end(end)].compactMap { $0 }.map { Effect.card(.journal(state.ref, $0)) }
            return lines + (state.ref == session.ref ? [] : [.card(.file(state.ref))])
        }
    }
}

extension SessionState {
    /// Returns the end that has marks and no arrow yet, or `nil` if nothing waits.
    /// - Parameter settings: the settings in force.
    func openEnd(_ settings: Settings) -> EndRecord? {
        let end = newEnd(settings.shooting(as: target?.archer ?? settings.shooter?.name))
        // An end that STOP closed keeps the settings with which it was shot. Until the card has answered, only it knows its clips.
        guard var stopped = scoredEnds.last, stopped.isOpen, !stopped.clips.isEmpty else { return end.clips.isEmpty ? nil : end }
        if !end.clips.isEmpty { (stopped.clips, stopped.detected) = (end.clips, end.detected) }
        return stopped
    }
}
