// SPDX-License-Identifier: GPL-3.0-or-later

/// The way in which a TV hangs: the size of its own picture, and the turn of everything that is shown on it.
public struct TVPose: Hashable, Sendable {
    /// The TV's own size, in pixels, as it gets its picture.
    public var size: VideoSize
    /// The turn of everything that is shown, clockwise on the TV's own picture.
    public var turn: PictureOrientation.Turn

    public init(size: VideoSize, turn: PictureOrientation.Turn = .none) {
        (self.size, self.turn) = (size, turn)
    }

    /// The TV's size as a person sees it.
    public var seen: VideoSize { PictureOrientation(turn: turn).size(of: size) }

    /// The canvas for this TV.
    public var canvas: CanvasShape { CanvasShape(fitting: seen) }

    /// Converts a point of the TV's own picture to canvas units.
    /// - Parameter point: the point, 0…1 in both directions from the top left corner of the TV's own picture.
    public func canvas(_ point: Point) -> Point {
        let shown: Point =
            switch turn {
            case .none: point
            case .right: Point(point.y, 1 - point.x)
            case .over: Point(1 - point.x, 1 - point.y)
            case .left: Point(1 - point.y, point.x)
            }
        return CanvasMapping(size: seen).canvas(x: shown.x * Double(seen.width), y: shown.y * Double(seen.height))
    }

    /// Converts a point of the canvas to a point of the TV's own picture, 0…1 in both directions.
    public func own(_ point: Point) -> Point {
        let pixels = CanvasMapping(size: seen).pixels(Rect(x: point.x, y: point.y, width: 0, height: 0))
        let shown = Point(pixels.x / Double(seen.width), pixels.y / Double(seen.height))
        return switch turn {
        case .none: shown
        case .right: Point(1 - shown.y, shown.x)
        case .over: Point(1 - shown.x, 1 - shown.y)
        case .left: Point(shown.y, 1 - shown.x)
        }
    }
}

extension PictureOrientation.Turn {
    /// The turn that takes this one back.
    public var inverse: PictureOrientation.Turn {
        switch self {
        case .none: .none
        case .right: .left
        case .over: .over
        case .left: .right
        }
    }
}
