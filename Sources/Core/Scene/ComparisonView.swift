// SPDX-License-Identifier: GPL-3.0-or-later

/// The view of two compared pictures, A and B, on the TV and in a film: which part of which picture lies where on the canvas.
public struct ComparisonView: Hashable, Sendable {
    /// The way in which the two pictures are put together.
    public enum Mode: String, Hashable, Sendable, CaseIterable {
        /// On a canvas that is higher than wide, A is above B.
        case beside
        /// B lies over A, partly transparent.
        case ghost
        /// A ends and B begins at a vertical line.
        case wipe
    }

    public var mode: Mode
    /// The opacity of B as a ghost, 0…1.
    public var mix: Double
    /// The position of the line of a wipe, 0…1 of the canvas's width.
    public var wipe: Double
    /// The visible part of each picture. `nil` in a film: the whole picture, or the part round the person if there is no room for the
    /// whole.
    public var zoom: Zoom?
    public var otherZoom: Zoom?

    public init(_ mode: Mode = .beside, mix: Double = 0.5, wipe: Double = 0.5, zoom: Zoom? = nil, otherZoom: Zoom? = nil) {
        (self.mode, self.mix, self.wipe, self.zoom, self.otherZoom) = (mode, mix, wipe, zoom, otherZoom)
    }

    /// Returns the view with this point in the middle of both pictures, 0…1 of the width, unless they have zooms already.
    public func around(_ center: Double?) -> ComparisonView { around(center, center) }

    /// Returns the view with these points in the middle of the pictures, 0…1 of the width, unless they have zooms already.
    public func around(_ center: Double?, _ otherCenter: Double?) -> ComparisonView {
        var view = self
        (view.zoom, view.otherZoom) = (zoom ?? center.map(Zoom.init(around:)), otherZoom ?? otherCenter.map(Zoom.init(around:)))
        return view
    }

    /// The part of a film's name that tells its view, because the same clips in another view are another film.
    package var suffix: String { mode == .beside ? "" : "-\(mode.rawValue)" }

    /// The layout of one of the two pictures, in canvas units.
    public struct Picture: Hashable, Sendable {
        /// The rectangle into which the part `crop` of the picture is fitted.
        public var place: Rect
        /// The part, 0…1 both ways of the picture as it is displayed.
        public var crop: Rect
        /// The area in which the picture, and what is drawn on it, is visible.
        public var area: Rect
        public var opacity = 1.0
    }

    /// The gap between two pictures beside each other.
    package static let gap = 8.0
    /// The share of a picture's width that is visible beside another one, if the picture is as wide as the canvas.
    package static var share: Double {
        let half = Canvas.shape.halves(gap: gap).0
        return Canvas.shape.isUpright ? min(1, half.width / half.height * 9 / 16) : (1 - gap / Canvas.bounds.width) / 2
    }

    /// Returns the position of A or of B. A lies below B.
    /// - Parameter aspect: the width of the picture over its height, as it is displayed.
    public func picture(isOther: Bool, aspect: Double) -> Picture {
        let canvas = Canvas.bounds
        let zoom = (isOther ? otherZoom : zoom) ?? Zoom()
        var picture = Picture(place: Canvas.shape.place(ofPicture: aspect).fitted(aspect: aspect), crop: zoom.crop, area: canvas)
        switch mode {
        case .beside:
            let halves = Canvas.shape.halves(gap: Self.gap)
            picture.place = isOther ? halves.1 : halves.0
            picture.area = picture.place
            // As high as the zoomed part, and as wide as there is room for.
            let wanted = picture.place.width / picture.place.height / aspect
            if wanted < 1 { picture.crop = zoom.crop(width: picture.crop.height * wanted) }
        case .ghost: if isOther { picture.opacity = mix }
        case .wipe:
            let edge = canvas.width * wipe
            picture.area = Rect(x: isOther ? edge : 0, y: 0, width: isOther ? canvas.width - edge : edge, height: canvas.height)
        }
        return picture
    }

    /// The time that is compared before and after the moments, if both clips have it.
    private static let around = Duration.seconds(-2)...Duration.seconds(1)
    /// The most time that is compared.
    package static var longest: Duration { around.upperBound - around.lowerBound }

    /// Returns the time around the moments that both clips have, on the common clock, which is zero at both moments.
    /// - Parameter other: the span of the other clip; `nil` for the delayed picture, which has no end.
    package static func common(_ span: ClosedRange<Duration>, _ other: ClosedRange<Duration>?) -> ClosedRange<Duration> {
        var span = span
        if let other {
            let from = max(span.lowerBound, other.lowerBound)
            span = from...max(from, min(span.upperBound, other.upperBound))
        }
        let from = max(span.lowerBound, min(around.lowerBound, span.upperBound))
        return from...max(from, min(span.upperBound, around.upperBound))
    }
}
