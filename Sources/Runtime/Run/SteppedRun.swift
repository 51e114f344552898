// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Devices
import Interface
import Logging
import Media
import Storage

/// The parts of a run from the camera to the TV, with the interface and its HUD, on a camera and codecs of the caller's. `vir bench`
/// measures with it what VIR's own code costs.
///
/// The caller steps it in virtual time, on a headless display. No card is there, so the caller must not mark anything. Thread-bound.
package final class SteppedRun {
    private let clock = VirtualClock()
    private let capture: Capture
    private let display: HeadlessDisplay
    private let players: Players
    private let presenter: FramePresenter
    private let box: Box
    private let inbox = Mailbox<BoxMessage>()

    /// - Throws: the delay line's error if its memory can't be had.
    package init(_ stream: StreamParameters, camera: any Camera, encoder: any Encoder, decoder: any Decoder) throws {
        let line = try DelayLine(capacityBytes: 64 << 20, parameters: stream)
        let shared = FramePresenter.Shared(
            slot: PipelineSlot(), capture: CaptureState(), delay: DelayControl(.seconds(1)), meter: DelayMeter(), history: ShownHistory())
        let footage = Footage(
            parameters: stream, encoderName: encoder.name, line: line, maximumSeconds: 1200, sound: SoundTrack(isWanted: false))
        shared.slot.replace(with: Pipeline(footage: footage, decoder: decoder))
        capture = Capture(camera: camera, encoder: encoder, line: line, shared: shared.capture)
        display = HeadlessDisplay(mode: RunPlan.headlessMode, timebase: clock)
        players = Players(slot: shared.slot, sources: Players.Sources(isCardThere: { false }, file: { _ in nil })) { _ in }
        box = Self.makeBox(stream, names: (camera.name, encoder.name), shared: shared, players: players, clock: clock) { [inbox] in
            inbox.post($0)
        }
        presenter = FramePresenter(
            stage: Stage(display: display), shared: shared, players: players, watch: box.parts.services.motionWatch, timebase: clock)
    }

    private static func makeBox(
        _ stream: StreamParameters, names: (camera: String, encoder: String), shared: FramePresenter.Shared, players: Players,
        clock: VirtualClock, tell: @escaping @Sendable (BoxMessage) -> Void
    ) -> Box {
        let settings = Settings()
        let files = POSIXFileSystem()
        let events = RunEvents(timebase: clock, logger: Logger(label: "vir") { _ in SwiftLogNoOpLogHandler() })
        let folder = Card(path: "/nonexistent", files: files)
        let pins = ClipPins { nil }
        let header = SessionHeader(
            number: 0, started: "", size: stream.size, framesPerSecond: stream.rate.hertz, delaySeconds: settings.delaySeconds,
            camera: names.camera, encoder: names.encoder)
        let card = CardWriter(
            card: folder, files: files, settings: settings, settingsPath: "/nonexistent/settings.toml",
            timebase: clock, pins: pins, makeHeader: { _ in header }
        ) { _ in }
        let appliance = Appliance(
            settings: settings, stream: stream, cameraName: names.camera, encoderName: names.encoder, hasFrameStrip: false,
            version: ProgramVersion.text, at: clock.now())
        let services = Services(
            Services.Needs(
                card: folder, files: files, writer: card, players: players, ear: Ear(settings) { _ in },
                soundPlayer: SoundPlayer(settings, sources: .none, timebase: clock) { _ in },
                voice: VoiceService(settings, timebase: clock, open: { TranscriptVoice(timebase: clock) }, play: { _, _ in }, refuse: { _, _ in }),
                timebase: clock), tell: tell)
        return Box(
            appliance: appliance, overlaySize: RunPlan.headlessMode.size,
            parts: Box.Parts(
                timebase: clock, shared: shared, services: services, pins: pins,
                panel: nil, events: events,
                restartStream: { _ in }, adjustCamera: { _ in }, switchOff: { _ in },
                displayMode: { RunPlan.headlessMode }, changeMode: { _ in }, composingSeconds: { nil },
                mergesDrawings: { true }, tvPower: nil, trace: RunTraceFile(folder: nil, at: clock.now()),
                memoryBytes: MemoryReading.residentBytes))
    }

    /// The instant up to which the display has run.
    package var now: Timestamp { clock.now() }

    /// True while the movement of the delayed picture is studied.
    package var isWatchingMovement: Bool { box.parts.services.motionWatch.isWatching }

    /// Takes the camera's next frame into the delay line, if there is one by this instant.
    package func capture(until instant: Timestamp) { _ = capture.step(until: instant) }

    /// Draws these lines on the delayed picture.
    package func draw(_ lines: StandingLines) { box.handle(.card(.lines(lines))) }

    /// Passes an event of the panel to the interface.
    package func handle(_ event: PanelEvent) { box.handle(event) }

    /// Shows each vblank up to this instant, and passes on the news that came since the last call.
    package func show(until instant: Timestamp) throws {
        while box.parts.services.motionWatch.runOnce() {}
        while case .event(let event)? = inbox.take() { box.handle(event) }
        while display.nextVblank.timestamp <= instant {
            clock.advance(to: display.nextVblank.timestamp)
            box.pulseIfDue()
            if let prepared = box.prepare(for: display.nextVblank.timestamp) { presenter.show(prepared) }
            players.advanceDelayed(to: presenter.aim.timestamp)
            _ = try presenter.runOnce()
            _ = try presenter.waitForVblank(until: clock.now())
        }
    }
}
