// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The rallies that the box cuts by itself, if that is set.
///
/// A rally becomes an automatic mark once it is over, with its own window. Its clip is pinned, written and kept like any other, so it comes up in
/// Review. A pressed MARK stays a mark of its own and likes the rally that its picture belongs to.
struct Rallies: Hashable, Sendable {
    /// The share of the memory that clips may hold while the card can't be written: after that no rally is cut, so that MARK and a quick save still
    /// reach the rest.
    private static let mostPinned = 0.25
    /// The rallies that a later MARK may like: those of the last minutes.
    private static let remembered = 64

    /// A rally's clip.
    struct Cut: Hashable, Sendable {
        var session: SessionRef
        var clip: Int
        var window: ClosedRange<Timestamp>
        /// True if a mark likes it.
        var isLiked = false
    }

    private var cutter: RallyCutter?
    private var region: MovementRegion?
    private var cuts: [Cut] = []

    /// The beginning of the clip of the rally that runs; `nil` between two rallies.
    var start: Timestamp? { cutter?.start }

    /// A sign that the court's region is a wrong one.
    func doubt(at now: Timestamp) -> RallyCutter.Doubt? { cutter?.doubt(at: now) }

    /// Asks for the movement in the court's region if rallies are cut.
    mutating func ask(_ settings: Settings) -> [Effect] {
        let wanted = settings.cutsRallies ? MovementRegion(settings) : nil
        guard wanted != region else { return [] }
        region = wanted
        return [.stills(.watchRegion(wanted))]
    }

    /// Follows the settings.
    /// - Parameter line: the delay line, which has to hold a whole clip with a few seconds to spare.
    fileprivate mutating func follow(_ settings: Settings, _ line: DelayLineSummary?) {
        let held = line.map { max(10, $0.capacitySeconds - 10) } ?? settings.rallyLongestSeconds
        let (shortest, longest) = (
            Duration.seconds(settings.rallyShortestSeconds), Duration.seconds(min(settings.rallyLongestSeconds, held))
        )
        if cutter == nil { cutter = RallyCutter(shortest: shortest, longest: longest) }
        cutter?.shortest = shortest
        cutter?.longest = longest
        cutter?.whistleTail = .seconds(settings.rallyWhistleSeconds)
    }

    fileprivate mutating func take(_ change: RegionMovement.Change) -> [Rally] { cutter?.take(change) ?? [] }
    fileprivate mutating func take(whistle: FrameStamp) { cutter?.take(whistle: whistle) }
    fileprivate mutating func pass(to newest: FrameStamp) -> [Rally] { cutter?.pass(to: newest) ?? [] }
    fileprivate mutating func close(at newest: FrameStamp) -> [Rally] { cutter?.close(at: newest) ?? [] }
    fileprivate mutating func lose() { cutter?.lose() }
    fileprivate mutating func end() { cutter = nil }

    fileprivate static func isRoom(_ card: CardCondition, _ line: DelayLineSummary?, keepsNothing: Bool) -> Bool {
        card.isWritable && !keepsNothing || (line?.pinnedFraction ?? 0) < mostPinned
    }

    fileprivate mutating func note(_ cut: Cut) {
        if cuts.count == Self.remembered { cuts.removeFirst() }
        cuts.append(cut)
    }

    /// Returns the clips that marks like now and didn't before, and those that they don't like any more, because the mark was taken back.
    fileprivate mutating func followMarks(of session: SessionState, except held: Int?) -> [(clip: Int, isLiked: Bool)] {
        let own = cuts.indices.filter { cuts[$0].session == session.ref }
        guard !own.isEmpty else { return [] }
        let marks = session.marksOfThisRun.filter { !$0.isAutomatic && $0.number != held }
        let liked = Set(marks.compactMap { mark in own.last { cuts[$0].window.contains(mark.stamp.timestamp) } ?? pressed(mark, own) })
        return own.compactMap { index in
            let isLiked = liked.contains(index)
            guard isLiked != cuts[index].isLiked else { return nil }
            cuts[index].isLiked = isLiked
            return (cuts[index].clip, isLiked)
        }
    }

    /// Returns the rally that ran when a mark was pressed, if its picture belongs to none: somebody saw the court and not the TV.
    private func pressed(_ mark: Mark, _ own: [Int]) -> Int? {
        guard let pressed = mark.pressed else { return nil }
        return own.last { cuts[$0].window.contains(pressed) }
    }
}

extension Context {
    /// Takes over that the court's region moves, or rests again.
    mutating func hear(_ change: RegionMovement.Change, at now: Timestamp) -> [Effect] {
        guard settings.cutsRallies, switchingOff.ending == nil else { return [] }
        rallies.follow(settings, line)
        return mark(rallies.take(change), at: now)
    }

    /// Takes over that a referee's whistle was heard: it ends the rally that runs.
    /// - Parameter live: the camera's picture then.
    mutating func hear(whistle: Timestamp, _ live: FrameStamp?) {
        guard settings.hearsWhistles, let live else { return }
        rallies.take(whistle: FrameStamp(frame: live.frame, timestamp: whistle))
    }

    /// Marks the rallies that are over by now, and likes those that marks are about.
    mutating func cutRallies(at now: Timestamp) -> [Effect] {
        guard settings.cutsRallies else {
            let over = rallies.start == nil ? [] : closeRally(at: now)
            rallies.end()
            return over
        }
        guard switchingOff.ending == nil, let newest = line?.newest else { return [] }
        rallies.follow(settings, line)
        var effects: [Effect] = []
        if stalledSince == nil {
            effects += mark(rallies.pass(to: newest), at: now)
        } else if rallies.start != nil {
            effects += closeRally(at: now)
            rallies.lose()
        }
        return effects + likeRallies()
    }

    /// Ends the rally that runs: STOP was pressed, the archer changes, or no picture comes any more.
    mutating func closeRally(at now: Timestamp) -> [Effect] {
        guard rallies.start != nil, let newest = line?.newest else { return [] }
        return mark(rallies.close(at: newest), at: now) + likeRallies()
    }

    private mutating func mark(_ over: [Rally], at now: Timestamp) -> [Effect] {
        over.flatMap { rally -> [Effect] in
            let isRoom = Rallies.isRoom(conditions.card, line, keepsNothing: sessions.keepsNothing)
            guard isRoom || sessions.keepsNothing else { return [] }
            // A clip that is never written would hold the memory for ever.
            let released = isRoom ? [] : sessions.releaseOldestHeldClip()
            let whistle = rally.isWhistled ? rally.end?.timestamp : nil
            let set = mark(rally, shot: shot(in: rally) ?? whistle, at: now)
            rallies.note(Rallies.Cut(session: sessions.session.ref, clip: set.number, window: rally.window))
            if let end = rally.end { noteMoment(end, ofRally: LineMoment.ID(session: sessions.session.ref, number: set.number)) }
            return released + set.effects
        }
    }

    /// The first shot that was heard in a rally: a serve or a shot.
    private func shot(in rally: Rally) -> Timestamp? {
        guard settings.soundMarks != .off else { return nil }
        return heardShots.all.lazy.map(\.timestamp).filter { rally.window.contains($0) && believes($0) }.min()
    }

    private mutating func likeRallies() -> [Effect] {
        let session = sessions.session
        return rallies.followMarks(of: session, except: sessions.heldMark).flatMap { found -> [Effect] in
            guard var judgement = session.entries.first(where: { $0.plan.number == found.clip })?.decided else { return [] }
            (judgement.isLiked, judgement.isConfirmed) = (found.isLiked, found.isLiked)
            if found.isLiked { judgement.isDeleted = false }
            return commit(.card(.journal(session.ref, .judged(clip: found.clip, judgement))))
        }
    }
}
