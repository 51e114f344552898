// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Media

/// Which part of wide pictures is kept where only an upright part of them has room: the one in which most moves, since that is the athlete.
enum FilmFraming {
    /// Pictures are compared as small as this, as they are looked at.
    static let size = VideoSize(width: 128, height: 72)
    /// What a light or noise changes is less.
    private static let least = 12
    /// An athlete's arms and bow; not what is above the head or on the ground.
    private static let rows = 10..<56

    /// A picture as light and dark, row by row.
    static func grid(of frame: VideoFrame, _ orientation: PictureOrientation) throws(ClipError) -> [UInt8] {
        let small = MemoryPixelBuffer(format: .yuv420p, size: size)
        try PictureComposer.draw(frame.buffer, orientation, into: small, at: PixelRect(size))
        let plane = small.plane(0)
        return (0..<size.height).flatMap { row in
            UnsafeBufferPointer(start: (plane.base + row * plane.pitch).assumingMemoryBound(to: UInt8.self), count: size.width)
        }
    }

    /// The middle of the part in which most moves, 0…1 of the width.
    /// - Parameters:
    ///   - films: of each, pictures in the order of time.
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
