// SPDX-License-Identifier: GPL-3.0-or-later

import CDRM
import Core
import Glibc

/// A connector that writes what the TV shows to memory, from which it can be read. Thread-bound.
final class Writeback {
    let connector: KMSConnector
    private let framebufferProperty, fenceProperty: UInt32
    private let size: VideoSize
    private let device: DRMDevice
    /// The picture's memory, made when the first picture is asked for.
    private var buffer: DumbBuffer?
    /// The kernel writes the fence's file descriptor here with the commit.
    private let fence: UnsafeMutablePointer<Int32>

    /// Fails if the connector writes no pictures in a format that is of use here.
    init?(_ connector: KMSConnector, size: VideoSize, on device: DRMDevice) {
        guard let framebuffer = connector.writebackFramebuffer, let fence = connector.writebackFence,
            connector.writebackFormats.contains(FourCC.xrgb8888)
        else { return nil }
        self.connector = connector
        self.size = size
        self.device = device
        framebufferProperty = framebuffer
        fenceProperty = fence
        self.fence = .allocate(capacity: 1)
        self.fence.initialize(to: -1)
    }

    deinit {
        dismiss()
        fence.deallocate()
    }

    /// Orders that the commit that is being filled is written to memory.
    func order(in request: AtomicRequest) throws(DRMFault) {
        dismiss()
        let buffer: DumbBuffer
        if let made = self.buffer { buffer = made } else { buffer = try DumbBuffer(format: .bgrx, size: size, on: device) }
        self.buffer = buffer
        request.set(connector.id, framebufferProperty, UInt64(buffer.framebuffer.id))
        request.set(connector.id, fenceProperty, UInt64(UInt(bitPattern: fence)))
    }

    /// True if the picture that was ordered last has been written. Doesn't wait.
    var isDone: Bool {
        guard fence.pointee >= 0 else { return false }
        var waiting = pollfd(fd: fence.pointee, events: Int16(POLLIN), revents: 0)
        return poll(&waiting, 1, 0) == 1
    }

    /// Returns a copy of the picture that was written; `nil` if it isn't there yet.
    func picture() -> PixelBuffer? {
        guard isDone, let buffer else { return nil }
        dismiss()
        let picture = MemoryPixelBuffer(format: .bgrx, size: size)
        let (source, target) = (buffer.plane(0), picture.plane(0))
        for row in 0..<size.height {
            (target.base + row * target.pitch).copyMemory(from: source.base + row * source.pitch, byteCount: size.width * 4)
        }
        return picture
    }

    /// Forgets the order.
    func dismiss() {
        if fence.pointee >= 0 { close(fence.pointee) }
        fence.pointee = -1
    }
}
