// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Interface

/// Writes the log of a run and collects facts for its report: a line for each event and each action that somebody may look for later.
///
/// Thread-bound: the box's thread.
struct RunLog {
    let events: RunEvents
    private(set) var facts = RunFacts()
    /// The number of pictures that the hardware's encoder left out.
    private var droppedPictures: Int64 = 0
    private var dropNotes = LossNotes()
    private var lossNotes = LossNotes()
    private var overloadNotes = OverloadNotes()
    private var toldStick = ""
    /// True if the ear has learned the sound of a shot.
    private var hearsSurely = false

    init(events: RunEvents) {
        self.events = events
    }

    // MARK: Events

    /// Notes news before the interface hears of it.
    /// - Parameter name: returns the folder of a session, if it has one.
    mutating func note(_ event: Event, at now: Timestamp, name: (SessionRef) -> String?) {
        switch event {
        case .card(let news): note(news, at: now, name: name)
        case .stream(let news): note(news, at: now)
        case .hearing(let news, _): note(news)
        case .player(.ready(let key, _)): events.note("clip plays: \(key.number) of \(key.session.folder)")
        case .player(.behind(let speed)): events.note("\(speed) times as fast can't be decoded here", level: .warning)
        case .player(.failed(let key, let reason)):
            events.note("clip not played: \(key.number) of \(key.session.folder): \(reason)", level: .warning)
        case .export(let news): note(news)
        case .films(.imported(let name, let place)): events.note("film \(name.onOneLine) imported: \(place)")
        case .films(.refused(let film)): events.note("film \(film.name.onOneLine) not imported: \(film.verdict.reason)", level: .warning)
        case .detected(let detection, let live): facts.note(detection, live: live)
        case .panel, .key, .tick, .stills, .films, .box: break
        }
    }

    private mutating func note(_ news: ExportNews) {
        switch news {
        case .stick(let state):
            let words = Self.words(state)
            // The stick's free space changes all the time, and isn't worth a line.
            if words != toldStick { events.note("stick: \(words)") }
            toldStick = words
        case .notPrepared(let subject, let reason): events.note("export of \(subject.session): \(reason)", level: .warning)
        case .ended(let result):
            events.note("export ended: \(Self.words(result))")
            for problem in result.problems { events.note("export: \(problem)", level: .warning) }
        case .stopped(let reason, let result): events.note("export stopped: \(reason); \(Self.words(result))", level: .warning)
        case .fetch(.ended(let copied, let kept, let refused)):
            events.note("\(Self.count(copied, "film")) copied from the stick, \(kept) there already")
            for film in refused { events.note("film \(film.name.onOneLine) not copied: \(film.verdict.reason)", level: .warning) }
        case .fetch(.stopped(let reason, let copied)):
            events.note("films from the stick: \(reason); \(Self.count(copied, "film")) copied", level: .warning)
        case .prepared, .progress, .fetch(.progress): break
        }
    }

    private static func words(_ result: ExportResult) -> String {
        "\(count(result.written, "file")) written, \(result.replaced) replaced, \(result.kept) there already, "
            + (result.place == .stick ? "stick" : "card")
    }

    private static func words(_ state: StickState) -> String {
        switch state {
        case .none: "none"
        case .checking: "is looked through"
        case .ready(let label, _): label ?? "without a name"
        case .refused(let label, let reason): "\(label ?? "without a name") refused: \(reason)"
        }
    }

    private mutating func note(_ news: CardNews, at now: Timestamp, name: (SessionRef) -> String?) {
        switch news {
        case .recovered(let lines):
            for line in lines { events.note("card: \(line)") }
        case .noticed(let lines):
            for line in lines { events.note("card: \(line)", level: .warning) }
        case .condition(let condition):
            events.note("card: \(condition.words)", level: condition.isWritable ? .info : .warning)
        case .journalled(.run, .marked(let mark)):
            events.note("mark \(mark.number) acknowledged")
        case .journalled(let session, .end(let end)):
            events.note("end \(end.number) of \(name(session) ?? session.word): \(Self.count(end.arrows.count, "arrow")) acknowledged")
        case .notJournalled(_, _, let reason):
            events.note("not saved: \(reason)", level: .warning)
        case .written(_, let record, let file):
            events.note("clip written: \(file)\(record.isCutShort ? ", cut short" : "")")
            facts.clips.append(RunFacts.Clip(record: record, file: file))
        case .trimmed(_, let source, let record, let file):
            events.note("part of clip \(source) written: \(file)")
            facts.clips.append(RunFacts.Clip(record: record, file: file))
        case .pictureKept(_, let file):
            events.note("picture kept: \(file)")
        case .pictureNotKept(_, let reason):
            events.note("picture not kept: \(reason)", level: .warning)
        case .notTrimmed(_, let source, let reason):
            events.note("no part of clip \(source) made: \(reason)", level: .warning)
        case .lost(_, let number, let reason):
            events.note("clip \(number) lost: \(reason)", level: .error)
        case .filed(let session, let filed):
            let isFirst = facts.noteClosed(session, at: now)
            if isFirst { events.note("session closed: \(Self.count(filed?.record.clips.count ?? 0, "clip"))") }
            guard let filed else { return }
            facts.noteFiled(filed)
            events.note("session filed: \(filed.name)")
        case .recordNotWritten(_, let reason):
            events.note("session record not written, trying again: \(reason)", level: .warning)
        case .notRead(let reason):
            events.note("card not read: \(reason)", level: .warning)
        case .emptied(let clips, let problem):
            if let problem { events.note("a deleted clip isn't removed: \(problem)", level: .warning) }
            if !clips.isEmpty { events.note("\(Self.count(clips.count, "deleted clip")) removed") }
        case .deleted(let names, _):
            for key in names { events.note("session \(key.folder) deleted") }
        case .madeRoom(let key, let problem):
            events.note(
                problem.map { "no room made: \($0)" } ?? "session \(key.folder) deleted to make room", level: problem == nil ? .info : .warning)
        case .settings(_, let faults):
            events.note("settings read again")
            for fault in faults { events.note("\(fault)", level: .warning) }
        case .settingsNotSaved(let reason):
            events.note("settings not saved: \(reason)", level: .warning)
        case .journalled(let session, .protected(let isProtected)):
            events.note("session \(name(session) ?? session.word) is \(isProtected ? "protected" : "not protected any more")")
        case .joined(_, let key, _):
            events.note("joined to session \(key.folder)")
        case .split(_, let rest, let later):
            events.note("session \(rest.name) split: the rest is \(later.name)")
        case .notSplit(let session, let reason):
            events.note("session \(name(session) ?? session.word) not split: \(reason)", level: .warning)
        case .waiting(let changes):
            events.note(changes > 0 ? "\(Self.count(changes, "change")) for a card that isn't in" : "nothing waits for another card")
        case .clock(let report):
            events.note("date: \(report.date.from.rawValue)" + (report.date.utc.map { " " + CivilTime(seconds: $0).creationTime } ?? ""))
        case .arrived, .continued, .resumable, .named, .journalled, .found, .unjudged, .read, .lines, .facts, .oldest:
            break
        }
    }

    private mutating func note(_ news: StreamNews, at now: Timestamp) {
        switch news {
        case .cameraLost(let reason, _): events.note("camera lost: \(reason)", level: .warning)
        case .cameraBack(let parameters): events.note("camera back: \(parameters.size) at \(parameters.rate.hertz) fps")
        case .encoderFailed(let reason): events.note("encoder failed: \(reason)", level: .error)
        case .encoderBack(let name): events.note("encoder: \(name)")
        case .noSound(let reason): events.note(reason, level: .warning)
        case .codec(.dropped(_, let count)):
            droppedPictures += Int64(count)
            guard let new = dropNotes.news(lost: droppedPictures, at: now) else { return }
            events.note("the encoder left out \(Self.count(new, "picture"))", level: .warning)
        case .codec(let news): events.note("\(news)", level: .warning)
        case .line, .diagnostics, .frames: break
        }
    }

    private mutating func note(_ news: HearingNews) {
        switch news {
        case .shot(let shot):
            let isNew = facts.note(shot)
            if isNew { events.note("shot \(shot.id) heard") }
        case .learned(let lesson):
            let isSure = lesson.habit != nil
            if isSure != hearsSurely { events.note(isSure ? "the sound of a shot is learned" : "the marks don't agree on the sound of a shot") }
            hearsSurely = isSure
        case .whistle(let whistle):
            facts.note(whistle: whistle)
            events.note("whistle heard")
        case .level: break
        }
    }

    // MARK: Actions

    /// Notes what the interface asked for, before it is done.
    /// - Parameter hasBegun: returns whether the card has anything of this session of the run.
    mutating func note(_ effect: Effect, at now: Timestamp, hasBegun: (SessionRef) -> Bool) {
        switch effect {
        case .card(.journal(let session, .marked(let mark))):
            facts.note(mark, of: session)
            let how = mark.isAutomatic ? " by \(mark.source.rawValue)" : ""
            events.note("mark \(mark.number)\(how): frame \(mark.stamp.frame)")
        case .card(.journal(let session, .withdrawn(let number))):
            facts.noteWithdrawn(number, of: session)
            events.note("mark \(number) taken back")
        case .card(.journal(_, .end(let end))):
            events.note("end \(end.number): \(Self.count(end.arrows.count, "arrow")), \(end.score.total)")
        case .card(.journal(_, .judged(let clip, let judgement))):
            let drawn = judgement.annotations.isEmpty ? "" : ", \(Self.count(judgement.annotations.count, "drawing"))"
            events.note("clip \(clip) \(judgement.isDeleted ? "deleted" : judgement.isLiked ? "liked" : "kept")\(drawn)")
        case .card(.end(let session)):
            guard hasBegun(session) else { return }
            facts.noteStop(at: now)
            events.note("session ended")
        case .card(.resume(let session)):
            events.note("session \(session.word) goes on")
        case .card(.journal(_, .over(let end))):
            events.note("session is over: \(end.rawValue)")
        case .card(.goOn(let key, _, let link)):
            events.note("session \(key.folder) goes on" + (link == nil ? "" : ", in a folder of its own"))
        case .card(.join):
            events.note("the session is joined to the older one")
        case .card(.standAlone):
            events.note("the session stands alone")
        case .box(.setClock(let utc, _)):
            events.note("the clock is set: \(CivilTime(seconds: utc).creationTime)")
        case .stream(.setDelay(let delay)):
            events.note("delay \(delay.inSeconds) s")
        case .stream(.restart):
            events.note("stream restarts")
        case .box(.switchOff(let isLossAccepted)):
            events.note("switched off by hand" + (isLossAccepted ? ", without what waits for a card" : ""))
        case .export(.begin(let subject, _, let place)):
            events.note(
                "export of \(subject.clips.isEmpty ? "" : "\(Self.count(subject.clips.count, "clip")) of ")\(subject.session) to the \(place)")
        case .export(.fetchFilms): events.note("films wanted from the stick")
        case .card, .line, .stream, .hearing, .player, .stills, .panel, .voice, .picture, .export, .films:
            break
        }
    }

    // MARK: Measurements

    /// - Parameter lost: the number of frames that were lost between camera and encoder since the run began.
    mutating func note(lost: Int64, at now: Timestamp) {
        guard let new = lossNotes.news(lost: lost, at: now) else { return }
        events.note("\(Self.count(new, "frame")) lost between camera and encoder", level: .warning)
    }

    mutating func note(isOverloaded: Bool, offered: SmallerStream?) {
        for (line, isBad) in overloadNotes.news(isOverloaded: isOverloaded, offered: offered) {
            events.note(line, level: isBad ? .warning : .info)
        }
    }

    /// Notes that MARK was pressed; the scene of this generation will show it.
    mutating func notePressed(at instant: Timestamp, generation: Int) {
        facts.feedback.pressed(at: instant, generation: generation)
    }

    /// Notes that the scene of this generation is on the TV.
    mutating func noteShown(generation: Int, at vblank: Timestamp) {
        facts.feedback.shown(generation: generation, at: vblank)
    }

    private static func count(_ number: some BinaryInteger, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
}

extension SessionRef {
    /// The word for the log, for a session whose folder isn't known.
    fileprivate var word: String {
        switch self {
        case .run(let number): "\(number)"
        case .stored(let key): key.folder
        }
    }
}
