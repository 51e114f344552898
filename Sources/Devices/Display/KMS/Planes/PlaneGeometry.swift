// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The part of a picture that a plane reads, in the kernel's 16.16 fixed-point pixels.
struct SourceRect: Hashable, Sendable {
    var x: UInt32
    var y: UInt32
    var width: UInt32
    var height: UInt32
}

/// The area of a picture on the TV in whole pixels, and the part of it that is seen.
struct PlaneGeometry: Hashable, Sendable {
    /// The area of the whole picture, which may reach beyond the TV's edge.
    let place: PixelRect
    let flipsX: Bool
    let flipsY: Bool
    private let size: VideoSize
    /// The part of the picture that fills its area, in the picture's own pixels. These are whole, because some hardware can't begin between
    /// two pixels.
    private let region: PixelRect
    let screen: PixelRect

    /// - Parameters:
    ///   - size: the picture's size in its own pixels.
    ///   - crop: the part of the picture, as it is seen, that fills the place.
    ///   - screen: the TV's size in pixels.
    /// - Returns: `nil` for a placement that no plane can show: any angle but half a turn, opacity, blur.
    init?(size: VideoSize, place: Rect, crop: Rect = .unit, placement: Placement, screen: VideoSize) {
        guard placement.isPlaneLike else { return nil }
        let pixels = CanvasMapping(size: screen).pixels(place)
        func whole(_ value: Double) -> Int { Int(min(max(value, -1e6), 1e6).rounded()) }
        self.place = PixelRect(
            left: whole(pixels.x), top: whole(pixels.y), right: whole(pixels.maxX),
            bottom: whole(pixels.maxY))
        let isUpsideDown = placement.rotation == 180
        flipsX = placement.isMirrored != isUpsideDown
        flipsY = isUpsideDown
        self.size = size
        region = PixelRect(crop: placement.inMemory(crop), of: size)
        self.screen = PixelRect(screen)
    }

    /// True if each of the picture's pixels is one of the TV's, the same way up: then its parts may be placed apart.
    var isPixelForPixel: Bool { place.size == size && region.size == size && !flipsX && !flipsY }

    /// Returns the part of the picture that is seen and its area on the TV, cut at the TV's edges; `nil` if nothing is seen.
    func visible() -> (source: SourceRect, destination: PixelRect)? {
        let seen = place.intersection(screen)
        guard !seen.isEmpty else { return nil }
        let (x, width) = Self.span(
            from: flipsX ? place.right - seen.right : seen.left - place.left, count: seen.size.width,
            of: place.size.width, in: region.left..<region.right)
        let (y, height) = Self.span(
            from: flipsY ? place.bottom - seen.bottom : seen.top - place.top,
            count: seen.size.height, of: place.size.height, in: region.top..<region.bottom)
        return (SourceRect(x: x, y: y, width: width, height: height), seen)
    }

    /// Returns the visible piece of a part of the picture, and its area on the TV; `nil` if nothing is seen.
    /// - Precondition: `isPixelForPixel`.
    func visible(part: PixelRect) -> (source: SourceRect, destination: PixelRect)? {
        precondition(isPixelForPixel, "parts of a scaled picture have no place of their own")
        let seen = PixelRect(
            left: part.left + place.left, top: part.top + place.top, right: part.right + place.left,
            bottom: part.bottom + place.top
        ).intersection(screen).intersection(place)
        guard !seen.isEmpty else { return nil }
        let source = SourceRect(
            x: UInt32(seen.left - place.left) << 16, y: UInt32(seen.top - place.top) << 16,
            width: UInt32(seen.size.width) << 16, height: UInt32(seen.size.height) << 16)
        return (source, seen)
    }

    /// Returns the picture's pixels that `count` of the `total` pixels on the TV show, from `first` on; all of the total show `pixels`.
    private static func span(from first: Int, count: Int, of total: Int, in pixels: Range<Int>) -> (first: UInt32, count: UInt32) {
        let length = pixels.count << 16
        // Both edges are rounded alike, so that neighbours meet, and no plane reads beyond the last of the pixels.
        let low = length * first / total
        let high = min(length, length * (first + count) / total)
        return (UInt32(pixels.lowerBound << 16 + low), UInt32(max(1, high - low)))
    }
}
