// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A picture's copy in memory that the display can show.
final class PictureCopy {
    let buffer: DumbBuffer
    /// The picture that was copied, kept so that the same picture is known again and not copied twice.
    fileprivate(set) var source: PixelBuffer?
    /// The parts that were copied; `nil` for the whole picture.
    fileprivate(set) var region: [PixelRect]?
    fileprivate var idleSweeps = 0

    fileprivate init(buffer: DumbBuffer) {
        self.buffer = buffer
    }
}

/// Copies of pictures that the display can't read in place. Their memory is used again. Thread-bound.
struct CopyPool {
    private let device: DRMDevice
    private var copies: [PictureCopy] = []

    /// The number of vblanks after which an unused copy is given back: the pictures have another size now.
    private static let patience = 120

    init(device: DRMDevice) {
        self.device = device
    }

    /// Returns the copy of this picture, which is made now if necessary.
    mutating func copy(of source: PixelBuffer, region: [PixelRect]?) throws(DRMFault) -> PictureCopy {
        if let made = copies.first(where: { $0.source === source && $0.region == region }) { return made }
        let copy = try blank(source.format, source.size)
        copy.buffer.copy(from: source, region: region)
        copy.source = source
        copy.region = region
        return copy
    }

    /// Returns memory for such a picture, with undefined contents: for a test-only commit.
    mutating func blank(_ format: PixelFormat, _ size: VideoSize) throws(DRMFault) -> PictureCopy {
        for index in copies.indices where copies[index].buffer.format == format && copies[index].buffer.size == size {
            if isKnownUniquelyReferenced(&copies[index]) {
                copies[index].source = nil
                copies[index].idleSweeps = 0
                return copies[index]
            }
        }
        let made = PictureCopy(buffer: try DumbBuffer(format: format, size: size, on: device))
        copies.append(made)
        return made
    }

    /// Gives back the copies that are on no plane.
    mutating func forgetIdle() {
        for index in copies.indices.reversed() where isKnownUniquelyReferenced(&copies[index]) { copies.remove(at: index) }
    }

    /// Releases the pictures whose copies are on no plane any more, and gives back copies that were long unused.
    mutating func sweep() {
        var hasIdle = false
        for index in copies.indices where isKnownUniquelyReferenced(&copies[index]) {
            copies[index].source = nil
            copies[index].idleSweeps += 1
            hasIdle = hasIdle || copies[index].idleSweeps > Self.patience
        }
        if hasIdle { copies.removeAll { $0.idleSweeps > Self.patience } }
    }
}
