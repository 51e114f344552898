// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Devices
import Media
import Testing

@testable import Runtime

@Suite struct CaptureTests {
    /// Returns a capture of a scripted camera with an encoder of numbers.
    private func capture(_ camera: ScriptedCamera, line: DelayLine, state: CaptureState) throws -> Capture {
        let parameters = try camera.start(CameraRequest())
        return Capture(camera: camera, encoder: NumberEncoder(framesPerGOP: parameters.framesPerGOP), line: line, shared: state)
    }

    private func keyframes(of line: DelayLine) -> [Int64] {
        let reader = line.makeReader()
        var keyframes: [Int64] = []
        while case .unit(let unit) = reader.next({ ($0.stamp.frame, $0.isKeyframe) }) {
            if unit.1 { keyframes.append(unit.0) }
        }
        return keyframes
    }

    private func line(capacityBytes: Int = 1 << 20) throws -> DelayLine {
        try DelayLine(capacityBytes: capacityBytes, parameters: StreamParameters(size: .hd1080, rate: FrameRate(30)), blockBytes: 4096)
    }

    @Test func aKeyframeThatIsAskedForIsTheNextFrameAndOnlyThat() throws {
        let camera = ScriptedCamera(clock: SteppingClock())
        let state = CaptureState()
        let line = try line()
        let capture = try capture(camera, line: line, state: state)
        for frame in 0..<40 {
            if frame == 7 { state.requestKeyframe() }
            _ = capture.step(until: Timestamp(seconds: 100))
        }
        #expect(keyframes(of: line) == [0, 7, 22, 37])
    }

    @Test func everyGapInTheCamerasNumbersIsCounted() throws {
        let rate = FrameRate(30)
        let times = FrameTimes(rate: rate, for: .seconds(60), loss: 0.1, seed: 5)
        let screening = try PresentingHarness(times, rate: rate, refresh: FrameRate(60), delay: .seconds(1))
        while screening.clock.now() < Timestamp(seconds: 61) { _ = try screening.next() }
        let tally = screening.shared.capture.tally
        #expect(tally.captured == Int64(times.frames.count))
        #expect(tally.captured + tally.lost == (times.frames.last?.frame ?? 0) + 1)
        #expect(tally.lost > 100)
        #expect(tally.encoderIn == tally.captured && tally.encoderOut == tally.captured && tally.refused == 0)
        #expect(tally.first == times.frames.first && tally.newest == times.frames.last)
    }

    @Test func theLivePictureIsTheNewestUntilItIsForgotten() throws {
        let camera = ScriptedCamera(clock: SteppingClock())
        let state = CaptureState()
        let capture = try capture(camera, line: try line(), state: state)
        #expect(state.newestFrame == nil)
        for frame in Int64(0)..<5 {
            _ = capture.step(until: Timestamp(seconds: 100))
            #expect(state.newestFrame?.stamp.frame == frame)
        }
        state.forgetNewest()
        #expect(state.newestFrame == nil)
    }

    /// An encoder swallows frames silently: exactly those frames are counted as lost.
    @Test(arguments: [0, 1, 2, 5])
    func whatTheEncoderSwallowsIsCounted(latency: Int) throws {
        let camera = ScriptedCamera(clock: SteppingClock())
        let state = CaptureState()
        let swallowed: Set<Int64> = [3, 4, 11, 38]
        _ = try camera.start(CameraRequest())
        let capture = Capture(camera: camera, encoder: SwallowingEncoder(swallowed, latency: latency), line: try line(), shared: state)
        for frame in Int64(0)..<40 {
            _ = capture.step(until: Timestamp(seconds: 100))
            // The loss is known as soon as the next frame comes out.
            let newestOut = (0...max(0, frame - Int64(latency))).last { !swallowed.contains($0) } ?? 0
            #expect(state.tally.lostByEncoder == Int64(swallowed.count { $0 < newestOut && frame >= Int64(latency) }))
        }
        capture.drain()
        #expect(state.tally.lostByEncoder == 4 && state.tally.encoderOut == 36 && state.tally.captured == 40)
    }
}

/// An encoder that delivers frames some frames later, and never delivers some.
private final class SwallowingEncoder: Encoder {
    let name = "swallowing"
    private let swallowed: Set<Int64>
    private let latency: Int
    private var held: [FrameStamp] = []

    init(_ swallowed: Set<Int64>, latency: Int) {
        self.swallowed = swallowed
        self.latency = latency
    }

    func encode(_ frame: VideoFrame, forcingKeyframe: Bool, output: (AccessUnit) -> Void) throws(CodecError) {
        held.append(frame.stamp)
        if held.count > latency { give(output) }
    }

    func drain(output: (AccessUnit) -> Void) throws(CodecError) {
        while !held.isEmpty { give(output) }
    }

    private func give(_ output: (AccessUnit) -> Void) {
        let stamp = held.removeFirst()
        guard !swallowed.contains(stamp.frame) else { return }
        [UInt8](repeating: 7, count: 16).withUnsafeBytes { output(AccessUnit(stamp: stamp, isKeyframe: stamp.frame == 0, bytes: $0)) }
    }
}
