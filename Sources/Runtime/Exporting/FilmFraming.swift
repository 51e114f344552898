// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Media

/// Chooses the part of wide pictures that is kept if only an upright part has room: the part in which most moves, since that is the
/// athlete.
enum FilmFraming {
    /// The size at which pictures are compared, turned as they are shown.
    static let size = VideoSize(width: 128, height: 72)
    /// The smallest change of brightness that counts; light and noise change less.
    private static let least = 12
    /// The rows that are compared: an athlete's arms and bow, not what is above the head or on the ground.
    private static let rows = 10..<56

    /// Returns a picture's brightness, row by row.
    static func grid(of frame: VideoFrame, _ orientation: PictureOrientation) throws(ClipError) -> [UInt8] {
        let small = MemoryPixelBuffer(format: .yuv420p, size: size)
        try PictureComposer.draw(frame.buffer, orientation, into: small, at: PixelRect(size))
        let plane = small.plane(0)
        return (0..<size.height).flatMap { row in
            UnsafeBufferPointer(start: (plane.base + row * plane.pitch).assumingMemoryBound(to: UInt8.self), count: size.width)
        }
    }

    /// Returns the middle of the part in which most moves, 0…1 of the width.
    /// - Parameters:
    ///   - films: the pictures of each film, in the order of time.
    ///   - share: the part's width, 0…1 of the picture's.
    static func center(of films: [[[UInt8]]], share: Double) -> Double {
        var moving = MotionStrips(count: size.width)
        for grids in films {
            for (one, next) in zip(grids, grids.dropFirst()) {
                for row in rows {
                    for column in 0..<size.width where abs(Int(one[row * size.width + column]) - Int(next[row * size.width + column])) >= least {
                        moving.add(1, at: column)
                    }
                }
            }
        }
        return moving.center(share: share)
    }
}
