// SPDX-License-Identifier: GPL-3.0-or-later

import CLibAV
import Core
import TestSupport
import Testing

@testable import Media

@Suite struct PRIMELayoutTests {
    typealias FourCC = PRIMELayout.FourCC
    static let size = VideoSize(width: 64, height: 36)

    static func plane(_ object: Int32, _ offset: Int, _ pitch: Int) -> AVDRMPlaneDescriptor {
        AVDRMPlaneDescriptor(object_index: object, offset: offset, pitch: pitch)
    }

    static func layer(_ format: UInt32, _ planes: [AVDRMPlaneDescriptor]) -> AVDRMLayerDescriptor {
        var layer = AVDRMLayerDescriptor()
        layer.format = format
        layer.nb_planes = Int32(planes.count)
        withUnsafeMutableBytes(of: &layer.planes) { bytes in
            for (index, plane) in planes.enumerated() {
                bytes.storeBytes(
                    of: plane, toByteOffset: index * MemoryLayout<AVDRMPlaneDescriptor>.stride,
                    as: AVDRMPlaneDescriptor.self)
            }
        }
        return layer
    }

    static func descriptor(
        _ layers: [AVDRMLayerDescriptor], file: Int32 = 7, byteCount: Int = 64 * 54, modifier: UInt64 = 0,
        objects: Int32 = 1
    ) -> AVDRMFrameDescriptor {
        var result = AVDRMFrameDescriptor()
        result.nb_objects = objects
        let object = AVDRMObjectDescriptor(fd: file, size: byteCount, format_modifier: modifier)
        result.objects = (object, object, object, object)
        result.nb_layers = Int32(layers.count)
        withUnsafeMutableBytes(of: &result.layers) { bytes in
            for (index, layer) in layers.enumerated() {
                bytes.storeBytes(
                    of: layer, toByteOffset: index * MemoryLayout<AVDRMLayerDescriptor>.stride,
                    as: AVDRMLayerDescriptor.self)
            }
        }
        return result
    }

    static let nv12 = layer(FourCC.nv12, [plane(0, 0, 64), plane(0, 64 * 36, 64)])
    static let yuv420 = layer(FourCC.yuv420, [plane(0, 0, 64), plane(0, 64 * 36, 32), plane(0, 64 * 45, 32)])

    @Test func oneLayerOrOneForEachPlaneIsTheSamePicture() throws {
        let whole = try PRIMELayout(Self.descriptor([Self.nv12]), size: Self.size)
        #expect(whole.format == .nv12 && whole.fourcc == FourCC.nv12)
        #expect(whole.planes.map(\.offset) == [0, 64 * 36] && whole.planes.map(\.pitch) == [64, 64])
        let apart = [Self.layer(FourCC.r8, [Self.plane(0, 0, 64)]), Self.layer(FourCC.gr88, [Self.plane(0, 64 * 36, 64)])]
        #expect(try PRIMELayout(Self.descriptor(apart), size: Self.size) == whole)

        let planar = try PRIMELayout(Self.descriptor([Self.yuv420]), size: Self.size)
        #expect(planar.format == .yuv420p && planar.fourcc == FourCC.yuv420)
        let three = [(0, 64), (64 * 36, 32), (64 * 45, 32)].map { Self.layer(FourCC.r8, [Self.plane(0, $0.0, $0.1)]) }
        #expect(try PRIMELayout(Self.descriptor(three), size: Self.size) == planar)
        // The same bytes with the names of the colours swapped.
        let swapped = Self.layer(FourCC.yvu420, [Self.plane(0, 0, 64), Self.plane(0, 64 * 45, 32), Self.plane(0, 64 * 36, 32)])
        #expect(try PRIMELayout(Self.descriptor([swapped]), size: Self.size) == planar)
    }

    @Test func planesMayLieInMemoryOfTheirOwn() throws {
        let layer = Self.layer(FourCC.nv12, [Self.plane(0, 0, 64), Self.plane(1, 0, 64)])
        let layout = try PRIMELayout(Self.descriptor([layer], byteCount: 64 * 36, objects: 2), size: Self.size)
        #expect(layout.objects.count == 2 && layout.planes.map(\.object) == [0, 1])
    }

    /// The numbers are the kernel's (drm_fourcc.h).
    @Test func theCodesAreTheKernels() {
        #expect(FourCC.nv12 == 0x3231_564E && FourCC.yuv420 == 0x3231_5559 && FourCC.r8 == 0x2020_3852)
    }

    @Test func theLastRowNeedNoPaddingBehindIt() throws {
        let layer = Self.layer(FourCC.nv12, [Self.plane(0, 0, 96), Self.plane(0, 96 * 36, 96)])
        let needed = 96 * 36 + 96 * 17 + 64
        #expect(throws: Never.self) { try PRIMELayout(Self.descriptor([layer], byteCount: needed), size: Self.size) }
        #expect(throws: PRIMERefusal.self) { try PRIMELayout(Self.descriptor([layer], byteCount: needed - 1), size: Self.size) }
    }

    static let malformed: [(AVDRMFrameDescriptor, String)] = [
        (descriptor([nv12], objects: 0), "0 objects"),
        (descriptor([nv12], objects: 5), "5 objects"),
        (descriptor([nv12], objects: -1), "-1 objects"),
        (descriptor([]), "0 layers"),
        (descriptor([layer(FourCC.nv12, [])]), "0 planes"),
        (descriptor([layer(FourCC.nv12, [plane(0, 0, 64)])]), "not 8-bit 4:2:0"),
        (descriptor([layer(0x3432_4241, [plane(0, 0, 64)])]), "not 8-bit 4:2:0"),
        (descriptor([nv12], file: -1), "no file descriptor"),
        (descriptor([nv12], modifier: 0x0700_0000_0000_0004), "tiled (modifier 0x700000000000004)"),
        (descriptor([nv12], modifier: 0x00FF_FFFF_FFFF_FFFF), "tiled"),
        (descriptor([nv12], byteCount: 0), "outside its memory of 0 bytes"),
        (descriptor([nv12], byteCount: 64 * 53), "plane 1"),
        (descriptor([layer(FourCC.nv12, [plane(1, 0, 64), plane(0, 64 * 36, 64)])]), "object 1 of 1"),
        (descriptor([layer(FourCC.nv12, [plane(-1, 0, 64), plane(0, 64 * 36, 64)])]), "object -1 of 1"),
        (descriptor([layer(FourCC.nv12, [plane(0, -64, 64), plane(0, 64 * 36, 64)])]), "offset -64"),
        (descriptor([layer(FourCC.nv12, [plane(0, .max, 64), plane(0, 64 * 36, 64)])]), "outside"),
        (descriptor([layer(FourCC.nv12, [plane(0, 0, 63), plane(0, 64 * 36, 64)])]), "pitch 63"),
        (descriptor([layer(FourCC.nv12, [plane(0, 0, .max), plane(0, 64 * 36, 64)])]), "outside"),
        (descriptor([layer(FourCC.nv12, [plane(0, 0, -64), plane(0, 64 * 36, 64)])]), "pitch -64"),
    ]

    @Test(arguments: malformed.indices)
    func whatADriverDescribesWrongIsRefusedInWords(index: Int) {
        let (descriptor, words) = Self.malformed[index]
        do throws(PRIMERefusal) {
            let layout = try PRIMELayout(descriptor, size: Self.size)
            Issue.record("\(layout) was taken")
        } catch {
            #expect(error.description.contains(words), "\(error)")
        }
    }

    @Test(arguments: [VideoSize(width: 0, height: 36), VideoSize(width: 64, height: -1), VideoSize(width: 64, height: 0)])
    func aPictureWithNoSizeIsRefused(size: VideoSize) {
        #expect(throws: PRIMERefusal.self) { try PRIMELayout(Self.descriptor([Self.nv12]), size: size) }
    }

    /// Descriptors around the valid limits: each is refused, or every byte of the picture lies inside its memory.
    @Test(arguments: 0..<20 as Range<UInt64>)
    func whatIsTakenLiesInsideItsMemory(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var taken = 0
        for _ in 0..<400 {
            let isPlanar = Bool.random(using: &random)
            let right = isPlanar ? [(0, 64), (64 * 36, 32), (64 * 45, 32)] : [(0, 64), (64 * 36, 64)]
            let planes = right.map { offset, pitch in
                Self.plane(
                    Int32.random(in: 0...40, using: &random) / 40, offset + .random(in: -1...8, using: &random),
                    pitch + .random(in: -1...8, using: &random))
            }
            let byteCount = 64 * 54 + Int.random(in: -32...256, using: &random)
            let layer = Self.layer(isPlanar ? FourCC.yuv420 : FourCC.nv12, planes)
            guard let layout = try? PRIMELayout(Self.descriptor([layer], byteCount: byteCount), size: Self.size) else { continue }
            taken += 1
            for (index, plane) in layout.planes.enumerated() {
                let (width, rows) = index == 0 ? (64, 36) : (layout.format == .nv12 ? 64 : 32, 18)
                #expect(plane.offset >= 0 && plane.offset + (rows - 1) * plane.pitch + width <= byteCount)
            }
        }
        #expect((1..<400).contains(taken))
    }
}
