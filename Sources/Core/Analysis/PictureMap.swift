// SPDX-License-Identifier: GPL-3.0-or-later

/// Where a recorded picture lies on the canvas (or in another picture): turned, mirrored, and of it the part that is seen.
public struct PictureMap: Hashable, Sendable {
    /// Where the part that is seen lies.
    public let place: Rect
    /// The part that is seen, of the picture as it is looked at: 0…1 both ways.
    public let crop: Rect
    /// How the recorded picture is turned and mirrored to be looked at.
    public let orientation: PictureOrientation
    /// The recorded picture's width over its height.
    public let aspect: Double

    /// As large as it fits, in the middle, as the compositor places a picture.
    /// - Parameters:
    ///   - area: what the part may fill.
    ///   - size: the recorded picture's.
    public init(within area: Rect, crop: Rect = .unit, orientation: PictureOrientation = .upright, size: VideoSize) {
        let aspect = Double(max(1, size.width)) / Double(max(1, size.height))
        let seen = orientation.isOnItsSide ? 1 / aspect : aspect
        place = area.fitted(aspect: seen * crop.width / crop.height)
        self.crop = crop
        self.orientation = orientation
        self.aspect = aspect
    }

    /// As somebody else worked it out.
    package init(within place: Rect, crop: Rect, orientation: PictureOrientation, aspect: Double) {
        (self.place, self.crop, self.orientation, self.aspect) = (place, crop, orientation, aspect)
    }

    /// Where a point of the recorded picture lies on the canvas.
    public func canvas(_ point: Point) -> Point {
        let x = orientation.isMirrored ? 1 - point.x : point.x
        let seen: Point =
            switch orientation.turn {
            case .none: Point(x, point.y)
            case .right: Point(1 - point.y, x)
            case .over: Point(1 - x, 1 - point.y)
            case .left: Point(point.y, 1 - x)
            }
        return Point(place.x + (seen.x - crop.x) / crop.width * place.width, place.y + (seen.y - crop.y) / crop.height * place.height)
    }

    /// The point of the recorded picture that lies at a point of the canvas.
    public func picture(_ point: Point) -> Point {
        let (x, y) = (
            crop.x + (point.x - place.x) / place.width * crop.width, crop.y + (point.y - place.y) / place.height * crop.height
        )
        let unturned: Point =
            switch orientation.turn {
            case .none: Point(x, y)
            case .right: Point(y, 1 - x)
            case .over: Point(1 - x, 1 - y)
            case .left: Point(1 - y, x)
            }
        return Point(orientation.isMirrored ? 1 - unturned.x : unturned.x, unturned.y)
    }

    /// How long a line that is drawn as thick as `width` on a picture of 1080 lines is here. What is zoomed has lines as thick as what isn't.
    public func thickness(_ width: Double) -> Double {
        width * (min(place.width, place.height) / Canvas.bounds.height)
    }
}
