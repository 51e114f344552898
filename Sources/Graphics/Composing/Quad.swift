// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Glibc

/// The position and the look of a picture on a target, in the target's pixels.
struct Quad {
    /// A rounded edge that is painted on the picture.
    struct Rim {
        var radius: Double
        var width: Double
        var color: Color
    }

    /// The visible part of a picture lies on the visible side of both lines, or of either line if it is more than half of the picture.
    struct Sweep {
        /// The point where the lines cross, from the picture's corner, before the picture is turned.
        var center: Point
        /// The vectors at right angles to each line, towards the visible side.
        var normals: (Point, Point)
        var isMoreThanHalf: Bool
    }

    /// The picture's size before it is turned.
    var width: Double
    var height: Double
    var center: Point
    /// The turn, clockwise.
    var cosine: Double = 1
    var sine: Double = 0
    var isMirrored = false
    var opacity = 1.0
    /// 0 means as bright as the picture.
    var shade = 0.0
    /// The part of the picture that is painted, before it is turned but after it is mirrored.
    var crop = Rect.unit
    var rim: Rim?
    var sweep: Sweep?
    /// The part of the quad that is rasterised, in units of the quad with its softened edge, before it is turned.
    private(set) var part = Rect.unit
    /// The part of the target that is rasterised.
    private(set) var scissor: PixelRect?
    private var window: PixelRect?
    private var isSwept = true

    /// Fills a whole target.
    init(filling size: VideoSize) {
        width = Double(size.width)
        height = Double(size.height)
        center = Point(width / 2, height / 2)
    }

    /// Places a picture.
    init(_ picture: PlacedPicture, mapping: CanvasMapping) {
        let pixels = mapping.pixels(picture.place)
        let placement = picture.placement
        let isOnItsSide = placement.isOnItsSide
        width = isOnItsSide ? pixels.height : pixels.width
        height = isOnItsSide ? pixels.width : pixels.height
        center = pixels.center
        (cosine, sine) = Self.direction(placement.rotation + (picture.tilt?.degrees ?? 0))
        if let tilt = picture.tilt {
            let pivot = mapping.pixels(Rect(x: tilt.pivot.x, y: tilt.pivot.y, width: 0, height: 0))
            let (across, down) = (center.x - pivot.x, center.y - pivot.y)
            let (cosine, sine) = Self.direction(tilt.degrees)
            center = Point(pivot.x + cosine * across - sine * down, pivot.y + sine * across + cosine * down)
        }
        isMirrored = placement.isMirrored
        opacity = placement.opacity.clamped(to: 0...1)
        shade = placement.shade.clamped(to: 0...1)
        crop = placement.unturned(picture.crop)
        rim = placement.border.map {
            Rim(
                radius: ($0.cornerRadius * mapping.scale).clamped(to: 0...max(0, min(width, height) / 2)), width: max(0, $0.width * mapping.scale),
                color: $0.color)
        }
        isSwept = picture.sweep.map { $0.share > 0 } ?? true
        sweep = picture.sweep.flatMap { $0.share < 1 ? $0 : nil }.map {
            Self.sweep($0, of: pixels, turned: placement.rotation, width: width, height: height, mapping: mapping)
        }
        window = picture.window.map { PixelRect($0, in: mapping) }
        cutToWindow()
    }

    /// True if the quad needs a shader that can do more than place a picture.
    var isTrimmed: Bool { rim != nil || sweep != nil }

    /// True if there is anything to paint.
    var isVisible: Bool {
        isSwept && width > 0 && height > 0 && opacity > 0 && part.width > 0 && part.height > 0 && !(scissor?.isEmpty ?? false)
            && !(window?.isEmpty ?? false)
    }

    // MARK: The window

    /// Cuts the quad to the window. An upright quad is made as small as its visible part; of any other only the visible pixels are painted.
    private mutating func cutToWindow() {
        guard let window, width > 0, height > 0 else { return }
        guard cosine == 0 || sine == 0 else {
            scissor = window
            return
        }
        let corners = [(window.left, window.top), (window.right, window.bottom)].map { x, y in
            let (across, down) = (Double(x) - center.x, Double(y) - center.y)
            return Point(cosine * across + sine * down + width / 2, cosine * down - sine * across + height / 2)
        }
        let (left, right) = (min(corners[0].x, corners[1].x), max(corners[0].x, corners[1].x))
        let (top, bottom) = (min(corners[0].y, corners[1].y), max(corners[0].y, corners[1].y))
        let soft = Rect(x: -1, y: -1, width: width + 2, height: height + 2)
        let seen = Rect(x: left, y: top, width: right - left, height: bottom - top).intersection(soft)
        if seen != soft { part = seen?.inUnits(of: soft) ?? Rect(x: 0, y: 0, width: 0, height: 0) }
    }

    /// Returns the number of a target's pixels that the quad covers, as far as they are seen.
    func texels(on target: VideoSize) -> Int {
        var seen = Rect(x: 0, y: 0, width: Double(target.width), height: Double(target.height))
        if let window {
            let rect = Rect(
                x: Double(window.left), y: Double(window.top), width: Double(window.size.width), height: Double(window.size.height))
            guard let part = seen.intersection(rect) else { return 0 }
            seen = part
        }
        var corners = [(-1.0, -1.0), (1, -1), (1, 1), (-1, 1)].map { across, down in
            let (x, y) = (across * width / 2, down * height / 2)
            return Point(center.x + cosine * x - sine * y, center.y + sine * x + cosine * y)
        }
        corners = corners.cut { $0.x - seen.x }
        corners = corners.cut { seen.maxX - $0.x }
        corners = corners.cut { $0.y - seen.y }
        corners = corners.cut { seen.maxY - $0.y }
        return Int(corners.area.rounded())
    }

    // MARK: Angles

    /// Returns the sweep in the coordinates of the unturned picture.
    /// - Parameters:
    ///   - pixels: the area of the picture's place.
    ///   - rotation: the turn of the picture in it: 12 o'clock is that of the place, not of the picture.
    private static func sweep(
        _ sweep: PlacedPicture.Sweep, of pixels: Rect, turned rotation: Double, width: Double, height: Double, mapping: CanvasMapping
    ) -> Sweep {
        let (cosine, sine) = direction(rotation)
        func turnedBack(_ x: Double, _ y: Double) -> Point { Point(cosine * x + sine * y, cosine * y - sine * x) }
        let point = mapping.pixels(Rect(x: sweep.center.x, y: sweep.center.y, width: 0, height: 0))
        let middle = turnedBack(point.x - pixels.center.x, point.y - pixels.center.y)
        let share = sweep.share.clamped(to: 0...1)
        let (across, down) = direction(share * 360)
        return Sweep(
            center: Point(middle.x + width / 2, middle.y + height / 2), normals: (turnedBack(1, 0), turnedBack(-across, -down)),
            isMoreThanHalf: share > 0.5)
    }

    /// Returns the cosine and sine of an angle. Quarter turns are exact: a picture at its own size then comes out pixel for pixel.
    private static func direction(_ rotation: Double) -> (Double, Double) {
        var degrees = rotation.truncatingRemainder(dividingBy: 360)
        if degrees < 0 { degrees += 360 }
        return switch degrees {
        case 0: (1, 0)
        case 90: (0, 1)
        case 180: (-1, 0)
        case 270: (0, -1)
        default: (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
        }
    }
}

/// The corners of a convex polygon, in order.
extension [Point] {
    /// Returns the part of the polygon in which `distance`, a linear function, isn't below 0.
    fileprivate func cut(_ distance: (Point) -> Double) -> [Point] {
        var left: [Point] = []
        for (index, point) in enumerated() {
            let before = self[index == 0 ? count - 1 : index - 1]
            let (from, to) = (distance(before), distance(point))
            if (from < 0) != (to < 0) {
                let share = from / (from - to)
                left.append(Point(before.x.moved(share, to: point.x), before.y.moved(share, to: point.y)))
            }
            if to >= 0 { left.append(point) }
        }
        return left
    }

    fileprivate var area: Double {
        var doubled = 0.0
        for (index, point) in enumerated() {
            let before = self[index == 0 ? count - 1 : index - 1]
            doubled += before.x * point.y - point.x * before.y
        }
        return abs(doubled) / 2
    }
}
