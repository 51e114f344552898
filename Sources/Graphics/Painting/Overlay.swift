// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Synchronization

/// Drawings merged into one ARGB picture, redrawn only where it changed.
///
/// It uses the opacity of a layer's placement and the offset of its place. Everything else that a layer may do is done by the compositor,
/// with a picture of that drawing alone.
///
/// Thread-bound. The buffers it hands out may be read by any thread: a buffer that somebody still holds is never painted over. As a rule
/// two or three take turns: on the TV, on the way there, being painted.
public final class Overlay {
    private struct Slot {
        var buffer: MemoryPixelBuffer
        /// The layers that are painted in it; `nil` before the first time.
        var contents: [PaintedLayer]?
    }

    private let painter: Painter
    private let stills: StillPictures
    private let grid: TileGrid
    private var slots: [Slot] = []
    private var shown: [PaintedLayer] = []
    private var shownSlot: Int?

    /// The area that the last `update` changed, in canvas units, grown to whole tiles; `nil` if it changed nothing.
    public private(set) var lastDamage: Rect?

    /// The parts of the picture of the last `update` that have anything painted in them, in its pixels: disjoint, and four at most. Empty
    /// if nothing is drawn. Everything outside is transparent.
    public private(set) var used: [PixelRect] = []

    /// - Parameters:
    ///   - size: the TV's size in pixels. The overlay covers the whole TV: its place is `CanvasMapping(size:).screen`.
    ///   - stills: the stills that drawings may show. A still that is set there is painted by the next `update`.
    public convenience init(size: VideoSize, stills: StillPictures = StillPictures()) {
        self.init(painter: Painter(size: size, stills: stills), stills: stills)
    }

    /// - Parameter painter: the overlay covers this painter's area.
    init(painter: Painter, stills: StillPictures) {
        self.painter = painter
        self.stills = stills
        grid = TileGrid(area: painter.area)
    }

    /// Returns the overlay for these layers, back to front; `nil` if nothing is drawn at all. It is the same buffer again if nothing has
    /// changed.
    /// - Precondition: the layers are drawings only.
    public func update(_ layers: [Layer]) -> PixelBuffer? {
        let wanted = layers.compactMap { PaintedLayer($0, stills: stills) }
        stills.beginDrawing(with: Set(wanted.lazy.flatMap(\.stills.keys)))
        return update(to: wanted)
    }

    /// Returns the overlay for layers whose stills have been announced already.
    /// - Parameter pictures: the picture of each layer's drawing; the overlay is mixed from them, and nothing is painted. Without them each
    ///   layer is painted.
    func update(to wanted: [PaintedLayer], from pictures: [PaintedDrawing?]? = nil) -> PixelBuffer? {
        if wanted == shown {
            lastDamage = nil
        } else {
            let damage = Damage(from: shown, to: wanted, grid: grid, painter: painter)
            lastDamage = canvasRect(around: damage)
            shown = wanted
            shownSlot = nil
            used = Self.usedArea(of: wanted, painter).map { $0.moved(x: -painter.area.left, y: -painter.area.top) }
        }
        guard !wanted.isEmpty else { return nil }
        let index = shownSlot ?? paint(wanted, from: pictures)
        shownSlot = index
        return slots[index].buffer
    }

    /// Puts the layers into the free buffer that needs the least painting, and returns its slot.
    private func paint(_ layers: [PaintedLayer], from pictures: [PaintedDrawing?]?) -> Int {
        var best: (slot: Int, damage: Damage)?
        for index in slots.indices where isKnownUniquelyReferenced(&slots[index].buffer) {
            let damage = damage(of: slots[index], for: layers)
            if damage.count < best?.damage.count ?? .max { best = (index, damage) }
        }
        if best == nil {
            slots.append(Slot(buffer: MemoryPixelBuffer(format: .bgra, size: painter.area.size)))
            best = (slots.count - 1, Damage(all: grid))
        }
        guard let best else { preconditionFailure("a buffer was just added") }
        // The last reader's reads happen before the painting that follows.
        atomicMemoryFence(ordering: .acquiring)
        for tile in best.damage.tiles {
            let buffer = slots[best.slot].buffer
            clear(tile, of: buffer)
            for (index, layer) in layers.enumerated() {
                if let pictures {
                    pictures[index]?.mix(layer, into: buffer, of: painter, within: tile)
                } else {
                    painter.paint(layer.drawing, opacity: layer.opacity, offset: layer.offset, into: buffer, within: tile)
                }
            }
        }
        slots[best.slot].contents = layers
        return best.slot
    }

    /// Returns the parts of the TV in which these layers have something painted, as far as the painter reaches.
    static func usedArea(of layers: [PaintedLayer], _ painter: Painter) -> [PixelRect] {
        var area = UsedArea()
        for layer in layers {
            for command in layer.drawing.commands {
                guard let bounds = painter.bounds(of: command) else { continue }
                area.add(painter.pixels(bounds.moved(by: layer.offset)))
            }
        }
        return area.rects
    }

    private func damage(of slot: Slot, for layers: [PaintedLayer]) -> Damage {
        guard let contents = slot.contents else { return Damage(all: grid) }
        return Damage(from: contents, to: layers, grid: grid, painter: painter)
    }

    private func clear(_ rect: PixelRect, of buffer: PixelBuffer) {
        let plane = buffer.plane(0)
        let pixels = rect.moved(x: -painter.area.left, y: -painter.area.top)
        for row in pixels.top..<pixels.bottom {
            (plane.base + row * plane.pitch + pixels.left * 4)
                .initializeMemory(as: UInt8.self, repeating: 0, count: pixels.size.width * 4)
        }
    }

    private func canvasRect(around damage: Damage) -> Rect? {
        guard let first = damage.tiles.first else { return nil }
        return painter.mapping.canvas(damage.tiles.dropFirst().reduce(first) { $0.union($1) })
    }
}
