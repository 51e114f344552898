import Core
import Glibc
import TestSupport
import Testing
@testable import Graphics

/// Composing into the memory of the kernel's own display.
@Suite(.serialized, .enabled(if: Guest.isHere)) struct ComposingMachineTests {
    private static let card = (0 ..< 8).map { "/dev/dri/card\($0)" }.first { (path: String) in access(path, F_OK) == 0 }
        ?? "/dev/dri/card0"

    /// What a scene composes: video turned and blurred, and a drawing over it.
    private func scene(_ video: PixelBuffer) -> [PlacedPicture] {
        let drawing = Overlay(size: video.size)
        let hud = drawing.update([Layer(.drawing(Drawing([
            .fill(Rect(x: 96, y: 54, width: 400, height: 96), cornerRadius: 16, Color(hex: 0x0A84FF, alpha: 0.55)),
            .disc(center: Point(1500, 700), radius: 120, Color(hex: 0xFF453A)),
        ])))])
        let back = PlacedPicture(buffer: video, placement: Placement(blur: 24))
        let front = PlacedPicture(buffer: video, place: Rect(x: 400, y: 200, width: 960, height: 540),
                                  placement: Placement(rotation: 12, isMirrored: true, opacity: 0.9))
        return [back, front] + (hud.map { [PlacedPicture(buffer: $0)] } ?? [])
    }

    /// Random pictures, as bytes of a plane's own rows.
    private func video(_ format: PixelFormat, _ size: VideoSize, seed: UInt64) -> MemoryPixelBuffer {
        var random = SeededGenerator(seed: seed)
        let buffer = MemoryPixelBuffer(format: format, size: size)
        for index in 0 ..< format.planeCount {
            let plane = buffer.plane(index)
            for row in 0 ..< (index == 0 ? size.height : size.height / 2) {
                for column in 0 ..< plane.pitch {
                    plane.base.storeBytes(of: UInt8.random(in: 16 ... 235, using: &random), toByteOffset: row * plane.pitch + column,
                                          as: UInt8.self)
                }
            }
        }
        return buffer
    }

    private func worstDifference(_ one: PixelBuffer, _ other: PixelBuffer) -> Int {
        var worst = 0
        for row in 0 ..< one.size.height {
            let (a, b) = (one.plane(0).base + row * one.plane(0).pitch, other.plane(0).base + row * other.plane(0).pitch)
            for byte in 0 ..< one.size.width * 4 where byte % 4 != 3 {
                worst = max(worst, abs(Int(a.load(fromByteOffset: byte, as: UInt8.self))
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
}
