// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation
import Synchronization

/// Reports to the service manager (systemd) that the box is ready, in which state it is, that it is alive, and that it ends.
///
/// Without a service manager (`NOTIFY_SOCKET` isn't set) every call does nothing. Thread-safe; `beat` takes no lock and makes no call.
final class Service: Sendable {
    /// The loops that have to make progress for the watchdog to be fed.
    enum Part { case display, box, camera, decoder }

    private struct State {
        var status: String?
        var thread: NamedThread?
        var hasEnded = false
    }

    private let notice: ServiceNotice?
    private let watchdogInterval: Duration?
    private let timebase: any Timebase
    private let displayBeats = Atomic<UInt64>(0)
    private let boxBeats = Atomic<UInt64>(0)
    private let cameraBeats = Atomic<UInt64>(0)
    private let decoderBeats = Atomic<UInt64>(0)
    private let isEnding = Atomic(false)
    private let bell = Doorbell()
    private let state = Mutex(State())

    init(environment: [String: String] = ProcessInfo.processInfo.environment, process: Int32 = getpid(), timebase: any Timebase) {
        notice = environment["NOTIFY_SOCKET"].flatMap(ServiceNotice.init(name:))
        watchdogInterval = notice == nil ? nil : WatchdogRule.interval(environment: environment, process: process)
        self.timebase = timebase
    }

    /// Tells that the box runs and its picture is up. From now on the watchdog is fed as long as the parts beat.
    ///
    /// To be called when the signals that end the program are blocked already, because the watchdog's thread inherits the mask.
    func ready() {
        guard let notice else { return }
        notice.send(.ready)
        guard let watchdogInterval else { return }
        let rule = WatchdogRule(interval: watchdogInterval, beats: beats)
        state.withLock { state in
            guard state.thread == nil, !state.hasEnded else { return }
            state.thread = NamedThread("vir-watchdog") { self.feed(notice, by: rule) }
        }
    }

    /// Notes that a part has gone round its loop once more. May be called from any thread, as often as it likes.
    func beat(_ part: Part) {
        switch part {
        case .display: displayBeats.add(1, ordering: .relaxed)
        case .box: boxBeats.add(1, ordering: .relaxed)
        case .camera: cameraBeats.add(1, ordering: .relaxed)
        case .decoder: decoderBeats.add(1, ordering: .relaxed)
        }
    }

    /// Tells in one line how the box fares. A line that was told last isn't told again.
    func status(_ text: String) {
        guard let notice else { return }
        let isNew = state.withLock { state in
            defer { state.status = text }
            return state.status != text
        }
        if isNew { notice.send(.status(text)) }
    }

    /// Tells that the box ends, so nobody waits for its loops any more. Returns when the watchdog's thread has ended.
    func stopping() {
        guard let notice else { return }
        let (thread, isFirst) = state.withLock { state in
            defer {
                state.thread = nil
                state.hasEnded = true
            }
            return (state.thread, !state.hasEnded)
        }
        if isFirst { notice.send(.stopping) }
        isEnding.store(true, ordering: .relaxed)
        bell.ring()
        thread?.join()
    }

    private var beats: WatchdogRule.Beats {
        WatchdogRule.Beats(
            display: displayBeats.load(ordering: .relaxed), box: boxBeats.load(ordering: .relaxed),
            camera: cameraBeats.load(ordering: .relaxed), decoder: decoderBeats.load(ordering: .relaxed))
    }

    private func feed(_ notice: ServiceNotice, by rule: WatchdogRule) {
        var rule = rule
        while !isEnding.load(ordering: .relaxed) {
            let look = rule.look(at: beats)
            if look.feeds { notice.send(.watchdog) }
            bell.wait(until: timebase.now() + look.pause)
        }
    }
}
