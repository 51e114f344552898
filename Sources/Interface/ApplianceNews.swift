import Core

extension Appliance {
    /// What the card's keeper tells.
    mutating func take(_ news: CardNews, at now: Timestamp, _ effects: inout [Effect]) {
        switch news {
        case .condition(let condition):
            conditions.card = condition
            screens.noteCard(condition)
        case .continued(let continued, let ref):
            take(continued, as: ref, at: now, &effects)
        case .named(let ref, let name, let header):
            withSession(ref) { $0.header = header }
            screens.note(name, of: ref)
        case .journalled(let ref, .marked(let mark)):
            withSession(ref) { $0.noteJournalled(mark: mark.number) }
        case .journalled(let ref, .end(let end)):
            if screens.isAboutBook(ref) { screens.book?.noteJournalled(end) }
        case .journalled, .recovered, .noticed:
            break
        case .notJournalled(_, _, let reason):
            conditions.note(Notice(kind: .notice, title: Strings.notSaved(reason), detail: nil, since: now))
        case .written(let ref, let record, _):
            noteWritten(record, of: ref, at: now, &effects)
            screens.noteWritten(record, of: ref)
        case .lost(let ref, let number, let reason):
            noteLost(number, of: ref, reason: reason, at: now)
        case .filed(let ref, let filed):
            noteFiled(filed, ref, at: now, &effects)
        case .recordNotWritten(_, let reason):
            conditions.note(Notice(kind: .notice, title: Strings.recordNotWritten(reason), detail: nil, since: now))
        case .found(let list):
            screens.history?.take(list)
        case .read(let name, let record):
            open(name, record, at: now)
        case .notRead(let reason):
            conditions.note(Notice(kind: .notice, title: Strings.cardNotRead(reason), detail: nil, since: now))
        case .deleted(let names, let problem):
            let outcomes = screens.history?.noteDeleted(names, problem: problem) ?? []
            for outcome in outcomes { follow(outcome, at: now, &effects) }
        case .settings(let loaded, let faults):
            conditions.settingsProblems.removeAll { $0.file == SettingsFault.cardsFile }
            load(loaded, &effects)
            faults.forEach { conditions.note($0) }
        case .settingsNotSaved(let reason):
            conditions.note(Notice(kind: .notice, title: Strings.settingsNotSaved(reason), detail: nil, since: now))
        }
    }

    private mutating func noteFiled(_ filed: FiledSession?, _ ref: SessionRef, at now: Timestamp, _ effects: inout [Effect]) {
        if case .run = ref, filedSessions.insert(ref).inserted {
            card.noteDone(at: now)
            if filed?.record.clips.isEmpty == false { effects.append(.panel(.signal(.saved))) }
        }
        guard let filed else { return }
        screens.forgetMissing(of: filed.name)
        if screens.isAboutBook(ref, name: filed.name) { screens.book?.noteFiled(filed.record, name: filed.name) }
    }

    /// What the stream tells: the camera, the codecs, the delay line.
    mutating func take(_ news: StreamNews, at now: Timestamp) {
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
            conditions.note(Notice(kind: .notice, title: Strings.codecFailed, detail: Strings.codecFailedAdvice(from, to), since: now))
        case .codec(.tooMuch(let stream, let instead)):
            let advice = Strings.tooLargeAdvice(stream, instead: instead)
            conditions.note(Notice(kind: .notice, title: Strings.tooLargePicture, detail: advice, since: now))
        case .codec(.unavailable), .codec(.dropped):
            break
        }
    }

    private mutating func noteFlow() {
        if !conditions.isCameraLost, conditions.encoderFailure == nil { stalledSince = nil }
    }

    /// What the player tells of the clip that plays.
    mutating func take(_ news: PlayerNews, at now: Timestamp, _ effects: inout [Effect]) {
        switch news {
        case .ready(let key, let seconds):
            guard screens.clip?.key == key else { break }
            screens.clip?.noteReady(seconds: seconds, at: now)
            if let effect = screens.clip?.effect { effects.append(effect) }
        case .failed(let key, let reason):
            guard screens.clip?.key == key else { break }
            if page == .clip { goBack(at: now, &effects) }
            toast = Toast(.words(Strings.cantPlay(reason)), at: now)
        }
    }

    /// What the program and the machine around it tell.
    mutating func take(_ news: BoxNews, at now: Timestamp, _ effects: inout [Effect]) {
        switch news {
        case .leftOpen(let left):
            session.expect(left)
        case .safeMode:
            conditions.isSafeMode = true
        case .settingsFault(let fault):
            conditions.note(fault)
        case .power(let state):
            conditions.note(state, at: now)
        case .notices(let notices):
            conditions.boxNotices = Array(notices.prefix(BoxNotice.most))
        case .displayLost:
            conditions.isDisplayLost = true
        case .displayBack:
            conditions.isDisplayLost = false
        case .endRequested where switchingOff.ending != nil:
            // Everything was ordered when the box was switched off.
            break
        case .endRequested:
            flushSettings(&effects)
            fileBook(&effects)
            endSession(at: now, &effects)
        }
    }
}
