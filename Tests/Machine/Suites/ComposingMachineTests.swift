// SPDX-License-Identifier: GPL-3.0-or-later

import CDRM
import Core
import Foundation
import TestSupport
import Testing

@testable import Graphics

/// Composing into the memory of the kernel's own display.
@Suite(.serialized, .enabled(if: Guest.isHere)) struct ComposingMachineTests {
    private static let card =
        (0..<8).map { "/dev/dri/card\($0)" }.first { (path: String) in access(path, F_OK) == 0 }
        ?? "/dev/dri/card0"

    /// Returns a scene to compose: video turned and blurred, and a drawing over it.
    private func scene(_ video: PixelBuffer) -> [PlacedPicture] {
        let drawing = Overlay(size: video.size)
        let hud = drawing.update([
            Layer(
                .drawing(
                    Drawing([
                        .fill(Rect(x: 96, y: 54, width: 400, height: 96), cornerRadius: 16, Color(hex: 0x0A84FF, alpha: 0.55)),
                        .disc(center: Point(1500, 700), radius: 120, Color(hex: 0xFF453A)),
                    ])))
        ])
        let back = PlacedPicture(buffer: video, placement: Placement(blur: 24))
        let front = PlacedPicture(
            buffer: video, place: Rect(x: 400, y: 200, width: 960, height: 540),
            placement: Placement(rotation: 12, isMirrored: true, opacity: 0.9))
        return [back, front] + (hud.map { [PlacedPicture(buffer: $0)] } ?? [])
    }

    /// Returns random pictures.
    private func video(_ format: PixelFormat, _ size: VideoSize, seed: UInt64) -> MemoryPixelBuffer {
        var random = SeededGenerator(seed: seed)
        let buffer = MemoryPixelBuffer(format: format, size: size)
        for index in 0..<format.planeCount {
            let plane = buffer.plane(index)
            for row in 0..<(index == 0 ? size.height : size.height / 2) {
                for column in 0..<plane.pitch {
                    plane.base.storeBytes(
                        of: UInt8.random(in: 16...235, using: &random),
                        toByteOffset: row * plane.pitch + column, as: UInt8.self)
                }
            }
        }
        return buffer
    }

    private func worstDifference(_ one: PixelBuffer, _ other: PixelBuffer) -> Int {
        var worst = 0
        for row in 0..<one.size.height {
            let (a, b) = (one.plane(0).base + row * one.plane(0).pitch, other.plane(0).base + row * other.plane(0).pitch)
            for byte in 0..<one.size.width * 4 where byte % 4 != 3 {
                worst = max(
                    worst,
                    abs(
                        Int(a.load(fromByteOffset: byte, as: UInt8.self))
                            - Int(b.load(fromByteOffset: byte, as: UInt8.self))))
            }
        }
        return worst
    }

    @Test(arguments: [PixelFormat.yuv420p, .nv12])
    func bothWaysGiveTheSamePicture(format: PixelFormat) throws {
        let (memory, scanout) = (try Compositor(), try Compositor(target: .scanout(card: Self.card)))
        print("\(Self.card): \(scanout.outputDescription), by \(scanout.rendererName)")
        #expect(scanout.outputDescription.hasPrefix("scanout"))
        for size in [VideoSize(width: 640, height: 360), VideoSize(width: 854, height: 480)] {
            let pictures = scene(video(format, size, seed: 1))
            let expected = try memory.compose(pictures, size: size)
            let picture = try scanout.compose(pictures, size: size)
            #expect(picture.format == .bgrx && picture.dmaBuffer?.planes.count == 1)
            let worst = worstDifference(picture, expected)
            print("\(size): they differ by \(worst) levels at most")
            #expect(worst <= 1)
        }
    }

    /// The pictures' bytes lie in the display's memory, as a decoder's pictures do.
    @Test(arguments: [PixelFormat.yuv420p, .nv12])
    func sharedMemoryIsComposedAsItLies(format: PixelFormat) throws {
        let size = VideoSize(width: 640, height: 360)
        let compositor = try Compositor(target: .scanout(card: Self.card))
        let shared = try (0..<3).map { try MappedPicture(Self.card, copying: video(format, size, seed: $0)) }
        var uploaded: Set<Int> = []
        for round in 0..<4 {
            for (index, picture) in shared.enumerated() {
                let expected = try compositor.compose(scene(picture.original), size: size)
                let result = try compositor.compose(scene(picture), size: size)
                let worst = worstDifference(result, expected)
                #expect(worst == 0, "round \(round), picture \(index)")
                // The CPU's view of the memory is black: a renderer that reads through the CPU would show black.
                uploaded.insert(
                    worstDifference(
                        try compositor.compose([PlacedPicture(buffer: picture.blind)], size: size),
                        try compositor.compose([PlacedPicture(buffer: picture.original)], size: size)))
            }
            // The pool reuses the same memory for other pictures.
            for (index, picture) in shared.enumerated() { picture.fill(video(format, size, seed: UInt64(10 * round + index))) }
        }
        #expect(uploaded == [0], "the renderer read the memory itself")
        print("\(format): imported, no copy")
    }

    @Test func whatIsHeldIsNeverPaintedOverAndWhatWasLetGoIsUsedAgain() throws {
        let size = VideoSize(width: 320, height: 180)
        let compositor = try Compositor(target: .scanout(card: Self.card))
        func picture(_ level: UInt8) throws -> PixelBuffer {
            let source = MemoryPixelBuffer(format: .bgrx, size: size)
            memset(source.plane(0).base, Int32(level), source.plane(0).pitch * size.height)
            return try compositor.compose([PlacedPicture(buffer: source)], size: size)
        }
        func shows(_ buffer: PixelBuffer, _ level: UInt8) -> Bool {
            (0..<size.height).allSatisfy { row in
                (0..<size.width).allSatisfy { column in
                    buffer.plane(0).base.load(fromByteOffset: row * buffer.plane(0).pitch + 4 * column, as: UInt8.self) == level
                }
            }
        }
        var held: [(buffer: PixelBuffer, level: UInt8)] = []
        var identities: Set<DMABuffer.Identity> = []
        for level: UInt8 in 1...60 {
            let made = try picture(level)
            #expect(shows(made, level), "it is complete when it is handed out")
            held.append((made, level))
            if let identity = made.dmaBuffer?.identity { identities.insert(identity) }
            #expect(held.allSatisfy { shows($0.buffer, $0.level) })
            if held.count == 3 { held.removeFirst() }
        }
        #expect(identities.count == 3)
    }

    @Test func aDisplaysMemoryGoesBackWithTheCompositorAndItsPictures() throws {
        func files() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }
        func round() throws {
            let compositor = try Compositor(target: .scanout(card: Self.card))
            var last: PixelBuffer?
            for width in [320, 640, 480] {
                last = try compositor.compose([], size: VideoSize(width: width, height: 180))
            }
            // A display may hold the last picture longer than the compositor lives, and release it on its own thread.
            if let onTheTV = last { Thread { _ = onTheTV.size }.start() }
        }
        try round()
        let before = try files()
        for _ in 0..<20 { try round() }
        #expect(try files() <= before + 2)
    }

    /// The display's own commits need to be the card's master, and there can be only one.
    @Test func composingLeavesTheDisplayToOthers() throws {
        let compositor = try Compositor(target: .scanout(card: Self.card))
        _ = try compositor.compose([], size: VideoSize(width: 320, height: 180))
        let number = Self.card.drop { !$0.isNumber }
        let clients = try String(contentsOfFile: "/sys/kernel/debug/dri/\(number)/clients", encoding: .utf8)
        print(clients)
        #expect(!clients.split(separator: "\n").dropFirst().contains { $0.split(separator: " ").dropFirst(3).first == "y" })
    }

    @Test func howLongACompositionTakesEitherWay() throws {
        let size = VideoSize.hd1080
        let pictures = scene(video(.yuv420p, size, seed: 3))
        let sharp = [PlacedPicture(buffer: pictures[0].buffer, placement: Placement(rotation: 90))]
        let (memory, scanout) = (try Compositor(), try Compositor(target: .scanout(card: Self.card)))
        let scenes = [
            ("blurred, tilted, drawing", pictures), ("a quarter turn", sharp), ("blurred", [pictures[0]]),
            ("tilted", [pictures[1]]), ("a drawing", [pictures[2]]),
        ]
        for (name, scene) in scenes {
            var seconds: [[Double]] = [[], []]
            // The first round makes textures and shaders.
            for round in 0..<8 {
                for (index, compositor) in [memory, scanout].enumerated() {
                    let start = ContinuousClock().now
                    _ = try compositor.compose(scene, size: size)
                    let duration = (ContinuousClock().now - start).components
                    if round > 0 { seconds[index].append(Double(duration.seconds) + Double(duration.attoseconds) * 1e-18) }
                }
            }
            let medians = seconds.map { $0.sorted()[$0.count / 2] }
            print(
                "1080p, \(name): memory \(medians[0] * 1000) ms, scanout \(medians[1] * 1000) ms,",
                "ratio \(medians[1] / medians[0])")
        }
    }
}

/// A YUV picture in a display's memory.
private final class MappedPicture: PixelBuffer, @unchecked Sendable {
    // Written only between compositions, on the test's thread.
    private(set) var original: MemoryPixelBuffer
    private let description: DMABuffer

    override var dmaBuffer: DMABuffer? { description }

    init(_ card: String, copying original: MemoryPixelBuffer) throws {
        let size = original.size
        let device = open(card, O_RDWR | O_CLOEXEC)
        defer { close(device) }
        drmDropMaster(device)
        var (handle, pitch, length, file): (UInt32, UInt32, UInt64, Int32) = (0, 0, 0, -1)
        // Four bytes a pixel are more than the needed one and a half.
        guard drmModeCreateDumbBuffer(device, UInt32(size.width), UInt32(size.height), 32, 0, &handle, &pitch, &length) == 0,
            drmPrimeHandleToFD(device, handle, UInt32(O_CLOEXEC | O_RDWR), &file) == 0,
            let base = mmap(nil, Int(length), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0), base != MAP_FAILED
        else { throw GraphicsError.noScanout(reason: "\(card): no memory (\(String(cString: strerror(errno))))") }
        var planes: [PixelPlane] = []
        var places: [DMABuffer.Plane] = []
        var start = 0
        for index in 0..<original.format.planeCount {
            let pitch = original.plane(index).pitch
            planes.append(PixelPlane(base: base + start, pitch: pitch))
            places.append(DMABuffer.Plane(fileDescriptor: file, offset: start, pitch: pitch))
            start += pitch * (index == 0 ? size.height : size.height / 2)
        }
        self.original = original
        description = DMABuffer(identity: DMABuffer.Identity(), fourcc: 0, planes: places)
        super.init(format: original.format, size: size, planes: planes[0], planes[1], planes.count > 2 ? planes[2] : nil)
        fill(original)
    }

    deinit {
        for file in Set(description.planes.map(\.fileDescriptor)) { close(file) }
    }

    func fill(_ picture: MemoryPixelBuffer) {
        original = picture
        for index in 0..<format.planeCount {
            memcpy(plane(index).base, picture.plane(index).base, plane(index).pitch * (index == 0 ? size.height : size.height / 2))
        }
    }

    /// The same memory for other devices, and black for the CPU.
    var blind: PixelBuffer { Blind(self) }

    private final class Blind: PixelBuffer, @unchecked Sendable {
        private let black: MemoryPixelBuffer
        private let description: DMABuffer?

        override var dmaBuffer: DMABuffer? { description }

        init(_ picture: MappedPicture) {
            black = MemoryPixelBuffer(format: picture.format, size: picture.size)
            for index in 0..<picture.format.planeCount {
                memset(
                    black.plane(index).base, index == 0 ? 16 : 128,
                    black.plane(index).pitch * (index == 0 ? picture.size.height : picture.size.height / 2))
            }
            description = picture.description
            super.init(
                format: picture.format, size: picture.size, planes: black.plane(0), black.plane(1),
                picture.format == .yuv420p ? black.plane(2) : nil)
        }
    }
}
