// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Devices
import Media
import Testing

@testable import Runtime

@Suite struct CameraSupervisorTests {
    /// A supervisor over a scripted camera, with codecs that only carry numbers.
    private final class Watch {
        let clock = SteppingClock()
        let slot = PipelineSlot()
        let state = CaptureState()
        let camera: ScriptedCamera
        /// The frames on which the encoders fail.
        var failing: Set<Int64> = []
        /// Why libcamera can't be reached.
        var fault: CameraObject.Fault?
        /// True if no encoder can be opened.
        var hasNoEncoder = false
        private(set) var news: [String] = []
        private(set) var encoders: [NumberEncoder] = []
        /// The number of times that a camera was opened by its name.
        private(set) var opened = 0
        private(set) var supervisor: CameraSupervisor!

        /// - Parameter waits: true for a box that starts without its camera.
        init(_ settings: Settings = Settings(), waits: Bool = false) {
            camera = ScriptedCamera(clock: clock)
            camera.isHeld = !waits
            supervisor = CameraSupervisor(
                camera: waits ? nil : camera, request: StreamRequest(settings), controls: CameraControls(), timebase: clock, slot: slot, state: state,
                openCamera: { [unowned self] in
                    guard $0 == "auto" else { throw CameraError.notFound($0) }
                    if let fault { throw CameraError.unreachable($0, fault) }
                    guard !camera.isHeld else { throw CameraError.refused(camera.name, reason: "another program has it") }
                    opened += 1
                    camera.isHeld = true
                    return camera
                },
                makePipeline: { [unowned self] in try make($0, $1) },
                tell: { [unowned self] in news.append(Self.word(for: $0)) })
        }

        private func make(_ parameters: StreamParameters, _ seconds: Double) throws -> (Pipeline, any Encoder) {
            guard !hasNoEncoder else { throw CodecError(codec: "numbers", operation: "open", reason: "as the test wants it") }
            let encoder = NumberEncoder(framesPerGOP: parameters.framesPerGOP, failing: failing)
            encoders.append(encoder)
            if let current = slot.current, current.footage.parameters == parameters { return (current, encoder) }
            let line = try DelayLine(capacityBytes: 1 << 20, parameters: parameters, blockBytes: 4096)
            let footage = Footage(
                parameters: parameters, encoderName: "numbers", line: line, maximumSeconds: seconds,
                sound: SoundTrack(isWanted: false))
            return (Pipeline(footage: footage, decoder: NumberDecoder()), encoder)
        }

        private static func word(for news: StreamNews) -> String {
            switch news {
            case .cameraLost(_, .silent): "lost"
            case .cameraLost(_, let trouble): "lost: \(trouble)"
            case .cameraBack(let parameters): "back \(parameters.size)"
            case .encoderFailed: "encoder failed"
            case .encoderBack: "encoder back"
            default: "\(news)"
            }
        }

        func run(for length: Duration) {
            let end = clock.now() + length
            while clock.now() < end { supervisor.runOnce() }
        }

        /// Returns the news since the last call.
        func takeNews() -> [String] {
            defer { news = [] }
            return news
        }

        var frames: Int { slot.current?.footage.line.status.frames ?? 0 }
    }

    @Test func aCameraThatFallsSilentIsLostOnceAndBackOnce() throws {
        let watch = Watch()
        try watch.supervisor.start()
        watch.run(for: .seconds(2))
        #expect(watch.takeNews() == [])
        watch.camera.isSilent = true
        watch.run(for: .milliseconds(240))
        #expect(watch.takeNews() == ["lost"])
        watch.run(for: .milliseconds(500))
        #expect(watch.takeNews() == [])
        watch.camera.isSilent = false
        watch.run(for: .seconds(2))
        #expect(watch.takeNews() == ["back 320x180"])
        // It was never started again: only its frames had stopped for a moment.
        #expect(watch.camera.startTimes.count == 1)
    }

    /// An encoder releases its last pictures only when it is drained, and a hardware encoder must then be started again.
    @Test func anEncoderIsOnlyEmptiedOnceTheCameraIsSilentForASecond() throws {
        let watch = Watch()
        try watch.supervisor.start()
        for expected in 1...2 {
            watch.run(for: .seconds(2))
            watch.camera.isSilent = true
            watch.run(for: .milliseconds(600))
            #expect(watch.encoders.map(\.drains) == [expected - 1])
            watch.camera.isSilent = false
            watch.run(for: .seconds(2))
            #expect(watch.encoders.map(\.drains) == [expected - 1])
            watch.camera.isSilent = true
            watch.run(for: .milliseconds(2600))
            #expect(watch.encoders.map(\.drains) == [expected])
            watch.camera.isSilent = false
        }
        watch.run(for: .seconds(1))
        #expect(watch.takeNews() == ["lost", "back 320x180", "lost", "back 320x180", "lost", "back 320x180", "lost", "back 320x180"])
    }

    @Test func aSilentCameraIsStartedThreeTimesAndThenOpenedAnew() throws {
        let watch = Watch()
        try watch.supervisor.start()
        watch.run(for: .seconds(2))
        let pipeline = try #require(watch.slot.current)
        let recorded = watch.frames
        watch.camera.isSilent = true
        watch.run(for: .seconds(9))
        #expect(watch.camera.startTimes.count == 1 + CameraWatch.restartsBeforeReopening)
        #expect(watch.opened == 0)
        watch.run(for: .seconds(3))
        #expect(watch.opened == 1)
        #expect(watch.takeNews() == ["lost"])
        watch.camera.isSilent = false
        watch.run(for: .seconds(4))
        #expect(watch.takeNews() == ["back 320x180"])
        #expect(watch.slot.current === pipeline, "the same stream goes on in the same footage")
        #expect(watch.frames > recorded + 30)
    }

    @Test func aCameraMayTakeItsTimeForTheFirstFrame() throws {
        let watch = Watch()
        watch.camera.isSilent = true
        try watch.supervisor.start()
        watch.run(for: .milliseconds(2700))
        #expect(watch.takeNews() == [])
        watch.camera.isSilent = false
        watch.run(for: .seconds(1))
        #expect(watch.takeNews() == [])
        #expect(watch.camera.startTimes.count == 1)
    }

    @Test func theNumbersGoOnWhenACameraThatWasOpenedAnewBeginsAtZero() throws {
        let watch = Watch()
        try watch.supervisor.start()
        watch.run(for: .seconds(1))
        let last = try #require(watch.state.tally.newest)
        watch.camera.isGone = true
        watch.run(for: .seconds(1))
        watch.camera.isGone = false
        watch.camera.number = 0
        watch.run(for: .seconds(2))
        let newest = try #require(watch.state.tally.newest)
        #expect(newest.frame > last.frame + 20)
        #expect(watch.state.tally.lost == 0)
    }

    @Test func anInterruptionShorterThanTheWatchdogIsNone() throws {
        let watch = Watch()
        try watch.supervisor.start()
        watch.run(for: .seconds(1))
        watch.clock.wait(until: watch.clock.now() + .milliseconds(240))
        watch.run(for: .seconds(1))
        #expect(watch.takeNews() == [])
    }

    @Test func aCameraThatIsGoneIsStartedAgainEveryHalfSecondUntilItWorks() throws {
        let watch = Watch()
        try watch.supervisor.start()
        watch.run(for: .seconds(1))
        let pipeline = try #require(watch.slot.current)
        let recorded = watch.frames
        watch.camera.isGone = true
        watch.run(for: .seconds(5))
        #expect(watch.takeNews() == ["lost"])
        #expect(!watch.camera.isRunning)
        let tries = watch.camera.startTimes.dropFirst()
        #expect((9...10).contains(tries.count))
        for (earlier, later) in zip(tries, tries.dropFirst()) {
            #expect(earlier.duration(to: later) >= CameraSupervisor.retryInterval)
        }
        watch.camera.isGone = false
        watch.run(for: .seconds(2))
        #expect(watch.takeNews() == ["back 320x180"])
        // The same stream goes on in the same footage.
        #expect(watch.slot.current === pipeline)
        #expect(watch.frames > recorded + 30)
    }

    @Test func aCameraThatStartsAndGivesNothingIsNotBack() throws {
        let watch = Watch()
        try watch.supervisor.start()
        watch.run(for: .seconds(1))
        watch.camera.isGone = true
        watch.run(for: .seconds(1))
        watch.camera.isGone = false
        watch.camera.isSilent = true
        watch.run(for: .seconds(5))
        #expect(watch.takeNews() == ["lost"])
        watch.camera.isSilent = false
        watch.run(for: .seconds(1))
        #expect(watch.takeNews() == ["back 320x180"])
    }

    @Test func anotherSizeIsAnotherFootage() throws {
        let watch = Watch()
        try watch.supervisor.start()
        watch.run(for: .seconds(1))
        let pipeline = try #require(watch.slot.current)
        var settings = Settings()
        settings.size = VideoSize(width: 640, height: 360)
        watch.supervisor.requestRestart(StreamRequest(settings))
        watch.run(for: .seconds(1))
        #expect(watch.slot.current !== pipeline)
        #expect(watch.slot.current?.footage.parameters.size == settings.size)
        #expect(watch.takeNews() == ["back 640x360"])
        // The old footage still exists for clips that are being cut.
        #expect(pipeline.footage.line.status.frames > 20)
    }

    @Test func aSizeThatTheCameraRefusesIsTriedOnAndSaidOnce() throws {
        let watch = Watch()
        try watch.supervisor.start()
        watch.run(for: .seconds(1))
        var settings = Settings()
        settings.size = VideoSize(width: 640, height: 360)
        watch.camera.refusedSizes = [VideoSize(width: 640, height: 360)]
        watch.supervisor.requestRestart(StreamRequest(settings))
        watch.run(for: .seconds(5))
        #expect(watch.takeNews() == ["lost"])
        #expect(watch.camera.startTimes.count >= 9)
        // Back to the size that works.
        watch.supervisor.requestRestart(StreamRequest(Settings()))
        watch.run(for: .seconds(1))
        #expect(watch.takeNews() == ["back 320x180"])
    }

    @Test func anEncoderThatFailsIsToldOnceAndBackOnce() throws {
        let watch = Watch()
        watch.failing = [40]
        try watch.supervisor.start()
        let pipeline = try #require(watch.slot.current)
        watch.run(for: .seconds(3))
        #expect(watch.takeNews() == ["encoder failed", "encoder back"])
        #expect(watch.slot.current === pipeline)
        #expect(watch.state.tally.captured > 60)
    }

    @Test func anEncoderThatFailsForGoodIsToldOnce() throws {
        let watch = Watch()
        watch.failing = Set(40..<60)
        try watch.supervisor.start()
        watch.run(for: .seconds(5))
        #expect(watch.takeNews() == ["encoder failed"])
        watch.run(for: .seconds(10))
        #expect(watch.takeNews() == ["encoder back"])
    }

    @Test func anEncoderThatCantBeOpenedIsNoLostCamera() throws {
        let watch = Watch()
        watch.failing = [40]
        try watch.supervisor.start()
        watch.run(for: .seconds(1))
        watch.hasNoEncoder = true
        watch.run(for: .seconds(3))
        #expect(watch.takeNews() == ["encoder failed"])
        #expect(!watch.camera.isRunning)
        watch.hasNoEncoder = false
        watch.run(for: .seconds(3))
        #expect(watch.takeNews() == ["encoder back"])
    }

    @Test func aCameraThatIsntThereIsRefusedAtTheStart() {
        let watch = Watch()
        watch.camera.isGone = true
        #expect(throws: CameraError.self) { try watch.supervisor.start() }
    }

    @Test func anotherCameraThatIsntThereIsSaidAndTheOldOneCanBeAskedForAgain() throws {
        let watch = Watch()
        try watch.supervisor.start()
        watch.run(for: .seconds(1))
        var settings = Settings()
        settings.camera = "file:/nowhere.mp4"
        watch.supervisor.requestRestart(StreamRequest(settings))
        watch.run(for: .seconds(3))
        #expect(watch.takeNews() == ["lost"])
        watch.supervisor.requestRestart(StreamRequest(Settings()))
        watch.run(for: .seconds(1))
        #expect(watch.takeNews() == ["back 320x180"])
    }

    /// After a change of libcamera the TV says what to type, as long as that helps; then it's about the camera again.
    @Test func aLibcameraThatChangedIsSaidOnceAndWithdrawnOnceItIsReached() throws {
        let watch = Watch(waits: true)
        watch.fault = .refused("made for libcamera.so.0.3")
        try watch.supervisor.start()
        watch.run(for: .seconds(3))
        #expect(watch.takeNews() == ["lost: libcameraChanged"])
        watch.fault = nil
        watch.camera.isGone = true
        watch.run(for: .seconds(3))
        #expect(watch.takeNews() == ["lost"])
        watch.camera.isGone = false
        watch.run(for: .seconds(2))
        #expect(watch.takeNews() == ["back 320x180"])
    }
}
