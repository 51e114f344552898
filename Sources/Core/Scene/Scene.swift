// SPDX-License-Identifier: GPL-3.0-or-later

/// What the TV shall show at one instant: layers from back to front.
public struct Scene: Hashable, Sendable {
    public var layers: [Layer]

    public init(layers: [Layer] = []) {
        self.layers = layers
    }
}

/// A picture or a drawing with its place on the TV.
public struct Layer: Hashable, Sendable {
    public enum Content: Hashable, Sendable {
        case video(VideoSource)
        case drawing(Drawing)
        /// The still of a clip; nothing until it is there.
        case still(ClipKey)
        /// The picture that a clip will show first when it comes; nothing until it is there.
        case peek(PeekKey)
        /// A picture that was taken out of footage; nothing until it is there.
        case extract(Extract)
    }

    public var content: Content
    /// Where it lies, in canvas units. A video or a still is fitted into it with its own aspect. A drawing's own
    /// coordinates are canvas units too: `Canvas.bounds` of the drawing comes to lie in the place.
    public var place: Rect
    /// The part that fills the place, of the picture as it is seen: turned and mirrored. The whole is 0…1 both ways, and
    /// what lies outside of that isn't there.
    public var crop: Rect
    /// Of a drawing's placement opacity, blur and shade count; a drawing is turned by its transform.
    public var placement: Placement
    public var transform: Transform
    /// How a video's own pictures are turned and mirrored, before the placement; `nil`: as their footage says.
    public var orientation: PictureOrientation?
    /// Only what lies in here is seen of it, in canvas units and as it lies there in the end: so that what another layer covers costs
    /// nothing. `nil`: all of it.
    public var window: Rect?
    /// Only this part of it is seen, 0…1, clockwise from 12 o'clock about the middle of its picture, of a drawing about the middle of what
    /// is drawn: a ring that fills costs no painting. `nil`: all of it.
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

    /// Whether there is anything to be seen of it, as far as the layer itself can tell.
    public var isVisible: Bool {
        guard placement.opacity > 0, place.width > 0, place.height > 0, transform.scale > 0, crop.intersection(.unit) != nil,
            sweep ?? 1 > 0
        else { return false }
        if case .drawing(let drawing) = content { return !drawing.commands.isEmpty }
        return true
    }
}

extension Scene {
    /// Whether display planes may show it: upright, opaque and sharp pictures, and above all of them the drawings, which are at
    /// most moved and faded and so can be merged into one picture.
    ///
    /// What planes take of it after all, only the display tells.
    public var suitsPlanes: Bool {
        var hasDrawing = false
        for layer in layers where layer.isVisible {
            guard case .drawing = layer.content else {
                // Made larger or smaller about a point, a picture only has another place.
                guard !hasDrawing, layer.placement.isPlaneLike, layer.transform.rotation == 0, layer.isWhole else { return false }
                continue
            }
            hasDrawing = true
            guard layer.isOnlyMovedAndFaded else { return false }
        }
        return true
    }
}

extension Layer {
    /// Of a drawing: it is as large as it was drawn, whole, upright and sharp.
    fileprivate var isOnlyMovedAndFaded: Bool {
        place.width == Canvas.bounds.width && place.height == Canvas.bounds.height && crop == .unit && placement.blur == 0
            && transform.isIdentity && isWhole && placement.shade == 0
    }

    /// Nothing of it is hidden.
    fileprivate var isWhole: Bool { window == nil && sweep ?? 1 >= 1 }
}

/// Where a layer's moving picture comes from.
public enum VideoSource: Hashable, Sendable {
    /// The camera, now: for aiming, and beside the delayed picture.
    case live
    /// What a track has at the vblank's own time, or so much before or after it.
    case track(TrackID, offset: Duration = .zero)

    /// The camera, as long ago as the delay says.
    public static let delayed = VideoSource.track(.delayed)
    /// What is looked at again.
    public static let replay = VideoSource.track(.replay)
}
