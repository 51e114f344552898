// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import TestSupport
import Testing

@testable import Devices
@testable import ShootingRange

@Suite struct SyntheticCameraTests {
    static let sizes = [
        VideoSize.vga, VideoSize(width: 160, height: 160), VideoSize(width: 322, height: 242),
        VideoSize(width: 240, height: 426), VideoSize(width: 2048, height: 160), VideoSize(width: 160, height: 2048),
    ]

    @Test func unlessAskedItGives1080pAt30() throws {
        #expect(
            try SyntheticCamera(timebase: SteppingTimebase()).start(CameraRequest())
                == StreamParameters(size: .hd1080, rate: FrameRate(30)))
    }

    @Test(arguments: sizes)
    func theStripIsBlackAndWhiteWithoutColourInItsPlace(size: VideoSize) {
        let number: Int64 = 0xA5C3_0F81
        let buffer = RangePicture(size: size).draw(frame: number, at: .seconds(3))
        let top = Int((Double(size.height) * 0.8).rounded())
        let bottom = Int((Double(size.height) * 0.84).rounded())
        for cell in 0..<32 {
            let left = Int((Double(size.width) * (0.1 + 0.8 * Double(cell) / 32)).rounded())
            let right = Int((Double(size.width) * (0.1 + 0.8 * Double(cell + 1) / 32)).rounded())
            let expected: UInt8 = number >> Int64(31 - cell) & 1 == 1 ? 235 : 16
            #expect((top..<bottom).allSatisfy { y in (left..<right).allSatisfy { buffer.luma($0, y) == expected } }, "cell \(cell)")
            for index in 1...2 {
                let plane = buffer.plane(index)
                #expect(
                    (top / 2..<(bottom + 1) / 2).allSatisfy { y in
                        (left / 2..<(right + 1) / 2).allSatisfy { (plane.base + y * plane.pitch + $0).load(as: UInt8.self) == 128 }
                    }, "cell \(cell)")
            }
        }
        #expect(FrameStrip(size: size).read(buffer) == UInt32(number))
    }

    @Test(arguments: [VideoSize(width: 322, height: 242), VideoSize(width: 160, height: 284)])
    func aBufferUsedAgainShowsNothingOfItsOldPicture(size: VideoSize) {
        let used = RangePicture(size: size)
        // Instants through a shot and into the next; moving things must have left their old position.
        let times = [0, 700, 2200, 3000, 4500, 5020, 5120, 5190, 5300, 5600, 6800, 8200, 13_100, 13_300, 53_300, 400]
        for (index, milliseconds) in times.enumerated() {
            let again = used.draw(frame: Int64(index), at: .milliseconds(milliseconds))
            let fresh = RangePicture(size: size).draw(frame: Int64(index), at: .milliseconds(milliseconds))
            let isSame = (0..<3).allSatisfy { again.pixels($0) == fresh.pixels($0) }
            #expect(isSame, "at \(milliseconds) ms")
        }
    }

    @Test func everyPhaseOfAShotLooksDifferent() {
        let picture = RangePicture(size: .vga)
        // Milliseconds into a shot: rest, nock, raise, draw, hold, flight, follow through, lower.
        let phases = [0, 800, 2200, 3000, 4500, 5100, 5600, 6800].map { picture.draw(frame: 0, at: .milliseconds($0)).pixels(0) }
        for (index, phase) in phases.enumerated() {
            for other in phases.dropFirst(index + 1) {
                #expect(zip(phase, other).count { $0 != $1 } > 1500)
            }
        }
    }

    @Test func theClockShowsEveryMillisecond() {
        let picture = RangePicture(size: .hd720)
        func clock(_ time: Duration) -> [UInt8] {
            let buffer = picture.draw(frame: 0, at: time)
            // The panel's area: 38 % to 62 % of the width, 12 % to 20 % of the height.
            return (87..<144).flatMap { y in (486..<794).map { buffer.luma($0, y) } }
        }
        #expect(clock(.milliseconds(59_999)) != clock(.milliseconds(60_000)))
        #expect(clock(.milliseconds(4000)) != clock(.milliseconds(4001)))
        #expect(clock(.seconds(100 * 60 + 1)) == clock(.seconds(1)), "it wraps after 100 minutes")
    }

    @Test func theStripOutlivesH264() throws {
        let path = try TestVideo.make("strip.mp4", pictures: 12, size: .vga, coding: ["-c:v", "libx264", "-b:v", "400k"])
        let timebase = SteppingTimebase()
        let camera = try FileCamera(path: path, timebase: timebase)
        _ = try camera.start(CameraRequest())
        for index in 0..<12 {
            let frame = try #require(try camera.nextFrame(until: Timestamp(seconds: 10)))
            #expect(FrameStrip(size: .vga).read(frame.buffer) == UInt32(index))
        }
    }

    @Test func aSteadyStreamUsesTheSameBuffersAgain() throws {
        let timebase = SteppingTimebase()
        let camera = SyntheticCamera(timebase: timebase)
        _ = try camera.start(CameraRequest(size: .vga))
        var held: [VideoFrame] = []
        var buffers: Set<ObjectIdentifier> = []
        for _ in 0..<100 {
            held.append(try #require(try camera.nextFrame(until: timebase.now().advanced(by: .seconds(1)))))
            if held.count > 3 { held.removeFirst() }
            buffers.insert(ObjectIdentifier(try #require(held.last).buffer))
        }
        #expect(buffers.count == 4)
    }

    @Test func thePictureIsTheSameOnEveryRun() throws {
        func frames() throws -> [[UInt8]] {
            let camera = SyntheticCamera(timebase: SteppingTimebase(at: Timestamp(seconds: 77)))
            _ = try camera.start(CameraRequest(size: .vga, rate: FrameRate(60)))
            return try (0..<20).map { _ in try #require(try camera.nextFrame(until: Timestamp(seconds: 99))).buffer.pixels(0) }
        }
        let isSame = try frames() == frames()
        #expect(isSame)
    }

    @Test func theBowStringKeepsItsLength() {
        for step in 0...100 {
            let offset = ArcherPose.braceOffset + (ArcherPose.fullDrawOffset - ArcherPose.braceOffset) * Double(step) / 100
            let tip = BowShape(stringOffset: offset).tip
            #expect(abs((tip - Spot(-offset, 0)).length - BowShape.halfString) < 1e-9)
        }
    }

    @Test func theArcherMovesWithoutAJump() {
        var previous = ArcherPose(at: .zero)
        for step in 1...1600 {
            let pose = ArcherPose(at: .milliseconds(step * 5 % 8000))
            #expect((pose.grip - previous.grip).length < 0.012, "\(step * 5) ms")
            #expect((pose.drawElbow - previous.drawElbow).length < 0.012, "\(step * 5) ms")
            #expect((pose.drawHand - previous.drawHand).length < 0.012, "\(step * 5) ms")
            previous = pose
        }
    }
}

@Suite struct PolygonPainterTests {
    /// Returns the area of a polygon from its corners.
    private func area(_ points: [Pixel]) -> Double {
        abs(
            points.indices.reduce(0.0) { sum, index in
                let (a, b) = (points[index], points[(index + 1) % points.count])
                return sum + a.x * b.y - b.x * a.y
            }) / 2
    }

    @Test(arguments: UInt64(1)...20)
    func aTriangleCoversItsArea(seed: UInt64) {
        var numbers = SeededGenerator(seed: seed)
        let size = VideoSize(width: 200, height: 160)
        let buffer = MemoryPixelBuffer(format: .yuv420p, size: size)
        for index in 0..<3 {
            buffer.plane(index).base.initializeMemory(as: UInt8.self, repeating: 16, count: buffer.plane(index).pitch * (index == 0 ? 160 : 80))
        }
        let painter = PolygonPainter(size: size)
        painter.begin(buffer)
        let points = (0..<3).map { _ in Pixel(Double.random(in: 0...200, using: &numbers), Double.random(in: 0...160, using: &numbers)) }
        painter.fill(points, Paint(y: 216, u: 128, v: 128))
        let covered = buffer.pixels(0).reduce(0.0) { $0 + Double(Int($1) - 16) / 200 }
        #expect(abs(covered - area(points)) < 2 + area(points) * 0.003)
        // Nothing remains for the next polygon.
        let before = buffer.pixels(0)
        painter.fill([Pixel(0, 0), Pixel(200, 0), Pixel(200, 160), Pixel(0, 160)], .white, opacity: 0)
        #expect(buffer.pixels(0) == before)
    }

    @Test(arguments: UInt64(1)...20)
    func whatLiesOutsideThePictureIsCutOff(seed: UInt64) {
        var numbers = SeededGenerator(seed: seed)
        let size = VideoSize(width: 64, height: 48)
        let buffer = MemoryPixelBuffer(format: .yuv420p, size: size)
        let painter = PolygonPainter(size: size)
        painter.begin(buffer)
        for _ in 0..<200 {
            let points = (0..<Int.random(in: 3...9, using: &numbers)).map { _ in
                Pixel(Double.random(in: -300...300, using: &numbers), Double.random(in: -300...300, using: &numbers))
            }
            painter.fill(points, .white)
        }
        painter.fill([Pixel(-1e9, -1e9), Pixel(1e9, -1e9), Pixel(1e9, 1e9), Pixel(-1e9, 1e9)], .black)
        #expect(buffer.pixels(0).allSatisfy { $0 == 16 })
        #expect(painter.takePainted() == PixelArea(left: 0, top: 0, right: 64, bottom: 48))
    }
}
