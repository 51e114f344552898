// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// How long a camera may be silent, and what is done about it: pure, so that it can be tested without one.
struct CameraWatch {
    /// No frame for this long, and the camera counts as lost; a slower camera has the time that four of its frames take.
    static let watchdog: Duration = .milliseconds(250)
    /// What a camera may take from its start to its first frame: sensors and USB cameras need up to a second, more at low rates.
    static let firstFrameGrace: Duration = .seconds(3)
    /// No frame for this long, and the camera is stopped and started again.
    static let silenceLimit: Duration = .seconds(1)
    /// How often a silent camera is started again before it is opened anew.
    static let restartsBeforeReopening = 3

    enum Verdict: Equatable {
        /// It may still be on its way.
        case patience
        case lost
        case lostAndRestarted
        case lostAndOpenedAnew
    }

    private(set) var lastFrame: Timestamp
    /// Between its last two frames: what a camera can do is seen by what it does.
    private var lastInterval: Duration = .zero
    /// When the camera was last started, until it has given a frame.
    private var unansweredStart: Timestamp?
    /// How often the camera was started again since it last gave a frame.
    private var restarts = 0

    init(now: Timestamp) {
        lastFrame = now
    }

    mutating func noteStart(at now: Timestamp) {
        unansweredStart = now
    }

    mutating func noteFrame(at now: Timestamp) {
        lastInterval = unansweredStart == nil ? min(lastFrame.duration(to: now), Self.silenceLimit) : .zero
        lastFrame = now
        unansweredStart = nil
        restarts = 0
    }

    /// How long there has been no frame, counted from the start of a camera that hasn't given one yet.
    func silence(at now: Timestamp) -> Duration { (unansweredStart ?? lastFrame).duration(to: now) }

    /// What is to be done about a camera that gave no frame.
    /// - Parameters:
    ///   - interval: between its frames, as it promised.
    ///   - mayRestart: not with a simulated one, whose silence is its pulled plug.
    mutating func verdict(at now: Timestamp, interval: Duration, mayRestart: Bool) -> Verdict {
        let silence = silence(at: now)
        let patience = unansweredStart == nil ? max(Self.watchdog, interval * 4, lastInterval * 4) : Self.firstFrameGrace
        guard silence >= patience else { return .patience }
        guard mayRestart, silence >= Self.silenceLimit else { return .lost }
        restarts += 1
        return restarts <= Self.restartsBeforeReopening ? .lostAndRestarted : .lostAndOpenedAnew
    }
}
