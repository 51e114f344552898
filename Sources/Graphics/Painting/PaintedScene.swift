// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A scene's drawings, stills, peeks and extracts as pictures.
public struct PaintedScene: Sendable {
    /// The pictures of drawings, stills, peeks and extracts that are layers of their own, by the layer's index; `nil` for a video, for a
    /// layer that isn't visible, and for a drawing that is in the overlay.
    public fileprivate(set) var pictures: [PlacedPicture?] = []
    /// The drawings merged into one picture, which lies above everything; `nil` if there are no drawings or each has its own picture.
    public fileprivate(set) var overlay: PlacedPicture?
    /// The parts of an overlay of this scene, real or possible, that have something painted in them, in the TV's pixels; `nil` if the
    /// scene's drawings can't be merged.
    public fileprivate(set) var overlayUse: [PixelRect]?
    /// True if the drawings are in the overlay.
    public fileprivate(set) var isMerged = true

    /// Makes a scene with nothing to paint.
    public init() {
        overlayUse = []
    }
}

/// Paints a scene's drawings, each in a picture of its own, so that a drawing that only moves or fades isn't painted again. The compositor
/// takes the pictures; for a display whose planes show the rest, they are mixed into one.
///
/// Thread-bound. As with the overlay, any thread may read a buffer that this hands out for as long as it holds the buffer.
public final class ScenePainter {
    private let painter: Painter
    private let stills: StillPictures
    private let peeks: PeekPictures
    private let extracts: ExtractPictures
    private let overlay: Overlay
    private var drawings: [PaintedDrawing] = []
    private let screen: Rect
    /// The number of drawings that had anything painted for the last scene; 0 if they only moved, faded or went.
    public private(set) var lastPaintings = 0

    /// - Parameters:
    ///   - size: the size of the TV as a person sees it, in pixels.
    ///   - stills: the stills that drawings and layers may show.
    ///   - peeks: the pictures that layers may show of clips that don't play yet.
    ///   - extracts: the pictures taken out of footage that layers may show.
    public init(size: VideoSize, stills: StillPictures, peeks: PeekPictures = PeekPictures(), extracts: ExtractPictures = ExtractPictures()) {
        (self.peeks, self.extracts) = (peeks, extracts)
        painter = Painter(size: size, stills: stills)
        self.stills = stills
        overlay = Overlay(painter: painter, stills: stills)
        screen = CanvasMapping(size: size).screen
    }

    /// Paints the changes since the last scene.
    /// - Parameter merging: true if the drawings are to be merged, provided that the scene allows it.
    public func paint(_ scene: Scene, merging: Bool) -> PaintedScene {
        Canvas.$shape.withValue(scene.canvas) { painted(scene, merging: merging) }
    }

    private func painted(_ scene: Scene, merging: Bool) -> PaintedScene {
        var painted = PaintedScene()
        let canMerge = scene.suitsPlanes
        painted.isMerged = canMerge && merging
        painted.pictures = scene.layers.map { _ in nil }
        var wanted: [(index: Int, content: PaintedLayer)] = []
        var keys: Set<ClipKey> = []
        var peekKeys: Set<PeekKey> = []
        var extractKeys: Set<Extract> = []
        for (index, layer) in scene.layers.enumerated() where layer.isVisible {
            switch layer.content {
            case .video: break
            case .peek(let key): peekKeys.insert(key)
            case .extract(let key): extractKeys.insert(key)
            case .still(let key): keys.insert(key)
            case .drawing(let drawing):
                let content = PaintedLayer(drawing, stills: stills)
                keys.formUnion(content.stills.keys)
                wanted.append((index, content))
            }
        }
        stills.beginDrawing(with: keys)
        peeks.beginDrawing(with: peekKeys)
        extracts.beginDrawing(with: extractKeys)
        for (index, layer) in scene.layers.enumerated() where layer.isVisible { painted.pictures[index] = picture(of: layer) }
        let pictures = paint(wanted)
        let merged = canMerge ? wanted.map { inOverlay($0.content, on: scene.layers[$0.index]) } : []
        if painted.isMerged {
            painted.overlay = overlay.update(to: merged, from: pictures).map {
                PlacedPicture(buffer: $0, place: screen, used: overlay.used)
            }
            painted.overlayUse = overlay.used
        } else {
            for (item, picture) in zip(wanted, pictures) { painted.pictures[item.index] = picture?.picture(on: scene.layers[item.index]) }
            painted.overlayUse = canMerge ? Overlay.usedArea(of: merged, painter) : nil
        }
        return painted
    }

    /// Returns the picture of a still, a peek or an extract, if there is one. Peeks and extracts lie as their footage's own pictures do.
    private func picture(of layer: Layer) -> PlacedPicture? {
        switch layer.content {
        case .video, .drawing: nil
        case .still(let key): stills.picture(of: key).flatMap { PlacedPicture($0, of: layer) }
        case .peek(let key):
            peeks.picture(of: key).flatMap { PlacedPicture($0.buffer, of: layer, orientation: layer.orientation ?? $0.orientation) }
        case .extract(let key):
            extracts.picture(of: key).flatMap { PlacedPicture($0.buffer, of: layer, orientation: layer.orientation ?? $0.orientation) }
        }
    }

    /// Returns a drawing as it lies in the overlay: moved by whole pixels, so that its picture stays as sharp as it was painted.
    private func inOverlay(_ content: PaintedLayer, on layer: Layer) -> PaintedLayer {
        var content = content
        let (x, y) = painter.pixels(Point(layer.place.x - Canvas.bounds.x, layer.place.y - Canvas.bounds.y))
        content.offset = Point(Double(x) / painter.mapping.scale, Double(y) / painter.mapping.scale)
        content.opacity = layer.placement.opacity
        return content
    }

    /// Finds each drawing's picture, or makes one, and paints what isn't painted yet.
    /// - Returns: the pictures in the drawings' order; `nil` if nothing of a drawing is seen.
    private func paint(_ wanted: [(index: Int, content: PaintedLayer)]) -> [PaintedDrawing?] {
        lastPaintings = 0
        var old = drawings
        drawings = []
        var found: [PaintedDrawing?] = wanted.map { item in
            old.firstIndex { $0.content == item.content }.map { old.remove(at: $0) }
        }
        for (position, item) in wanted.enumerated() {
            if found[position] == nil, let area = PaintedDrawing.area(of: item.content.drawing, painter) {
                // A picture that was there before, with another drawing in the same area: only the differences are painted.
                let known = old.firstIndex { $0.area == area }.map { old.remove(at: $0) }
                found[position] = known ?? PaintedDrawing(area: area, painter, stills)
            }
            guard let drawing = found[position] else { continue }
            if drawing.paint(item.content) { lastPaintings += 1 }
            drawings.append(drawing)
        }
        return found
    }
}
