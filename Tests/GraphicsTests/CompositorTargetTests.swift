// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Testing

@testable import Graphics

@Suite struct CompositorTargetTests {
    @Test(arguments: ["/dev/dri/card99", "/dev/null", ""])
    func whereACardGivesNoMemoryPicturesLieInOrdinaryMemoryAndTheReasonIsSaid(card: String) throws {
        let compositor = try Compositor(target: .scanout(card: card))
        #expect(compositor.outputDescription.hasPrefix("memory: ") && (card.isEmpty || compositor.outputDescription.contains(card)))
        let source = CompositorTests.flat(.white, .bgrx)
        let picture = try compositor.compose([PlacedPicture(buffer: source)], size: CompositorTests.size)
        #expect(picture.dmaBuffer == nil && picture.pixel(9, 9).distance(to: .white) == 0)
    }

    @Test func ordinaryMemoryIsWhatIsTakenUnasked() throws {
        #expect(try Compositor().outputDescription == "memory")
    }

    /// A renderer that can't import shared memory still reads it by copying.
    @Test(arguments: [PixelFormat.yuv420p, .nv12])
    func sharedMemoryThatTheRendererRefusesIsUploaded(format: PixelFormat) throws {
        let source = TestPictures.make(format, CompositorTests.size, seed: 5)
        let compositor = try Compositor()
        let expected = try compositor.compose([PlacedPicture(buffer: source)], size: CompositorTests.size)
        let shared = SharedOnPaper(source)
        for _ in 0..<3 {
            let picture = try compositor.compose([PlacedPicture(buffer: shared)], size: CompositorTests.size)
            let difference = picture.firstDifference(from: expected)
            #expect(difference == nil, "\(difference ?? "")")
        }
    }

    @Test(arguments: [CompositorTarget.memory, .scanout(card: "/dev/dri/card0")])
    func whatSomebodyHoldsIsNeverPaintedOver(target: CompositorTarget) throws {
        let compositor = try Compositor(target: target)
        var held: [(buffer: PixelBuffer, pixels: [UInt8])] = []
        for level in 0..<6 {
            let source = CompositorTests.flat(Pixel(red: 40 * level, green: 10, blue: 20, alpha: 255), .bgrx)
            let picture = try compositor.compose([PlacedPicture(buffer: source)], size: CompositorTests.size)
            #expect(picture.pixel(7, 7).red == 40 * level, "it is complete when it is handed out")
            held.append((picture, picture.allPixels))
        }
        #expect(held.allSatisfy { $0.buffer.allPixels == $0.pixels })
        #expect(Set(held.map { ObjectIdentifier($0.buffer) }).count == 6)
    }
}

/// A buffer that claims to be shared, with invalid file descriptors.
private final class SharedOnPaper: PixelBuffer, @unchecked Sendable {
    private let original: PixelBuffer
    private let description: DMABuffer

    override var dmaBuffer: DMABuffer? { description }

    init(_ original: PixelBuffer) {
        self.original = original
        let planes = (0..<original.format.planeCount).map { original.plane($0) }
        description = DMABuffer(
            identity: DMABuffer.Identity(), fourcc: 0,
            planes: planes.map { DMABuffer.Plane(fileDescriptor: -1, offset: 0, pitch: $0.pitch) })
        super.init(
            format: original.format, size: original.size, planes: planes[0], planes[1],
            planes.count > 2 ? planes[2] : nil)
    }
}
