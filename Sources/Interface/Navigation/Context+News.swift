// SPDX-License-Identifier: GPL-3.0-or-later

import Core

// What the services tell, as far as all screens share it; a screen hears of it afterwards.
extension Context {
    mutating func hear(_ event: Event, at now: Timestamp) -> [Effect] {
        switch event {
        case .card(let news): return hear(news, at: now)
        case .stream(let news): hear(news, at: now)
        case .stills(let news): stills.take(news)
        case .box(let news): hear(news, at: now)
        case .panel, .key, .tick, .player: break
        }
        return []
    }

    private mutating func hear(_ news: CardNews, at now: Timestamp) -> [Effect] {
        switch news {
        case .condition(let condition):
            conditions.card = condition
            // What couldn't be read may be there now.
            if condition.isWritable { stills.forgetMissing() }
        case .continued(let continued, let ref):
            return take(continued, as: ref, at: now)
        case .named(let ref, let name, let header):
            sessions.note(name: name, header: header, of: ref)
            desk.note(name: name, of: ref)
        case .journalled(let ref, .marked(let mark)):
            sessions.noteJournalled(mark, of: ref)
        case .journalled(let ref, .end(let end)):
            desk.noteJournalled(end, of: ref)
        case .written(let ref, let record, _):
            return noteWritten(record, of: ref, at: now)
        case .lost(let ref, let number, let reason):
            sessions.noteLost(number, of: ref, reason: reason)
            switchingOff.noteSettled()
            conditions.note(Notice(kind: .lost(number), title: Strings.clipLost(number), detail: reason, since: now))
        case .filed(let ref, let filed):
            return noteFiled(filed, ref)
        case .settings(let loaded, let faults):
            return load(loaded, faults, at: now)
        case .notJournalled(_, _, let reason): notice(Strings.notSaved(reason), since: now)
        case .recordNotWritten(_, let reason): notice(Strings.recordNotWritten(reason), since: now)
        case .notRead(let reason): notice(Strings.cardNotRead(reason), since: now)
        case .settingsNotSaved(let reason): notice(Strings.settingsNotSaved(reason), since: now)
        case .journalled, .recovered, .noticed, .found, .read, .deleted: break
        }
        return []
    }

    private mutating func noteWritten(_ record: ClipRecord, of ref: SessionRef, at now: Timestamp) -> [Effect] {
        sessions.noteWritten(record, of: ref)
        switchingOff.noteSettled()
        if record.isCutShort { conditions.note(Notice(cutShort: record.number, since: now)) }
        if let name = sessions.name(of: ref) {
            stills.forgetMissing(of: name)
            desk.noteWritten(record, of: ref, name: name)
        }
        guard record.kind == .buffer else { return [] }
        if cover.place != .dialog { say(Strings.bufferSaved(record.seconds), at: now) }
        return [.panel(.signal(.saved))]
    }

    private mutating func noteFiled(_ filed: FiledSession?, _ ref: SessionRef) -> [Effect] {
        let isFirst = sessions.noteFiled(ref)
        guard let filed else { return [] }
        stills.forgetMissing(of: filed.name)
        desk.noteFiled(filed, of: ref)
        return isFirst && !filed.record.clips.isEmpty ? [.panel(.signal(.saved))] : []
    }

    /// The session of a run that ended by itself goes on, with the ends that were scored in it; or it isn't there.
    private mutating func take(_ continued: ContinuedSession?, as ref: SessionRef, at now: Timestamp) -> [Effect] {
        guard sessions.take(continued, as: ref) else {
            // It was ended before the card said that it has it: now it can be filed.
            return continued == nil ? [] : [.card(.file(ref))]
        }
        guard continued != nil else { return [] }
        let lost = sessions.session.lostCount
        notice(Strings.sessionGoesOn, lost > 0 ? Strings.lost(lost) : nil, since: now)
        return []
    }

    private mutating func hear(_ news: StreamNews, at now: Timestamp) {
        switch news {
        case .line(let summary):
            line = summary
        case .diagnostics(let diagnostics):
            self.diagnostics = diagnostics
        case .frames(let counts):
            note(counts, at: now)
        case .cameraLost:
            conditions.isCameraLost = true
            stalledSince = stalledSince ?? now
            overload.withdraw()
        case .cameraBack(let stream):
            conditions.isCameraLost = false
            self.stream = stream
            overload.rule.beginStream(at: now)
            noteFlow()
        case .encoderFailed(let reason):
            conditions.encoderFailure = reason
            stalledSince = stalledSince ?? now
        case .encoderBack:
            conditions.encoderFailure = nil
            noteFlow()
        case .codec(.tookOver(_, let from, let to, _, _)):
            notice(Strings.codecFailed, Strings.codecFailedAdvice(from, to), since: now)
        case .codec(.tooMuch(let stream, let instead)):
            notice(Strings.tooLargePicture, Strings.tooLargeAdvice(stream, instead: instead), since: now)
        case .codec(.unavailable), .codec(.dropped):
            break
        }
    }

    private mutating func noteFlow() {
        if !conditions.isCameraLost, conditions.encoderFailure == nil { stalledSince = nil }
    }

    private mutating func hear(_ news: BoxNews, at now: Timestamp) {
        switch news {
        case .leftOpen(let left): sessions.session.expect(left)
        case .safeMode: conditions.isSafeMode = true
        case .settingsFault(let fault): conditions.note(fault)
        case .power(let state): conditions.note(state, at: now)
        case .notices(let notices): conditions.boxNotices = Array(notices.prefix(BoxNotice.most))
        case .displayLost: conditions.isDisplayLost = true
        case .displayBack: conditions.isDisplayLost = false
        case .endRequested: break
        }
    }

    private mutating func notice(_ title: String, _ detail: String? = nil, since now: Timestamp) {
        conditions.note(Notice(kind: .notice, title: title, detail: detail, since: now))
    }
}
