// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The shots that the box heard in this run, the newest last. A shot stays a suggestion until a mark takes it, or until it has been on the TV
/// for a while: nothing has to be pressed to let it go.
struct HeardShots: Hashable, Sendable {
    /// A suggestion can be taken for this long after its shot was on the TV.
    static let patience: Duration = .seconds(3)
    /// The number of shots that are remembered.
    static let most = 100

    private(set) var all: [DetectedShot] = []
    /// The progress of the ear's learning.
    private(set) var lesson = HearingLesson(marks: 0)
    /// The number of shots that were heard in each session.
    private(set) var counts: [SessionRef: Int] = [:]
    /// True if the ear was asked how loud it is.
    private var isLevelAsked = false

    mutating func hear(_ news: HearingNews) {
        switch news {
        case .learned(let lesson): self.lesson = lesson
        case .level, .whistle: break
        case .shot(let shot):
            if let index = all.lastIndex(where: { $0.id == shot.id }) {
                all[index] = shot
            } else {
                all.append(shot)
                if all.count > Self.most { all.removeFirst() }
            }
        }
    }

    /// Counts another shot of a session.
    mutating func count(in session: SessionRef) { counts[session, default: 0] += 1 }

    mutating func ask(hearsLevel: Bool) -> [Effect] {
        guard hearsLevel != isLevelAsked else { return [] }
        isLevelAsked = hearsLevel
        return [.hearing(.watchLevel(hearsLevel))]
    }

    /// Returns the suggestions that a press may take.
    /// - Parameters:
    ///   - shown: the time of the picture that is on the TV; `nil` if the TV shows the live picture.
    ///   - border: a shot up to this time belongs to an earlier mark's clip.
    ///   - taken: the times of the shots that marks have taken.
    func suggestions(shown: Timestamp?, at now: Timestamp, after border: Timestamp?, taken: Set<Timestamp>) -> [DetectedShot] {
        let oldest = (shown ?? now) - Self.patience
        return all.filter { shot in
            oldest <= shot.timestamp && shot.timestamp <= now && border.map { $0 < shot.timestamp } ?? true && !taken.contains(shot.timestamp)
        }
    }

    /// Returns the suggestion that MARK takes: a shot that was on the TV in the last 3 s, or one after what is on the TV and before the
    /// press. If there are both, the archer's habit decides, else the shot that is nearer to what the person saw or heard.
    func taken(by press: Timestamp, shown: Timestamp?, after border: Timestamp?, taken: Set<Timestamp>) -> DetectedShot? {
        let open = suggestions(shown: shown, at: press, after: border, taken: taken)
        guard let shown else { return open.last }
        let (seen, heard) = (open.last { $0.timestamp <= shown }, open.last { $0.timestamp > shown })
        guard let seen, let heard else { return seen ?? heard }
        return switch lesson.habit {
        case .afterTV: seen
        case .afterShot: heard
        case nil: seen.timestamp.duration(to: shown) <= heard.timestamp.duration(to: press) ? seen : heard
        }
    }

    /// Returns the next instant at which a suggestion is let go.
    /// - Parameter delay: the TV's delay.
    func nextChange(after seen: Timestamp, delay: Duration) -> Timestamp? {
        all.lazy.map { $0.timestamp + delay + Self.patience + .nanoseconds(1) }.filter { $0 > seen }.min()
    }
}

extension Context {
    /// The times of the detected shots that marks of this run have taken.
    var takenShots: Set<Timestamp> { Set(sessions.all.flatMap(\.marksOfThisRun).compactMap(\.shot)) }

    /// The number of shots that were heard in the present session, and of those that its marks took; `nil` if the ear is off.
    var hearingCounts: (heard: Int, taken: Int)? {
        guard settings.soundMarks != .off else { return nil }
        let marks = sessions.session.marksOfThisRun
        return (heardShots.counts[sessions.session.ref] ?? 0, marks.count { $0.shot != nil && ($0.source == .sound || !$0.isAutomatic) })
    }

    /// The suggestions at this instant, the oldest first. The TV may show them, and MARK may take one.
    func suggestions(at now: Timestamp) -> [DetectedShot] {
        guard settings.soundMarks == .suggest, !heardShots.all.isEmpty else { return [] }
        return heardShots.suggestions(shown: shownTime(at: now), at: now, after: sessions.session.newestBorder, taken: takenShots)
            .filter { believes($0.timestamp) }
    }

    /// Returns the heard shot that MARK takes now, if it takes one.
    func heardShot(forMarkAt now: Timestamp) -> DetectedShot? {
        guard settings.soundMarks == .suggest, !heardShots.all.isEmpty else { return nil }
        let doubted = heardShots.all.lazy.map(\.timestamp).filter { !believes($0) }
        return heardShots.taken(
            by: now, shown: moment.frames.shown?.timestamp, after: sessions.session.newestBorder, taken: takenShots.union(doubted))
    }

    /// Returns this shot if it is a suggestion that no mark has taken, however long ago it was on the TV.
    func openShot(_ shot: Timestamp?) -> Timestamp? {
        guard let shot, settings.soundMarks == .suggest, heardShots.all.contains(where: { $0.timestamp == shot }), !takenShots.contains(shot)
        else { return nil }
        return sessions.session.newestBorder.map { shot <= $0 } ?? false ? nil : shot
    }

    /// The effects by which the ear learns from a pressed MARK.
    func lesson(ofMarkAt now: Timestamp) -> [Effect] {
        guard settings.soundMarks != .off else { return [] }
        return [.hearing(.learn(pressed: now, shown: moment.frames.shown?.timestamp))]
    }

    /// The time of the picture that the TV shows at this instant; `nil` while it shows the live picture.
    private func shownTime(at now: Timestamp) -> Timestamp? { isDelayedUp(at: now) ? now - .seconds(settings.delaySeconds) : nil }

    /// Takes over what the ear heard. If heard shots are marked, a new one is.
    /// - Parameter live: the camera's picture at the moment of the shot.
    mutating func hear(_ news: HearingNews, _ live: FrameStamp?, at now: Timestamp) -> [Effect] {
        defer { heardShots.hear(news) }
        if case .whistle(let whistle) = news { hear(whistle: whistle, live) }
        guard case .shot(let shot) = news, switchingOff.ending == nil else { return [] }
        let before = heardShots.all.last { $0.id == shot.id }
        if before == nil { heardShots.count(in: sessions.session.ref) }
        guard before?.timestamp != shot.timestamp else { return noteImpact(of: shot) }
        guard let live else { return [] }
        witness.forget(shot.id)
        guard believes(shot.timestamp) else {
            witness.wait(for: MovementWitness.Waiting(shot: shot, live: live, before: before?.timestamp))
            return []
        }
        return believe(shot, live, before: before?.timestamp, at: now)
    }

    /// Takes a heard shot for the archer's.
    /// - Parameter before: the time that was believed to be the shot's before.
    mutating func believe(_ shot: DetectedShot, _ live: FrameStamp, before: Timestamp?, at now: Timestamp) -> [Effect] {
        switch settings.soundMarks {
        case .off: return []
        // A rally's clip takes the shot for its moment, and its replay comes once it is over.
        case .suggest where settings.cutsRallies, .mark where settings.cutsRallies: return []
        case .suggest:
            noteMoment(live, shot: shot.timestamp)
            return []
        case .mark:
            // The first onset wasn't the shot. If its clip is being written just now, it stays, as a clip without an arrow.
            let withdrawn = before.map { sessions.withdrawDetected(shot: $0) } ?? []
            witness.noteMarked(shot.timestamp)
            return withdrawn + markDetected(live, source: .sound, shot: shot.timestamp, at: now) + noteImpact(ofShot: shot.timestamp)
        }
    }

    /// Gives the marks that took this shot the time of the arrow's impact, if that was heard.
    mutating func noteImpact(ofShot shot: Timestamp?) -> [Effect] {
        shot.flatMap { shot in heardShots.all.last { $0.timestamp == shot } }.map { noteImpact(of: $0) } ?? []
    }

    private mutating func noteImpact(of shot: DetectedShot) -> [Effect] {
        guard let flight = shot.flight else { return [] }
        // The sound of the impact doesn't come from the bow, so the bow's distance isn't taken off its time.
        let seconds = (flight + ShotDetector.delayPerMetre * settings.microphoneDistance).inSeconds
        return filed(sessions.noteImpact((seconds * 1_000_000).rounded() / 1_000_000, ofShot: shot.timestamp))
    }
}
