// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The moment whose replay comes by itself next, if that is set.
///
/// The newest moment counts: a mark that somebody pressed, a shot that was heard, the end of a rally, or what another device found. Its replay
/// comes once its footage is in the line and a pause is over, if the TV shows Live then; otherwise the moment is let go.
struct AutoReplay: Hashable, Sendable {
    struct Cue: Hashable, Sendable {
        /// The picture of the moment.
        var stamp: FrameStamp
        /// The time at which MARK went down; `nil` if the box found the moment.
        var pressed: Timestamp?
        /// The time of the shot that was heard.
        var shot: Timestamp?
        /// The mark of the rally whose end it is.
        var rally: LineMoment.ID?
        /// True if it is there because somebody pressed MARK, which ends no replay.
        var isByHand = false
        /// The instant at which its replay may come.
        var due = Timestamp.zero

        /// The span that is shown round a moment that the box found.
        private static let (before, after) = (Duration.seconds(2), Duration.seconds(1))

        /// The position of its picture in the line.
        var place: Duration { Timestamp.zero.duration(to: stamp.timestamp) }

        /// The part of the line that is shown. A pressed mark is shown as when somebody looks back at it.
        var span: ClosedRange<Duration> {
            guard let pressed else { return place - Self.before...place + Self.after }
            return place - LineMoment.before...max(place + LineMoment.after, Timestamp.zero.duration(to: pressed))
        }

        /// Returns true if it is this mark's moment.
        func isOf(_ moment: LineMoment) -> Bool { rally.map { $0 == moment.id } ?? (moment.stamp.timestamp == shot ?? stamp.timestamp) }
    }

    private(set) var cue: Cue?

    fileprivate mutating func note(_ cue: Cue, pause: Duration) {
        self.cue = cue
        self.cue?.due = Timestamp.zero + (cue.span.upperBound + pause)
    }

    mutating func letGo() { cue = nil }
}

extension Context {
    /// Notes a moment, whose replay comes by itself if that is set.
    /// - Parameters:
    ///   - pressed: the time at which MARK went down; `nil` if the box found the moment.
    ///   - shot: the time of the shot that was heard.
    ///   - rally: the mark of the rally whose end it is.
    ///   - isByHand: true if MARK has taken the shot.
    mutating func noteMoment(
        _ stamp: FrameStamp, pressed: Timestamp? = nil, shot: Timestamp? = nil, ofRally rally: LineMoment.ID? = nil, isByHand: Bool = false
    ) {
        guard settings.replaysByItself else { return }
        let cue = AutoReplay.Cue(stamp: stamp, pressed: pressed, shot: shot, rally: rally, isByHand: isByHand || pressed != nil)
        autoReplay.note(cue, pause: .seconds(settings.autoReplayPauseSeconds))
    }

    /// Returns the moment whose replay has to come now, and lets go of one whose footage is gone or never comes.
    mutating func dueReplay(at now: Timestamp) -> AutoReplay.Cue? {
        guard let cue = autoReplay.cue, cue.due <= now else { return nil }
        // A mark may have been taken back meanwhile.
        let isThere =
            settings.replaysByItself && stalledSince == nil
            && (!cue.isByHand || lineMoments.contains { cue.isOf($0) && $0.pressed == cue.pressed })
        guard isThere, let line = lineBounds, line.lowerBound <= cue.place else {
            autoReplay.letGo()
            return nil
        }
        return cue.span.upperBound <= line.upperBound ? cue : nil
    }

    /// Returns the shots of the end that is being shot, in the order of their pictures, if all its arrows have marks and its strip is to come.
    /// Shots whose footage is gone keep their places. Marks that the box set by itself count, because without a press there are no others.
    /// - Parameter time: the time of one of the shots.
    /// - Returns: `nil` if arrows are to come, or if the round doesn't say how many.
    func shotsOfEnd(with time: Timestamp) -> [AutoReplay.Cue]? {
        guard settings.replaysByItself, settings.replaysEnds, settings.scores else { return nil }
        let end = newEnd(of: sessions.session)
        let numbers = Set(end.clips + end.detected)
        let shots = sessions.session.marksOfThisRun.filter { numbers.contains($0.number) }
            .sorted { ($0.about.timestamp, $0.number) < ($1.about.timestamp, $1.number) }
        guard let asked = end.arrowsAsked, numbers.count >= asked, shots.contains(where: { $0.about.timestamp == time }) else { return nil }
        return shots.map { AutoReplay.Cue(stamp: $0.about) }
    }
}
