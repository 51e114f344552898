// SPDX-License-Identifier: GPL-3.0-or-later

import Core

// Applies the services' news to the state that all screens share. The screens hear each event afterwards.
extension Context {
    mutating func hear(_ event: Event, at now: Timestamp) -> [Effect] {
        switch event {
        case .card(let news): return hear(news, at: now)
        case .stream(let news): hear(news, at: now)
        case .hearing(let news, let live): return hear(news, live, at: now)
        case .stills(.measured(let key, let waveform)): waveforms.take(waveform, of: key)
        case .stills(.measuredLine(let waveform, let place)): waveforms.takeLine(waveform, from: place)
        case .stills(.peek(let news)): peeks.take(news)
        case .stills(.extract(let news)): extracts.take(news)
        case .stills(.foundMotion(let part, let trace)): movement.take(trace, of: part)
        case .stills(.motion(let grid)):
            movement.take(grid)
            if movement.watched != nil { persons.live.take(grid, at: now) }
        case .stills(.burst(let stamp, let middle)): return hear(burst: stamp, middle: middle, at: now)
        case .stills(.region(let change)): return hear(change, at: now)
        case .stills(let news): stills.take(news)
        case .export(.fetch(let news)): return hear(news)
        case .export(let news): hear(news, at: now)
        case .films(let news): hear(news)
        case .box(let news): hear(news, at: now)
        case .player(.ready(let key, let facts)): openClips.take(facts, of: key)
        case .player(.failed(let key, _)): openClips.close(key)
        case .panel, .key, .detected, .tick, .player(.behind): break
        }
        return []
    }

    private mutating func hear(_ news: CardNews, at now: Timestamp) -> [Effect] {
        unanswered.note(news)
        switch news {
        case .condition(let condition):
            if condition.isWritable, !conditions.card.isWritable { conditions.rescue.begin(sessions.writingCount) }
            conditions.card = condition
            if condition == .absent { cardFacts = nil }
            // Files that couldn't be read may be readable now.
            if condition.isWritable {
                stills.forgetMissing()
                peeks.forgetMissing()
                extracts.forgetMissing()
                movement.forgetMissing()
                waveforms.forgetMissing()
            }
        case .arrived(let id): return noteArrival(of: id)
        case .clock(let report): clock = report
        case .waiting(let changes): waitingChanges = changes
        case .read(let key, let filed): desk.noteRead(filed, of: key)
        case .continued(let continued, let ref):
            return take(continued, as: ref)
        case .resumable(let left, let boxStart):
            sessions.left.note(left)
            sessions.note(boxStart: boxStart)
            // The card was made ready, after a start or because it is back.
            return [.films(.look(keepsNothing: sessions.keepsNothing))]
        case .named(let ref, let key, let header):
            edits.move(subject(of: ref), to: key)
            sessions.note(key, header: header, of: ref)
            desk.note(key, of: ref)
        case .joined(let ref, let key, let header):
            edits.move(subject(of: ref), to: key)
            sessions.noteJoined(ref, to: key, header)
            if desk.book?.ref == ref { desk.book?.noteJoined(to: key) }
        case .split(let ref, let earlier, let later):
            edits.forget([earlier.key])
            sessions.noteSplit(ref, earlier, later: later, at: now)
            if desk.isAbout(ref, at: earlier.key) { desk.book = ScoreBook(earlier.record, key: earlier.key) }
            say(Strings.splitInTwo, at: now)
        case .notSplit(let ref, let reason):
            sessions.noteNotSplit(ref)
            notice(.trouble, Strings.notSplit, reason.text)
            // The session may have been reopened to be split, so it is filed again.
            return [.card(.file(ref))]
        case .journalled(let ref, .alone):
            sessions.change(ref) { $0.noteAlone() }
        case .journalled(let ref, .marked(let mark)):
            sessions.noteJournalled(mark, of: ref)
        case .journalled(let ref, .end(let end)):
            desk.noteJournalled(end, of: ref)
        case .journalled(let ref, .judged(let clip, let judgement)):
            desk.noteJournalled(judgement, ofClip: clip, of: ref)
        case .emptied(let clips, _):
            sessions.noteRemoved(clips)
            desk.noteRemoved(clips)
            edits.forget(clips)
        case .written(let ref, let record, _):
            return noteWritten(record, of: ref, at: now)
        case .trimmed(let ref, let source, let record, let file):
            return noteTrimmed(record, from: source, file: file, of: ref, at: now)
        case .notTrimmed(let ref, _, let reason):
            notice(.trouble, Strings.partNotMade, reason.text)
            // The session may have been reopened to make the part, so it is filed again.
            return [.card(.file(ref))]
        case .pictureKept(let ref, _):
            if cover.place.showsFootage { say(Strings.pictureKept, at: now) }
            // The session's page on the card shows the picture, so the session is filed again.
            return [.panel(.signal(.saved)), .card(.file(ref))]
        case .pictureNotKept(_, let reason): notice(.trouble, Strings.pictureNotKept, reason.text)
        case .lost(let ref, let number, let reason):
            sessions.noteLost(number, of: ref, reason: reason.description)
            switchingOff.noteSettled()
            noteRescue(isSaved: false)
            conditions.note(Notice(kind: .lost(number), title: Strings.clipLost(number), detail: reason.text))
        case .filed(let ref, let filed):
            return noteFiled(filed, ref)
        case .settings(let loaded, let faults):
            return load(loaded, faults, at: now)
        case .notJournalled(_, _, let reason): notice(.trouble, Strings.notSaved, reason.text)
        case .recordNotWritten(_, let reason): notice(.trouble, Strings.recordNotWritten, reason.text)
        case .notRead(let reason): notice(.trouble, Strings.cardNotRead, reason.text)
        case .settingsNotSaved(let reason): notice(.trouble, Strings.settingsNotSaved, reason.text)
        case .lines(let lines): (self.lines, knownLines) = (lines, lines)
        case .deleted(let keys, _):
            sessions.noteDeleted(keys, at: now)
            edits.forget(keys)
            room.forget()
        case .facts(let facts): cardFacts = facts
        case .oldest(let candidates): room.note(candidates)
        case .madeRoom(let key, let problem): noteRoom(key, problem)
        case .journalled(_, .protected): room.forget()
        case .journalled, .recovered, .noticed, .found, .unjudged: break
        }
        return []
    }

    /// Notes a card that was inserted. If it is the card from before, the open session is read again, since it may have been changed
    /// elsewhere.
    private mutating func noteArrival(of id: String) -> [Effect] {
        let before = card
        card = id
        stills.clear()
        persons.forget()
        guard before == id else {
            // This knowledge was about the other card.
            sessions.left.note([])
            room.rest()
            return []
        }
        if case .stored(let key)? = desk.book?.ref { return [.card(.read(key))] }
        return []
    }

    private mutating func noteWritten(_ record: ClipRecord, of ref: SessionRef, at now: Timestamp) -> [Effect] {
        sessions.noteWritten(record, of: ref)
        switchingOff.noteSettled()
        noteRescue(isSaved: true)
        // A saved buffer is all the footage there is, so nothing is missing from it.
        if record.isCutShort, record.kind.hasMark { conditions.note(Notice(cutShort: record.number)) }
        if let key = sessions.key(of: ref) {
            stills.forgetMissing(of: key)
            peeks.forgetMissing()
            extracts.forgetMissing()
            desk.noteWritten(record, of: ref, in: key, framesPerSecond: stream.rate.hertz)
        }
        let noted = filed(lineNotes(for: record, of: ref)).flatMap { commit($0) }
        guard record.kind == .buffer else { return noted }
        if cover.place != .dialog { say(Strings.bufferSaved(record.seconds), at: now) }
        return noted + [.panel(.signal(.saved))]
    }

    /// Notes a part of a clip, which is a clip of its own. The session is filed again so that its pages list the part.
    private mutating func noteTrimmed(_ record: ClipRecord, from source: Int, file: String, of ref: SessionRef, at now: Timestamp) -> [Effect] {
        sessions.noteTrimmed(record, from: source, of: ref)
        desk.noteTrimmed(record, from: source, file: file, of: ref)
        say(Strings.partMade(Strings.clip(record.number, record.kind)), at: now)
        return [.panel(.signal(.saved)), .card(.file(ref))]
    }

    private mutating func noteRescue(isSaved: Bool) {
        guard let saved = conditions.rescue.noteSettled(isSaved: isSaved) else { return }
        notice(.saved, Strings.clipsSaved(saved))
    }

    private mutating func noteFiled(_ filed: FiledSession?, _ ref: SessionRef) -> [Effect] {
        let isFirst = sessions.noteFiled(ref)
        guard let filed else { return [] }
        stills.forgetMissing(of: filed.key)
        desk.noteFiled(filed, of: ref)
        stills.forget(desk.takeOutdatedStills(of: filed.key))
        return isFirst && !filed.record.clips.isEmpty ? [.panel(.signal(.saved))] : []
    }

    /// Takes over a session that an earlier run left, with its scored ends, or notes that the card doesn't have it.
    private mutating func take(_ continued: ContinuedSession?, as ref: SessionRef) -> [Effect] {
        if let continued { edits.move(subject(of: ref), to: continued.key) }
        let effects = sessions.take(continued, as: ref, isScored: settings.scores)
        let wasAsked = sessions.left.noteAnswer(about: ref)
        guard continued != nil else {
            if wasAsked { notice(.trouble, Strings.sessionNotFound, Strings.newSessionBegan) }
            return effects
        }
        // The session was ended before the card confirmed that it has it. Now it can be filed.
        guard sessions.session.ref == ref else { return effects + [.card(.file(ref))] }
        let lost = sessions.session.lostCount
        notice(.word, Strings.sessionGoesOn, wasAsked ? nil : lost > 0 ? Strings.lost(lost) : Strings.startedAgain)
        return effects
    }

    private mutating func hear(_ news: StreamNews, at now: Timestamp) {
        switch news {
        case .line(let summary):
            line = summary
            if let newest = summary.newest?.timestamp { gaps.note(newest: newest) }
        case .diagnostics(let diagnostics):
            self.diagnostics = diagnostics
            hasFrameStrip = diagnostics.hasFrameStrip
            preferences.suitText(toInches: diagnostics.tvInches)
            // The TV shows at most 60 frames a second.
            if let seconds = diagnostics.composingSeconds, seconds > 0 { governor.take(framesPerSecond: min(60, 1 / seconds)) }
        case .frames(let counts):
            note(counts, at: now)
        case .cameraLost(_, let trouble):
            conditions.isCameraLost = true
            conditions.cameraTrouble = trouble
            gaps.begin(after: line?.newest?.timestamp, at: now)
            overload.withdraw()
        case .cameraBack(let stream):
            conditions.isCameraLost = false
            self.stream = stream
            overload.rule.beginStream(at: now)
            noteFlow(at: now)
        case .encoderFailed(let reason):
            conditions.encoderFailure = reason
            gaps.begin(after: line?.newest?.timestamp, at: now)
        case .encoderBack:
            conditions.encoderFailure = nil
            noteFlow(at: now)
        case .noSound:
            conditions.isSoundMissing = true
            notice(.trouble, Strings.soundMissing, Strings.soundMissingAdvice)
        case .codec(.tookOver(_, let from, let to, _, _)):
            notice(.word, Strings.codecFailed, Strings.codecFailedAdvice(from, to))
        case .codec(.tooMuch(let stream, let instead)):
            notice(.word, Strings.tooLargePicture, Strings.tooLargeAdvice(stream, instead: instead))
        case .codec(.unavailable), .codec(.dropped):
            break
        }
    }

    private mutating func noteFlow(at now: Timestamp) {
        if !conditions.isCameraLost, conditions.encoderFailure == nil { gaps.finish(at: now) }
    }

    private mutating func hear(_ news: BoxNews, at now: Timestamp) {
        switch news {
        case .leftOpen(let open):
            sessions.session.expect(open)
            sessions.left.noteOpen(open.others)
        case .safeMode: conditions.isSafeMode = true
        case .settingsFault(let fault): conditions.note(fault)
        case .power(let state): conditions.note(state, at: now)
        case .notices(let notices): conditions.boxNotices = Array(notices.prefix(BoxNotice.most))
        case .cameras(let found): cameras = found
        case .microphone(let isThere): conditions.isMicrophoneThere = isThere
        case .triggerHeld(let isHeld): conditions.isTriggerHeld = isHeld
        case .noVoice: say(Strings.noVoice, at: now)
        case .displayLost: conditions.isDisplayLost = true
        case .displayBack: conditions.isDisplayLost = false
        case .endRequested, .keptNothing: break
        }
    }

    private mutating func notice(_ kind: Notice.Kind, _ title: String, _ detail: String? = nil) {
        conditions.note(Notice(kind: kind, title: title, detail: detail))
    }
}
