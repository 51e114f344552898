// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Devices
import Graphics

/// Steps the same components as a real run in the order of time, as fast as the processor allows.
///
/// Steps that are due at the same instant run in this order: a frame is captured, sound is recorded, the TV shows the next picture, the
/// script's input is taken, the box has its pulse, the card works, the exporter, the importer, the monitor, the voice, a clip's sound is queued.
/// A press is always about the picture of its own instant.
final class VirtualRun {
    private enum Step {
        case camera, sound, vblank, script, box
        case worker(Worker)
    }

    private let clock: VirtualClock
    private let assembly: Assembly
    private let workers: [Worker]
    private let presenter: FramePresenter
    private let slot: PipelineSlot
    private let script: [TimedInput]
    private var end: Timestamp
    private let snapshots: Snapshots?
    private let switchOff: SwitchOffRequest
    private let signals: EndSignals?
    private var nextInput = 0

    init(
        clock: VirtualClock, assembly: Assembly, presenter: FramePresenter, slot: PipelineSlot, script: [TimedInput], end: Timestamp,
        snapshots: Snapshots?, switchOff: SwitchOffRequest, signals: EndSignals?
    ) {
        self.clock = clock
        self.assembly = assembly
        workers = assembly.services.workers
        self.presenter = presenter
        self.slot = slot
        self.script = script
        self.end = end
        self.snapshots = snapshots
        self.switchOff = switchOff
        self.signals = signals
    }

    func run() {
        settle()
        while let (step, instant) = nextStep(), instant < end {
            // If it is told to end, the run ends at this instant, with all that belongs to an end.
            if signals?.haveCome() == true {
                end = clock.now()
                break
            }
            clock.advance(to: instant)
            let wasOn = switchOff.answer == nil
            perform(step)
            settle()
            // A run that is switched off ends as soon as a real one does.
            if wasOn, switchOff.answer != nil { end = min(end, clock.now() + ShutdownDeadline.shortestWhenOff) }
        }
        clock.advance(to: end)
        assembly.box.handle(.box(.endRequested))
        settle()
        assembly.camera.stop()
        assembly.sound.stop()
        for worker in workers { worker.close() }
        assembly.services.players.close()
    }

    private func nextStep() -> (Step, Timestamp)? {
        var candidates: [(Step, Timestamp)] = [(.camera, assembly.camera.nextStep)]
        candidates.append((.sound, assembly.sound.nextStep))
        candidates.append((.vblank, presenter.stage.display.nextVblank.timestamp))
        if nextInput < script.count { candidates.append((.script, .zero + script[nextInput].time)) }
        candidates.append((.box, assembly.box.nextStep))
        for worker in workers {
            if let next = worker.nextStep() { candidates.append((.worker(worker), next)) }
        }
        // The first of the earliest: the order above decides between steps at one instant.
        return candidates.min { $0.1 < $1.1 }
    }

    private func perform(_ step: Step) {
        switch step {
        case .camera: assembly.camera.runOnce()
        case .sound: assembly.sound.runOnce()
        case .vblank: refresh()
        case .script:
            assembly.deliver(script[nextInput].input(inRunFrom: .zero))
            nextInput += 1
        case .box: assembly.box.pulseIfDue()
        case .worker(let worker):
            _ = worker.runOnce()
            if worker.thread == .card { slot.releaseReplaced() }
        }
    }

    private func refresh() {
        let vblank = presenter.stage.display.nextVblank
        if let prepared = assembly.box.prepare(for: vblank.timestamp) { presenter.show(prepared) }
        // Called as long as it has more to do: a virtual run waits for nothing, so nothing in it is late.
        let aim = presenter.aim.timestamp
        assembly.services.players.advanceDelayed(to: aim)
        while assembly.services.players.advanceOthers(to: aim) {}
        do {
            let result = try presenter.runOnce()
            assembly.note(result)
        } catch {
            assembly.noteDisplayFailure(error)
        }
        // The clock is at the vblank itself, so this returns at once.
        _ = try? presenter.waitForVblank(until: vblank.timestamp)
        guard let snapshots, snapshots.isDue(at: vblank.timestamp), let mode = presenter.stage.display.mode else { return }
        do {
            try snapshots.write(
                presenter.stage.display.onScreen, of: SnapshotView(presenter.stage.display, mode: mode, turn: presenter.stage.turn),
                vblank: vblank.timestamp)
        } catch {
            snapshots.noteMissing(error)
        }
    }

    /// Steps the card, the stills and the box until none of them has anything more to say.
    private func settle() {
        repeat {
            for worker in workers where !worker.isTimed {
                while worker.runOnce() {}
            }
        } while assembly.deliverNews()
    }
}
