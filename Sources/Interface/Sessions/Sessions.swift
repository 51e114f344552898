// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// This run's sessions: the one that is open, the one before it while its clips are on their way, and the mark under a finger.
struct Sessions: Hashable, Sendable {
    var session: SessionState
    /// The session before, while its clips are still on their way to the card and its report may be on the screen.
    private(set) var closing: SessionState?
    /// The mark whose button is still down: it may yet turn into a quick save.
    private(set) var heldMark: Int?
    /// The mark that turned into a quick save, while its button is still down: a release that came late may prove it a tap.
    private(set) var withdrawnMark: Mark?
    /// The folders of this run's sessions.
    private var names: [SessionRef: String] = [:]
    /// Those that were filed once: later they are only brought up to date.
    private var filed: Set<SessionRef> = []

    init(at now: Timestamp) {
        session = SessionState(start: now)
    }

    /// The name of a session's folder, if it has one.
    func name(of session: SessionRef) -> String? {
        if case .stored(let name) = session { name } else { names[session] }
    }

    /// Clips that aren't on a card yet and will be.
    var pendingCount: Int { session.pendingCount + (closing?.pendingCount ?? 0) }
    /// Those of them that are whole: the card could have them now.
    var writingCount: Int { session.writingCount + (closing?.writingCount ?? 0) }

    // MARK: Marks

    /// Sets a mark and plans its clip.
    mutating func mark(
        _ stamp: FrameStamp, pressed: Timestamp, source: Mark.Source, settings: Settings, oldest: Timestamp?
    ) -> (number: Int, effects: [Effect]) {
        let (mark, plan) = session.mark(stamp, pressed: pressed, source: source, planner: ClipPlanner(settings), oldest: oldest)
        // The clip of a live mark begins at it.
        let keyframe: [Effect] = settings.mark == .live ? [.stream(.requestKeyframe)] : []
        return (
            mark.number,
            [.panel(.signal(.marked))] + keyframe
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

    // MARK: The session's end

    /// Ends the session with the clips of all its marks, as far as their footage goes, and begins the next one.
    /// - Parameters:
    ///   - end: what is to be scored; the journal has it before the session is closed.
    ///   - shown: the newest picture that was on the TV.
    mutating func end(scoring end: EndRecord?, shown: Timestamp?, settings: Settings, at now: Timestamp) -> [Effect] {
        var effects = takeRest(endingAt: now, settings: settings)
        if settings.keepsTail, let last = session.lastClipEnd, let span = ClipPlanner(settings).tail(after: last, shown: shown, end: now) {
            effects += save(.tail, from: span.from, through: span.through, settings: settings)
        }
        if let end { effects.append(.card(.journal(session.ref, .end(end)))) }
        effects.append(.card(.end(session.ref)))
        closing = session
        session = SessionState(start: now, after: session)
        return effects
    }

    /// The session that ended last goes on with its next end.
    mutating func resume(after ends: [EndRecord], notes: String, at now: Timestamp) -> [Effect] {
        guard var ended = closing else { return [] }
        ended.resume(at: now, after: ends, notes: notes)
        session = ended
        closing = nil
        return [.card(.resume(ended.ref))]
    }

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

    /// Changes this session, if it is still known: the present one, or the one before it.
    private mutating func change(_ ref: SessionRef, _ body: (inout SessionState) -> Void) {
        if session.ref == ref {
            body(&session)
        } else if var ended = closing, ended.ref == ref {
            body(&ended)
            closing = ended
        }
    }
}
