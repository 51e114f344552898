// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Decides how long a camera may be silent, and what is done about it. Pure, so that it can be tested without a camera.
struct CameraWatch {
    /// The silence after which the camera counts as lost; a slower camera has the time that four of its frames take.
    static let watchdog: Duration = .milliseconds(250)
    /// The longest time from a camera's start to its first frame: sensors and USB cameras need up to a second, more at low rates.
    static let firstFrameGrace: Duration = .seconds(3)
    /// The silence after which the camera is stopped and started again.
    static let silenceLimit: Duration = .seconds(1)
    /// The number of restarts of a silent camera before it is opened anew.
    static let restartsBeforeReopening = 3

    enum Verdict: Equatable {
        /// The next frame may still be on its way.
        case patience
        case lost
        case lostAndRestarted
        case lostAndOpenedAnew
    }

    private(set) var lastFrame: Timestamp
    /// The time between the last two frames, which shows what the camera really does.
    private var lastInterval: Duration = .zero
    /// The time at which the camera was last started, until it has given a frame.
    private var unansweredStart: Timestamp?
    /// The number of restarts since the camera last gave a frame.
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

    /// Returns how long there has been no frame, counted from the start of a camera that hasn't given one yet.
    func silence(at now: Timestamp) -> Duration { (unansweredStart ?? lastFrame).duration(to: now) }

    /// Decides what is done about a camera that gave no frame, and counts the restarts.
    /// - Parameters:
    ///   - interval: the time between the camera's frames, as it promised.
    ///   - mayRestart: false for a simulated camera, whose silence means that its plug is pulled.
    mutating func verdict(at now: Timestamp, interval: Duration, mayRestart: Bool) -> Verdict {
        let silence = silence(at: now)
        let patience = unansweredStart == nil ? max(Self.watchdog, interval * 4, lastInterval * 4) : Self.firstFrameGrace
        guard silence >= patience else { return .patience }
        guard mayRestart, silence >= Self.silenceLimit else { return .lost }
        restarts += 1
        return restarts <= Self.restartsBeforeReopening ? .lostAndRestarted : .lostAndOpenedAnew
    }
}
