// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// This run's sessions: the one that marks go to, those that rest, and the mark under a finger.
struct Sessions: Hashable, Sendable {
    /// Marks go to it. Before the first mark after a STOP it is an empty one, which gives way if one that rests goes on.
    var session: SessionState
    /// Sessions that were begun in this run and aren't shot in now, in the order of their last STOP: each archer's, and those that are over.
    private(set) var rested: [SessionState] = []
    /// The mark whose button is still down: it may yet turn into a quick save.
    private(set) var heldMark: Int?
    /// The mark that turned into a quick save, while its button is still down: a release that came late may prove it a tap.
    private(set) var withdrawnMark: Mark?
    /// Where this run's sessions lie.
    private(set) var places: [SessionRef: SessionKey] = [:]
    /// The highest number of a session that was deleted: no other one gets it.
    private var highestForgotten = 0
    /// Those that were filed once: later they are only brought up to date.
    private var filed: Set<SessionRef> = []
    /// What the last STOP closed, until it is scored, or a mark says whether STOP was right.
    var stopped: StoppedEnds?

    var left = LeftSessions()

    init(at now: Timestamp) {
        session = SessionState(start: now)
    }

    /// The session that STOP closed last.
    var closing: SessionState? { rested.last }

    /// The session that goes on should the run end by itself: the one that is shot in, else the last that isn't over.
    var current: SessionState { session.hasBegun || session.header != nil ? session : rested.last { $0.over == nil } ?? session }

    /// The name of a session's folder, if it has one.
    func name(of session: SessionRef) -> String? { key(of: session)?.folder }

    /// Where a session lies, if it has a folder.
    func key(of session: SessionRef) -> SessionKey? { if case .stored(let key) = session { key } else { places[session] } }

    /// A session of this run, also by its folder's name.
    func state(of ref: SessionRef) -> SessionState? {
        ([session] + rested).first { state in
            if case .stored(let key) = ref { places[state.ref]?.isSame(as: key) ?? false } else { state.ref == ref }
        }
    }

    /// The names by which the next run knows those of this run's sessions that aren't over, without the current one's.
    var otherNames: [String] {
        let current = current.ref
        return ([session] + rested).filter { $0.over == nil && $0.ref != current }.compactMap { places[$0.ref]?.name }
    }

    /// What an archer shoots in at this instant: the session that marks go to, or the one that would go on with the next mark.
    func shooting(_ target: SessionTarget, at now: Timestamp) -> SessionState? {
        if session.hasBegun, !session.isOfAnother(than: target.archer) { return session }
        return restedIndex(for: target).map { rested[$0] }.flatMap { SessionRule.verdict(on: $0, for: target, at: now) == .goesOn ? $0 : nil }
    }

    // MARK: Marks

    /// Sets a mark and plans its clip, in the session that goes on or begins with it.
    /// - Parameter pressed: when the button went down in Live; `nil` for a mark that is set while looking back.
    mutating func mark(
        _ stamp: FrameStamp, pressed: Timestamp?, at now: Timestamp, source: Mark.Source, settings: Settings, oldest: Timestamp?
    ) -> (number: Int, effects: [Effect]) {
        let begun = begin(settings, at: pressed ?? now) + decideStoppedEnds(stamp, pressed: pressed, settings, at: now)
        let (mark, plan) = session.mark(stamp, pressed: pressed, source: source, planner: ClipPlanner(settings), oldest: oldest)
        // The clip of a live mark begins at it.
        let keyframe: [Effect] = settings.mark == .live ? [.stream(.requestKeyframe)] : []
        return (
            mark.number,
            [.panel(.signal(.marked))] + keyframe + begun
                + tellTarget() + [.card(.journal(session.ref, .marked(mark))), .line(.pin(plan, session.ref))]
        )
    }

    /// The button that set this mark is still down.
    mutating func hold(_ number: Int?) { heldMark = number }

    /// The button came up, or what it held has ended.
    mutating func letGo() { (heldMark, withdrawnMark) = (nil, nil) }

    /// The mark that is held was meant as a quick save: it is taken back.
    mutating func withdrawHeldMark() -> [Effect] {
        defer { heldMark = nil }
        guard let number = heldMark, let entry = session.withdrawHeld(number) else { return [] }
        withdrawnMark = entry.mark
        return withdrawal(of: entry)
    }

    /// The newest mark of the end that is being shot, if it can be taken back: its clip isn't being written just now.
    var undoableMark: Int? { session.newestWithdrawable }

    /// The person undoes the newest mark.
    mutating func withdrawNewestMark() -> [Effect] {
        guard let number = undoableMark, let entry = session.withdraw(number) else { return [] }
        if heldMark == number { heldMark = nil }
        return withdrawal(of: entry)
    }

    /// A mark is none any more. Its clip, if the card has it already, is deleted like any other: it can be restored.
    private func withdrawal(of entry: SessionState.Entry) -> [Effect] {
        let number = entry.plan.number
        let withdrawn = Effect.card(.journal(session.ref, .withdrawn(mark: number)))
        switch entry.state {
        case .growing, .writing: return [withdrawn, .line(.release(number, session.ref))]
        case .lost: return [withdrawn]
        case .written(let record):
            var judgement = record.judgement
            (judgement.isLiked, judgement.isDeleted) = (false, true)
            return [withdrawn, .card(.journal(session.ref, .judged(clip: number, judgement)))]
        }
    }

    /// The hold was none: what was taken back, to be set again.
    mutating func takeWithdrawnMark() -> Mark? {
        defer { letGo() }
        return withdrawnMark
    }

    // MARK: Clips

    /// Something is marked or saved: the archer's session goes on, or one begins.
    mutating func begin(_ settings: Settings, at now: Timestamp) -> [Effect] {
        // This is an answer too: a new session.
        if let offer = offer(for: settings.target, at: now) { left.decline(offer.ref) }
        return goOn(for: settings.target, settings: settings, at: now)
    }

    /// Orders a clip that goes with no mark, in the present session.
    mutating func save(_ kind: ClipPlan.Kind, from: Timestamp, through: Timestamp, settings: Settings) -> [Effect] {
        let plan = session.save(kind, from: from, through: through)
        return tellTarget() + [.line(.pin(plan, session.ref)), cut(plan, settings)]
    }

    /// Orders the clips whose footage is complete up to this instant.
    mutating func takeComplete(upTo captured: Timestamp, settings: Settings) -> [Effect] {
        session.takeComplete(upTo: captured, except: heldMark).map { cut($0, settings) }
    }

    /// Orders all clips of the session, with what footage there is at this instant.
    mutating func takeRest(endingAt now: Timestamp, settings: Settings) -> [Effect] {
        letGo()
        return session.takeRest(endingAt: now).map { cut($0, settings) }
    }

    /// A clip lies as the picture does when it is cut.
    private func cut(_ plan: ClipPlan, _ settings: Settings) -> Effect {
        var plan = plan
        plan.orientation = settings.orientation
        return .card(.cut(plan, session.ref))
    }

    // MARK: From end to end

    /// STOP: the end that was shot is closed, with the clips of all its marks as far as their footage goes, and the session rests.
    /// - Parameters:
    ///   - end: what is to be scored; the journal has it if a mark belongs to it.
    ///   - shown: the newest picture that was on the TV.
    mutating func rest(scoring end: EndRecord?, shown: Timestamp?, settings: Settings, at now: Timestamp) -> [Effect] {
        var effects = takeRest(endingAt: now, settings: settings)
        if settings.keepsTail, !session.freshMarks.isEmpty, let last = session.lastClipEnd,
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

    /// Before something is marked: the archer's session that rests goes on if it may. One that may not is over, and a new one begins.
    mutating func goOn(for target: SessionTarget, settings: Settings, at now: Timestamp) -> [Effect] {
        var effects: [Effect] = []
        // Another archer was chosen, in the settings: what was shot so far waits for STOP.
        if session.hasBegun, session.isOfAnother(than: target.archer) { effects += rest(scoring: nil, shown: nil, settings: settings, at: now) }
        if session.hasBegun {
            // Lunch in the middle of a round doesn't split it: nobody stopped it, so nobody is asked.
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
        } else if session.header == nil, let known = left.unaskedSession(of: target.archer) {
            effects += take(known, at: now)
        }
        session.target = target
        return effects
    }

    /// Its journal says who shoots in the present session, before anything else is written in it.
    private mutating func tellTarget() -> [Effect] { session.tellTarget().map { [.card(.journal(session.ref, $0))] } ?? [] }

    /// A session that rests goes on, with its next end.
    /// - Returns: `nil` if it can't: it is over or unknown, or another one is shot in.
    mutating func resume(_ ref: SessionRef, at now: Timestamp) -> [Effect]? {
        guard !session.hasBegun, let index = rested.firstIndex(where: { $0.ref == ref }), rested[index].over == nil else { return nil }
        return resume(index, at: now)
    }

    /// An archer has another name now: what they shoot in goes on under it.
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

    private func restedIndex(for target: SessionTarget) -> Int? {
        rested.lastIndex { $0.over == nil && !$0.isOfAnother(than: target.archer) }
    }

    private mutating func resume(_ index: Int, at now: Timestamp) -> [Effect] {
        let border = newestBorder
        // It begins where the one before it stopped: the empty one since then.
        let start = session.start
        session = rested.remove(at: index)
        session.resume(at: start, after: border, now: now)
        return [.card(.resume(session.ref))]
    }

    private func fresh(at now: Timestamp) -> SessionState {
        let highest = max(([session] + rested).map(\.number).max() ?? 0, highestForgotten)
        return SessionState(start: now, number: highest + 1, border: newestBorder)
    }

    /// The newest picture that was marked by anybody.
    private var newestBorder: Timestamp? { ([session] + rested).compactMap(\.newestBorder).max() }

    // MARK: Going on with what was left

    /// The session that its archer may go on with, if somebody has to be asked.
    func offer(for target: SessionTarget, at now: Timestamp) -> ResumableSession? {
        guard !session.hasBegun, session.header == nil else { return nil }
        if let index = restedIndex(for: target) {
            let rested = rested[index]
            let isAsked = SessionRule.verdict(on: rested, for: target, at: now) == .asks && !left.isDeclined(rested.ref)
            return isAsked ? ResumableSession(rested, target) : nil
        }
        return left.unaskedSession(of: target.archer) == nil ? left.session(of: target.archer) : nil
    }

    /// When the next session that rests asks, by time alone.
    var askTime: Timestamp? {
        session.hasBegun ? nil : rested.filter { $0.over == nil }.map { $0.lastUse + SessionRule.longestPause }.min()
    }

    /// Goes on with one that was left.
    mutating func take(_ known: ResumableSession, at now: Timestamp) -> [Effect] {
        left.decline(known.ref)
        switch known.ref {
        case .run(_): return resume(known.ref, at: now) ?? []
        case .stored(let key):
            session.goOn(with: known, at: now)
            noteStopped(known.ends, of: session.ref)
            left.ask(for: session.ref)
            return [.card(.goOn(key, session.ref))]
        }
    }

    // MARK: What the card tells

    mutating func note(_ key: SessionKey, header: SessionHeader, of ref: SessionRef) {
        let before = places.updateValue(key, forKey: ref)
        change(ref) { session in
            session.header = header
            if let before, !before.isSame(as: key) { session.noteMoved(from: before, to: key) }
        }
    }

    /// The card doesn't have these any more: the next mark begins a session of its own.
    mutating func noteDeleted(_ keys: [SessionKey], at now: Timestamp) {
        left.noteDeleted(keys)
        func isGone(_ state: SessionState) -> Bool { key(of: state.ref).map { key in keys.contains { $0.isSame(as: key) } } ?? false }
        let gone = ([session] + rested).filter(isGone)
        guard let highest = gone.map(\.number).max() else { return }
        highestForgotten = max(highestForgotten, highest)
        rested = rested.filter { !isGone($0) }
        if isGone(session) { session = fresh(at: now) }
    }

    mutating func noteJournalled(_ mark: Mark, of ref: SessionRef) {
        change(ref) { $0.noteJournalled(mark) }
    }

    /// - Returns: whether a session of this run was filed for the first time.
    mutating func noteFiled(_ ref: SessionRef) -> Bool {
        guard case .run = ref else { return false }
        return filed.insert(ref).inserted
    }

    /// The card has the session that was to go on as this one; `nil`: it hasn't.
    /// - Parameter isScored: arrows are scored here.
    /// - Returns: what the journal of this one has to say then.
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
