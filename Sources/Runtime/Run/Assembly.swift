// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Devices
import Interface
import Media
import Storage
import Synchronization

/// The parts of a run, wired together. The threads of a real run and the driver of a virtual one work the same parts.
final class Assembly: Sendable {
    let shared: FramePresenter.Shared
    let box: Box
    let camera: CameraSupervisor
    let sound: SoundRecorder
    let services: Services
    let inbox: Mailbox<BoxMessage>
    let plugs: [SimulatedPlug: any Pluggable]
    private let soundFaults: MicrophoneFaults
    private let events: RunEvents
    private let display = Mutex(DisplayState())
    private let isSessionEnded = Atomic(false)
    private let isDelivering = Atomic(false)

    private struct DisplayState {
        var isLost = false
        var firstPicture: Timestamp?
        var newestGeneration = 0
    }

    init(
        shared: FramePresenter.Shared, box: Box, camera: CameraSupervisor, sound: SoundRecorder, services: Services, inbox: Mailbox<BoxMessage>,
        plugs: [SimulatedPlug: any Pluggable], soundFaults: MicrophoneFaults, events: RunEvents
    ) {
        (self.shared, self.box, self.camera, self.sound, self.services) = (shared, box, camera, sound, services)
        (self.inbox, self.plugs, self.soundFaults, self.events) = (inbox, plugs, soundFaults, events)
    }

    /// Passes an input of the panel on. Thread-safe.
    /// - Returns: true if it asked the program to end.
    @discardableResult
    func deliver(_ input: PanelInput) -> Bool {
        switch input {
        case .event(let event): inbox.post(.panel(event))
        case .detected(let detection): inbox.post(.detected(detection))
        case .triggerHeld(let isHeld): inbox.post(.event(.box(.triggerHeld(isHeld))))
        case .key(let press): inbox.post(.key(press))
        case .plug(let plug, let isPlugged): plugs[plug]?.setPlugged(isPlugged)
        case .lateSound(let lateness): soundFaults.setLateness(lateness)
        case .console: break
        case .quit: return true
        }
        return false
    }

    /// Passes everything that waits for the box to it. The box's thread only.
    /// - Returns: true if there was anything.
    @discardableResult
    func deliverNews() -> Bool {
        isDelivering.store(true, ordering: .sequentiallyConsistent)
        defer { isDelivering.store(false, ordering: .sequentiallyConsistent) }
        var wasAny = false
        while let message = inbox.take() {
            wasAny = true
            switch message {
            case .panel(let event): box.handle(event)
            case .detected(let detection): box.handle(detection)
            case .key(let press): box.handle(press)
            case .event(let event):
                box.handle(event)
                if event == .box(.endRequested) { isSessionEnded.store(true, ordering: .releasing) }
            case .heard(let news): box.handle(news)
            case .still(let key, let picture): box.take(picture, stillOf: key)
            case .peek(let key, let outcome): box.take(outcome, peekOf: key)
            case .extract(let extract, let outcome): box.take(outcome, of: extract)
            case .shown(let generation, let vblank): box.noteShown(generation: generation, at: vblank)
            }
        }
        return wasAny
    }

    /// True if the box has heard all news so far and has ordered what that asks for. An empty inbox isn't enough: the message that was
    /// taken from it last may still be in the box's hands.
    var hasHeardAll: Bool { inbox.isEmpty && !isDelivering.load(ordering: .sequentiallyConsistent) }

    /// True if the program's end was heard, and what it asks for was ordered.
    var hasEndedSession: Bool { isSessionEnded.load(ordering: .acquiring) }

    /// Notes the result of a commit. The display thread only.
    func note(_ result: FramePresenter.Result) {
        let (isBack, isNewScene) = display.withLock { state in
            if result.hasPicture { state.firstPicture = state.firstPicture ?? result.vblank.timestamp }
            let isBack = state.isLost
            state.isLost = false
            let isNew = result.generation.map { $0 > state.newestGeneration } ?? false
            if let generation = result.generation { state.newestGeneration = generation }
            return (isBack, isNew)
        }
        if isBack {
            events.note("TV back")
            inbox.post(.event(.box(.displayBack)))
        }
        if let speed = result.behind { inbox.post(.event(.player(.behind(speed: speed)))) }
        if isNewScene, let generation = result.generation {
            inbox.post(.shown(generation: generation, vblank: result.vblank.timestamp))
        }
    }

    /// Notes that the display refused. The display thread only.
    func noteDisplayFailure(_ error: DisplayError) {
        let isNew = display.withLock { state in
            let isNew = !state.isLost
            state.isLost = true
            return isNew
        }
        guard isNew else { return }
        events.note("TV lost: \(error)", level: .warning)
        inbox.post(.event(.box(.displayLost)))
    }

    /// The time of the first vblank with a moving picture.
    var firstPicture: Timestamp? { display.withLock { $0.firstPicture } }
}
