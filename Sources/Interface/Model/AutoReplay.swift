// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The moment whose replay comes by itself next, if that is set.
///
/// The newest moment counts: a mark that somebody pressed, a shot that was heard, or what another device found. Its replay comes once its
/// footage is in the line and a pause is over, if the TV shows Live then; otherwise the moment is let go.
struct AutoReplay: Hashable, Sendable {
    struct Cue: Hashable, Sendable {
        /// The picture of the moment.
        var stamp: FrameStamp
        /// The time at which MARK went down; `nil` if the box found the moment.
        var pressed: Timestamp?
        /// The time of the shot that was heard.
        var shot: Timestamp?
        /// The instant at which its replay may come.
        var due: Timestamp

        /// The span that is shown round a moment that the box found.
        private static let (before, after) = (Duration.seconds(2), Duration.seconds(1))

        /// The part of the line that is shown. A pressed mark is shown as when somebody looks back at it.
        var span: ClosedRange<Duration> {
            let place = Timestamp.zero.duration(to: stamp.timestamp)
            guard let pressed else { return place - Self.before...place + Self.after }
            return place - LineMoment.before...max(place + LineMoment.after, Timestamp.zero.duration(to: pressed))
        }
    }

    private(set) var cue: Cue?

    fileprivate mutating func note(_ stamp: FrameStamp, pressed: Timestamp?, shot: Timestamp?, pause: Duration) {
        var cue = Cue(stamp: stamp, pressed: pressed, shot: shot, due: .zero)
        cue.due = .zero + cue.span.upperBound + pause
        self.cue = cue
    }

    mutating func letGo() { cue = nil }
}

extension Context {
    /// Notes a moment, whose replay comes by itself if that is set.
    /// - Parameters:
    ///   - pressed: the time at which MARK went down; `nil` if the box found the moment.
    ///   - shot: the time of the shot that was heard.
    mutating func noteMoment(_ stamp: FrameStamp, pressed: Timestamp? = nil, shot: Timestamp? = nil) {
        guard settings.replaysByItself else { return }
        autoReplay.note(stamp, pressed: pressed, shot: shot, pause: .seconds(settings.autoReplayPauseSeconds))
    }

    /// Returns the moment whose replay has to come now, and lets go of one whose footage is gone or never comes.
    mutating func dueReplay(at now: Timestamp) -> AutoReplay.Cue? {
        guard let cue = autoReplay.cue, cue.due <= now else { return nil }
        // A pressed mark may have been taken back meanwhile.
        let isThere = settings.replaysByItself && stalledSince == nil && (cue.pressed == nil || lineMoments.contains { $0.pressed == cue.pressed })
        guard isThere, let line = lineBounds, line.lowerBound <= Timestamp.zero.duration(to: cue.stamp.timestamp) else {
            autoReplay.letGo()
            return nil
        }
        return cue.span.upperBound <= line.upperBound ? cue : nil
    }
}
