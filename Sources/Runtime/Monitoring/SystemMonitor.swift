// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Polls once a second what sends no events: the power supply, the heat, the notices of the system around the program, the cameras, and if a
/// microphone is there.
///
/// Thread-bound: a thread of its own, since the firmware may take its time to answer, or the driver of a virtual run.
final class SystemMonitor: @unchecked Sendable {
    // `bell` is thread-safe; everything else belongs to the monitor thread, and is handed over when that thread starts.
    static let interval: Duration = .seconds(1)

    private let power: PowerFiles?
    private let notices: NoticeFolder?
    private let cameras: (() -> [CameraOption])?
    private let hasMicrophone: (() -> Bool)?
    private let timebase: any Timebase
    private let bell = Doorbell()
    private let events: RunEvents
    private let post: (BoxNews) -> Void
    private(set) var nextStep: Timestamp

    private var toldPower = PowerState()
    private var toldNotices: [BoxNotice] = []
    private var toldCameras: [CameraOption] = []
    private var toldMicrophone = false
    private var weakPower = LatchedCondition()
    private var heat = LatchedCondition()
    private var isWeakNoted = false
    private var isHeatNoted = false

    /// - Parameters:
    ///   - cameras: returns the cameras that are there; `nil` if nobody asks.
    ///   - hasMicrophone: returns true if a device that records sound is plugged in; `nil` if nobody asks.
    ///   - post: sends news to the interface; called only for what has changed.
    init(
        power: PowerFiles?, notices: NoticeFolder?, cameras: (() -> [CameraOption])? = nil, hasMicrophone: (() -> Bool)? = nil,
        timebase: any Timebase, events: RunEvents, post: @escaping (BoxNews) -> Void
    ) {
        self.hasMicrophone = hasMicrophone
        self.cameras = cameras
        self.power = power
        self.notices = notices
        self.timebase = timebase
        self.events = events
        self.post = post
        nextStep = timebase.now()
    }

    func runIfDue() {
        let now = timebase.now()
        guard now >= nextStep else { return }
        nextStep = now + Self.interval
        if let power { look(at: power.read(), now) }
        if let notices { look(at: notices.read()) }
        if let cameras { look(at: cameras()) }
        if let hasMicrophone { look(hasMicrophone: hasMicrophone()) }
    }

    private func look(at found: [CameraOption]) {
        guard found != toldCameras else { return }
        toldCameras = found
        post(.cameras(found))
    }

    private func look(hasMicrophone isThere: Bool) {
        guard isThere != toldMicrophone else { return }
        toldMicrophone = isThere
        post(.microphone(isThere: isThere))
    }

    private func look(at state: PowerState, _ now: Timestamp) {
        weakPower.note(state.isWeak, at: now)
        heat.note(state.isSlowedByHeat, at: now)
        note(weakPower.isUp(at: now), &isWeakNoted, "power supply: too weak", "power supply: good again")
        note(heat.isUp(at: now), &isHeatNoted, "too hot: the processor is slowed down", "heat: no longer slowed down")
        guard state != toldPower else { return }
        toldPower = state
        post(.power(state))
    }

    private func note(_ isSo: Bool, _ isNoted: inout Bool, _ begins: String, _ ends: String) {
        guard isSo != isNoted else { return }
        isNoted = isSo
        if isSo { events.note(begins, level: .warning) } else { events.note(ends) }
    }

    private func look(at found: [BoxNotice]) {
        guard found != toldNotices else { return }
        // The progress of a notice changes every second; only its title is worth a line in the log.
        for notice in found where !toldNotices.contains(where: { $0.title == notice.title }) { events.note("notice: \(notice.title)") }
        toldNotices = found
        post(.notices(found))
    }
}

extension SystemMonitor {
    var worker: Worker {
        Worker(
            thread: .monitor,
            runOnce: {
                self.runIfDue()
                return false
            }, wait: { self.bell.wait(until: $0) }, end: { self.bell.ring() }, nextStep: { self.nextStep }, isTimed: true)
    }
}
