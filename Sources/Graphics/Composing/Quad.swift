// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Glibc

/// Where a picture is painted on a target, in the target's pixels.
struct Quad {
    /// The picture's size before it is turned.
    var width: Double
    var height: Double
    var center: Point
    /// Clockwise.
    var cosine: Double = 1
    var sine: Double = 0
    var isMirrored = false
    var opacity = 1.0
    /// What of the picture is painted, before it is turned but mirrored already.
    var crop = Rect.unit

    /// The whole of a target.
    init(filling size: VideoSize) {
        width = Double(size.width)
        height = Double(size.height)
        center = Point(width / 2, height / 2)
    }

    /// How many of a target's pixels it covers; of a turned quad as many as it could.
    func texels(on target: VideoSize) -> Int {
        let (across, down) = (abs(cosine) * width + abs(sine) * height, abs(sine) * width + abs(cosine) * height)
        let bounds = Rect(x: center.x - across / 2, y: center.y - down / 2, width: across, height: down)
        let screen = Rect(x: 0, y: 0, width: Double(target.width), height: Double(target.height))
        guard let seen = bounds.intersection(screen) else { return 0 }
        return Int(min(seen.width * seen.height, width * height).rounded())
    }

    /// Where a picture lies.
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
        opacity = min(max(placement.opacity, 0), 1)
        crop = placement.unturned(picture.crop)
    }

    /// The cosine and sine of an angle. Quarter turns are exact: a picture at its own size then comes out pixel for pixel.
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
