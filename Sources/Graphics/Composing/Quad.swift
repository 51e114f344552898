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

    /// The whole of a target.
    init(filling size: VideoSize) {
        width = Double(size.width)
        height = Double(size.height)
        center = Point(width / 2, height / 2)
    }

    init(place: Rect, placement: Placement, mapping: CanvasMapping) {
        let pixels = mapping.pixels(place)
        var degrees = placement.rotation.truncatingRemainder(dividingBy: 360)
        if degrees < 0 { degrees += 360 }
        let isOnItsSide = degrees == 90 || degrees == 270
        width = isOnItsSide ? pixels.height : pixels.width
        height = isOnItsSide ? pixels.width : pixels.height
        center = pixels.center
        // Quarter turns are exact: a picture at its own size then comes out pixel for pixel.
        (cosine, sine) = switch degrees {
        case 0: (1, 0)
        case 90: (0, 1)
        case 180: (-1, 0)
        case 270: (0, -1)
        default: (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
        }
        isMirrored = placement.isMirrored
        opacity = min(max(placement.opacity, 0), 1)
    }
}
