// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Graphics
import Media

/// The picture of a film that is made: clips' pictures are laid on it, and drawings painted over them.
///
/// Thread-bound.
final class FilmCanvas {
    let picture: MemoryPixelBuffer
    private let painter: PicturePainter

    /// - Parameter size: rounded down to even numbers, as H.264 wants it.
    init(size: VideoSize) {
        let size = VideoSize(width: max(2, size.width & ~1), height: max(2, size.height & ~1))
        picture = MemoryPixelBuffer(format: .yuv420p, size: size)
        painter = PicturePainter(size: size)
        clear()
    }

    var size: VideoSize { picture.size }
    /// All of it, in canvas units.
    var bounds: Rect { painter.bounds }

    /// Makes all of it black.
    func clear() {
        for index in 0..<3 {
            let plane = picture.plane(index)
            let rows = index == 0 ? size.height : (size.height + 1) / 2
            plane.base.initializeMemory(as: UInt8.self, repeating: index == 0 ? 16 : 128, count: plane.pitch * rows)
        }
    }

    /// Lays a clip's picture where it belongs.
    func draw(_ frame: VideoFrame, at spot: FilmSpot) throws(ClipError) {
        try PictureComposer.draw(frame.buffer, spot.map.orientation, crop: spot.crop, into: picture, at: spot.place)
    }

    /// - Parameter commands: in canvas units.
    func paint(_ commands: [DrawingCommand]) { painter.paint(commands, over: picture) }

    /// As a PNG file.
    func png(with commands: [DrawingCommand]) throws(ClipError) -> [UInt8] {
        try PNG.bytes(of: painter.still(of: picture, with: commands), .small)
    }
}

/// Where a clip's pictures lie on the canvas, and which part of them.
struct FilmSpot {
    let place: PixelRect
    let crop: Rect
    /// For what is drawn on the clip.
    let map: PictureMap

    /// - Parameters:
    ///   - size: of the recorded picture.
    ///   - area: what it may fill.
    ///   - center: what is wider than the area is cut at both sides, and this stays in the middle if it can, 0…1 of the width; `nil`: all of it
    ///     is seen, with black beside it.
    init(_ size: VideoSize, _ orientation: PictureOrientation, in area: PixelRect, center: Double? = nil, of canvas: VideoSize) {
        let seen = orientation.size(of: size)
        let aspect = Double(max(1, seen.width)) / Double(max(1, seen.height))
        let wanted = Double(max(1, area.size.width)) / Double(max(1, area.size.height))
        let mapping = CanvasMapping(size: canvas)
        if let center, aspect > wanted {
            let share = wanted / aspect
            crop = Rect(x: (center - share / 2).clamped(to: 0...1 - share), y: 0, width: share, height: 1)
            place = area
        } else {
            crop = .unit
            place = Self.fitted(aspect, in: area)
        }
        map = PictureMap(within: mapping.canvas(place), crop: crop, orientation: orientation, size: size)
    }

    /// As large as it fits, in the middle, on even pixels.
    private static func fitted(_ aspect: Double, in area: PixelRect) -> PixelRect {
        let size = area.size
        // What differs by less than a pixel fills it.
        func even(_ side: Double) -> Int { (Int(side.rounded()) + 1) & ~1 }
        let width = min(size.width, even(Double(size.height) * aspect))
        let height = width < size.width ? size.height : min(size.height, even(Double(width) / aspect))
        let (left, top) = (area.left + ((size.width - width) / 2 & ~1), area.top + ((size.height - height) / 2 & ~1))
        return PixelRect(left: left, top: top, right: left + width, bottom: top + height)
    }
}
