// SPDX-License-Identifier: GPL-3.0-or-later

import Core

// Marks, saves and STOP, with everything that they depend on.
extension Context {
    // MARK: Marks

    /// MARK Sets a mark at once when MARK goes down. Whatever the button does later can only take the mark back.
    /// - Parameter replayed: the time of the heard shot that comes again by itself just now.
    /// - Returns: the mark's number, if there was a picture to mark.
    mutating func mark(at now: Timestamp, replayed: Timestamp? = nil) -> (number: Int?, effects: [Effect]) {
        guard let stamp = markedFrame(at: now) else {
            say(Strings.noPictureYet, at: now)
            return (nil, [.panel(.signal(.refused))])
        }
        let lesson = lesson(ofMarkAt: now)
        let shot = openShot(replayed) ?? heardShot(forMarkAt: now)?.timestamp
        let (number, effects) = setMark(stamp, pressed: now, source: moment.source, shot: shot, at: now)
        if let shot { witness.judge(by: shot) }
        // A heard shot was noted when it was heard, but not as the last one of its end.
        if shot == nil {
            noteMoment(stamp, pressed: now)
        } else if let shot, shotsOfEnd(with: shot) != nil {
            noteMoment(FrameStamp(frame: stamp.frame, timestamp: shot), shot: shot, isByHand: true)
        }
        return (number, effects + lesson)
    }

    /// MARK Marks the picture that is shown while somebody looks back. What the camera sees meanwhile is no part of the mark's clip.
    mutating func markLookedAt(at now: Timestamp) -> [Effect] {
        guard let stamp = moment.frames.shown else {
            say(Strings.noPictureYet, at: now)
            return [.panel(.signal(.refused))]
        }
        return setMark(stamp, pressed: nil, source: moment.source, at: now).effects
    }

    /// - Parameter isRedone: true if the mark is the line's newest edit already, because it was redone.
    mutating func setMark(
        _ stamp: FrameStamp, pressed: Timestamp?, source: Mark.Source, shot: Timestamp? = nil, at now: Timestamp, isRedone: Bool = false
    ) -> (number: Int, effects: [Effect]) {
        let left = sessions.left.unaskedSession(for: settings.target)
        let set = sessions.mark(
            stamp, pressed: pressed, shot: shot, at: now, source: source, settings: settings, oldest: line?.oldest?.timestamp)
        let released = releaseClosedClips(isAutomatic: source.isAutomatic)
        markSign = MarkSign(number: set.number, instant: now)
        noteMark(set.number, isRedone: isRedone)
        if let left, left.isDirect, sessions.session.linked != nil, cover.place == .live { say(left.place, undo: .newInstead, at: now) }
        // The mark's number takes the space of the row.
        archerRow = nil
        return (set.number, released + set.effects + noteImpact(ofShot: shot))
    }

    /// MARK Sets a mark when MARK's own button goes down, and notes that the button is held.
    mutating func markAndHold(at now: Timestamp, replayed: Timestamp? = nil) -> [Effect] {
        let (number, effects) = mark(at: now, replayed: replayed)
        sessions.hold(number)
        return effects
    }

    /// Returns the picture that a mark means: the one on the TV or the live one, as it is set. While the line fills, there is only the live
    /// one.
    private func markedFrame(at now: Timestamp) -> FrameStamp? {
        let frames = moment.frames
        return settings.mark == .shown && isDelayedUp(at: now) ? frames.shown ?? frames.live : frames.live ?? frames.shown
    }

    /// Handles what MARK's button does after it went down, on every screen that shows Live.
    mutating func follow(_ gesture: PressRecognizer.Gesture, at now: Timestamp) -> [Effect] {
        switch gesture {
        case .held(.mark) where sessions.heldMark != nil:
            // The mark was meant as a quick save, so it is withdrawn.
            return takeBackHeldMark() + saveBuffer(at: now)
        case .tap(.mark), .released(.mark), .abandoned(.mark):
            sessions.letGo()
        default: break
        }
        return []
    }

    /// Withdraws the mark that MARK set when it went down, because its hold means something else.
    mutating func takeBackHeldMark() -> [Effect] {
        let held = sessions.heldMark
        let withdrawal = sessions.withdrawHeldMark()
        // A mark whose clip is being written already stays.
        if !withdrawal.isEmpty, let held { lineEdits.forget(mark: held, of: sessions.session.ref) }
        return withdrawal
    }

    /// Sets a mark again that was withdrawn by mistake. It was a tap, not a hold, but a box that stood still heard of the release too late.
    /// The mark gets the same picture and a new number. The buffer that was saved meanwhile does no harm.
    mutating func giveBackMark(at now: Timestamp) -> [Effect] {
        guard let lost = sessions.takeWithdrawnMark() else { return [] }
        return setMark(lost.stamp, pressed: lost.pressed, source: lost.source, shot: lost.shot, at: now).effects
    }

    mutating func noteMark(_ number: Int, isRedone: Bool) {
        dropOutdatedToast()
        guard let entry = sessions.session.entries.last(where: { $0.plan.number == number }), let mark = entry.mark, !mark.isAutomatic else { return }
        let set = LineEdits.SetMark(
            mark: mark, session: sessions.session.ref, restedEntries: sessions.session.restedEntries, clipStart: entry.plan.from)
        if isRedone { lineEdits.renumber(set) } else { lineEdits.note(LineEdits.Edit(deed: Strings.markSet(number), mark: set)) }
    }

    // MARK: Clips

    mutating func saveBuffer(at now: Timestamp) -> [Effect] {
        guard !sessions.keepsNothing else { return refuseToKeep(at: now) }
        guard let oldest = line?.oldest, let newest = line?.newest else {
            say(Strings.nothingToSave, at: now)
            return [.panel(.signal(.refused))]
        }
        let end = stalledSince == nil ? max(newest.timestamp, now) : newest.timestamp
        let begun = sessions.begin(settings, at: now)
        let saved = begun + sessions.save(.buffer, from: oldest.timestamp, through: end, settings: settings)
        guard conditions.card.isWritable else {
            say(Strings.bufferWaits, at: now)
            return saved + [.panel(.signal(.refused))]
        }
        say(Strings.savingBuffer, at: now)
        return saved
    }

    /// Orders the clips whose post-roll is captured. Without a camera it never will be, so the clips get the footage that there is.
    mutating func cutComplete(at now: Timestamp) -> [Effect] {
        let rallies = cutRallies(at: now)
        var captured = line?.newest?.timestamp
        if let stalledCompletion, stalledCompletion <= now { captured = max(captured ?? now, now) }
        return rallies + (captured.map { sessions.takeComplete(upTo: $0, settings: settings) } ?? [])
    }

    /// The instant at which the next clip is written although its footage never came.
    var stalledCompletion: Timestamp? {
        guard let stalledSince, let completion = sessions.session.nextCompletion else { return nil }
        return max(completion, stalledSince) + .seconds(1)
    }

    /// True if the camera's pictures go into memory.
    var isRecording: Bool { stalledSince == nil && line?.newest != nil && switchingOff.ending == nil }

    /// Switches the panel's light with the recording, if the light is wanted.
    mutating func recordingLight() -> [Effect] {
        let isWanted = settings.hasRecordingLight && isRecording
        guard isWanted != isLit else { return [] }
        isLit = isWanted
        return [.panel(.recordingLight(isWanted))]
    }

    // MARK: STOP

    /// The result of closing an end with STOP.
    struct Shot: Sendable {
        /// The end to score first, if there is one.
        var end: EndRecord?
        var ref: SessionRef
        /// The clips of what was shot, in that order. The footage that was never marked comes last.
        var clips: [Int] = []
        var effects: [Effect]
    }

    /// Closes the end that was shot, for every archer who shot in it, after STOP on Live. In a round this also works without a mark,
    /// because an end can be scored from the paper.
    /// - Returns: `nil` if nothing was shot.
    mutating func closeEnd(at now: Timestamp) -> Shot? {
        var effects = closeRally(at: now)
        let others = settings.scores ? sessions.waitingForScore(settings, at: now) : []
        if !sessions.session.isShooting {
            if let (end, ref) = wait(for: others) {
                sessions.noteStop(others, at: now)
                sessions.noteClosedClips()
                return Shot(end: end, ref: ref, effects: [.card(.journal(ref, .end(end)))])
            }
            guard settings.scores, settings.chosenRound != nil else { return nil }
            effects += sessions.goOn(for: settings.target, settings: settings, at: now)
        }
        let ref = sessions.session.ref
        let end = endToScore(of: sessions.session)
        guard sessions.session.isShooting || end != nil else { return nil }
        desk.waiting = others
        let before = sessions.session.restedEntries
        effects += rest(scoring: end, at: now)
        sessions.noteClosedClips()
        if let end, !end.clips.isEmpty || !end.detected.isEmpty { sessions.noteStop([ref] + others, at: now) }
        return Shot(end: end, ref: ref, clips: shotClips(of: ref, after: before, end), effects: effects)
    }

    /// Returns the end's clips, and then the other clips since the STOP before. Clips of automatic marks lie between them, in the order of
    /// the pictures.
    private func shotClips(of ref: SessionRef, after before: Int, _ end: EndRecord?) -> [Int] {
        let all = sessions.state(of: ref)?.entries ?? []
        let entries = all.dropFirst(before)
        let ofEnd = end?.clips ?? []
        let pressed = entries.filter { $0.plan.kind == .mark }.sorted { ($0.plan.from, $0.plan.number) < ($1.plan.from, $1.plan.number) }
        var shots = ofEnd + pressed.map(\.plan.number).filter { !ofEnd.contains($0) }
        let times = Dictionary(all.compactMap { entry in entry.mark.map { ($0.number, $0.stamp.timestamp) } }) { first, _ in first }
        let detected = (end?.detected ?? []) + entries.filter { $0.plan.kind == .detected }.map(\.plan.number)
        for number in detected where !shots.contains(number) { shots.insert(number) { times[$0] } }
        return shots + entries.filter { $0.plan.kind == .tail }.map(\.plan.number)
    }

    private mutating func wait(for others: [SessionRef]) -> (end: EndRecord, ref: SessionRef)? {
        // Scoring goes on with the session whose face somebody left.
        let left = sessions.closing.flatMap { $0.unfinishedEnd == nil ? nil : $0.ref }
        desk.waiting = others.filter { $0 == left } + others.filter { $0 != left }
        return nextToScore()
    }

    /// Lets another archer shoot. What was shot so far waits for STOP.
    mutating func choose(archer name: String, at now: Timestamp) -> [Effect] {
        guard name != settings.shooter?.name else { return [] }
        let rested = sessions.session.hasBegun ? rest(at: now) : []
        return rested + change(to: settings.shooting(as: name), at: now)
    }

    /// Lets the session rest: its clips are written, and its record and pages.
    mutating func rest(scoring end: EndRecord? = nil, at now: Timestamp) -> [Effect] {
        let shown = isDelayedUp(at: now) ? now - .seconds(settings.delaySeconds) : nil
        return closeRally(at: now) + sessions.rest(scoring: end, shown: shown, settings: settings, at: now)
    }

    /// The work that is lost if the box goes off now. With a writable card, this is only the changes that wait for another card.
    var unsavedWork: UnsavedWork {
        if conditions.card.isWritable { return UnsavedWork(changes: waitingChanges) }
        return UnsavedWork(
            clips: sessions.pendingCount + unanswered.parts, hasArrows: unanswered.ends > 0 || desk.hasUnjournalledArrows,
            hasPictures: unanswered.pictures > 0, hasDecisions: unanswered.decisions > 0, changes: waitingChanges)
    }
}
