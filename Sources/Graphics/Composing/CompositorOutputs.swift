// SPDX-License-Identifier: GPL-3.0-or-later

import CGLES
import Core
import Synchronization

/// The memory in which composed pictures are painted and handed out. Memory that somebody still holds is left alone, and the rest is used
/// again. Thread-bound.
protocol CompositorOutputs {
    /// Returns another picture of this size, with what `body` paints into the bound target; it is complete when this returns.
    mutating func paint(_ size: VideoSize, _ body: () -> Void) throws(GraphicsError) -> PixelBuffer
}

/// Pictures that are painted in a texture of the renderer and copied into ordinary memory.
struct MemoryOutputs: CompositorOutputs {
    private var target = RenderTarget()
    private var pool = BufferPool<MemoryPixelBuffer>()

    mutating func paint(_ size: VideoSize, _ body: () -> Void) throws(GraphicsError) -> PixelBuffer {
        let output = try pool.free(size) { () throws(GraphicsError) in MemoryPixelBuffer(format: .bgrx, size: size) }
        let paddedWidth = output.plane(0).pitch / 4
        try target.bind(size, paddedWidth: paddedWidth)
        body()
        glReadPixels(
            0, 0, GLsizei(paddedWidth), GLsizei(size.height), GLenum(GL_RGBA), GLenum(GL_UNSIGNED_BYTE),
            output.plane(0).base)
        return output
    }
}

/// Pictures that are painted in the memory that the display scans out.
struct ScanoutOutputs: CompositorOutputs {
    private let device: GBMDevice
    private let pictures: EGLPictures
    private var pool = BufferPool<ScanoutBuffer>()
    /// The target through which the renderer paints a buffer, for each buffer in the pool.
    private var targets: [DMABuffer.Identity: SharedTarget] = [:]

    /// - Throws: if this card's memory can't be painted in; a small picture is painted to find out.
    init(_ device: GBMDevice, _ pictures: EGLPictures) throws(GraphicsError) {
        self.device = device
        self.pictures = pictures
        _ = try paint(VideoSize(width: 64, height: 64)) { glClear(GLbitfield(GL_COLOR_BUFFER_BIT)) }
    }

    mutating func paint(_ size: VideoSize, _ body: () -> Void) throws(GraphicsError) -> PixelBuffer {
        let output = try pool.free(size) { [device] () throws(GraphicsError) in try ScanoutBuffer(device, size: size) }
        output.endReading()
        try bindTarget(of: output)
        body()
        // Nobody may see the picture half painted: neither a display nor the processor waits for the renderer.
        glFinish()
        output.beginReading()
        return output
    }

    private mutating func bindTarget(of output: ScanoutBuffer) throws(GraphicsError) {
        guard let memory = output.dmaBuffer else { preconditionFailure("a scanout buffer is shared memory") }
        let identity = memory.identity
        if let target = targets[identity] { return target.bind() }
        targets = targets.filter { entry in pool.buffers.contains { $0.dmaBuffer?.identity == entry.key } }
        let target = try SharedTarget(memory, size: output.size, pictures)
        targets[identity] = target
        target.bind()
    }
}

/// Buffers of one size, each of which is used again once nobody else holds it.
struct BufferPool<Buffer: PixelBuffer> {
    private(set) var buffers: [Buffer] = []

    mutating func free(_ size: VideoSize, _ make: () throws(GraphicsError) -> Buffer) throws(GraphicsError) -> Buffer {
        buffers.removeAll { $0.size != size }
        for index in buffers.indices where isKnownUniquelyReferenced(&buffers[index]) {
            // The last reader's reads happen before the writes that follow.
            atomicMemoryFence(ordering: .acquiring)
            return buffers[index]
        }
        let buffer = try make()
        buffers.append(buffer)
        return buffer
    }
}
