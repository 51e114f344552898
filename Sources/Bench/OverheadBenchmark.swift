// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Devices
import Media
import Runtime

/// Compares everything but the codecs with the codecs: first the same capture, line, player and stage as in a run, with codecs that
/// only hand over prepared pictures, then the real codecs alone.
enum OverheadBenchmark {
    private static let frames = 300

    static func run() throws -> [Figure] {
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
            Figure(name: "everything but the codecs / codecs, 1080p30", value: comparison.ratio, bar: "reported"),
            Figure(
                name: "everything but the codecs, share of a core at 1080p30",
                value: "\(decimals(comparison.ours / videoSeconds * 100)) %", bar: "≤ 5 %"),
        ] + tools(on: stream) + hardwareRoad(on: stream)
    }

    /// Measures what a tool on the delayed picture costs, drawing or movement, against the same run without it.
    private static func tools(on stream: RecordedStream) throws -> [Figure] {
        let videoSeconds = Double(frames) / stream.parameters.rate.hertz
        return try [("20 strokes being drawn", ToolInUse.drawing), ("movement", .movement)].map { name, tool in
            let comparison = try Comparison(rounds: 5, clock: .processor) {
                try runBox(on: stream, with: tool)
            } bare: {
                try runBox(on: stream)
            }
            let share = (comparison.ours - comparison.bare) / videoSeconds * 100
            return Figure(name: "\(name), share of a core at 60 Hz", value: "\(decimals(share)) %", bar: "≤ 2 %")
        }
    }

    /// Steps the parts of a run in the order of time, on a 60 Hz display.
    /// - Throws: `Failure` if the tool isn't where the benchmark turns to.
    static func runBox(on stream: RecordedStream, with tool: ToolInUse? = nil) throws {
        let run = try SteppedRun(
            stream.parameters, camera: PreparedCamera(stream), encoder: PreparedEncoder(stream), decoder: PreparedDecoder(stream))
        for (index, picture) in stream.pictures.enumerated() {
            run.capture(until: picture.stamp.timestamp)
            tool?.use(run, picture: index, of: stream.pictures.count)
            try run.show(until: picture.stamp.timestamp)
        }
        guard tool != .movement || run.isWatchingMovement else {
            throw Failure(.unavailable, "bench overhead: the tool Movement has another place in Live's row than the benchmark turns to")
        }
    }
}

/// A tool that somebody uses on the delayed picture during the run.
enum ToolInUse: CaseIterable {
    /// Twenty strokes, one after the other; a stroke grows by one point with each picture.
    case drawing
    case movement

    private static let strokes = 20
    /// The panel's events that switch the movement tool on, by the picture's number: the knob is held, turned to the tool and pushed.
    private static let throwing: [Int: PanelEvent.Action] = [
        30: .pressed(.knob), 54: .released(.knob), 57: .turned(1), 60: .pressed(.knob), 62: .released(.knob), 66: .pressed(.stop),
        68: .released(.stop),
    ]

    func use(_ run: SteppedRun, picture: Int, of count: Int) {
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
            run.draw(StandingLines(isOn: true, lines: strokes))
        case .movement:
            guard let action = Self.throwing[picture] else { return }
            run.handle(PanelEvent(action, at: run.now, source: .script))
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
