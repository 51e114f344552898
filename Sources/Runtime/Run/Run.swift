// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Devices
import Foundation
import Graphics
import Interface
import Logging
import Media
import Storage

/// One run of the box: makes and wires its parts, has them stepped by threads or by the driver of a virtual run, and writes its report.
final class Run {
    let plan: RunPlan
    private let virtualClock: VirtualClock?
    private let timebase: any Timebase
    let start: Timestamp
    private let wallClock: WallClock
    let processStart: Timestamp
    let events: RunEvents
    let devices: DeviceSelection
    private let card: Card
    private let ids: SessionIDs
    private let cardPlug: CardPlug
    let shared: FramePresenter.Shared
    private let inbox: Mailbox<BoxMessage>
    private let boxBell = Doorbell()
    private let camera: CameraSupervisor
    private let hasSaidSlow = OnceFlag()
    private let sound: SoundRecorder
    private let ear: Ear
    private let soundFaults = MicrophoneFaults()
    private let codecs: CodecPool
    private let windowBytes: Int
    private let track: SoundTrack
    private let console: Terminal?
    private let modeWish: ModeWish
    private let tvPower: TVPower?
    let switchOff = SwitchOffRequest()
    private let trace: RunTraceFile
    private let crashLog: CrashLog?
    /// The file for the report, if a report is asked for.
    let reportFile: OutputFile?

    /// - Parameter trace: the trace that the previous run left, and the file for this run's own.
    init(_ plan: RunPlan, trace: RunTraceFile) throws {
        self.plan = plan
        self.trace = trace
        (processStart, modeWish) = (MonotonicClock().now(), ModeWish(plan.settings.tvMode.size))
        let clock = plan.clock == .virtual ? VirtualClock() : nil
        let timebase: any Timebase = clock ?? MonotonicClock()
        (virtualClock, self.timebase) = (clock, timebase)
        start = timebase.now()
        wallClock = WallClock(timebase: timebase, start: start, offset: plan.settings.zone, isVirtual: plan.clock == .virtual)
        let events = RunEvents(timebase: timebase, logger: Logger(label: "vir") { StreamLogHandler.standardError(label: $0) })
        self.events = events
        crashLog = trace.crashLog(at: start)
        if !trace.trace.crashes.isEmpty { events.note("the run before ended by itself: \(trace.trace.words)", level: .warning) }
        if let snapshots = plan.snapshots { try OutputFolder.make(snapshots.folder, option: "--snapshots") }
        reportFile = try plan.reportPath.map { path throws(Failure) in try OutputFile(path, option: "--report") }
        devices = try DeviceSelection(plan, timebase: timebase, tell: { [events] in events.note($0) })

        cardPlug = CardPlug(
            plan.makeFiles(plan.cardPath), mountPoint: MountPoint(path: plan.cardPath, isDeclared: plan.isCardMounted))
        ids = Self.ids(for: plan, devices.script, on: cardPlug)
        card = Card(path: plan.cardPath, files: cardPlug, makeID: { [ids] in ids.next() })
        if !plan.isCardMounted { try Self.prepare(card, at: plan.cardPath) }

        shared = FramePresenter.Shared(
            slot: PipelineSlot(), capture: CaptureState(),
            delay: DelayControl(.seconds(plan.settings.delaySeconds)),
            meter: DelayMeter(), history: ShownHistory())
        inbox = Mailbox(bell: boxBell)

        // The process that holds the text console is forked off here, while there is no footage yet that it would share.
        console = devices.display.isTV ? Terminal.take { events.note("display: \($0)") } : nil
        tvPower =
            devices.display.isTV
            ? TVPower(at: start) { TVControl(timebase: timebase, tell: { events.note("display: \($0)") }) } : nil

        let firstCamera = devices.camera
        let cameras = devices.cameras
        let streamSettings = plan.stream(of: plan.settings)
        track = SoundTrack(isWanted: streamSettings.recordsSound, maximumSeconds: streamSettings.bufferMinutes * 60)
        let (start, inbox, capture) = (self.start, self.inbox, shared.capture)
        ear = Ear(plan.settings) { inbox.post(.heard($0)) }
        sound = SoundRecorder(track: track, ear: ear, timebase: timebase) { [soundFaults] in
            try DeviceSelection.microphone(
                beside: firstCamera, clock: plan.clock, timebase: timebase, start: capture.tally.first?.timestamp ?? start, faults: soundFaults)
        } tell: { words, isTrouble in
            if isTrouble { inbox.post(.event(.stream(.noSound(words)))) } else { events.note(words) }
        }
        codecs = CodecPool(board: Board.found().board, isVirtual: plan.clock == .virtual) { inbox.post(.event(.stream(.codec($0)))) }
        let memory = Self.memory(for: plan.clock)
        windowBytes = memory.lineSize.windowBytes(wanted: Int(plan.settings.windowMegabytes * 1e6))
        let factory = PipelineFactory(
            slot: shared.slot, delay: shared.delay, sound: track, memory: memory, windowBytes: windowBytes,
            isVirtual: plan.clock == .virtual, codecs: codecs)
        camera = CameraSupervisor(
            camera: firstCamera, request: StreamRequest(streamSettings),
            controls: CameraControls(plan.settings), timebase: timebase, slot: shared.slot,
            state: shared.capture, openCamera: { try cameras.open($0) },
            makePipeline: factory.make
        ) {
            inbox.post(.event(.stream($0)))
        }
        do {
            try camera.start()
        } catch {
            // A refusal now is final. But in the safe profile there is nothing left to fall back to, so the box waits.
            guard plan.isSafe else { throw Failure(start: error) }
            events.note("camera: \(error); the box waits for it", level: .warning)
        }
    }

    // MARK: The two kinds of run

    /// - Parameter signals: the signals that may end the run before its time.
    func runVirtually(until signals: EndSignals? = nil) throws {
        noteReasons()
        guard let virtualClock else { preconditionFailure("a virtual run has a virtual clock") }
        guard case .headless(let mode) = plan.display else { preconditionFailure("a virtual run is headless") }
        let display = HeadlessDisplay(mode: mode, timebase: timebase)
        let assembly = assemble(display: display) {}
        let presenter = FramePresenter(
            stage: Stage(display: display), shared: shared, players: assembly.services.players,
            keeper: assembly.services.pictures, watch: assembly.services.motionWatch, timebase: timebase)
        let snapshots = plan.snapshots.map { Snapshots($0, start: start) }
        let script = devices.script?.inputs ?? []
        let lastInput = script.last?.time ?? .zero
        let end = start + (plan.duration ?? lastInput + shared.delay.current + .seconds(5))
        VirtualRun(
            clock: virtualClock, assembly: assembly, presenter: presenter, slot: shared.slot, script: script, end: end,
            snapshots: snapshots, switchOff: switchOff, signals: signals
        ).run()
        trace.end()
        try finish(assembly, presenter: presenter, unwritten: assembly.services.card.unwritten, snapshots: snapshots)
    }

    func runInRealTime(until signals: EndSignals) throws {
        PowerOffNote.remove()
        let service = Service(timebase: timebase)
        let handoff = DisplayHandoff()
        let sink = Relay<PanelInput>()
        let displayThread = NamedThread(.display, onRefusal: refusal(), displayBody(handoff, sink: sink))
        let display: any Display
        do {
            display = try handoff.opened()
        } catch {
            displayThread.join()
            throw Failure(.unavailable, "display \(error)")
        }
        noteReasons()
        let assembly = assemble(display: display) { signals.raise() }
        sink.connect { if assembly.deliver($0) { signals.raise() } }
        let snapshots = plan.snapshots.map { Snapshots($0, start: start) }
        let snapshotThread = snapshots.map {
            SnapshotThread($0, timebase: timebase, tell: { [events] in events.note($0, level: .warning) })
        }
        let target = display.abilities.scanoutDevice.map { CompositorTarget.scanout(card: $0) } ?? .memory
        let presenter = FramePresenter(
            stage: Stage(display: display, target: target), shared: shared, players: assembly.services.players,
            keeper: assembly.services.pictures, watch: assembly.services.motionWatch, timebase: timebase)
        let run = RealRun(
            assembly: assembly, timebase: timebase, boxBell: boxBell,
            housekeeping: Housekeeping(
                slot: shared.slot, delay: shared.delay, windowBytes: windowBytes, timebase: timebase, events: events),
            snapshots: snapshotThread, service: service, onRefusal: refusal())
        let words = "\(shared.capture.cameraName) on \(display.name)"
        var threads = run.startThreads()
        handoff.begin { run.present(presenter) }
        let snapshotHandle = snapshotThread?.start()
        devices.panel?.start { [console] input in
            guard console?.lets(input) ?? true else { return }
            if case .console(let number) = input { console?.show(number) }
            if assembly.deliver(input) { signals.raise() }
        }
        service.ready()
        service.status(words)

        signals.wait(until: plan.duration.map { start + $0 })
        service.stopping()
        // If it was switched off by hand, the panel's LED and buzzer still say so; no other press is taken any more.
        if switchOff.answer == nil { devices.panel?.stop() }
        let unwritten = run.finishSession(switchOff.answer)
        // Left before any thread is joined: a thread that hangs in a dying card ends only when the machine does.
        if switchOff.answer != nil, let problem = PowerOffNote.leave() {
            events.note("the system can't be told to switch off: \(problem)", level: .error)
        }
        devices.panel?.stop()
        run.end()
        threads.append(displayThread)
        for thread in threads { thread.join() }
        console?.close()
        tvPower?.stop()
        snapshotThread?.end()
        snapshotHandle?.join()
        trace.end()
        try finish(assembly, presenter: presenter, unwritten: unwritten, snapshots: snapshots)
    }

    // MARK: Parts

    /// Notes what `auto` chose, once all devices are open: a start that fails says one line, and that is the reason for the failure.
    private func noteReasons() {
        for reason in devices.reasons { events.note(reason) }
    }

    /// Returns the body of the display's thread: it opens the display, and then does the work that it is given.
    private func displayBody(_ handoff: DisplayHandoff, sink: Relay<PanelInput>) -> @Sendable () -> Void {
        let choice = devices.display
        let cameraRate = shared.slot.current?.footage.parameters.rate
        return { [events, timebase, console, modeWish] in
            handoff.run { () throws(DisplayError) -> any Display in
                switch choice {
                case .window: try WindowDisplay(title: "VIR", size: .hd720, timebase: timebase, sink: { sink.send($0) })
                case .headless(let mode): HeadlessDisplay(mode: mode, timebase: timebase)
                case .kms(let card):
                    try KMSDisplay(
                        card: card, cameraRate: cameraRate, wish: modeWish, console: console, timebase: timebase,
                        tell: { events.note("display: \($0)") })
                }
            }
        }
    }

    /// - Parameter onSwitchOff: called when the box was switched off by hand, on the box's thread.
    private func assemble(display: any Display, onSwitchOff: @escaping () -> Void) -> Assembly {
        let inbox = inbox
        let pins = ClipPins { [slot = shared.slot] in slot.current?.footage }
        let writer = CardWriter(
            card: card, files: cardPlug, settings: plan.settings,
            settingsPath: plan.settingsPath, timebase: timebase, needsRecovery: true,
            leftOpen: trace.trace.session?.header, followsCrash: !trace.trace.crashes.isEmpty, settingsOrigin: plan.settingsOrigin,
            checkFile: plan.isCardMounted ? CardCheckFile.place : nil, late: plan.late, again: plan.again,
            pins: pins, clock: wallClock, makeHeader: header
        ) { inbox.post(.event(.card($0))) }
        let stream = shared.slot.current?.footage
        let appliance = Appliance(
            settings: plan.settings,
            stream: stream?.parameters ?? StreamParameters(size: .hd1080, rate: FrameRate(30)),
            cameraName: shared.capture.cameraName, encoderName: stream?.encoderName ?? "none",
            hasFrameStrip: shared.capture.hasFrameStrip, version: ProgramVersion.text, at: start)
        let camera = camera
        let players = Players(
            slot: shared.slot,
            sources: Players.Sources(
                isCardThere: { [cardPlug, plan] in (try? cardPlug.kind(of: plan.cardPath)) != nil },
                file: { [card] in try? card.file(ofClip: $0) },
                held: { pins.clips.reader(of: $0) },
                decoder: { [codecs] parameters throws(CodecError) in try codecs.otherDecoder(for: parameters) },
                windowBytes: windowBytes)
        ) { inbox.post(.event(.player($0))) }
        let (stick, isVirtual) = (plan.stickPath.map { FolderStick($0) }, plan.clock == .virtual)
        let soundPlayer = SoundPlayer(plan, card: card, track: track, players: players, ear: ear, timebase: timebase, events: events)
        let voice = VoiceService(plan, soundPlayer: soundPlayer, timebase: timebase, events: events) { inbox.post(.event(.box($0))) }
        let services = Services(
            Services.Needs(
                card: card, files: cardPlug, writer: writer, players: players, ear: ear, soundPlayer: soundPlayer, voice: voice,
                timebase: timebase, footage: { [shared] in shared.slot.current?.footage }, held: { pins.clips.reader(of: $0) },
                sound: { [track] in track.line }, stick: stick ?? MountedStick(plan.clock), isCardBusy: { !isVirtual && writer.isBusy },
                lateFrames: { [shared] in isVirtual ? 0 : FrameCounts(shared.capture.tally, neverShown: shared.meter.late).lost },
                monitor: SystemMonitor(plan, timebase: timebase, events: events) { inbox.post(.event(.box($0))) },
                date: { [wallClock, timebase] in wallClock.date(at: timebase.now()) ?? .unknown })
        ) { inbox.post($0) }
        let (mode, composing) = (shared.mode, shared.composing)
        let box = Box(
            appliance: appliance, overlaySize: display.mode?.size ?? .hd1080,
            parts: Box.Parts(
                timebase: timebase, shared: shared, services: services, pins: pins,
                panel: devices.panel, events: events,
                restartStream: { [plan, track] in
                    let settings = plan.stream(of: $0)
                    track.setWanted(settings.recordsSound, maximumSeconds: settings.bufferMinutes * 60)
                    camera.requestRestart(StreamRequest(settings))
                },
                adjustCamera: { camera.adjust($0) },
                switchOff: { [switchOff] in
                    switchOff.set($0)
                    onSwitchOff()
                },
                displayMode: { mode.current }, changeMode: { [modeWish] in modeWish.set($0.size) },
                composingSeconds: composing.takeSeconds, mergesDrawings: { mode.mergesDrawings },
                tvPower: tvPower, trace: trace, memoryBytes: MemoryReading.residentBytes))
        events.forwardWarnings { writer.post(.log($0)) }
        if let crashLog { writer.keep(crashLog) }
        if plan.isSafe { box.handle(.box(.safeMode)) }
        for problem in plan.languageProblems { events.note(problem, level: .warning) }
        for problem in plan.settingsProblems { box.handle(problem, of: problem.file == SettingsFault.cardsFile ? plan.givenSettings : nil) }
        let tv = display.abilities.plug
        let plugs: [SimulatedPlug: (any Pluggable)?] = [.card: cardPlug, .camera: camera, .microphone: soundFaults, .tv: tv, .stick: stick]
        return Assembly(
            shared: shared, box: box, camera: camera, sound: sound, services: services, inbox: inbox, plugs: plugs.compactMapValues { $0 },
            soundFaults: soundFaults, events: events)
    }

    /// Makes the header of a session that begins now. The card gives the session its number.
    private var header: @Sendable (SessionRef) -> SessionHeader {
        { [wallClock, shared, ids] _ in
            let footage = shared.slot.current?.footage
            let id = ids.next()
            let (label, date) = wallClock.begin(id)
            return SessionHeader(
                number: 0, started: label, size: footage?.parameters.size ?? .hd1080,
                framesPerSecond: footage?.parameters.rate.hertz ?? 0, delaySeconds: shared.delay.current.inSeconds, camera: shared.capture.cameraName,
                encoder: footage?.encoderName ?? "none", id: id, date: date)
        }
    }

    /// Returns a function that says once, for all threads, that the frame path runs without priority.
    private func refusal() -> RealRun.SchedulingRefusal {
        let flag = hasSaidSlow
        return { [events] reason in
            guard flag.isFirst() else { return }
            events.note("no real-time scheduling (\(reason)): on a busy machine pictures may come late", level: .notice)
        }
    }
}
