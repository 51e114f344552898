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
    /// The folders of this run's sessions.
    private var names: [SessionRef: String] = [:]
    /// Those that were filed once: later they are only brought up to date.
    private var filed: Set<SessionRef> = []

    /// What earlier runs left that isn't over: the newest of each archer.
    private var left: [ResumableSession] = []
    /// Somebody said that these aren't gone on with.
    private var declined: Set<SessionRef> = []

    init(at now: Timestamp) {
        session = SessionState(start: now)
    }

    /// The session that STOP closed last.
    var closing: SessionState? { rested.last }

    /// The session that goes on should the run end by itself: the one that is shot in, else the last that isn't over.
    var current: SessionState { session.hasBegun || session.header != nil ? session : rested.last { $0.over == nil } ?? session }

    /// The name of a session's folder, if it has one.
    func name(of session: SessionRef) -> String? {
        if case .stored(let name) = session { name } else { names[session] }
    }

    /// A session of this run, also by its folder's name.
    func state(of ref: SessionRef) -> SessionState? {
        ([session] + rested).first { $0.ref == ref || name(of: $0.ref).map(SessionRef.stored) == ref }
    }

    /// What an archer shoots in at this instant: the session that marks go to, or the one that would go on with the next mark.
    func shooting(_ target: SessionTarget, at now: Timestamp) -> SessionState? {
        if session.hasBegun { return session }
        return restedIndex(for: target).map { rested[$0] }.flatMap { SessionRule.verdict(on: $0, for: target, at: now) == .goesOn ? $0 : nil }
    }

    /// The session that its archer would go on with, if it may.
    func resting(for target: SessionTarget) -> SessionState? { restedIndex(for: target).map { rested[$0] } }

    /// Sessions that rest with marks of archers whose end STOP hasn't closed yet.
    var waitingForScore: [SessionRef] {
        rested.filter { $0.over == nil && $0.target?.archer != nil && $0.target?.archer != session.target?.archer && !$0.unscoredMarks.isEmpty }
            .map(\.ref)
    }

    /// Clips that aren't on a card yet and will be.
    var pendingCount: Int { session.pendingCount + rested.reduce(0) { $0 + $1.pendingCount } }
    /// Those of them that are whole: the card could have them now.
    var writingCount: Int { session.writingCount + rested.reduce(0) { $0 + $1.writingCount } }

    // MARK: Marks

    /// Sets a mark and plans its clip, in the session that goes on or begins with it.
    mutating func mark(
        _ stamp: FrameStamp, pressed: Timestamp, source: Mark.Source, settings: Settings, oldest: Timestamp?
    ) -> (number: Int, effects: [Effect]) {
        // The first mark is an answer too: a new session.
        if let offer = offer(for: settings.target, at: pressed) { decline(offer) }
        let begun = goOn(for: settings.target, settings: settings, at: pressed)
        let (mark, plan) = session.mark(stamp, pressed: pressed, source: source, planner: ClipPlanner(settings), oldest: oldest)
        // The clip of a live mark begins at it.
        let keyframe: [Effect] = settings.mark == .live ? [.stream(.requestKeyframe)] : []
        return (
            mark.number,
            [.panel(.signal(.marked))] + keyframe + begun
                + [.card(.journal(session.ref, .marked(mark))), .line(.pin(plan, session.ref))]
        )
    }

    /// The button that set this mark is still down.
    mutating func hold(_ number: Int?) { heldMark = number }

    /// The button came up, or what it held has ended.
    mutating func letGo() { (heldMark, withdrawnMark) = (nil, nil) }

    /// The mark that is held was meant as a quick save: it is taken back.
    mutating func withdrawHeldMark() -> [Effect] {
        defer { heldMark = nil }
        guard let number = heldMark, let mark = session.marks.last(where: { $0.number == number }), session.withdraw(number) else { return [] }
        withdrawnMark = mark
        return [.card(.journal(session.ref, .withdrawn(mark: number))), .line(.release(number, session.ref))]
    }

    /// The hold was none: what was taken back, to be set again.
    mutating func takeWithdrawnMark() -> Mark? {
        defer { letGo() }
        return withdrawnMark
    }

    // MARK: Clips

    /// Orders a clip that goes with no mark.
    mutating func save(_ kind: ClipPlan.Kind, from: Timestamp, through: Timestamp, settings: Settings) -> [Effect] {
        let plan = session.save(kind, from: from, through: through)
        return [.line(.pin(plan, session.ref)), cut(plan, settings)]
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
        if settings.keepsTail, session.isShooting, let last = session.lastClipEnd,
            let span = ClipPlanner(settings).tail(after: last, shown: shown, end: now)
        {
            effects += save(.tail, from: span.from, through: span.through, settings: settings)
        }
        if let end, !end.clips.isEmpty { effects.append(.card(.journal(session.ref, .end(end)))) }
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
        if session.hasBegun {
            let verdict = SessionRule.verdict(on: session, for: target, at: now)
            if verdict != .goesOn {
                let ref = session.ref
                effects += rest(scoring: nil, shown: nil, settings: settings, at: now)
                if case .ends(let reason) = verdict { effects += end(ref, reason) }
            }
        } else if let index = restedIndex(for: target) {
            switch SessionRule.verdict(on: rested[index], for: target, at: now) {
            case .goesOn: effects += resume(index, at: now)
            case .asks: break
            case .ends(let reason): effects += end(rested[index].ref, reason)
            }
        }
        guard session.target != target else { return effects }
        session.target = target
        return effects + [.card(.journal(session.ref, .target(target)))]
    }

    /// A session that rests goes on, with its next end.
    /// - Returns: `nil` if it can't: it is over or unknown, or another one is shot in.
    mutating func resume(_ ref: SessionRef, at now: Timestamp) -> [Effect]? {
        guard !session.hasBegun, let index = rested.firstIndex(where: { $0.ref == ref }), rested[index].over == nil else { return nil }
        return resume(index, at: now)
    }

    /// A session isn't gone on with any more.
    mutating func end(_ ref: SessionRef, _ reason: SessionEnd) -> [Effect] {
        guard let state = state(of: ref), state.over == nil else { return [] }
        change(ref) { $0.over = reason }
        guard state.hasBegun else { return [] }
        return [.card(.journal(ref, .over(reason))), .card(.file(ref))]
    }

    /// What was scored or noted in a session of this run.
    mutating func note(_ effect: Effect) {
        guard case .card(.journal(let ref, let entry)) = effect, let known = state(of: ref)?.ref else { return }
        switch entry {
        case .end(let end): change(known) { $0.note(end) }
        case .notes(let notes): change(known) { $0.notes = notes }
        default: break
        }
    }

    private func restedIndex(for target: SessionTarget) -> Int? {
        rested.lastIndex { $0.over == nil && ($0.target?.archer ?? target.archer) == target.archer }
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
        let highest = ([session] + rested).map(\.number).max() ?? 0
        return SessionState(start: now, number: highest + 1, border: newestBorder)
    }

    /// The newest picture that was marked by anybody.
    private var newestBorder: Timestamp? { ([session] + rested).compactMap(\.newestBorder).max() }

    // MARK: Going on with what was left

    mutating func note(left: [ResumableSession]) { self.left = left }

    /// The session that its archer may go on with, if somebody has to be asked.
    func offer(for target: SessionTarget, at now: Timestamp) -> SessionOffer? {
        guard !session.hasBegun, session.header == nil else { return nil }
        if let index = restedIndex(for: target) {
            let rested = rested[index]
            let isAsked = SessionRule.verdict(on: rested, for: target, at: now) == .asks && !declined.contains(rested.ref)
            return isAsked ? SessionOffer(rested, target) : nil
        }
        let offer = left.first { $0.target.archer == target.archer }.map { SessionOffer($0) }
        return offer.flatMap { declined.contains($0.ref) ? nil : $0 }
    }

    /// When the next session that rests asks, by time alone.
    var askTime: Timestamp? {
        session.hasBegun ? nil : rested.filter { $0.over == nil }.map { $0.lastUse + SessionRule.longestPause }.min()
    }

    mutating func take(_ offer: SessionOffer, at now: Timestamp) -> [Effect] {
        declined.insert(offer.ref)
        switch offer.ref {
        case .run: return resume(offer.ref, at: now) ?? []
        case .stored(let name):
            session.goOn(with: offer.target, at: now)
            return [.card(.goOn(name, session.ref))]
        }
    }

    mutating func decline(_ offer: SessionOffer) { declined.insert(offer.ref) }

    // MARK: What the card tells

    mutating func note(name: String, header: SessionHeader, of ref: SessionRef) {
        names[ref] = name
        change(ref) { $0.header = header }
    }

    mutating func noteJournalled(_ mark: Mark, of ref: SessionRef) {
        change(ref) { $0.noteJournalled(mark: mark.number) }
    }

    mutating func noteWritten(_ record: ClipRecord, of ref: SessionRef) {
        change(ref) { _ = $0.noteWritten(record) }
    }

    mutating func noteLost(_ number: Int, of ref: SessionRef, reason: String) {
        change(ref) { _ = $0.noteLost(number, reason: reason) }
    }

    /// - Returns: whether a session of this run was filed for the first time.
    mutating func noteFiled(_ ref: SessionRef) -> Bool {
        guard case .run = ref else { return false }
        return filed.insert(ref).inserted
    }

    /// The session of a run that ended by itself goes on; `nil`: it isn't there.
    /// - Returns: whether it is the present one.
    mutating func take(_ continued: ContinuedSession?, as ref: SessionRef) -> Bool {
        if let continued { names[ref] = continued.name }
        guard session.ref == ref else { return false }
        if let continued { session.take(continued.record) } else { session.forgetNumbers() }
        return true
    }

    /// Changes this session, if it is still known.
    private mutating func change(_ ref: SessionRef, _ body: (inout SessionState) -> Void) {
        if session.ref == ref {
            body(&session)
        } else if let index = rested.firstIndex(where: { $0.ref == ref }) {
            body(&rested[index])
        }
    }
}
