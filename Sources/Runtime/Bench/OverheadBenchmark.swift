// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Devices
import Graphics
import Interface
import Logging
import Media
import Storage

/// Compares everything but the codecs with the codecs: first the same capture, line, player and stage as in a run, with codecs that
/// only hand over prepared pictures, then the real codecs alone.
enum OverheadBenchmark {
    private static let frames = 300

    static func run() throws -> [Benchmark.Figure] {
        let parameters = StreamParameters(size: .hd1080, rate: FrameRate(30))
        let stream = try RecordedStream(parameters, frames: frames, keepingPictures: true)
        let encoder = try EncoderChoice.open(parameters)
        let decoder = try DecoderChoice.open(parameters)
        let comparison = try Comparison(rounds: 5, clock: .processor) {
            try runBox(on: stream)
        } bare: {
            for picture in stream.pictures {
                try encoder.encode(picture, forcingKeyframe: false) { _ in }
            }
            decoder.flush()
            for unit in stream.units {
                _ = try unit.bytes.withUnsafeBytes {
                    try decoder.decode(AccessUnit(stamp: unit.stamp, isKeyframe: unit.isKeyframe, bytes: $0))
                }
            }
        }
        let videoSeconds = Double(frames) / parameters.rate.hertz
        return try [
            Benchmark.Figure(name: "everything but the codecs / codecs, 1080p30", value: comparison.ratio, bar: "reported"),
            Benchmark.Figure(
                name: "everything but the codecs, share of a core at 1080p30",
                value: "\(decimals(comparison.ours / videoSeconds * 100)) %", bar: "≤ 5 %"),
        ] + tools(on: stream) + hardwareRoad(on: stream)
    }

    /// Measures what a tool on the delayed picture costs, drawing or movement, against the same run without it.
    private static func tools(on stream: RecordedStream) throws -> [Benchmark.Figure] {
        let videoSeconds = Double(frames) / stream.parameters.rate.hertz
        return try [("20 strokes being drawn", ToolInUse.drawing), ("movement", .movement)].map { name, tool in
            let comparison = try Comparison(rounds: 5, clock: .processor) {
                try runBox(on: stream, with: tool)
            } bare: {
                try runBox(on: stream)
            }
            let share = (comparison.ours - comparison.bare) / videoSeconds * 100
            return Benchmark.Figure(name: "\(name), share of a core at 60 Hz", value: "\(decimals(share)) %", bar: "≤ 2 %")
        }
    }

    /// Steps a run's components in the order of time, on a 60 Hz display.
    private static func runBox(on stream: RecordedStream, with tool: ToolInUse? = nil) throws {
        let clock = VirtualClock()
        let delay = Duration.seconds(1)
        let line = try DelayLine(capacityBytes: 64 << 20, parameters: stream.parameters)
        let shared = FramePresenter.Shared(
            slot: PipelineSlot(), capture: CaptureState(), delay: DelayControl(delay),
            meter: DelayMeter(), history: ShownHistory())
        let footage = Footage(
            parameters: stream.parameters, encoderName: "prepared", line: line, maximumSeconds: 1200,
            sound: SoundTrack(isWanted: false))
        shared.slot.replace(with: Pipeline(footage: footage, decoder: PreparedDecoder(stream)))
        let capture = Capture(camera: PreparedCamera(stream), encoder: PreparedEncoder(stream), line: line, shared: shared.capture)
        let display = HeadlessDisplay(mode: RunPlan.headlessMode, timebase: clock)
        let players = Players(slot: shared.slot, sources: Players.Sources(isCardThere: { false }, file: { _ in nil })) { _ in }
        let inbox = Mailbox<BoxMessage>()
        let box = try makeBox(on: stream, shared: shared, players: players, clock: clock) { inbox.post($0) }
        let watch = box.parts.services.motionWatch
        let presenter = FramePresenter(stage: Stage(display: display), shared: shared, players: players, watch: watch, timebase: clock)
        for (index, picture) in stream.pictures.enumerated() {
            _ = capture.step(until: picture.stamp.timestamp)
            tool?.use(box, at: clock.now(), picture: index, of: stream.pictures.count)
            while watch.runOnce() {}
            while case .event(let event)? = inbox.take() { box.handle(event) }
            while display.nextVblank.timestamp <= picture.stamp.timestamp {
                clock.advance(to: display.nextVblank.timestamp)
                box.pulseIfDue()
                if let prepared = box.prepare(for: display.nextVblank.timestamp) { presenter.show(prepared) }
                players.advanceDelayed(to: presenter.aim.timestamp)
                _ = try presenter.runOnce()
                _ = try presenter.waitForVblank(until: clock.now())
            }
        }
        precondition(tool != .movement || watch.isWatching, "the tool's place in Live's row is another one")
    }
}

extension OverheadBenchmark {
    /// Makes the interface with its HUD, as in a run. Nothing is marked, so its card is never touched.
    private static func makeBox(
        on stream: RecordedStream, shared: FramePresenter.Shared, players: Players, clock: VirtualClock,
        tell: @escaping @Sendable (BoxMessage) -> Void
    ) throws -> Box {
        let settings = Settings()
        let files = POSIXFileSystem()
        let events = RunEvents(timebase: clock, logger: Logger(label: "vir") { _ in SwiftLogNoOpLogHandler() })
        let folder = Card(path: "/nonexistent", files: files)
        let pins = ClipPins { nil }
        let header = SessionHeader(
            number: 0, started: "", size: stream.parameters.size, framesPerSecond: stream.parameters.rate.hertz,
            delaySeconds: settings.delaySeconds, camera: "prepared", encoder: "prepared")
        let card = CardWriter(
            card: folder, files: files, settings: settings, settingsPath: "/nonexistent/settings.toml",
            timebase: clock, pins: pins, makeHeader: { _ in header }
        ) { _ in }
        let appliance = Appliance(
            settings: settings, stream: stream.parameters, cameraName: "prepared",
            encoderName: "prepared", hasFrameStrip: false, version: ProgramVersion.text, at: clock.now())
        let services = Services(
            Services.Needs(
                card: folder, files: files, writer: card, players: players, ear: Ear(settings) { _ in },
                soundPlayer: SoundPlayer(settings, sources: .none, timebase: clock) { _ in }, timebase: clock), tell: tell)
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
}

/// A tool that somebody uses on the delayed picture during the run.
private enum ToolInUse {
    /// Twenty strokes, one after the other; a stroke grows by one point with each picture.
    case drawing
    case movement

    private static let strokes = 20
    /// The panel's events that switch the movement tool on, by the picture's number: the knob is held, turned to the tool and pushed.
    private static let throwing: [Int: PanelEvent.Action] = [
        30: .pressed(.knob), 54: .released(.knob), 57: .turned(3), 60: .pressed(.knob), 62: .released(.knob), 66: .pressed(.stop),
        68: .released(.stop),
    ]

    func use(_ box: Box, at now: Timestamp, picture: Int, of count: Int) {
        switch self {
        case .drawing:
            let perStroke = max(1, count / Self.strokes)
            let strokes = (0...min(picture / perStroke, Self.strokes - 1)).map { stroke in
                let points = stroke == picture / perStroke ? max(2, picture % perStroke) : perStroke
                return Annotation(
                    id: StandingLines.firstID + stroke, kind: .freehand,
                    points: (0..<points).map { Point(0.1 + 0.04 * Double(stroke), 0.1 + 0.8 * Double($0) / Double(perStroke)) }, ink: .yellow,
                    width: 8)
            }
            box.handle(.card(.lines(StandingLines(isOn: true, lines: strokes))))
        case .movement:
            guard let action = Self.throwing[picture] else { return }
            box.handle(PanelEvent(action, at: now, source: .script))
        }
    }
}

/// Hands over drawn pictures.
private final class PreparedCamera: Camera {
    let name = "prepared"
    private let stream: RecordedStream
    private var next = 0

    init(_ stream: RecordedStream) { self.stream = stream }

    func start(_ request: CameraRequest) throws(CameraError) -> StreamParameters { stream.parameters }

    func nextFrame(until deadline: Timestamp) throws(CameraError) -> VideoFrame? {
        guard next < stream.pictures.count else { return nil }
        defer { next += 1 }
        return stream.pictures[next]
    }

    func stop() {}
}

/// Hands over encoded pictures.
final class PreparedEncoder: Encoder {
    let name = "prepared"
    private let stream: RecordedStream

    init(_ stream: RecordedStream) { self.stream = stream }

    func encode(_ frame: VideoFrame, forcingKeyframe: Bool, output: (AccessUnit) -> Void) throws(CodecError) {
        let unit = stream.units[Int(frame.stamp.frame) % stream.units.count]
        unit.bytes.withUnsafeBytes { output(AccessUnit(stamp: frame.stamp, isKeyframe: unit.isKeyframe, bytes: $0)) }
    }

    func drain(output: (AccessUnit) -> Void) throws(CodecError) {}
}

/// Hands over the original picture of an encoded one, without decoding.
final class PreparedDecoder: Decoder {
    let name = "prepared"
    private let stream: RecordedStream

    init(_ stream: RecordedStream) { self.stream = stream }

    func decode(_ unit: AccessUnit) throws(CodecError) -> VideoFrame? {
        VideoFrame(buffer: stream.pictures[Int(unit.stamp.frame) % stream.pictures.count].buffer, stamp: unit.stamp)
    }

    func flush() {}
}
