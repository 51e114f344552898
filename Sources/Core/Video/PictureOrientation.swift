// SPDX-License-Identifier: GPL-3.0-or-later

/// How a recorded picture is turned and mirrored to be looked at: one of the eight ways in which quarter turns and a mirror lay it.
public struct PictureOrientation: Hashable, Sendable, Codable {
    public enum Turn: Int, Sendable, Codable, CaseIterable {
        case none = 0
        case right = 90
        case over = 180
        case left = 270
    }

    /// In degrees clockwise.
    public var turn: Turn
    /// Mirrored left to right, before it is turned.
    public var isMirrored: Bool

    public init(turn: Turn = .none, isMirrored: Bool = false) {
        self.turn = turn
        self.isMirrored = isMirrored
    }

    /// As the camera saw it.
    public static let upright = PictureOrientation()

    /// What was its width is its height.
    public var isOnItsSide: Bool { turn == .right || turn == .left }

    /// A quarter turn clockwise of what is seen.
    public func turned() -> PictureOrientation {
        PictureOrientation(turn: Turn(rawValue: (turn.rawValue + 90) % 360) ?? .none, isMirrored: isMirrored)
    }

    /// What is seen, mirrored left to right.
    public func mirrored() -> PictureOrientation {
        // The turn comes after the mirror: the other way round it goes the other way.
        PictureOrientation(turn: Turn(rawValue: (360 - turn.rawValue) % 360) ?? .none, isMirrored: !isMirrored)
    }

    /// The quarter turns alone: as the camera saw it. All that a file's display matrix may say: a matrix that reflects is shown upside down by
    /// some players, and left out by others.
    public var unmirrored: PictureOrientation { isMirrored ? mirrored() : self }

    /// The size that a picture of this size has when it is turned, or had before.
    public func size(of size: VideoSize) -> VideoSize {
        isOnItsSide ? VideoSize(width: size.height, height: size.width) : size
    }

    // MARK: In a file

    /// Where the factors of a display matrix have their one, and the points of its offsets: 16.16.
    private static let one: Int32 = 1 << 16

    /// The display matrix of an MP4 track, row by row (ISO/IEC 14496-12, 8.3.2): a point (x, y) of the picture is seen at
    /// (a·x + c·y + tx, b·x + d·y + ty). Its offsets keep the picture right of and below the corner.
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

    /// What a display matrix comes to, whoever wrote it: the nearest quarter turn, its scale and its offsets left out. One that says
    /// nothing is upright.
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
    /// - Parameter width: of the plane as it is seen, and `height` likewise, in samples of one byte.
    public func copy(_ source: PixelPlane, to target: PixelPlane, width: Int, height: Int) {
        guard self != .upright else {
            for row in 0..<height {
                (target.base + row * target.pitch).copyMemory(from: source.base + row * source.pitch, byteCount: width)
            }
            return
        }
        // Where the first sample that is seen lies in the source, and the steps along the rows and columns that are seen.
        var (start, along, down) =
            switch turn {
            case .none: (0, 1, source.pitch)
            case .right: ((width - 1) * source.pitch, -source.pitch, 1)
            case .over: ((height - 1) * source.pitch + width - 1, -1, -source.pitch)
            case .left: (height - 1, source.pitch, -1)
            }
        if isMirrored {
            // The source's own columns run the other way.
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
