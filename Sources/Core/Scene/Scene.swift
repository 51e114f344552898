// SPDX-License-Identifier: GPL-3.0-or-later

/// The intended picture on the TV at one instant: layers from back to front.
public struct Scene: Hashable, Sendable {
    public var layers: [Layer]
    /// The canvas on which the layers lie.
    public var canvas: CanvasShape

    public init(layers: [Layer] = [], canvas: CanvasShape = Canvas.shape) {
        (self.layers, self.canvas) = (layers, canvas)
    }
}

/// A picture or a drawing with its position on the TV.
public struct Layer: Hashable, Sendable {
    /// The source of a layer's pixels.
    public enum Content: Hashable, Sendable {
        case video(VideoSource)
        case drawing(Drawing)
        /// The still of a clip; the layer is empty until it is available.
        case still(ClipKey)
        /// The picture that a clip will show first when it comes up; the layer is empty until it is available.
        case peek(PeekKey)
        /// A picture that was taken out of footage; the layer is empty until it is available.
        case extract(Extract)
    }

    public var content: Content
    /// The layer's rectangle, in canvas units. A video or a still is fitted into it with its own aspect. A drawing's own coordinates are
    /// canvas units too: its `Canvas.bounds` is mapped to this rectangle.
    public var place: Rect
    /// The part of the picture that fills `place`, measured on the picture as it is seen: turned and mirrored. The whole picture is 0…1 in
    /// both directions; there is nothing outside it.
    public var crop: Rect
    /// The turn and the blending. For a drawing only opacity, blur and shade count; its transform turns it.
    public var placement: Placement
    public var transform: Transform
    /// The turn and mirroring of a video's own pictures, before the placement; `nil`: as their footage says.
    public var orientation: PictureOrientation?
    /// The rectangle outside which the layer is hidden, in canvas units on the TV, after the transform. Parts that another layer covers
    /// then cost nothing. `nil`: nothing is hidden.
    public var window: Rect?
    /// The visible share, 0…1: a sector clockwise from 12 o'clock about the middle of the picture, or of everything drawn. A ring that
    /// fills up thus needs no repainting. `nil`: all of it.
    public var sweep: Double?

    public init(
        _ content: Content, place: Rect = Canvas.bounds, crop: Rect = .unit, placement: Placement = Placement(),
        transform: Transform = Transform(), orientation: PictureOrientation? = nil, window: Rect? = nil, sweep: Double? = nil
    ) {
        self.window = window
        self.sweep = sweep
        self.orientation = orientation
        self.content = content
        self.place = place
        self.crop = crop
        self.placement = placement
        self.transform = transform
    }

    /// True if the layer shows anything, as far as the layer itself can tell.
    public var isVisible: Bool {
        guard placement.opacity > 0, place.width > 0, place.height > 0, transform.scale > 0, crop.intersection(.unit) != nil,
            sweep ?? 1 > 0
        else { return false }
        if case .drawing(let drawing) = content { return !drawing.commands.isEmpty }
        return true
    }
}

extension Scene {
    /// True if display planes may show the scene: its pictures are plane-like (`Placement.isPlaneLike`), and all drawings lie above them.
    /// The drawings are at most moved and faded, so that they can be merged into one picture.
    ///
    /// Only the display can tell which of these layers its planes really take.
    public var suitsPlanes: Bool {
        var hasDrawing = false
        for layer in layers where layer.isVisible {
            guard case .drawing = layer.content else {
                // Scaling about a point only gives a picture another rectangle.
                guard !hasDrawing, layer.placement.isPlaneLike, layer.transform.rotation == 0, layer.isWhole else { return false }
                continue
            }
            hasDrawing = true
            guard layer.isOnlyMovedAndFaded(on: canvas) else { return false }
        }
        return true
    }
}

extension Layer {
    /// True if a drawing is shown as large as it was drawn, whole, upright and sharp.
    fileprivate func isOnlyMovedAndFaded(on canvas: CanvasShape) -> Bool {
        place.width == canvas.width && place.height == canvas.height && crop == .unit && placement.blur == 0
            && transform.isIdentity && isWhole && placement.shade == 0
    }

    /// True if no window or sweep hides a part of the layer.
    fileprivate var isWhole: Bool { window == nil && sweep ?? 1 >= 1 }
}

/// The source of a layer's moving picture.
public enum VideoSource: Hashable, Sendable {
    /// The camera's live picture: for aiming, and beside the delayed picture.
    case live
    /// A track's picture at the vblank's own time, shifted by `offset`.
    case track(TrackID, offset: Duration = .zero)

    /// The camera's picture, as old as the delay says.
    public static let delayed = VideoSource.track(.delayed)
    /// The footage that is replayed.
    public static let replay = VideoSource.track(.replay)
}
