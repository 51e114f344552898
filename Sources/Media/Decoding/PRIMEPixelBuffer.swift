// SPDX-License-Identifier: GPL-3.0-or-later

import CLibAV
import Core

/// A decoded picture in memory that a display scans out, without a copy. The frame goes back to the decoder's pool when the buffer is
/// freed.
final class PRIMEPixelBuffer: PixelBuffer, @unchecked Sendable {
    // The decoder doesn't write to the memory while the frame is held, and the frame may be freed on any thread.
    private let frame: LibAVFrame
    private let memory: PRIMEMemory
    private let layout: PRIMELayout
    private let description: DMABuffer

    override var dmaBuffer: DMABuffer? { description }

    /// Takes over a frame of the format `AV_PIX_FMT_DRM_PRIME`.
    /// - Parameter crop: the picture's own size, if the decoder gives whole macroblocks.
    /// - Throws: an error if the memory can't be read as 8-bit 4:2:0.
    init(_ frame: LibAVFrame, crop: VideoSize? = nil, pool: inout PRIMEPool) throws(PRIMERefusal) {
        let picture = frame.pointer.pointee
        guard let described = picture.data.0 else { throw PRIMERefusal("the driver describes no memory") }
        let descriptor = UnsafeRawPointer(described).loadUnaligned(as: AVDRMFrameDescriptor.self)
        let size = crop ?? VideoSize(width: Int(picture.width), height: Int(picture.height))
        let layout = try PRIMELayout(descriptor, size: size)
        let memory = try pool.memory(layout.objects)
        self.frame = frame
        self.memory = memory
        self.layout = layout
        description = DMABuffer(
            identity: memory.identity, fourcc: layout.fourcc,
            planes: layout.planes.map {
                DMABuffer.Plane(fileDescriptor: layout.objects[$0.object].fileDescriptor, offset: $0.offset, pitch: $0.pitch)
            })
        func plane(_ index: Int) -> PixelPlane {
            PixelPlane(base: memory.base(of: layout.planes[index]), pitch: layout.planes[index].pitch)
        }
        super.init(
            format: layout.format, size: size, planes: plane(0), plane(1),
            layout.format == .yuv420p ? plane(2) : nil)
        for object in layout.objects { vir_prime_read(object.fileDescriptor, 1) }
    }

    deinit {
        for object in layout.objects { vir_prime_read(object.fileDescriptor, 0) }
    }
}
