// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Devices
import Glibc
import Graphics
import Synchronization

/// The running box: a thread for each `Worker`, and the end of a run. `BoxThread` names the threads and their priorities.
final class RealRun: Sendable {
    /// Receives the reason why a thread of the frame path runs without priority.
    typealias SchedulingRefusal = @Sendable (String) -> Void

    private let assembly: Assembly
    private let timebase: any Timebase
    private let boxBell: Doorbell
    private let scenes = Mutex<PreparedScene?>(nil)
    /// The vblank that the threads work for now.
    private let aim: Mutex<Timestamp>
    private let isEnding = Atomic(false)
    private let housekeeping: Housekeeping
    private let snapshots: SnapshotThread?
    private let service: Service
    private let onRefusal: SchedulingRefusal

    init(
        assembly: Assembly, timebase: any Timebase, boxBell: Doorbell, housekeeping: Housekeeping,
        snapshots: SnapshotThread?, service: Service, onRefusal: @escaping SchedulingRefusal
    ) {
        self.assembly = assembly
        self.timebase = timebase
        self.boxBell = boxBell
        self.housekeeping = housekeeping
        self.snapshots = snapshots
        self.service = service
        self.onRefusal = onRefusal
        aim = Mutex(timebase.now())
    }

    /// Starts every thread but the display's, which is running already, because it had to open the display itself.
    func startThreads() -> [NamedThread] { workers.map(start) }

    private func start(_ worker: Worker) -> NamedThread {
        NamedThread(worker.thread, onRefusal: onRefusal) { [timebase, service] in
            worker.repeatUntil({ self.hasEnded }, timebase: timebase, beat: service.beat)
        }
    }

    private var workers: [Worker] {
        let frames = [cameraWorker, soundWorker, decoderWorker, playerWorker, boxWorker]
        return frames + assembly.services.workers.map { $0.thread == .card ? withHousekeeping($0) : $0 }
    }

    private var hasEnded: Bool { isEnding.load(ordering: .relaxed) }

    /// Tells every thread to end. Whoever started the threads joins them.
    func end() {
        isEnding.store(true, ordering: .relaxed)
        for worker in workers { worker.end() }
    }

    // MARK: The threads

    private var cameraWorker: Worker {
        Worker(
            thread: .camera,
            runOnce: { [assembly] in
                if assembly.camera.runOnce() { assembly.services.players.wakeDelayed() }
                return true
            }, wait: { _ in }, end: {}, close: { [assembly] in assembly.camera.close() }, watched: .camera)
    }

    private var soundWorker: Worker {
        Worker(
            thread: .sound,
            runOnce: { [assembly, timebase] in
                // The simulated archer's clicks count from the first picture.
                if assembly.shared.capture.tally.first == nil {
                    timebase.wait(until: timebase.now() + .milliseconds(5))
                } else {
                    assembly.sound.runOnce()
                }
                return true
            }, wait: { _ in }, end: {}, close: { [assembly] in assembly.sound.stop() })
    }

    private var decoderWorker: Worker {
        let players = assembly.services.players
        return Worker(
            thread: .decoder, runOnce: { players.advanceDelayed(to: self.aim.withLock { $0 }) }, wait: { players.waitDelayed(until: $0) },
            end: { players.wakeDelayed() }, patience: .milliseconds(100), watched: .decoder)
    }

    private var playerWorker: Worker {
        let players = assembly.services.players
        // Footage is fetched ahead in turns, each for the vblank that is worked for at that time.
        return Worker(
            thread: .player, runOnce: { players.advanceOthers(to: self.aim.withLock { $0 }) }, wait: { players.waitOthers(until: $0) },
            end: { players.perform(.show([])) }, close: { players.close() })
    }

    private var boxWorker: Worker {
        Worker(
            thread: .box,
            runOnce: { [assembly] in
                assembly.deliverNews()
                assembly.box.pulseIfDue()
                let vblank = self.aim.withLock { $0 }
                if let prepared = assembly.box.prepare(for: vblank) { self.scenes.withLock { $0 = prepared } }
                return false
            }, wait: { [boxBell] in boxBell.wait(until: $0) }, end: { [boxBell] in boxBell.ring() }, patience: Box.pulseInterval, watched: .box)
    }

    /// The card's thread also looks after the machine's memory.
    private func withHousekeeping(_ worker: Worker) -> Worker {
        var worker = worker
        worker.beforeSleep = { [housekeeping, card = assembly.services.card] in
            housekeeping.runIfDue()
            housekeeping.prefault { card.isIdle && !self.hasEnded }
        }
        return worker
    }

    /// The display thread's loop, on the thread that opened the display.
    func present(_ presenter: FramePresenter) {
        let display = presenter.stage.display
        var lead = CommitLead()
        while !hasEnded {
            let upcoming = presenter.aim.timestamp
            aim.withLock { $0 = upcoming }
            assembly.services.players.wake()
            boxBell.ring()
            // A late wake-up leaves less time for the work, so it counts as work.
            let start = max(timebase.now(), lead.start(for: upcoming))
            timebase.wait(until: start)
            if let prepared = scenes.withLock({
                let scene = $0
                $0 = nil
                return scene
            }) {
                presenter.show(prepared)
            }
            askForSnapshot(of: display, at: upcoming)
            do {
                let result = try presenter.runOnce()
                assembly.note(result)
            } catch {
                assembly.noteDisplayFailure(error)
            }
            lead.note(cost: start.duration(to: timebase.now()) - presenter.held)
            let vblank = try? presenter.waitForVblank(until: timebase.now() + .milliseconds(100))
            service.beat(.display)
            snapshots.map { keepSnapshot($0, of: display, turn: presenter.stage.turn, at: vblank?.timestamp) }
        }
        presenter.stage.close()
        display.close()
    }

    /// Asks the display to read back its next picture, if it can and a snapshot is due.
    private func askForSnapshot(of display: any Display, at upcoming: Timestamp) {
        guard let snapshots, let display = display.abilities.readable, display.canReadBack,
            snapshots.isDue(at: upcoming)
        else { return }
        display.readBackNextCommit()
    }

    /// Takes the picture that the display has read back, or, if the display can't do that, the pictures that are on it now.
    private func keepSnapshot(
        _ snapshots: SnapshotThread, of display: any Display, turn: PictureOrientation.Turn, at vblank: Timestamp?
    ) {
        if let display = display.abilities.readable, display.canReadBack {
            guard let (picture, vblank) = display.takeReadBack() else { return }
            snapshots.offer(picture, vblank: vblank.timestamp)
        } else if let vblank, let mode = display.mode, snapshots.isDue(at: vblank) {
            snapshots.offer(display.onScreen, of: SnapshotView(display, mode: mode, turn: turn), vblank: vblank)
        }
    }

    // MARK: The end

    /// Ends the session and waits until everything is on the card, or the card can't take it.
    /// - Parameter off: how the box was switched off by hand; `nil` if the program is told to end.
    /// - Returns: a description of what couldn't be written; `nil` if everything was.
    func finishSession(_ off: SwitchOffRequest.Answer?) -> String? {
        assembly.inbox.post(.event(.box(.endRequested)))
        let deadline = ShutdownDeadline(begin: timebase.now(), off: off)
        while !deadline.isOver(at: timebase.now(), progress) { timebase.wait(until: timebase.now() + .milliseconds(10)) }
        return assembly.services.card.unwritten ?? (assembly.hasEndedSession ? nil : "the end of the session")
    }

    private var progress: ShutdownDeadline.Progress {
        // An idle card means that everything is written only if the box has ordered the last clips before, and the report is complete only
        // if the box has heard of each clip.
        let isOrdered = assembly.hasEndedSession
        // The card's last news may lead to another order, so the card counts as idle only if it is idle before and after the box has heard
        // all.
        let wasIdle = assembly.services.pictures.isIdle && assembly.services.card.isIdle
        let hasHeard = assembly.hasHeardAll
        let isIdle = wasIdle && hasHeard && assembly.services.card.isIdle && assembly.inbox.isEmpty
        return ShutdownDeadline.Progress(isOrdered: isOrdered && hasHeard, isIdle: isIdle, canWrite: assembly.services.card.canWrite)
    }
}
