// SPDX-License-Identifier: GPL-3.0-or-later

import CDRM
import Core

/// Memory that the display can show, by its number. The framebuffer goes with its last reference, which is never while a plane shows it.
final class Framebuffer {
    let id: UInt32
    private let device: DRMDevice

    /// One plane of the picture in memory.
    struct Plane {
        var handle: UInt32
        var pitch: Int
        var offset: Int
    }

    /// Makes a framebuffer. The kernel keeps the memory from here on, and the caller gives its handles back.
    init(size: VideoSize, fourcc: UInt32, modifier: UInt64?, planes: [Plane], on device: DRMDevice) throws(DRMFault) {
        var handles: (UInt32, UInt32, UInt32, UInt32) = (0, 0, 0, 0)
        var pitches = handles
        var offsets = handles
        var modifiers: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        var id: UInt32 = 0
        let result = withUnsafeMutableBytes(of: &handles) { handles in
            withUnsafeMutableBytes(of: &pitches) { pitches in
                withUnsafeMutableBytes(of: &offsets) { offsets in
                    withUnsafeMutableBytes(of: &modifiers) { modifiers in
                        let handles = handles.assumingMemoryBound(to: UInt32.self)
                        let pitches = pitches.assumingMemoryBound(to: UInt32.self)
                        let offsets = offsets.assumingMemoryBound(to: UInt32.self)
                        let modifiers = modifiers.assumingMemoryBound(to: UInt64.self)
                        for (index, plane) in planes.prefix(4).enumerated() {
                            handles[index] = plane.handle
                            pitches[index] = UInt32(clamping: plane.pitch)
                            offsets[index] = UInt32(clamping: plane.offset)
                            modifiers[index] = modifier ?? 0
                        }
                        let (width, height) = (UInt32(clamping: size.width), UInt32(clamping: size.height))
                        return modifier == nil
                            ? drmModeAddFB2(
                                device.descriptor, width, height, fourcc, handles.baseAddress,
                                pitches.baseAddress, offsets.baseAddress, &id, 0)
                            : drmModeAddFB2WithModifiers(
                                device.descriptor, width, height, fourcc, handles.baseAddress,
                                pitches.baseAddress, offsets.baseAddress, modifiers.baseAddress,
                                &id, UInt32(DRM_MODE_FB_MODIFIERS))
                    }
                }
            }
        }
        try DRMFault.check(result, "a framebuffer of \(size) \(FourCC.text(fourcc))")
        self.id = id
        self.device = device
    }

    /// Takes over another device's memory without a copy.
    convenience init(importing memory: DMABuffer, size: VideoSize, on device: DRMDevice) throws(DRMFault) {
        guard memory.modifier == 0 || device.takesModifiers else { throw .missing("tiled pictures on this card") }
        var planes: [Plane] = []
        // The same memory has the same handle, however many planes lie in it, so each handle is given back once.
        defer { for handle in Set(planes.map(\.handle)) { drmCloseBufferHandle(device.descriptor, handle) } }
        for plane in memory.planes {
            var handle: UInt32 = 0
            try DRMFault.check(drmPrimeFDToHandle(device.descriptor, plane.fileDescriptor, &handle), "importing a picture")
            planes.append(Plane(handle: handle, pitch: plane.pitch, offset: plane.offset))
        }
        try self.init(
            size: size, fourcc: memory.fourcc, modifier: memory.modifier == 0 ? nil : memory.modifier,
            planes: planes, on: device)
    }

    deinit { drmModeRmFB(device.descriptor, id) }
}
