// SPDX-License-Identifier: GPL-3.0-or-later

import Core

// Marks that the box sets by itself, on every screen.
extension Context {
    /// Marks a live picture because the box found something in it. Nobody can undo the mark in Live: it counts only once it is confirmed.
    /// - Parameters:
    ///   - stamp: the camera's picture at the moment that was found.
    ///   - shot: the time of the shot that was heard, between two pictures.
    mutating func markDetected(_ stamp: FrameStamp, source: Mark.Source, shot: Timestamp? = nil, at now: Timestamp) -> [Effect] {
        let set = sessions.markDetected(stamp, at: now, source: source, shot: shot, settings: settings, oldest: line?.oldest?.timestamp)
        markSign = MarkSign(number: set.number, instant: now)
        noteMoment(stamp, shot: shot)
        // A buzzer just after a shot would cover its impact, which the ear listens for.
        let signal: PanelSignal = source == .sound ? .silent(.marked) : .marked
        return [.panel(.signal(signal))] + releaseClosedClips(isAutomatic: true) + set.effects
    }

    /// Marks a rally that is over, which makes its clip. It signals nothing: nobody pressed, and the moment is long over.
    /// - Parameter shot: the time of a shot or the whistle that was heard during the rally; the clip's moment is there.
    /// - Returns: the clip's number, and the effects.
    mutating func mark(_ rally: Rally, shot: Timestamp?, at now: Timestamp) -> (number: Int, effects: [Effect]) {
        let set = sessions.markDetected(
            rally.first, at: now, source: .movement, shot: shot, window: rally.window, settings: settings, oldest: line?.oldest?.timestamp)
        markSign = MarkSign(number: set.number, instant: now)
        return (set.number, releaseClosedClips(isAutomatic: true) + set.effects)
    }
}

extension Sessions {
    /// Sets an automatic mark and plans its clip, in the session that goes on or begins with it.
    fileprivate mutating func markDetected(
        _ stamp: FrameStamp, at now: Timestamp, source: Mark.Source, shot: Timestamp?, window: ClosedRange<Timestamp>? = nil, settings: Settings,
        oldest: Timestamp?
    ) -> (number: Int, effects: [Effect]) {
        let begun = begin(settings, at: now)
        // While somebody looks at the end that STOP closed, a noise says nothing about that end.
        let decided = stopped?.isBack == false ? [] : decideStoppedEnds(stamp, pressed: nil, settings, at: now)
        let set = plan(stamp, pressed: nil, source: source, shot: shot, window: window, settings: settings, oldest: oldest)
        return (set.number, begun + decided + set.effects)
    }

    /// Sets a mark in the present session.
    /// - Parameter window: the footage of an automatic mark's clip; `nil`: as the settings say.
    mutating func plan(
        _ stamp: FrameStamp, pressed: Timestamp?, source: Mark.Source, shot: Timestamp? = nil, window: ClosedRange<Timestamp>? = nil,
        settings: Settings, oldest: Timestamp?
    ) -> (number: Int, effects: [Effect]) {
        var planner = ClipPlanner(settings)
        planner.window = window
        let (mark, plan) = session.mark(stamp, pressed: pressed, source: source, shot: shot, planner: planner, oldest: oldest)
        return (
            mark.number, tellTarget() + [.card(.journal(session.ref, .marked(mark))), .line(.pin(plan, session.ref))]
        )
    }

    /// Withdraws the automatic mark of a shot, if the present session has it and its clip isn't being written.
    mutating func withdrawDetected(shot: Timestamp) -> [Effect] {
        let mark = session.freshMarks.last { $0.isAutomatic && $0.shot == shot }
        guard let mark, let entry = session.withdraw(mark.number) else { return [] }
        return withdrawal(of: entry)
    }

    /// Notes in all sessions that the impact of a shot's arrow was heard.
    mutating func noteImpact(_ seconds: Double, ofShot shot: Timestamp) -> [Effect] {
        guard Mark.impacts.contains(seconds) else { return [] }
        return all.flatMap { state -> [Effect] in
            var marks: [Int] = []
            change(state.ref) { marks = $0.noteImpact(seconds, ofShot: shot) }
            return marks.map { .card(.journal(state.ref, .impact(mark: $0, seconds: seconds))) }
        }
    }
}
