// SPDX-License-Identifier: GPL-3.0-or-later

import Core

// What marks and saves mean, with everything that they depend on.
extension Context {
    // MARK: Marks

    /// MARK went down: the mark is set at once; what the button does later can only take it back.
    /// - Returns: the mark's number, if there was a picture to mark.
    mutating func mark(at now: Timestamp) -> (number: Int?, effects: [Effect]) {
        guard let stamp = markedFrame(at: now) else {
            say(Strings.noPictureYet, at: now)
            return (nil, [.panel(.signal(.refused))])
        }
        let (number, effects) = setMark(stamp, pressed: now, source: moment.source, at: now)
        return (number, effects)
    }

    /// MARK while the line is looked at again: it marks the picture that is shown. What the camera sees meanwhile is no part of its clip.
    mutating func markLookedAt(at now: Timestamp) -> [Effect] {
        guard let stamp = moment.frames.shown else {
            say(Strings.noPictureYet, at: now)
            return [.panel(.signal(.refused))]
        }
        return setMark(stamp, pressed: nil, source: moment.source, at: now).effects
    }

    private mutating func setMark(
        _ stamp: FrameStamp, pressed: Timestamp?, source: Mark.Source, at now: Timestamp
    ) -> (number: Int, effects: [Effect]) {
        let set = sessions.mark(stamp, pressed: pressed, at: now, source: source, settings: settings, oldest: line?.oldest?.timestamp)
        markSign = MarkSign(number: set.number, instant: now)
        lineDrawings.noteMark()
        // Its number stands where the row would be.
        archerRow = nil
        return set
    }

    /// MARK's own button went down, and stays down.
    mutating func markAndHold(at now: Timestamp) -> [Effect] {
        let (number, effects) = mark(at: now)
        sessions.hold(number)
        return effects
    }

    /// The picture a mark means: by setting the one on the TV or the live one, and while the line fills there is only the live one.
    private func markedFrame(at now: Timestamp) -> FrameStamp? {
        let frames = moment.frames
        return settings.mark == .shown && isDelayedUp(at: now) ? frames.shown ?? frames.live : frames.live ?? frames.shown
    }

    /// What MARK's button does after it went down, wherever Live is seen.
    mutating func follow(_ gesture: PressRecognizer.Gesture, at now: Timestamp) -> [Effect] {
        switch gesture {
        case .held(.mark) where sessions.heldMark != nil:
            // The mark was meant as a quick save.
            let withdrawal = sessions.withdrawHeldMark()
            // A mark whose clip is being written already stays.
            if !withdrawal.isEmpty { lineDrawings.noteMarkTakenBack() }
            return withdrawal + saveBuffer(at: now)
        case .tap(.mark), .released(.mark), .abandoned(.mark):
            sessions.letGo()
        default: break
        }
        return []
    }

    /// The hold was none: a box that stood still heard of the release too late, and took back a mark that was acknowledged. It is set
    /// again, for the same picture and under a number of its own. The buffer that was saved meanwhile does no harm.
    mutating func giveBackMark(at now: Timestamp) -> [Effect] {
        guard let lost = sessions.takeWithdrawnMark() else { return [] }
        return setMark(lost.stamp, pressed: lost.pressed, source: lost.source, at: now).effects
    }

    /// The newest mark is taken back, and its clip with it.
    mutating func undoMark(at now: Timestamp) -> [Effect] {
        guard let number = sessions.undoableMark else { return [] }
        say(Strings.undone(Strings.markSet(number)), at: now)
        lineDrawings.noteMarkTakenBack()
        return sessions.withdrawNewestMark()
    }

    // MARK: Clips

    mutating func saveBuffer(at now: Timestamp) -> [Effect] {
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

    /// Orders the clips whose post-roll is captured. Without a camera none will be: what there is is the clip.
    mutating func cutComplete(at now: Timestamp) -> [Effect] {
        var captured = line?.newest?.timestamp
        if let stalledCompletion, stalledCompletion <= now { captured = max(captured ?? now, now) }
        return captured.map { sessions.takeComplete(upTo: $0, settings: settings) } ?? []
    }

    /// When the next clip is written although its footage never came.
    var stalledCompletion: Timestamp? {
        guard let stalledSince, let completion = sessions.session.nextCompletion else { return nil }
        return max(completion, stalledSince) + .seconds(1)
    }

    /// What the camera sees goes into memory.
    var isRecording: Bool { stalledSince == nil && line?.newest != nil && switchingOff.ending == nil }

    /// The panel's light changes with what is recorded, where it is wanted.
    mutating func recordingLight() -> [Effect] {
        let isWanted = settings.hasRecordingLight && isRecording
        guard isWanted != isLit else { return [] }
        isLit = isWanted
        return [.panel(.recordingLight(isWanted))]
    }

    // MARK: STOP

    /// What STOP closed.
    struct Shot: Sendable {
        /// What is to be scored first, if anything is.
        var end: EndRecord?
        var ref: SessionRef
        /// The clips of what was shot, in the order in which they were; what was never marked is last.
        var clips: [Int] = []
        var effects: [Effect]
    }

    /// STOP on Live closes the end that was shot, of every archer who shot in it. In a round it does so without a mark too: an end can be
    /// scored from the paper.
    /// - Returns: `nil` if nothing was shot.
    mutating func closeEnd(at now: Timestamp) -> Shot? {
        var effects: [Effect] = []
        let others = settings.scores ? sessions.waitingForScore(settings, at: now) : []
        if !sessions.session.isShooting {
            if let (end, ref) = wait(for: others) {
                sessions.noteStop(others, at: now)
                return Shot(end: end, ref: ref, effects: [.card(.journal(ref, .end(end)))])
            }
            guard settings.scores, settings.chosenRound != nil else { return nil }
            effects = sessions.goOn(for: settings.target, settings: settings, at: now)
        }
        let ref = sessions.session.ref
        let end = endToScore(of: sessions.session)
        guard sessions.session.isShooting || end != nil else { return nil }
        desk.waiting = others
        let before = sessions.session.restedEntries
        effects += rest(scoring: end, at: now)
        if let end, !end.clips.isEmpty { sessions.noteStop([ref] + others, at: now) }
        return Shot(end: end, ref: ref, clips: shotClips(of: ref, after: before, end), effects: effects)
    }

    /// The end's clips, and what was shot besides since the STOP before.
    private func shotClips(of ref: SessionRef, after before: Int, _ end: EndRecord?) -> [Int] {
        let entries = sessions.state(of: ref)?.entries.dropFirst(before) ?? []
        let ofEnd = end?.clips ?? []
        let marked = entries.filter { $0.mark != nil }.sorted { ($0.plan.from, $0.plan.number) < ($1.plan.from, $1.plan.number) }
        return ofEnd + (marked + entries.filter { $0.plan.kind == .tail }).map(\.plan.number).filter { !ofEnd.contains($0) }
    }

    private mutating func wait(for others: [SessionRef]) -> (end: EndRecord, ref: SessionRef)? {
        // Where somebody left the face is where it goes on.
        let left = sessions.closing.flatMap { $0.unfinishedEnd == nil ? nil : $0.ref }
        desk.waiting = others.filter { $0 == left } + others.filter { $0 != left }
        return nextToScore()
    }

    /// Another archer shoots now. What was shot so far waits for STOP.
    mutating func choose(archer name: String, at now: Timestamp) -> [Effect] {
        guard name != settings.shooter?.name else { return [] }
        let rested = sessions.session.hasBegun ? rest(at: now) : []
        return rested + change(to: settings.shooting(as: name), at: now)
    }

    /// The session rests: its clips are written, and its record and pages.
    mutating func rest(scoring end: EndRecord? = nil, at now: Timestamp) -> [Effect] {
        let shown = isDelayedUp(at: now) ? now - .seconds(settings.delaySeconds) : nil
        return sessions.rest(scoring: end, shown: shown, settings: settings, at: now)
    }

    /// What is lost if the box goes off now; nothing as long as the card takes what waits.
    var unsavedWork: UnsavedWork {
        if conditions.card.isWritable { return UnsavedWork(changes: waitingChanges) }
        return UnsavedWork(
            clips: sessions.pendingCount + unanswered.parts, hasArrows: unanswered.ends > 0 || desk.hasUnjournalledArrows,
            hasPictures: unanswered.pictures > 0, hasDecisions: unanswered.decisions > 0, changes: waitingChanges)
    }
}
