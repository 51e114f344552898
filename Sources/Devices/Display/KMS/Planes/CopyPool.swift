// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A picture's copy in memory that the display can show.
final class PictureCopy {
    let buffer: DumbBuffer
    /// What it is a copy of, kept so that the same picture is known again and not copied twice.
    fileprivate(set) var source: PixelBuffer?
    /// The parts that were copied; `nil`: all of it.
    fileprivate(set) var region: [PixelRect]?
    fileprivate var idleSweeps = 0

    fileprivate init(buffer: DumbBuffer) {
        self.buffer = buffer
    }
}

/// Copies of pictures that the display can't read where they lie, in memory that is used again. Thread-bound.
struct CopyPool {
    private let device: DRMDevice
    private var copies: [PictureCopy] = []

    /// A copy nobody has wanted for so many vblanks is given back: the pictures have another size now.
    private static let patience = 120

    init(device: DRMDevice) {
        self.device = device
    }

    /// The copy of this picture; made now where there is none.
    mutating func copy(of source: PixelBuffer, region: [PixelRect]?) throws(DRMFault) -> PictureCopy {
        if let made = copies.first(where: { $0.source === source && $0.region == region }) { return made }
        let copy = try blank(source.format, source.size)
        copy.buffer.copy(from: source, region: region)
        copy.source = source
        copy.region = region
        return copy
    }

    /// Memory for such a picture, with whatever was in it before: for a test-only commit.
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

    /// Lets go of the pictures whose copies are on no plane any more.
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
