// SPDX-License-Identifier: GPL-3.0-or-later

/// The mapping from a recorded picture to the canvas (or to another picture): turned, mirrored and cropped.
public struct PictureMap: Hashable, Sendable {
    /// The visible part's rectangle on the canvas.
    public let place: Rect
    /// The visible part of the picture as displayed: 0…1 both ways.
    public let crop: Rect
    /// The turn and the mirroring with which the recorded picture is displayed.
    public let orientation: PictureOrientation
    /// The recorded picture's width over its height.
    public let aspect: Double

    /// Fits the picture into an area, as large as possible and centred, as the compositor does.
    /// - Parameters:
    ///   - area: the rectangle that the visible part may fill.
    ///   - size: the recorded picture's size.
    public init(within area: Rect, crop: Rect = .unit, orientation: PictureOrientation = .upright, size: VideoSize) {
        let aspect = Double(max(1, size.width)) / Double(max(1, size.height))
        let seen = orientation.isOnItsSide ? 1 / aspect : aspect
        place = area.fitted(aspect: seen * crop.width / crop.height)
        self.crop = crop
        self.orientation = orientation
        self.aspect = aspect
    }

    /// Creates a map from a rectangle that the caller has computed.
    package init(within place: Rect, crop: Rect, orientation: PictureOrientation, aspect: Double) {
        (self.place, self.crop, self.orientation, self.aspect) = (place, crop, orientation, aspect)
    }

    /// Returns the point on the canvas that shows a point of the recorded picture.
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

    /// Returns the point of the recorded picture that lies at a point of the canvas.
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

    /// Converts a stroke width, in pixels of a picture 1080 lines high, to canvas units. Zooming in doesn't make the strokes thicker.
    public func thickness(_ width: Double) -> Double {
        width * (min(place.width, place.height) / CanvasShape.wide.height)
    }
}

extension PictureOrientation {
    /// Returns the point of the picture as it is displayed that shows a point of the recorded picture, both 0…1.
    public func shown(_ point: Point) -> Point { PictureMap(within: .unit, crop: .unit, orientation: self, aspect: 1).canvas(point) }
}
