import Core

extension Appliance {
    // MARK: Marks

    /// MARK went down: the mark is set at once; what the button does later can only take it back.
    mutating func mark(_ frames: Frames, at event: PanelEvent, _ effects: inout [Effect]) -> Int? {
        guard let stamp = markedFrame(frames, at: event.timestamp) else {
            effects.append(.panel(.signal(.refused)))
            toast = Toast(.words(Strings.noPictureYet), at: event.timestamp)
            return nil
        }
        return setMark(stamp, source: event.source, at: event.timestamp, &effects)
    }

    private mutating func setMark(_ stamp: FrameStamp, source: Mark.Source, at instant: Timestamp, _ effects: inout [Effect]) -> Int {
        let (mark, plan) = session.mark(stamp, source: source, planner: ClipPlanner(settings), oldest: line?.oldest?.timestamp)
        flash = Stretch(instant, for: Motion.flash)
        effects.append(.panel(.signal(.marked)))
        // The clip of a live mark begins at it.
        if settings.mark == .live { effects.append(.stream(.requestKeyframe)) }
        effects += [.card(.journal(session.ref, .marked(mark))), .line(.pin(plan, session.ref))]
        return mark.number
    }

    /// The picture a mark means: by setting the one on the TV or the live one, and while the line fills there is only the live one.
    private func markedFrame(_ frames: Frames, at instant: Timestamp) -> FrameStamp? {
        settings.mark == .shown && isDelayedUp(at: instant) ? frames.shown ?? frames.live : frames.live ?? frames.shown
    }

    /// MARK has been held for a second: the mark was meant as a quick save.
    mutating func quickSave(at now: Timestamp, _ effects: inout [Effect]) {
        if let number = heldMark {
            let mark = session.marks.last { $0.number == number }
            if session.withdraw(number) {
                effects += [.card(.journal(session.ref, .withdrawn(mark: number))), .line(.release(number, session.ref))]
                withdrawnMark = mark
            }
        }
        heldMark = nil
        saveBuffer(at: now, &effects)
    }

    /// The hold was none: a box that stood still heard of the release too late, and took back a mark that was acknowledged. It is set
    /// again, for the same picture and under a number of its own. The buffer that was saved meanwhile does no harm.
    mutating func giveBackMark(at instant: Timestamp, _ effects: inout [Effect]) {
        guard let lost = withdrawnMark else { return }
        withdrawnMark = nil
        _ = setMark(lost.stamp, source: lost.source, at: instant, &effects)
    }

    // MARK: Clips

    mutating func saveBuffer(at now: Timestamp, _ effects: inout [Effect]) {
        guard let oldest = line?.oldest, let newest = line?.newest else {
            effects.append(.panel(.signal(.refused)))
            toast = Toast(.words(Strings.nothingToSave), at: now)
            return
        }
        let end = stalledSince == nil ? max(newest.timestamp, now) : newest.timestamp
        saveClip(session.save(.buffer, from: oldest.timestamp, through: end), &effects)
        if conditions.card.isWritable {
            toast = Toast(.words(Strings.savingBuffer), at: now)
        } else {
            effects.append(.panel(.signal(.refused)))
            toast = Toast(.words(Strings.bufferWaits), at: now)
        }
    }

    /// Orders a clip that goes with no mark.
    private func saveClip(_ plan: ClipPlan, _ effects: inout [Effect]) {
        effects += [.line(.pin(plan, session.ref)), .card(.cut(plan, session.ref))]
    }

    /// Orders the clips whose post-roll is captured. Without a camera none will be: what there is is the clip.
    mutating func cutComplete(at now: Timestamp, _ effects: inout [Effect]) {
        var captured = line?.newest?.timestamp
        if let stalledCompletion, stalledCompletion <= now { captured = max(captured ?? now, now) }
        guard let captured else { return }
        effects += session.takeComplete(upTo: captured, except: heldMark).map { [ref = session.ref] in .card(.cut($0, ref)) }
    }

    /// When the next clip is written although its footage never came.
    var stalledCompletion: Timestamp? {
        guard let stalledSince, let completion = session.nextCompletion else { return nil }
        return max(completion, stalledSince) + .seconds(1)
    }

    /// Changes this session, if it is still known: the present one, or the one before it.
    mutating func withSession(_ ref: SessionRef, _ body: (inout SessionState) -> Void) {
        if session.ref == ref {
            body(&session)
        } else if var ended = closing, ended.ref == ref {
            body(&ended)
            closing = ended
        }
    }

    mutating func noteWritten(_ record: ClipRecord, of session: SessionRef, at now: Timestamp, _ effects: inout [Effect]) {
        withSession(session) { _ = $0.noteWritten(record) }
        switchingOff.noteSettled()
        if record.kind == .buffer {
            effects.append(.panel(.signal(.saved)))
            if page != .card { toast = Toast(.words(Strings.bufferSaved(record.seconds)), at: now) }
        }
        if record.isCutShort { conditions.note(Notice(cutShort: record.number, since: now)) }
        noteProgress(at: now)
    }

    mutating func noteLost(_ number: Int, of session: SessionRef, reason: String, at now: Timestamp) {
        withSession(session) { _ = $0.noteLost(number, reason: reason) }
        switchingOff.noteSettled()
        conditions.note(Notice(kind: .lost(number), title: Strings.clipLost(number), detail: reason, since: now))
        noteProgress(at: now)
    }

    private mutating func noteProgress(at now: Timestamp) {
        if closing?.pendingCount == 0 { card.noteDone(at: now) }
    }

    /// The session of a run that ended by itself goes on, with the ends that were scored in it; or it isn't there.
    mutating func take(_ continued: ContinuedSession?, as ref: SessionRef, at now: Timestamp, _ effects: inout [Effect]) {
        if let continued { screens.note(continued.name, of: ref) }
        guard session.ref == ref else {
            // It was ended before the card said that it has it: now it can be filed.
            if continued != nil { effects.append(.card(.file(ref))) }
            return
        }
        guard let continued else { return session.forgetNumbers() }
        session.take(continued.record)
        let lost = session.lostCount
        conditions.note(Notice(kind: .notice, title: Strings.sessionGoesOn, detail: lost > 0 ? Strings.lost(lost) : nil, since: now))
    }

    // MARK: The session's end

    /// STOP was tapped in Live.
    mutating func stop(at instant: Timestamp, _ effects: inout [Effect]) {
        if session.isEmpty {
            guard line?.newest != nil else {
                toast = Toast(.words(Strings.nothingToSave), at: instant)
                return
            }
            card.show(.offer, until: instant + Motion.offer, at: instant, motion: Motion.crossFade)
        } else {
            let end = endToScore
            endSession(at: instant, scoring: end, &effects)
            if let end { return openScore(end, at: instant) }
            showReport(at: instant)
        }
        page = .card
    }

    /// Ends the session with the clips of all its marks, as far as their footage goes, and begins the next one.
    ///
    /// - Parameter end: what is to be scored; the journal has it before the session is closed.
    mutating func endSession(at instant: Timestamp, scoring end: EndRecord? = nil, _ effects: inout [Effect]) {
        (heldMark, withdrawnMark) = (nil, nil)
        effects += session.takeRest(endingAt: instant).map { [ref = session.ref] in .card(.cut($0, ref)) }
        if settings.keepsTail, let last = session.marks.map(\.stamp.timestamp).max(),
           let span = ClipPlanner(settings).tail(after: last, end: instant) {
            saveClip(session.save(.tail, from: span.from, through: span.through), &effects)
        }
        if let end { effects.append(.card(.journal(session.ref, .end(end)))) }
        effects.append(.card(.end(session.ref)))
        closing = session
        session = SessionState(start: instant, after: session)
    }

    /// The answer to the offer of saving everything.
    mutating func answerOffer(save: Bool, at now: Timestamp, _ effects: inout [Effect]) {
        if save {
            saveBuffer(at: now, &effects)
            toast = nil
        }
        let hasSaved = !session.isEmpty
        endSession(at: now, &effects)
        if hasSaved { showReport(at: now) } else { leaveCard(at: now) }
    }

    /// The card's time is over: an offer that nobody took is declined, a report has been read.
    mutating func leaveCard(at now: Timestamp, _ effects: inout [Effect]) {
        if card.content == .offer {
            answerOffer(save: false, at: now, &effects)
        } else {
            leaveCard(at: now)
        }
    }

    mutating func leaveCard(at now: Timestamp) {
        card.hide(at: now, motion: Motion.crossFade)
        if page == .card { page = .live }
    }

    private mutating func showReport(at now: Timestamp) {
        card.show(.report, until: now + .seconds(30), at: now, motion: Motion.crossFade)
        noteProgress(at: now)
    }
}
