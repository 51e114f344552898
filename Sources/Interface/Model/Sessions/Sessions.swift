// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// This run's sessions: the session that marks go to, the sessions that rest, and the mark whose button is down.
struct Sessions: Hashable, Sendable {
    /// The session that marks go to. Before the first mark after a STOP it is empty, and gives way if a resting session goes on.
    var session: SessionState
    /// The sessions of this run that aren't being shot now, in the order of their last STOP: each archer's, and those that are over.
    private(set) var rested: [SessionState] = []
    /// The mark whose button is still down. It may yet turn into a quick save.
    private(set) var heldMark: Int?
    /// The mark that turned into a quick save, while its button is still down. A late release may prove that it was a tap.
    private(set) var withdrawnMark: Mark?
    /// The keys of this run's sessions on the card.
    var places: [SessionRef: SessionKey] = [:]
    /// The highest number of a deleted session. No other session gets it.
    private var highestForgotten = 0
    /// The sessions that were filed once. After that they are only brought up to date.
    private var filed: Set<SessionRef> = []
    /// The ends that the last STOP closed, until they are scored or a mark shows whether STOP was right.
    var stopped: StoppedEnds?

    /// True while no footage is written.
    var keepsNothing = false
    /// The clips in memory only that the last STOP closed: the next end lets them go.
    var closedClips: [SessionRef: [Int]] = [:]

    var left = ResumableSessions()
    /// The number of this start of the box on the card; `nil` until the card was read.
    private var boxStart: Int?

    init(at now: Timestamp) {
        session = SessionState(start: now)
    }

    /// The session that STOP closed last.
    var closing: SessionState? { rested.last }

    /// The session that goes on if the run ends by itself: the session that is being shot, otherwise the last session that isn't over.
    var current: SessionState { session.hasBegun || session.header != nil ? session : rested.last { $0.over == nil } ?? session }

    /// Returns the name of a session's folder, if it has one.
    func name(of session: SessionRef) -> String? { key(of: session)?.folder }

    /// Returns the key of a session on the card, if it has a folder.
    func key(of session: SessionRef) -> SessionKey? { if case .stored(let key) = session { key } else { places[session] } }

    /// Returns a session of this run. It can also be named by its folder.
    func state(of ref: SessionRef) -> SessionState? {
        ([session] + rested).first { state in
            if case .stored(let key) = ref { places[state.ref]?.isSame(as: key) ?? false } else { state.ref == ref }
        }
    }

    /// The names by which the next run knows this run's sessions that aren't over, without the current one's.
    var otherNames: [String] {
        let current = current.ref
        return ([session] + rested).filter { $0.over == nil && $0.ref != current }.compactMap { places[$0.ref]?.name }
    }

    /// Returns the session in which an archer shoots at this instant: the session that marks go to, or the session that would go on with
    /// the next mark.
    func shooting(_ target: SessionTarget, at now: Timestamp) -> SessionState? {
        if session.hasBegun, !session.isOfAnother(than: target.archer) { return session }
        return restedIndex(for: target).map { rested[$0] }.flatMap { SessionRule.verdict(on: $0, for: target, at: now) == .goesOn ? $0 : nil }
    }

    // MARK: Marks

    /// Sets a mark and plans its clip, in the session that goes on or begins with it.
    /// - Parameters:
    ///   - pressed: the time at which the button went down in Live; `nil` for a mark that is set while looking back.
    ///   - shot: the time of the detected shot that the mark takes.
    mutating func mark(
        _ stamp: FrameStamp, pressed: Timestamp?, shot: Timestamp? = nil, at now: Timestamp, source: Mark.Source, settings: Settings,
        oldest: Timestamp?
    ) -> (number: Int, effects: [Effect]) {
        let begun = begin(settings, at: pressed ?? now) + decideStoppedEnds(stamp, pressed: pressed, settings, at: now)
        let set = plan(stamp, pressed: pressed, source: source, shot: shot, settings: settings, oldest: oldest)
        // The clip of a live mark begins at the mark.
        let keyframe: [Effect] = settings.mark == .live ? [.stream(.requestKeyframe)] : []
        return (set.number, [.panel(.signal(.marked))] + keyframe + begun + set.effects)
    }

    /// Notes that the button that set this mark is still down.
    mutating func hold(_ number: Int?) { heldMark = number }

    /// Notes that the button came up, or that its hold has ended.
    mutating func letGo() { (heldMark, withdrawnMark) = (nil, nil) }

    /// Withdraws the held mark, because it was meant as a quick save.
    mutating func withdrawHeldMark() -> [Effect] {
        defer { heldMark = nil }
        guard let number = heldMark, let entry = session.withdrawHeld(number) else { return [] }
        withdrawnMark = entry.mark
        return withdrawal(of: entry)
    }

    /// The newest mark of the end that is being shot, if it can be taken back. It can't while its clip is being written.
    var undoableMark: Int? { session.newestWithdrawable }

    /// Withdraws the newest mark, because the person undoes it.
    mutating func withdrawNewestMark() -> [Effect] {
        guard let number = undoableMark, let entry = session.withdraw(number) else { return [] }
        if heldMark == number { heldMark = nil }
        return withdrawal(of: entry)
    }

    /// Returns the effects of withdrawing a mark. If the card has its clip already, the clip is deleted like any other and can be restored.
    /// - Parameter ref: the session of the mark; `nil`: the present one.
    func withdrawal(of entry: SessionState.Entry, from ref: SessionRef? = nil) -> [Effect] {
        let (number, ref) = (entry.plan.number, ref ?? session.ref)
        let withdrawn = Effect.card(.journal(ref, .withdrawn(mark: number)))
        switch entry.state {
        case .growing, .writing, .unkept(isHeld: true): return [withdrawn, .line(.release(number, ref))]
        case .lost, .unkept(isHeld: false): return [withdrawn]
        case .written(let record):
            var judgement = record.judgement
            (judgement.isLiked, judgement.isDeleted) = (false, true)
            return [withdrawn, .card(.journal(ref, .judged(clip: number, judgement)))]
        }
    }

    /// Returns the withdrawn mark, which was a tap and not a hold, so that it can be set again.
    mutating func takeWithdrawnMark() -> Mark? {
        defer { letGo() }
        return withdrawnMark
    }

    // MARK: Clips

    /// Goes on with the archer's session or begins one, because something is marked or saved.
    mutating func begin(_ settings: Settings, at now: Timestamp) -> [Effect] {
        // Marking is an answer to the question too: it asks for a new session.
        if let offer = offer(for: settings.target, at: now) { left.decline(offer.ref) }
        return goOn(for: settings.target, settings: settings, at: now)
    }

    /// Orders a clip without a mark, in the present session.
    mutating func save(_ kind: ClipPlan.Kind, from: Timestamp, through: Timestamp, settings: Settings) -> [Effect] {
        let plan = session.save(kind, from: from, through: through)
        return tellTarget() + [.line(.pin(plan, session.ref)), finish(plan, settings)]
    }

    // MARK: Ends

    /// Closes the end that was shot, after STOP, with the clips of all its marks as far as their footage goes, and lets the session rest.
    /// - Parameters:
    ///   - end: the end to be scored; the journal gets it if a mark belongs to it.
    ///   - shown: the newest picture that was on the TV.
    mutating func rest(scoring end: EndRecord?, shown: Timestamp?, settings: Settings, at now: Timestamp) -> [Effect] {
        var effects = takeRest(endingAt: now, settings: settings)
        if settings.writesTail, !keepsNothing, !session.freshMarks.isEmpty, let last = session.lastClipEnd,
            let span = ClipPlanner(settings).tail(after: last, shown: shown, end: now)
        {
            effects += save(.tail, from: span.from, through: span.through, settings: settings)
        }
        if let end, !end.clips.isEmpty { effects += tellTarget() + [.card(.journal(session.ref, .end(end)))] }
        effects.append(.card(.end(session.ref)))
        guard session.hasBegun || end != nil else { return effects }
        session.rest(at: now)
        rested.append(session)
        session = fresh(at: now)
        return effects
    }

    /// Goes on with the archer's resting session before something is marked, if that session may go on. If it may not, it is over, and a
    /// new one begins.
    mutating func goOn(for target: SessionTarget, settings: Settings, at now: Timestamp) -> [Effect] {
        var effects: [Effect] = []
        // Another archer was chosen in the settings. What was shot so far waits for STOP.
        if session.hasBegun, session.isOfAnother(than: target.archer) { effects += rest(scoring: nil, shown: nil, settings: settings, at: now) }
        if session.hasBegun {
            // Lunch in the middle of a round doesn't split it. Nobody stopped it, so nobody is asked.
            if case .ends(let reason) = SessionRule.verdict(on: session, for: target, at: now) {
                let ref = session.ref
                effects += rest(scoring: nil, shown: nil, settings: settings, at: now)
                effects += end(ref, reason)
            }
        } else if let index = restedIndex(for: target) {
            switch SessionRule.verdict(on: rested[index], for: target, at: now) {
            case .goesOn: effects += resume(index, at: now)
            case .asks: break
            case .ends(let reason): effects += end(rested[index].ref, reason)
            }
        } else if session.header == nil, let known = left.unaskedSession(for: target) {
            effects += take(known, isApart: known.isDirect, at: now)
        }
        session.target = target
        return effects
    }

    /// Returns the journal line that says who shoots in the present session. It goes before anything else.
    mutating func tellTarget() -> [Effect] { session.tellTarget().map { [.card(.journal(session.ref, $0))] } ?? [] }

    /// Goes on with a resting session, with its next end.
    /// - Returns: `nil` if that isn't possible: it is over or unknown, or another one is being shot.
    mutating func resume(_ ref: SessionRef, at now: Timestamp) -> [Effect]? {
        guard !session.hasBegun, let index = rested.firstIndex(where: { $0.ref == ref }), rested[index].over == nil else { return nil }
        return resume(index, at: now)
    }

    /// Renames an archer. The archer's sessions that aren't over go on under the new name.
    mutating func rename(_ archer: String, to name: String) -> [Effect] {
        left.rename(archer, to: name)
        return ([session] + rested).filter { $0.over == nil && $0.target?.archer == archer }.flatMap { state -> [Effect] in
            var told: JournalEntry?
            change(state.ref) { session in
                session.target?.archer = name
                if session.hasBegun { told = session.tellTarget() }
            }
            guard let told else { return [] }
            return [.card(.journal(state.ref, told))] + (state.ref == session.ref ? [] : [.card(.file(state.ref))])
        }
    }

    /// Returns the index of the archer's resting session that isn't over.
    func restedIndex(for target: SessionTarget) -> Int? {
        rested.lastIndex { $0.over == nil && !$0.isOfAnother(than: target.archer) }
    }

    private mutating func resume(_ index: Int, at now: Timestamp) -> [Effect] {
        let border = newestBorder
        // It begins where the session before it stopped, which is where the empty session began.
        let start = session.start
        session = rested.remove(at: index)
        session.resume(at: start, after: border, now: now)
        return [.card(.resume(session.ref))]
    }

    private func fresh(at now: Timestamp) -> SessionState {
        let highest = max(([session] + rested).map(\.number).max() ?? 0, highestForgotten)
        var fresh = SessionState(start: now, number: highest + 1, border: newestBorder)
        fresh.boxStart = boxStart
        return fresh
    }

    /// Begins a session beside the present one, which rests from now on.
    /// - Parameter body: moves what belongs to the new session.
    mutating func begin(instead body: (_ old: inout SessionState, _ new: inout SessionState) -> Void, at now: Timestamp) {
        var old = session
        // Marks of the present session don't limit the clips of the new session.
        var new = SessionState(start: old.start, number: fresh(at: now).number, border: rested.compactMap(\.newestBorder).max())
        new.boxStart = boxStart
        body(&old, &new)
        old.rest(at: now)
        rested.append(old)
        session = new
    }

    /// Takes over the number of this start of the box on the card.
    mutating func note(boxStart: Int?) {
        self.boxStart = boxStart
        session.boxStart = boxStart
        for index in rested.indices { rested[index].boxStart = boxStart }
    }

    /// The newest picture that anybody marked.
    private var newestBorder: Timestamp? { ([session] + rested).compactMap(\.newestBorder).max() }

    // MARK: News from the card

    mutating func note(_ key: SessionKey, header: SessionHeader, of ref: SessionRef) {
        let before = places.updateValue(key, forKey: ref)
        change(ref) { session in
            session.apply(.opened(header))
            if let before, !before.isSame(as: key) { session.noteMoved(from: before, to: key) }
        }
    }

    /// Forgets sessions that the card doesn't have any more. The next mark begins a new session.
    mutating func noteDeleted(_ keys: [SessionKey], at now: Timestamp) {
        left.noteDeleted(keys)
        forget(([session] + rested).map(\.ref).filter { key(of: $0).map(keys.has) ?? false }, at: now)
    }

    /// Forgets these sessions of the run: nobody goes on with them.
    mutating func forget(_ gone: [SessionRef], at now: Timestamp) {
        guard let highest = ([session] + rested).filter({ gone.contains($0.ref) }).map(\.number).max() else { return }
        highestForgotten = max(highestForgotten, highest)
        rested.removeAll { gone.contains($0.ref) }
        if gone.contains(session.ref) { session = fresh(at: now) }
    }

    mutating func noteJournalled(_ mark: Mark, of ref: SessionRef) {
        change(ref) { $0.noteJournalled(mark) }
    }

    /// - Returns: true if a session of this run was filed for the first time.
    mutating func noteFiled(_ ref: SessionRef) -> Bool {
        guard case .run = ref else { return false }
        return filed.insert(ref).inserted
    }

    /// Takes over the card's session that goes on as this one; `nil`: the card doesn't have it.
    /// - Parameter isScored: true if arrows are scored here.
    /// - Returns: the lines that this session's journal needs then.
    mutating func take(_ continued: ContinuedSession?, as ref: SessionRef, isScored: Bool) -> [Effect] {
        guard let continued else {
            var target: JournalEntry?
            change(ref) { session in
                session.noteMissing()
                if !session.isEmpty { target = session.tellTarget() }
            }
            return target.map { [.card(.journal(ref, $0))] } ?? []
        }
        places[ref] = continued.key
        let archer = left.name(of: continued.record.target?.archer)
        change(ref) { session in
            session.take(continued.record, isScored: isScored)
            session.linked?.header = continued.record.header
            if archer != continued.record.target?.archer { session.target?.archer = archer }
        }
        noteStopped(continued.record.ends, of: ref)
        return []
    }

    /// Changes this session, if it is still known.
    mutating func change(_ ref: SessionRef, _ body: (inout SessionState) -> Void) {
        if session.ref == ref {
            body(&session)
        } else if let index = rested.firstIndex(where: { $0.ref == ref }) {
            body(&rested[index])
        }
    }
}
