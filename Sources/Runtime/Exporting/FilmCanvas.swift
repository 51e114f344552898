// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Graphics
import Media

/// The picture of a film that is being made: clips' pictures are laid on it, and drawings are painted over them.
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
    /// The whole picture, in canvas units.
    var bounds: Rect { painter.bounds }

    /// Makes the whole picture black.
    func clear() {
        for index in 0..<3 {
            let plane = picture.plane(index)
            let rows = index == 0 ? size.height : (size.height + 1) / 2
            plane.base.initializeMemory(as: UInt8.self, repeating: index == 0 ? 16 : 128, count: plane.pitch * rows)
        }
    }

    /// Draws a clip's picture at its position.
    func draw(_ frame: VideoFrame, at spot: FilmSpot) throws(ClipError) {
        try PictureComposer.draw(
            frame.buffer, spot.map.orientation, crop: spot.crop, into: picture, at: spot.visible, opacity: spot.opacity)
    }

    /// - Parameter commands: in canvas units.
    func paint(_ commands: [DrawingCommand]) { painter.paint(commands, over: picture) }

    /// Returns the picture with these drawings as a PNG file.
    func png(with commands: [DrawingCommand]) throws(ClipError) -> [UInt8] {
        try PNG.bytes(of: painter.still(of: picture, with: commands), .small)
    }
}

/// The position of a clip's pictures on the canvas, and the part of them that is shown.
struct FilmSpot {
    /// The visible rectangle, and the part of the picture in it.
    let visible: PixelRect
    let crop: Rect
    let opacity: Double
    /// Maps what is drawn on the clip onto the canvas, also outside of the visible rectangle.
    let map: PictureMap

    /// - Parameters:
    ///   - size: the size of the recorded picture.
    ///   - place: the rectangle into which the part `crop` is fitted, in canvas units.
    ///   - area: the rectangle outside which the picture is hidden.
    init(
        _ size: VideoSize, _ orientation: PictureOrientation, in place: Rect, crop: Rect = .unit, within area: Rect? = nil, opacity: Double = 1,
        of canvas: VideoSize
    ) {
        let seen = orientation.size(of: size)
        let aspect = Double(max(1, seen.width)) / Double(max(1, seen.height)) * crop.width / crop.height
        let mapping = PicturePainter.mapping(canvas)
        let whole = Self.fitted(aspect, in: Self.even(place, mapping))
        let visible = area.map { whole.intersection(Self.even($0, mapping)) } ?? whole
        map = PictureMap(within: mapping.canvas(whole), crop: crop, orientation: orientation, size: size)
        self.visible = visible
        self.crop = visible == whole || visible.isEmpty ? crop : crop.part(mapping.canvas(visible).inUnits(of: mapping.canvas(whole)))
        self.opacity = opacity
    }

    init(_ size: VideoSize, _ orientation: PictureOrientation, as picture: ComparisonView.Picture, of canvas: VideoSize) {
        self.init(
            size, orientation, in: picture.place, crop: picture.crop, within: picture.area, opacity: picture.opacity, of: canvas)
    }

    /// Returns the rectangle with its edges on the nearest even pixels, so that neighbours still meet.
    private static func even(_ rect: Rect, _ mapping: CanvasMapping) -> PixelRect {
        let pixels = mapping.pixels(rect)
        func edge(_ value: Double) -> Int { Int((value / 2).rounded()) * 2 }
        return PixelRect(left: edge(pixels.x), top: edge(pixels.y), right: edge(pixels.maxX), bottom: edge(pixels.maxY))
    }

    /// Returns the largest rectangle that fits, in the middle of the area, on even pixels.
    private static func fitted(_ aspect: Double, in area: PixelRect) -> PixelRect {
        let size = area.size
        // Rounded up to an even number, so that a side which falls short by less than a pixel fills the area.
        func even(_ side: Double) -> Int { (Int(side.rounded()) + 1) & ~1 }
        let width = min(size.width, even(Double(size.height) * aspect))
        let height = width < size.width ? size.height : min(size.height, even(Double(width) / aspect))
        let (left, top) = (area.left + ((size.width - width) / 2 & ~1), area.top + ((size.height - height) / 2 & ~1))
        return PixelRect(left: left, top: top, right: left + width, bottom: top + height)
    }
}
