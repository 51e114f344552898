// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Devices
import Glibc
import Graphics
import Synchronization

/// The running box: its threads, each the sole owner of what it touches, and the end of a run.
///
/// | thread | owns | priority |
/// | --- | --- | --- |
/// | vir-display | the display, the stage | 50 |
/// | vir-camera | the camera, the encoder, the line's write end | 40 |
/// | vir-sound | the microphone, the sound encoder | 35 |
/// | vir-decoder | the decoder, the line's delayed reader | 30 |
/// | vir-player | the other tracks that play, their decoders | 25 |
/// | vir-speaker | the speaker, the heard clip's file and sound decoder | 20 |
/// | vir-box | the interface's state, the overlay's painting | normal |
/// | vir-card | the card | background |
/// | vir-stills | reading stills off the card, measuring how loud clips are | normal |
/// | vir-peek | decoding the first pictures of clips that may come | normal |
/// | vir-extract | taking pictures out of footage for the tools, finding what moves in it | background |
/// | vir-movement | finding what moves in the live or delayed picture | normal |
/// | vir-export | exporting to the stick or the card | idle |
/// | vir-pictures | making the pictures that are kept | background |
/// | vir-monitor | reading power, heat, the system's notices and the list of cameras | background |
/// | vir-compose | composing what planes can't show, from the first time on that it is needed | 50 |
/// | vir-snapshot | composing snapshots | background |
final class RealRun: Sendable {
    /// Receives the reason why a thread of the frame path runs without priority.
    typealias SchedulingRefusal = @Sendable (String) -> Void

    private let assembly: Assembly
    private let timebase: any Timebase
    private let boxBell: Doorbell
    private let cardBell: Doorbell
    private let monitorBell = Doorbell()
    private let scenes = Mutex<PreparedScene?>(nil)
    /// The vblank that the threads work for now.
    private let aim: Mutex<Timestamp>
    private let isEnding = Atomic(false)
    private let housekeeping: Housekeeping
    private let snapshots: SnapshotThread?
    private let service: Service
    private let onRefusal: SchedulingRefusal

    init(
        assembly: Assembly, timebase: any Timebase, boxBell: Doorbell, cardBell: Doorbell, housekeeping: Housekeeping,
        snapshots: SnapshotThread?, service: Service, onRefusal: @escaping SchedulingRefusal
    ) {
        self.assembly = assembly
        self.timebase = timebase
        self.boxBell = boxBell
        self.cardBell = cardBell
        self.housekeeping = housekeeping
        self.snapshots = snapshots
        self.service = service
        self.onRefusal = onRefusal
        aim = Mutex(timebase.now())
    }

    /// Starts every thread but the display's, which is running already, because it had to open the display itself.
    func startThreads() -> [NamedThread] {
        [
            NamedThread("vir-camera", .realTime(priority: 40, onRefusal: onRefusal)) { self.capture() },
            NamedThread("vir-sound", .realTime(priority: 35, onRefusal: onRefusal)) { self.listen() },
            NamedThread("vir-decoder", .realTime(priority: 30, onRefusal: onRefusal)) { self.decode() },
            NamedThread("vir-player", .realTime(priority: 25, onRefusal: onRefusal)) { self.playOthers() },
            NamedThread("vir-speaker", .realTime(priority: 20, onRefusal: onRefusal)) { self.playSound() },
            NamedThread("vir-box") { self.attend() },
            NamedThread("vir-card", .background) { self.keepCard() },
            NamedThread("vir-stills") { self.readStills() },
            NamedThread("vir-peek") { self.decodePeeks() },
            NamedThread("vir-extract", .background) { self.takeExtracts() },
            NamedThread("vir-movement") { self.watchMotion() },
            NamedThread("vir-export", .idle) { self.export() },
            NamedThread("vir-pictures", .background) { self.keepPictures() },
            NamedThread("vir-monitor", .background) { self.monitor() },
        ]
    }

    private var hasEnded: Bool { isEnding.load(ordering: .relaxed) }

    /// Tells every thread to end. Whoever started the threads joins them.
    func end() {
        isEnding.store(true, ordering: .relaxed)
        boxBell.ring()
        cardBell.ring()
        monitorBell.ring()
        assembly.players.perform(.show([]))
        assembly.stills.wake()
        assembly.peeks.end()
        assembly.extracts.end()
        assembly.motionWatch.wake()
        assembly.soundPlayer.wake()
        assembly.exporter.end()
    }

    // MARK: The threads

    private func capture() {
        while !hasEnded {
            if assembly.camera.runOnce() { assembly.players.wakeDelayed() }
            service.beat(.camera)
        }
        assembly.camera.close()
    }

    private func listen() {
        // The simulated archer's clicks count from the first picture.
        while !hasEnded, assembly.shared.capture.tally.first == nil { timebase.wait(until: timebase.now() + .milliseconds(5)) }
        while !hasEnded { assembly.sound.runOnce() }
        assembly.sound.stop()
    }

    private func decode() {
        while !hasEnded {
            let hasMore = assembly.players.advanceDelayed(to: aim.withLock { $0 })
            service.beat(.decoder)
            if hasMore { continue }
            assembly.players.waitDelayed(until: timebase.now() + .milliseconds(100))
        }
    }

    private func playOthers() {
        while !hasEnded {
            // Footage is fetched ahead in turns, each for the vblank that is worked for at that time.
            if assembly.players.advanceOthers(to: aim.withLock { $0 }) { continue }
            assembly.players.waitOthers(until: timebase.now() + .seconds(1))
        }
        assembly.players.close()
    }

    private func playSound() {
        while !hasEnded {
            assembly.soundPlayer.runOnce()
            assembly.soundPlayer.wait(until: assembly.soundPlayer.nextStep ?? timebase.now() + .seconds(1))
        }
        assembly.soundPlayer.close()
    }

    /// The display thread's loop, on the thread that opened the display.
    func present(_ presenter: FramePresenter) {
        let display = presenter.stage.display
        var lead = CommitLead()
        while !hasEnded {
            let upcoming = presenter.aim.timestamp
            aim.withLock { $0 = upcoming }
            assembly.players.wake()
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
            snapshots.map { keepSnapshot($0, of: display, at: vblank?.timestamp) }
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
    private func keepSnapshot(_ snapshots: SnapshotThread, of display: any Display, at vblank: Timestamp?) {
        if let display = display.abilities.readable, display.canReadBack {
            guard let (picture, vblank) = display.takeReadBack() else { return }
            snapshots.offer(picture, vblank: vblank.timestamp)
        } else if let vblank, let mode = display.mode, snapshots.isDue(at: vblank) {
            snapshots.offer(display.onScreen, size: mode.size, vblank: vblank)
        }
    }

    private func attend() {
        while !hasEnded {
            assembly.deliverNews()
            assembly.box.pulseIfDue()
            let vblank = aim.withLock { $0 }
            if let prepared = assembly.box.prepare(for: vblank) { scenes.withLock { $0 = prepared } }
            service.beat(.box)
            boxBell.wait(until: timebase.now() + Box.pulseInterval)
        }
    }

    private func keepCard() {
        while !hasEnded {
            while assembly.card.runOnce(), !hasEnded {}
            housekeeping.runIfDue()
            housekeeping.prefault { assembly.card.isIdle && !hasEnded }
            cardBell.wait(until: assembly.card.nextStep)
        }
    }

    private func readStills() {
        while !hasEnded {
            // A still that is asked for meanwhile goes before the rest of a waveform.
            while !hasEnded, assembly.stills.runOnce() || assembly.waveforms.runOnce() {}
            assembly.stills.wait(until: timebase.now() + .seconds(1))
        }
    }

    private func decodePeeks() {
        while !hasEnded {
            while !hasEnded, assembly.peeks.runOnce() {}
            assembly.peeks.wait(until: timebase.now() + .seconds(1))
        }
    }

    private func takeExtracts() {
        while !hasEnded {
            while !hasEnded, assembly.extracts.runOnce() {}
            assembly.extracts.wait(until: timebase.now() + .seconds(1))
        }
    }

    private func watchMotion() {
        while !hasEnded {
            while !hasEnded, assembly.motionWatch.runOnce() {}
            assembly.motionWatch.wait(until: timebase.now() + .seconds(1))
        }
    }

    private func export() {
        while !hasEnded {
            while !hasEnded, assembly.exporter.runOnce() {}
            if !hasEnded { assembly.exporter.wait() }
        }
        assembly.exporter.close()
    }

    private func keepPictures() {
        while !hasEnded {
            while !hasEnded, assembly.pictures.runOnce() {}
            assembly.pictures.wait(until: timebase.now() + .milliseconds(500))
        }
    }

    private func monitor() {
        guard let monitor = assembly.monitor else { return }
        while !hasEnded {
            monitor.runIfDue()
            monitorBell.wait(until: monitor.nextStep)
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
        return assembly.card.unwritten ?? (assembly.hasEndedSession ? nil : "the end of the session")
    }

    private var progress: ShutdownDeadline.Progress {
        // An idle card means that everything is written only if the box has ordered the last clips before, and the report is complete only
        // if the box has heard of each clip.
        let isOrdered = assembly.hasEndedSession
        // The card's last news may lead to another order, so the card counts as idle only if it is idle before and after the box has heard
        // all.
        let wasIdle = assembly.pictures.isIdle && assembly.card.isIdle
        let hasHeard = assembly.hasHeardAll
        let isIdle = wasIdle && hasHeard && assembly.card.isIdle && assembly.inbox.isEmpty
        return ShutdownDeadline.Progress(isOrdered: isOrdered && hasHeard, isIdle: isIdle, canWrite: assembly.card.canWrite)
    }
}
