// SPDX-License-Identifier: GPL-3.0-or-later

/// The memory layout of a buffer's pixels.
public enum PixelFormat: String, Sendable, Codable {
    /// Three planes: Y, then U and V at half the width and height. BT.709, limited range.
    case yuv420p
    /// Two planes: Y, then U and V interleaved at half the width and height. BT.709, limited range.
    case nv12
    /// One plane, bytes B G R A, alpha premultiplied: Cairo's ARGB32 and DRM's ARGB8888 on a little-endian machine.
    case bgra
    /// Like `bgra`, but the fourth byte is unused: DRM's XRGB8888.
    case bgrx

    public var planeCount: Int {
        switch self {
        case .yuv420p: 3
        case .nv12: 2
        case .bgra, .bgrx: 1
        }
    }

    public var isYUV: Bool { self == .yuv420p || self == .nv12 }
}

/// One plane of a buffer: its address, and the number of bytes from one row to the next.
public struct PixelPlane: @unchecked Sendable {
    // The pointer is valid only as long as the buffer that owns the memory; a holder of the buffer may read it.
    public var base: UnsafeMutableRawPointer
    public var pitch: Int

    public init(base: UnsafeMutableRawPointer, pitch: Int) {
        self.base = base
        self.pitch = pitch
    }
}

/// Pixels in memory, shared by reference along the whole way from the sensor to the TV.
///
/// A buffer is filled before it is handed on; from then on its pixels are only read, by any thread. That is why the class and its
/// subclasses may be `@unchecked Sendable`. A subclass keeps the memory's owner alive (a decoder's frame, a camera's request) and gives it
/// back when the last reference goes.
open class PixelBuffer: @unchecked Sendable {
    public let format: PixelFormat
    public let size: VideoSize
    private let plane0: PixelPlane
    private let plane1: PixelPlane?
    private let plane2: PixelPlane?

    /// - Precondition: as many planes as the format has.
    public init(
        format: PixelFormat, size: VideoSize, planes plane0: PixelPlane, _ plane1: PixelPlane? = nil,
        _ plane2: PixelPlane? = nil
    ) {
        precondition(
            (plane1 != nil) == (format.planeCount > 1) && (plane2 != nil) == (format.planeCount > 2),
            "\(format) has \(format.planeCount) planes")
        self.format = format
        self.size = size
        self.plane0 = plane0
        self.plane1 = plane1
        self.plane2 = plane2
    }

    /// The same memory for other devices, or `nil` if only the processor can reach it.
    open var dmaBuffer: DMABuffer? { nil }

    /// The number of bytes of its pixels, without the padding between rows.
    public var pixelBytes: Int {
        let pixels = size.width * size.height
        return format.isYUV ? pixels + 2 * (((size.width + 1) / 2) * ((size.height + 1) / 2)) : pixels * 4
    }

    /// Returns the plane with this index.
    /// - Precondition: the format has it.
    public func plane(_ index: Int) -> PixelPlane {
        switch (index, plane1, plane2) {
        case (0, _, _): return plane0
        case (1, let plane?, _): return plane
        case (2, _, let plane?): return plane
        default: preconditionFailure("\(format) has no plane \(index)")
        }
    }
}

/// A buffer in ordinary memory, its rows 64-byte aligned.
public final class MemoryPixelBuffer: PixelBuffer, @unchecked Sendable {
    private let memory: UnsafeMutableRawPointer

    /// Allocates a buffer of this size. Its contents are undefined for YUV and transparent for RGB.
    /// - Precondition: a positive size.
    public init(format: PixelFormat, size: VideoSize) {
        precondition(size.width > 0 && size.height > 0, "a picture has a size")
        func aligned(_ bytes: Int) -> Int { (bytes + 63) & ~63 }
        let halfHeight = (size.height + 1) / 2
        let halfWidth = (size.width + 1) / 2
        switch format {
        case .yuv420p:
            let luma = aligned(size.width)
            let chroma = aligned(halfWidth)
            memory = .allocate(byteCount: luma * size.height + 2 * chroma * halfHeight, alignment: 64)
            let u = memory + luma * size.height
            super.init(
                format: format, size: size, planes: PixelPlane(base: memory, pitch: luma),
                PixelPlane(base: u, pitch: chroma),
                PixelPlane(base: u + chroma * halfHeight, pitch: chroma))
        case .nv12:
            let pitch = aligned(halfWidth * 2)
            memory = .allocate(byteCount: pitch * (size.height + halfHeight), alignment: 64)
            super.init(
                format: format, size: size, planes: PixelPlane(base: memory, pitch: pitch),
                PixelPlane(base: memory + pitch * size.height, pitch: pitch))
        case .bgra, .bgrx:
            let pitch = aligned(size.width * 4)
            memory = .allocate(byteCount: pitch * size.height, alignment: 64)
            memory.initializeMemory(as: UInt8.self, repeating: 0, count: pitch * size.height)
            super.init(format: format, size: size, planes: PixelPlane(base: memory, pitch: pitch))
        }
    }

    deinit { memory.deallocate() }
}
