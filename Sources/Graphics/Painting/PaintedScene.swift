// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A scene's drawings and stills as pictures.
public struct PaintedScene: Sendable {
    /// The pictures of drawings and stills that are layers of their own, by the layer's index; `nil` for a video, for what
    /// isn't to be seen, and for a drawing that is in the overlay.
    public fileprivate(set) var pictures: [PlacedPicture?] = []
    /// The drawings merged into one picture, which lies above everything; `nil` if there are none or each has its own.
    public fileprivate(set) var overlay: PlacedPicture?
    /// What an overlay of this scene has or would have something painted in, in the TV's pixels; `nil` for a scene whose
    /// drawings can't be merged.
    public fileprivate(set) var overlayUse: [PixelRect]?
    /// Whether the drawings are in the overlay.
    public fileprivate(set) var isMerged = true

    /// A scene with nothing to paint.
    public init() {
        overlayUse = []
    }
}

/// Paints a scene's drawings: merged, for a display whose planes show the rest, or each in a picture of its own, for the
/// compositor, which can move and mix those without painting.
///
/// Thread-bound. The buffers it hands out are the overlay's kind: any thread may read one for as long as it holds it.
public final class ScenePainter {
    private let painter: Painter
    private let stills: StillPictures
    private let overlay: Overlay
    private var drawings: [PaintedDrawing] = []
    private let screen: Rect

    /// - Parameters:
    ///   - size: the TV's pixels.
    ///   - stills: what drawings and layers may show of clips.
    public init(size: VideoSize, stills: StillPictures) {
        painter = Painter(size: size, stills: stills)
        self.stills = stills
        overlay = Overlay(painter: painter, stills: stills)
        screen = CanvasMapping(size: size).screen
    }

    /// Paints what has changed since the last scene.
    /// - Parameter merging: whether the drawings are to be merged, if the scene allows it.
    public func paint(_ scene: Scene, merging: Bool) -> PaintedScene {
        var painted = PaintedScene()
        let canMerge = scene.suitsPlanes
        painted.isMerged = canMerge && merging
        painted.pictures = scene.layers.map { _ in nil }
        var wanted: [(index: Int, content: PaintedLayer)] = []
        var keys: Set<ClipKey> = []
        for (index, layer) in scene.layers.enumerated() where layer.isVisible {
            switch layer.content {
            case .video: break
            case .still(let key): keys.insert(key)
            case .drawing(let drawing):
                // An overlay has places and opacities painted in; a picture of its own hasn't.
                let content = painted.isMerged ? PaintedLayer(layer, stills: stills) : PaintedLayer(drawing, stills: stills)
                guard let content else { continue }
                keys.formUnion(content.stills.keys)
                wanted.append((index, content))
            }
        }
        stills.beginDrawing(with: keys)
        for (index, layer) in scene.layers.enumerated() where layer.isVisible {
            guard case .still(let key) = layer.content, let still = stills.picture(of: key) else { continue }
            painted.pictures[index] = PlacedPicture(still, of: layer)
        }
        if painted.isMerged {
            drawings = []
            painted.overlay = overlay.update(to: wanted.map(\.content)).map {
                PlacedPicture(buffer: $0, place: screen, used: overlay.used)
            }
            painted.overlayUse = overlay.used
        } else {
            paintApart(wanted, of: scene, in: &painted)
            painted.overlayUse = canMerge ? overlayUse(of: scene) : nil
        }
        return painted
    }

    /// What merging would paint in; nothing is painted for it.
    private func overlayUse(of scene: Scene) -> [PixelRect] {
        let layers = scene.layers.compactMap { layer -> PaintedLayer? in
            guard case .drawing = layer.content else { return nil }
            return PaintedLayer(layer, stills: stills)
        }
        return Overlay.usedArea(of: layers, painter)
    }

    private func paintApart(_ wanted: [(index: Int, content: PaintedLayer)], of scene: Scene, in painted: inout PaintedScene) {
        var old = drawings
        drawings = []
        var found: [PaintedDrawing?] = wanted.map { item in
            old.firstIndex { $0.content == item.content }.map { old.remove(at: $0) }
        }
        for (position, item) in wanted.enumerated() {
            let drawing: PaintedDrawing
            if let known = found[position] {
                drawing = known
            } else {
                guard let area = PaintedDrawing.area(of: item.content.drawing, painter) else { continue }
                // One that was there before, with something else in the same place: only what differs is painted.
                let known = old.firstIndex { $0.area == area }.map { old.remove(at: $0) }
                drawing = known ?? PaintedDrawing(area: area, painter, stills)
                found[position] = drawing
            }
            drawings.append(drawing)
            painted.pictures[item.index] = drawing.picture(of: item.content, on: scene.layers[item.index])
        }
    }
}
