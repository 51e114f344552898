// SPDX-License-Identifier: GPL-3.0-or-later

import CDRM
import Core
import Glibc

/// Plain memory of the card, written by the processor and shown by a plane (the kernel's dumb buffer).
final class DumbBuffer {
    let size: VideoSize
    let format: PixelFormat
    let framebuffer: Framebuffer
    let memory: UnsafeMutableRawPointer
    private let byteCount: Int
    private let pitch: Int

    init(format: PixelFormat, size: VideoSize, on device: DRMDevice) throws(DRMFault) {
        var handle: UInt32 = 0
        var rowBytes: UInt32 = 0
        var total: UInt64 = 0
        // A YUV picture is made as rows of bytes: the rows of luma, and below them those of chroma, half as many.
        let width = format.isYUV ? (size.width + 127) & ~127 : size.width
        let height = format.isYUV ? size.height + (size.height + 1) / 2 : size.height
        try DRMFault.check(
            drmModeCreateDumbBuffer(
                device.descriptor, UInt32(clamping: width), UInt32(clamping: height),
                format.isYUV ? 8 : 32, 0, &handle, &rowBytes, &total),
            "memory for a picture of \(size)")
        // The mapping and the framebuffer keep the memory, so the handle isn't needed beyond them.
        defer { drmModeDestroyDumbBuffer(device.descriptor, handle) }
        var offset: UInt64 = 0
        try DRMFault.check(drmModeMapDumbBuffer(device.descriptor, handle, &offset), "mapping a picture")
        let pitch = Int(rowBytes)
        let planes = (0..<format.planeCount).map { plane in
            let (planePitch, planeOffset) = Self.plane(plane, of: format, size: size, pitch: pitch)
            return Framebuffer.Plane(handle: handle, pitch: planePitch, offset: planeOffset)
        }
        framebuffer = try Framebuffer(size: size, fourcc: FourCC.of(format), modifier: nil, planes: planes, on: device)
        let mapped = mmap(nil, Int(total), PROT_READ | PROT_WRITE, MAP_SHARED, device.descriptor, off_t(offset))
        guard let mapped, mapped != MAP_FAILED else { throw .last("mapping a picture") }
        memory = mapped
        byteCount = Int(total)
        self.format = format
        self.size = size
        self.pitch = pitch
    }

    deinit { munmap(memory, byteCount) }

    func plane(_ index: Int) -> PixelPlane {
        let (pitch, offset) = Self.plane(index, of: format, size: size, pitch: pitch)
        return PixelPlane(base: memory + offset, pitch: pitch)
    }

    func clear() { memory.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount) }

    /// Copies a picture of the same format and size, or only these parts of it.
    func copy(from source: PixelBuffer, region: [PixelRect]?) {
        precondition(source.format == format && source.size == size, "a copy is of its picture's kind")
        guard let region, !format.isYUV else {
            for index in 0..<format.planeCount {
                let rows = index == 0 ? size.height : (size.height + 1) / 2
                copyRows(from: source.plane(index), to: plane(index), rows: 0..<rows, bytes: 0..<rowBytes(of: index))
            }
            return
        }
        for rect in region {
            copyRows(from: source.plane(0), to: plane(0), rows: rect.top..<rect.bottom, bytes: rect.left * 4..<rect.right * 4)
        }
    }

    private func copyRows(from source: PixelPlane, to target: PixelPlane, rows: Range<Int>, bytes: Range<Int>) {
        for row in rows {
            (target.base + row * target.pitch + bytes.lowerBound)
                .copyMemory(from: source.base + row * source.pitch + bytes.lowerBound, byteCount: bytes.count)
        }
    }

    private func rowBytes(of plane: Int) -> Int {
        let halfWidth = (size.width + 1) / 2
        return switch (format, plane) {
        case (.bgra, _), (.bgrx, _): size.width * 4
        case (_, 0): size.width
        case (.nv12, _): halfWidth * 2
        case (.yuv420p, _): halfWidth
        }
    }

    private static func plane(
        _ index: Int, of format: PixelFormat, size: VideoSize,
        pitch: Int
    ) -> (pitch: Int, offset: Int) {
        let luma = pitch * size.height
        return switch (format, index) {
        case (_, 0): (pitch, 0)
        case (.yuv420p, let index): (pitch / 2, luma + (index - 1) * (pitch / 2) * ((size.height + 1) / 2))
        default: (pitch, luma)
        }
    }
}
