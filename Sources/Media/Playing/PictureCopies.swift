// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Copies of decoded pictures, in memory of their own. That memory is used again as soon as nobody holds the copy.
///
/// For windows that keep more pictures than a decoder's own memory has: a V4L2 driver stalls while its buffers are held.
/// Thread-bound; the copies may go to any thread.
struct PictureCopies {
    private var buffers: [MemoryPixelBuffer] = []

    init() {}

    /// Copies a frame. It allocates only while more copies are held than ever before.
    mutating func copy(_ frame: VideoFrame) -> VideoFrame {
        let source = frame.buffer
        buffers.removeAll { $0.format != source.format || $0.size != source.size }
        let copy =
            freeBuffer()
            ?? {
                let made = MemoryPixelBuffer(format: source.format, size: source.size)
                buffers.append(made)
                return made
            }()
        for index in 0..<source.format.planeCount {
            let (from, to) = (source.plane(index), copy.plane(index))
            let rows = index == 0 ? source.size.height : (source.size.height + 1) / 2
            let bytes = source.format.rowBytes(ofPlane: index, width: source.size.width)
            for row in 0..<rows {
                (to.base + row * to.pitch).copyMemory(from: from.base + row * from.pitch, byteCount: bytes)
            }
        }
        return VideoFrame(buffer: copy, stamp: frame.stamp)
    }

    /// Frees the memory of the copies that nobody holds.
    mutating func removeAll() {
        buffers.removeAll()
    }

    private mutating func freeBuffer() -> MemoryPixelBuffer? {
        for index in buffers.indices where isKnownUniquelyReferenced(&buffers[index]) { return buffers[index] }
        return nil
    }
}

extension PixelFormat {
    fileprivate func rowBytes(ofPlane index: Int, width: Int) -> Int {
        switch self {
        case .yuv420p: index == 0 ? width : (width + 1) / 2
        case .nv12: index == 0 ? width : (width + 1) / 2 * 2
        case .bgra, .bgrx: width * 4
        }
    }
}
