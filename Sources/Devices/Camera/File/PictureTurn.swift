// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// How a picture is turned to stand upright, in degrees clockwise.
enum PictureTurn: Int {
    case none = 0
    case right = 90
    case over = 180
    case left = 270

    /// The size that a picture of this size has when it is turned, or had before.
    func size(of size: VideoSize) -> VideoSize {
        self == .right || self == .left ? VideoSize(width: size.height, height: size.width) : size
    }

    /// Copies a plane into another, turned.
    /// - Parameters:
    ///   - width: of the plane turned, and `height` likewise, in samples.
    func copy(_ source: PixelPlane, to target: PixelPlane, width: Int, height: Int) {
        guard self != .none else {
            for row in 0..<height { (target.base + row * target.pitch).copyMemory(from: source.base + row * source.pitch, byteCount: width) }
            return
        }
        // Where the first sample of the turned plane is in the source, and the steps along its rows and columns.
        let (start, along, down) =
            switch self {
            case .none: (0, 1, source.pitch)
            case .right: ((width - 1) * source.pitch, -source.pitch, 1)
            case .over: ((height - 1) * source.pitch + width - 1, -1, -source.pitch)
            case .left: (height - 1, source.pitch, -1)
            }
        let from = source.base.assumingMemoryBound(to: UInt8.self) + start
        let to = target.base.assumingMemoryBound(to: UInt8.self)
        for row in 0..<height {
            let line = to + row * target.pitch
            let first = from + row * down
            for column in 0..<width { line[column] = first[column * along] }
        }
    }
}
