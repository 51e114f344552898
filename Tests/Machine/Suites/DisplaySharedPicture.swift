// SPDX-License-Identifier: GPL-3.0-or-later

import CDRM
import Core
import Glibc

@testable import Devices

/// An NV12 picture in shareable memory, as from a decoder: made on another opening of the card.
final class SharedPicture: PixelBuffer, @unchecked Sendable {
    // Filled before anybody else has it, and only read from then on.
    private let memory: UnsafeMutableRawPointer
    private let byteCount: Int
    private let shared: DMABuffer

    init(of source: PixelBuffer, on device: DRMDevice) throws {
        precondition(source.format == .nv12, "only NV12 is made here")
        var handle: UInt32 = 0
        var rowBytes: UInt32 = 0
        var total: UInt64 = 0
        var place: UInt64 = 0
        var descriptor: Int32 = -1
        let height = source.size.height
        try DRMFault.check(
            drmModeCreateDumbBuffer(
                device.descriptor, UInt32(source.size.width), UInt32(height + height / 2), 8, 0,
                &handle, &rowBytes, &total), "memory")
        try DRMFault.check(drmModeMapDumbBuffer(device.descriptor, handle, &place), "mapping")
        try DRMFault.check(drmPrimeHandleToFD(device.descriptor, handle, UInt32(O_CLOEXEC | O_RDWR), &descriptor), "sharing")
        let mapped = mmap(nil, Int(total), PROT_READ | PROT_WRITE, MAP_SHARED, device.descriptor, off_t(place))
        drmModeDestroyDumbBuffer(device.descriptor, handle)
        guard let mapped, mapped != MAP_FAILED else { throw DRMFault.last("mapping") }
        let pitch = Int(rowBytes)
        (memory, byteCount) = (mapped, Int(total))
        shared = DMABuffer(
            identity: DMABuffer.Identity(), fourcc: FourCC.nv12,
            planes: [
                DMABuffer.Plane(fileDescriptor: descriptor, offset: 0, pitch: pitch),
                DMABuffer.Plane(fileDescriptor: descriptor, offset: pitch * height, pitch: pitch),
            ])
        super.init(
            format: .nv12, size: source.size, planes: PixelPlane(base: mapped, pitch: pitch),
            PixelPlane(base: mapped + pitch * height, pitch: pitch))
        for index in 0..<2 {
            for row in 0..<height / (index + 1) {
                (plane(index).base + row * pitch)
                    .copyMemory(from: source.plane(index).base + row * source.plane(index).pitch, byteCount: source.size.width)
            }
        }
    }

    override var dmaBuffer: DMABuffer? { shared }

    deinit {
        munmap(memory, byteCount)
        close(shared.planes[0].fileDescriptor)
    }
}
