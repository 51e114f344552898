// SPDX-License-Identifier: GPL-3.0-or-later

import CGBM
import Core
import Glibc

/// A composed picture that a display scans out in place; the processor reads the same memory.
///
/// Only the compositor writes to it, and only while nobody else holds it; otherwise the rules of `PixelBuffer` hold.
public final class ScanoutBuffer: PixelBuffer, @unchecked Sendable {
    private let file: Int32
    private let mapping: UnsafeMutableRawPointer
    private let length: Int
    private let description: DMABuffer

    public override var dmaBuffer: DMABuffer? { description }

    /// Makes memory of this device for a picture of this size; its contents are undefined until something is composed in it.
    init(_ device: GBMDevice, size: VideoSize) throws(GraphicsError) {
        let (file, offset, pitch) = try device.makePicture(size)
        let length = offset + pitch * size.height
        guard let mapping = mmap(nil, length, PROT_READ, MAP_SHARED, file, 0), mapping != MAP_FAILED else {
            let reason = String(cString: strerror(errno))
            close(file)
            throw .noScanout(reason: "the memory of \(device.node) can't be mapped (\(reason))")
        }
        self.file = file
        self.mapping = mapping
        self.length = length
        description = DMABuffer(
            identity: DMABuffer.Identity(), fourcc: vir_fourcc_xrgb8888,
            modifier: vir_modifier_linear,
            planes: [DMABuffer.Plane(fileDescriptor: file, offset: offset, pitch: pitch)])
        super.init(format: .bgrx, size: size, planes: PixelPlane(base: mapping + offset, pitch: pitch))
    }

    deinit {
        munmap(mapping, length)
        close(file)
    }

    /// Ends the processor's reading: the renderer may draw.
    func endReading() { vir_dma_buf_read(file, 0) }

    /// Begins the processor's reading: the renderer has drawn.
    func beginReading() { vir_dma_buf_read(file, 1) }
}
