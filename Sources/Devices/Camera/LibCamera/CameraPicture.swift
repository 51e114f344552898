// SPDX-License-Identifier: GPL-3.0-or-later

import CCamera
import Core

/// A frame in the camera's own memory. The camera gets the memory back when the last reference goes, on any thread.
final class CameraPicture: PixelBuffer, @unchecked Sendable {
    // The memory is mapped for reading only, and giving it back is thread-safe.

    private let buffer: UnsafePointer<vir_camera_buffer>
    private let shared: DMABuffer

    /// - Parameters:
    ///   - buffer: a buffer that the reader holds now; from here on this picture holds it.
    ///   - planes: the buffer's planes, as many as the format has.
    init(format: PixelFormat, size: VideoSize, buffer: UnsafePointer<vir_camera_buffer>, planes: CameraPlanes) {
        self.buffer = buffer
        shared = planes.shared
        super.init(format: format, size: size, planes: planes.first, planes.second, planes.third)
    }

    deinit { vir_camera_give_back(buffer) }

    override var dmaBuffer: DMABuffer? { shared }
}

/// The planes of one of the camera's buffers, for the processor and for other devices.
struct CameraPlanes {
    var first: PixelPlane
    var second: PixelPlane?
    var third: PixelPlane?
    var shared: DMABuffer

    /// Fails if the buffer has other planes than the format, or smaller ones.
    init?(_ buffer: vir_camera_buffer, format: PixelFormat, stream: vir_camera_stream) {
        let parts = [buffer.planes.0, buffer.planes.1, buffer.planes.2].prefix(Int(buffer.plane_count))
        guard parts.count == format.planeCount, format.isYUV else { return nil }
        var planes: [(PixelPlane, DMABuffer.Plane)] = []
        for (index, part) in parts.enumerated() {
            let pitch = index > 0 && format == .yuv420p ? Int(stream.pitch) / 2 : Int(stream.pitch)
            let width = index > 0 && format == .yuv420p ? Int(stream.width) / 2 : Int(stream.width)
            let rows = index > 0 ? Int(stream.height) / 2 : Int(stream.height)
            guard let base = part.base, pitch >= width, Int(part.length) >= pitch * (rows - 1) + width else { return nil }
            planes.append(
                (
                    PixelPlane(base: base, pitch: pitch),
                    DMABuffer.Plane(fileDescriptor: part.file_descriptor, offset: Int(part.offset), pitch: pitch)
                ))
        }
        first = planes[0].0
        second = planes[1].0
        third = planes.count > 2 ? planes[2].0 : nil
        shared = DMABuffer(identity: DMABuffer.Identity(), fourcc: stream.fourcc, modifier: stream.modifier, planes: planes.map(\.1))
    }
}
