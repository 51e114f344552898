// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The facts about a run that the box remembers for the report.
struct RunFacts {
    struct Clip {
        var record: ClipRecord
        /// The file's path, relative to the card.
        var file: String
    }

    /// The marks in the order in which they were set, without those that were withdrawn.
    var marks: [Mark] { placed.map(\.mark) }
    private var placed: [(session: SessionRef, mark: Mark)] = []
    /// The shots that were heard, in the order in which they became known.
    private(set) var shots: [DetectedShot] = []
    /// The beginnings of the referees' whistles that were heard.
    private var whistles: [Timestamp] = []
    /// The moments that the panel's line triggered, each with the camera's picture then; `nil` without one, in which case nothing was marked.
    private(set) var triggered: [(detection: Detection, live: FrameStamp?)] = []
    var clips: [Clip] = []
    var feedback = FeedbackTimes()
    private(set) var stopToClips: Duration?
    private var stoppedAt: Timestamp?
    private var closed: Set<SessionRef> = []

    mutating func note(_ mark: Mark, of session: SessionRef) {
        placed.append((session, mark))
    }

    mutating func noteWithdrawn(_ number: Int, of session: SessionRef) {
        placed.removeAll { $0.session == session && $0.mark.number == number }
    }

    /// Notes a shot that was heard.
    /// - Returns: false if more became known of a shot that was noted before.
    mutating func note(_ shot: DetectedShot) -> Bool {
        if let index = shots.lastIndex(where: { $0.id == shot.id }) {
            shots[index] = shot
            return false
        }
        shots.append(shot)
        return true
    }

    mutating func note(whistle: Timestamp) { whistles.append(whistle) }

    mutating func note(_ detection: Detection, live: FrameStamp?) { triggered.append((detection, live)) }

    /// Everything that was detected, in the order of time.
    /// - Parameter seconds: returns a time as the report counts it.
    func detections(_ seconds: (Timestamp) -> Double) -> [Report.Detection] {
        let times = shots.map { (time: $0.timestamp, source: Mark.Source.sound.rawValue) } + whistles.map { (time: $0, source: "whistle") }
        let heard = times.map { found in
            Report.Detection(seconds: seconds(found.time), source: found.source, taken: marks.contains { $0.shot == found.time })
        }
        let triggered = triggered.map { detection, live in
            Report.Detection(
                seconds: seconds(detection.timestamp), source: detection.source.rawValue,
                taken: marks.contains { $0.source == detection.source && $0.stamp == live })
        }
        return (heard + triggered).sorted { $0.seconds < $1.seconds }
    }

    mutating func noteStop(at now: Timestamp) {
        stoppedAt = stoppedAt ?? now
    }

    /// Notes that a session was closed. The longest time from STOP to the clips counts.
    /// - Returns: true if this session is closed for the first time; later it is only brought up to date.
    mutating func noteClosed(_ session: SessionRef, at now: Timestamp) -> Bool {
        if let stoppedAt {
            stopToClips = max(stopToClips ?? .zero, stoppedAt.duration(to: now))
            self.stoppedAt = nil
        }
        if case .stored = session { return false }
        return closed.insert(session).inserted
    }

    /// Takes over the final names of a session's clips.
    mutating func noteFiled(_ filed: FiledSession) {
        for record in filed.record.clips {
            guard
                let index = clips.firstIndex(where: {
                    $0.record.number == record.number && $0.file.hasPrefix("\(filed.name)/")
                })
            else { continue }
            clips[index] = Clip(record: record, file: "\(filed.name)/\(record.file)")
        }
    }
}

/// The times from each press of MARK to the vblank that showed it.
struct FeedbackTimes {
    private var waiting: [(pressed: Timestamp, generation: Int)] = []
    private(set) var times: [Duration] = []

    /// Notes a press that the scene of this generation will show.
    mutating func pressed(at instant: Timestamp, generation: Int) {
        waiting.append((instant, generation))
    }

    mutating func shown(generation: Int, at vblank: Timestamp) {
        guard !waiting.isEmpty else { return }
        waiting.removeAll { press in
            guard press.generation <= generation else { return false }
            times.append(max(.zero, press.pressed.duration(to: vblank)))
            return true
        }
    }
}
