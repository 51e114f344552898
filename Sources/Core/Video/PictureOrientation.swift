// SPDX-License-Identifier: GPL-3.0-or-later

/// The turn and mirroring with which a recorded picture is shown: one of the eight combinations of quarter turns and a mirror.
public struct PictureOrientation: Hashable, Sendable, Codable {
    /// A rotation by quarter turns, clockwise, in degrees.
    public enum Turn: Int, Sendable, Codable, CaseIterable {
        case none = 0
        case right = 90
        case over = 180
        case left = 270
    }

    /// The turn, in degrees clockwise.
    public var turn: Turn
    /// True if the picture is mirrored left to right, before it is turned.
    public var isMirrored: Bool

    public init(turn: Turn = .none, isMirrored: Bool = false) {
        self.turn = turn
        self.isMirrored = isMirrored
    }

    /// The picture as the camera saw it, neither turned nor mirrored.
    public static let upright = PictureOrientation()

    /// True if the turn swaps width and height.
    public var isOnItsSide: Bool { turn == .right || turn == .left }

    /// Returns the orientation after one more quarter turn clockwise of the shown picture.
    public func turned() -> PictureOrientation {
        PictureOrientation(turn: Turn(rawValue: (turn.rawValue + 90) % 360) ?? .none, isMirrored: isMirrored)
    }

    /// Returns the orientation after mirroring the shown picture left to right.
    public func mirrored() -> PictureOrientation {
        // An orientation mirrors first and turns afterwards. To mirror after the turn, the turn is reversed.
        PictureOrientation(turn: Turn(rawValue: (360 - turn.rawValue) % 360) ?? .none, isMirrored: !isMirrored)
    }

    /// The quarter turns alone, unmirrored as the camera saw the picture. A file's display matrix says no more than this: some players show
    /// a picture with a reflecting matrix upside down, and others ignore the matrix.
    public var unmirrored: PictureOrientation { isMirrored ? mirrored() : self }

    /// Converts a picture's size from before the turn to after it, or back.
    public func size(of size: VideoSize) -> VideoSize {
        isOnItsSide ? VideoSize(width: size.height, height: size.width) : size
    }

    // MARK: In a file

    /// The number 1 in the 16.16 fixed-point format of a display matrix's factors and offsets.
    private static let one: Int32 = 1 << 16

    /// Returns the display matrix of an MP4 track, row by row (ISO/IEC 14496-12, 8.3.2): a point (x, y) of the picture is shown at (a·x +
    /// c·y + tx, b·x + d·y + ty). The offsets keep the picture right of and below the origin.
    public func matrix(for size: VideoSize) -> [Int32] {
        let (cosine, sine): (Int32, Int32) =
            switch turn {
            case .none: (1, 0)
            case .right: (0, 1)
            case .over: (-1, 0)
            case .left: (0, -1)
            }
        let sign: Int32 = isMirrored ? -1 : 1
        let (a, b, c, d) = (sign * cosine, sign * sine, -sine, cosine)
        func offset(_ x: Int32, _ y: Int32) -> Int32 {
            Int32(clamping: ((x < 0 ? size.width : 0) + (y < 0 ? size.height : 0)) * Int(Self.one))
        }
        return [
            a * Self.one, b * Self.one, 0,
            c * Self.one, d * Self.one, 0,
            offset(a, c), offset(b, d), 1 << 30,
        ]
    }

    /// Reads any display matrix as the nearest quarter turn, and ignores its scale and offsets. A matrix of zeros, or without nine numbers,
    /// is upright.
    public init(matrix: [Int32]) {
        guard matrix.count == 9 else { self = .upright; return }
        var (a, b) = (Int64(matrix[0]), Int64(matrix[1]))
        let (c, d) = (Int64(matrix[3]), Int64(matrix[4]))
        isMirrored = Double(a) * Double(d) < Double(b) * Double(c)
        if isMirrored { (a, b) = (-a, -b) }
        if abs(a) >= abs(b) { turn = a < 0 ? .over : .none } else { turn = b < 0 ? .left : .right }
    }

    // MARK: In memory

    /// Copies a plane into another, turned and mirrored.
    /// - Parameter width: the width of the plane after the turn, in samples of one byte; `height` likewise.
    public func copy(_ source: PixelPlane, to target: PixelPlane, width: Int, height: Int) {
        guard self != .upright else {
            for row in 0..<height {
                (target.base + row * target.pitch).copyMemory(from: source.base + row * source.pitch, byteCount: width)
            }
            return
        }
        // The source offset of the first target sample, and the source steps along a target row and down a target column.
        var (start, along, down) =
            switch turn {
            case .none: (0, 1, source.pitch)
            case .right: ((width - 1) * source.pitch, -source.pitch, 1)
            case .over: ((height - 1) * source.pitch + width - 1, -1, -source.pitch)
            case .left: (height - 1, source.pitch, -1)
            }
        if isMirrored {
            // The source's columns run in the opposite direction.
            let last = (isOnItsSide ? height : width) - 1
            switch turn {
            case .none: (start, along) = (start + last, -along)
            case .over: (start, along) = (start - last, -along)
            case .right: (start, down) = (start + last, -down)
            case .left: (start, down) = (start - last, -down)
            }
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
