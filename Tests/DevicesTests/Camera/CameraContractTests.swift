// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Testing

@testable import Devices

/// The contract of every camera, real or simulated. A real one runs over a fake of what it is plugged into.
@Suite struct CameraContractTests {
    enum Kind: String, CaseIterable {
        case synthetic, file, usb

        /// The cameras whose frames are made when they are asked for, and whose plug a script pulls.
        static let simulated: [Kind] = [.synthetic, .file]

        func make(_ timebase: any Timebase) throws -> any Camera {
            switch self {
            case .synthetic: SyntheticCamera(timebase: timebase)
            case .file: try FileCamera(path: try TestVideo.plain.get(), timebase: timebase)
            case .usb: try USBCamera(id: nil, timebase: timebase, kernel: Self.kernel(timebase))
            }
        }

        private static func kernel(_ timebase: any Timebase) -> FakeVideoKernel {
            let camera = FakeUSBCamera(timebase: timebase)
            camera.rates = CameraContractTests.rates
            return FakeVideoKernel(camera)
        }

        /// The kernel counts in microseconds.
        var grain: Duration { self == .usb ? .microseconds(1) : .zero }
    }

    static let rates = [FrameRate(30), FrameRate(60), FrameRate(50), FrameRate(60000, 1001)]
    static let small = CameraRequest(size: VideoSize(width: 320, height: 240), rate: FrameRate(30))

    private func next(_ camera: any Camera, _ timebase: any Timebase) throws -> VideoFrame {
        try #require(try camera.nextFrame(until: timebase.now().advanced(by: .seconds(1))))
    }

    @Test(arguments: Kind.allCases, rates)
    func framesLieOnTheGridExactly(kind: Kind, rate: FrameRate) throws {
        let timebase = SteppingTimebase(at: Timestamp(nanoseconds: 123_456_789))
        let camera = try kind.make(timebase)
        let start = timebase.now()
        let stream = try camera.start(CameraRequest(size: Self.small.size, rate: rate))
        #expect(stream.rate == rate)
        for index in Int64(0)..<200 {
            let frame = try next(camera, timebase)
            let early = frame.stamp.timestamp.duration(to: start.advanced(by: rate.offset(of: index)))
            #expect(frame.stamp.frame == index && early >= .zero && early <= kind.grain)
            #expect(timebase.now() >= frame.stamp.timestamp, "a frame comes out of the future")
        }
    }

    @Test(arguments: Kind.allCases, ["640x480", "160x160", "720x1280", "1280x720", "322x242"])
    func theSizeAskedForIsGiven(kind: Kind, text: String) throws {
        let size = try #require(VideoSize(text))
        let timebase = SteppingTimebase()
        let camera = try kind.make(timebase)
        #expect(try camera.start(CameraRequest(size: size, rate: nil)).size == size)
        let frame = try next(camera, timebase)
        #expect(frame.buffer.size == size && frame.buffer.format == .yuv420p)
    }

    @Test(arguments: Kind.allCases, ["100x100", "641x480", "640x481", "4096x2160", "2048x2048", "0x0", "-640x480"])
    func whatCanNotBeRecordedIsRefused(kind: Kind, text: String) throws {
        let size = try #require(VideoSize(text))
        let camera = try kind.make(SteppingTimebase())
        let error = #expect(throws: CameraError.self) { _ = try camera.start(CameraRequest(size: size, rate: nil)) }
        guard case .refused = error else { return #expect(Bool(false), "\(error.map(String.init(describing:)) ?? "nothing") is no refusal") }
    }

    @Test(arguments: Kind.allCases)
    func ratesOutsideReasonAreRefused(kind: Kind) throws {
        let camera = try kind.make(SteppingTimebase())
        for rate in [FrameRate(1, 2), FrameRate(100_000)] {
            #expect(throws: CameraError.self) { _ = try camera.start(CameraRequest(size: nil, rate: rate)) }
        }
    }

    @Test(arguments: Kind.allCases)
    func aDeadlineBeforeTheFrameGivesNothingAndLosesNothing(kind: Kind) throws {
        let timebase = SteppingTimebase()
        let camera = try kind.make(timebase)
        _ = try camera.start(Self.small)
        _ = try next(camera, timebase)
        let early = timebase.now().advanced(by: .milliseconds(10))
        #expect(try camera.nextFrame(until: early) == nil)
        #expect(timebase.now() == early)
        #expect(try next(camera, timebase).stamp.frame == 1)
    }

    @Test(arguments: Kind.simulated)
    func aFrameIsNeverGivenBeforeItsTime(kind: Kind) throws {
        let timebase = StandingTimebase()
        let camera = try kind.make(timebase)
        _ = try camera.start(Self.small)
        #expect(try camera.nextFrame(until: Timestamp(seconds: 1))?.stamp.frame == 0)
        #expect(try camera.nextFrame(until: Timestamp(seconds: 1)) == nil)
        let due = try #require(camera.nextFrameTime)
        timebase.move(to: due)
        #expect(try camera.nextFrame(until: Timestamp(seconds: 1))?.stamp == FrameStamp(frame: 1, timestamp: due))
    }

    @Test(arguments: Kind.simulated)
    func anUnpluggedCameraGivesNothingAndThenGoesOnCountingOnItsGrid(kind: Kind) throws {
        let timebase = SteppingTimebase()
        let camera = try kind.make(timebase)
        _ = try camera.start(Self.small)
        let plug = try #require(camera.abilities.plug)
        for _ in 0..<10 { _ = try next(camera, timebase) }
        plug.setPlugged(false)
        #expect(camera.nextFrameTime == nil)
        let deadline = timebase.now().advanced(by: .milliseconds(250))
        #expect(try camera.nextFrame(until: deadline) == nil)
        #expect(timebase.now() == deadline)
        timebase.advance(by: .seconds(60))
        let back = timebase.now()
        plug.setPlugged(true)
        let frame = try next(camera, timebase)
        #expect(frame.stamp.frame == 10)
        #expect(frame.stamp.timestamp >= back)
        let index = FrameRate(30).count(within: Timestamp.zero.duration(to: frame.stamp.timestamp)) - 1
        #expect(frame.stamp.timestamp == Timestamp.zero.advanced(by: FrameRate(30).offset(of: index)))
    }

    @Test(arguments: Kind.allCases)
    func aRestartGoesOnCounting(kind: Kind) throws {
        let timebase = SteppingTimebase()
        let camera = try kind.make(timebase)
        _ = try camera.start(Self.small)
        var newest = try next(camera, timebase).stamp
        for _ in 0..<5 { newest = try next(camera, timebase).stamp }
        camera.stop()
        #expect(camera.nextFrameTime == nil)
        // The change comes at the very instant of the last frame: no frame's time may repeat.
        let stream = try camera.start(CameraRequest(size: .vga, rate: FrameRate(60)))
        #expect(stream == StreamParameters(size: .vga, rate: FrameRate(60)))
        for _ in 0..<5 {
            let stamp = try next(camera, timebase).stamp
            #expect(stamp.frame == newest.frame + 1 && stamp.timestamp > newest.timestamp)
            newest = stamp
        }
    }

    @Test(arguments: Kind.allCases)
    func aReaderThreeFramesLateLosesNothing(kind: Kind) throws {
        let timebase = SteppingTimebase()
        let camera = try kind.make(timebase)
        _ = try camera.start(Self.small)
        _ = try next(camera, timebase)
        timebase.advance(by: FrameRate(30).offset(of: 4))
        #expect(try (0..<4).map { _ in try next(camera, timebase).stamp.frame } == [1, 2, 3, 4])
    }

    @Test(arguments: Kind.allCases)
    func aReaderFarBehindFindsFourAndAGapThatShows(kind: Kind) throws {
        let timebase = SteppingTimebase()
        let camera = try kind.make(timebase)
        _ = try camera.start(Self.small)
        _ = try next(camera, timebase)
        timebase.advance(by: FrameRate(30).offset(of: 100))
        // A driver that has no buffer left keeps the frames that are in them.
        let frames: [Int64] = kind == .usb ? [1, 2, 3, 4, 101] : [97, 98, 99, 100, 101]
        #expect(try (0..<5).map { _ in try next(camera, timebase).stamp.frame } == frames)
    }

    @Test(arguments: Kind.allCases)
    func aFrameThatIsHeldKeepsItsPixels(kind: Kind) throws {
        let timebase = SteppingTimebase()
        let camera = try kind.make(timebase)
        _ = try camera.start(Self.small)
        let held = try (0..<8).map { _ in try next(camera, timebase) }
        let before = held.map { $0.buffer.pixels(0) }
        for _ in 0..<30 { _ = try next(camera, timebase) }
        for (frame, pixels) in zip(held, before) {
            let isKept = frame.buffer.pixels(0) == pixels
            #expect(isKept, "frame \(frame.stamp.frame)")
        }
    }
}
