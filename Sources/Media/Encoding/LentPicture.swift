// SPDX-License-Identifier: GPL-3.0-or-later

import CLibAV
import Core

extension LibAVFrame {
    /// Points the frame at the buffer's own memory, with a reference and a length for each plane, because some encoders copy by those.
    /// libavcodec holds the buffer for as long as it reads it. Returns `false` if there is no memory.
    func lend(_ buffer: PixelBuffer) -> Bool {
        pointer.pointee.format = LibAV.pixelFormat(buffer.format).rawValue
        pointer.pointee.width = Int32(buffer.size.width)
        pointer.pointee.height = Int32(buffer.size.height)
        for index in 0..<buffer.format.planeCount {
            let plane = buffer.plane(index)
            let data = plane.base.assumingMemoryBound(to: UInt8.self)
            let rows = index == 0 ? buffer.size.height : (buffer.size.height + 1) / 2
            let owner = Unmanaged.passRetained(buffer)
            guard
                let reference = av_buffer_create(
                    data, plane.pitch * rows,
                    { owner, _ in
                        if let owner { Unmanaged<PixelBuffer>.fromOpaque(owner).release() }
                    }, owner.toOpaque(), AV_BUFFER_FLAG_READONLY)
            else {
                owner.release()
                unreference()
                return false
            }
            switch index {
            case 0: (pointer.pointee.data.0, pointer.pointee.linesize.0, pointer.pointee.buf.0) = (data, Int32(plane.pitch), reference)
            case 1: (pointer.pointee.data.1, pointer.pointee.linesize.1, pointer.pointee.buf.1) = (data, Int32(plane.pitch), reference)
            default: (pointer.pointee.data.2, pointer.pointee.linesize.2, pointer.pointee.buf.2) = (data, Int32(plane.pitch), reference)
            }
        }
        pointer.pointee.extended_data = UnsafeMutableRawPointer(pointer)
            .advanced(by: MemoryLayout<AVFrame>.offset(of: \AVFrame.data) ?? 0)
            .assumingMemoryBound(to: UnsafeMutablePointer<UInt8>?.self)
        return true
    }
}

/// Lays pictures out as a hardware encoder wants them.
///
/// libavcodec copies planes into the driver's buffer as they lie, with the number of rows that the driver asks for. If a camera's pitch
/// differs, or the driver wants more rows than the picture has, the picture would be sheared, or memory behind it would be read.
struct EncoderLayout {
    let geometry: CodecDevice.Geometry
    private var spare: LaidOutBuffer?

    init(_ geometry: CodecDevice.Geometry) {
        self.geometry = geometry
    }

    /// True if a picture can be encoded as it is.
    func takes(_ buffer: PixelBuffer) -> Bool {
        guard buffer.size.height == geometry.rows, buffer.plane(0).pitch == geometry.pitch else { return false }
        switch buffer.format {
        case .nv12: return buffer.plane(1).pitch == geometry.pitch
        case .yuv420p: return buffer.plane(1).pitch * 2 == geometry.pitch && buffer.plane(2).pitch * 2 == geometry.pitch
        case .bgra, .bgrx: return true
        }
    }

    /// Returns the picture, or a copy in the encoder's layout if the picture can't be encoded as it is.
    mutating func fit(_ buffer: PixelBuffer) -> PixelBuffer {
        if takes(buffer) || geometry.rows < buffer.size.height || geometry.pitch < buffer.size.width { return buffer }
        if spare?.format != buffer.format || spare?.size != buffer.size { spare = nil }
        // If a codec still holds the last copy, a new one is made.
        if spare == nil || !isKnownUniquelyReferenced(&spare) {
            spare = LaidOutBuffer(format: buffer.format, size: buffer.size, geometry: geometry)
        }
        guard let copy = spare else { return buffer }
        for index in 0..<buffer.format.planeCount {
            let source = buffer.plane(index)
            let target = copy.plane(index)
            let rows = index == 0 ? buffer.size.height : (buffer.size.height + 1) / 2
            let bytes = index == 0 ? buffer.size.width : buffer.format == .nv12 ? (buffer.size.width + 1) / 2 * 2 : (buffer.size.width + 1) / 2
            for row in 0..<rows {
                (target.base + row * target.pitch).copyMemory(from: source.base + row * source.pitch, byteCount: bytes)
            }
        }
        return copy
    }
}

/// A picture in ordinary memory with its own pitch and number of rows.
private final class LaidOutBuffer: PixelBuffer, @unchecked Sendable {
    // The encoder's thread fills it before anybody else sees it.
    private let memory: UnsafeMutableRawPointer

    init(format: PixelFormat, size: VideoSize, geometry: CodecDevice.Geometry) {
        let luma = geometry.pitch * geometry.rows
        let chromaRows = (geometry.rows + 1) / 2
        let byteCount = luma + geometry.pitch * chromaRows
        memory = .allocate(byteCount: byteCount, alignment: 64)
        memory.initializeMemory(as: UInt8.self, repeating: 128, count: byteCount)
        let half = geometry.pitch / 2
        if format == .nv12 {
            super.init(
                format: format, size: size, planes: PixelPlane(base: memory, pitch: geometry.pitch),
                PixelPlane(base: memory + luma, pitch: geometry.pitch))
        } else {
            super.init(
                format: format, size: size, planes: PixelPlane(base: memory, pitch: geometry.pitch),
                PixelPlane(base: memory + luma, pitch: half), PixelPlane(base: memory + luma + half * chromaRows, pitch: half))
        }
    }

    deinit { memory.deallocate() }
}
