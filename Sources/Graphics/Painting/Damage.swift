import Core

/// A drawing as it lies in the overlay.
struct PaintedLayer: Hashable {
    var drawing: Drawing
    var opacity: Double
    var offset: Point

    /// `nil` for a layer that paints nothing.
    /// - Precondition: a drawing layer.
    init?(_ layer: Layer) {
        guard case .drawing(let drawing) = layer.content else {
            preconditionFailure("only drawings lie in the overlay")
        }
        guard !drawing.commands.isEmpty, layer.placement.opacity > 0 else { return nil }
        self.drawing = drawing
        opacity = layer.placement.opacity
        offset = Point(layer.place.x - Canvas.bounds.x, layer.place.y - Canvas.bounds.y)
    }
}

/// The pixels in which two pictures of layers can differ: rectangles that don't overlap.
///
/// Outside of them the same commands lie over each other in the same order, so nothing there needs painting.
struct Damage {
    /// More rectangles than this cost more than the pixels between them.
    private static let mostRects = 12

    private(set) var rects: [PixelRect] = []

    var isEmpty: Bool { rects.isEmpty }
    var area: Int { rects.reduce(0) { $0 + $1.area } }

    /// Everything of a picture.
    init(all size: VideoSize) {
        rects = [PixelRect(size)]
    }

    init(from old: [PaintedLayer], to new: [PaintedLayer], painter: Painter) {
        for (before, after) in Self.differences(old, new) {
            guard let before, let after, before.opacity == after.opacity, before.offset == after.offset else {
                for layer in [before, after].compactMap(\.self) { add(layer.drawing.commands[...], of: layer, painter) }
                continue
            }
            for (one, other) in Self.differences(before.drawing.commands, after.drawing.commands) {
                add([one, other].compactMap(\.self)[...], of: after, painter)
            }
        }
    }

    private mutating func add(_ commands: ArraySlice<DrawingCommand>, of layer: PaintedLayer, _ painter: Painter) {
        for command in commands {
            guard let bounds = painter.bounds(of: command) else { continue }
            add(painter.pixels(bounds.moved(by: layer.offset)))
        }
    }

    private mutating func add(_ rect: PixelRect) {
        guard !rect.isEmpty else { return }
        var merged = rect
        while let index = rects.firstIndex(where: { $0.intersects(merged) }) {
            merged = merged.union(rects.remove(at: index))
        }
        rects.append(merged)
        if rects.count > Self.mostRects { rects = [rects.reduce(merged) { $0.union($1) }] }
    }

    /// What differs between two lists, pair by pair: what they have in common at both ends is left out, and where
    /// the same number is left, what is equal in the middle too.
    private static func differences<Element: Equatable>(_ old: [Element], _ new: [Element]) -> [(Element?, Element?)] {
        let shorter = min(old.count, new.count)
        var head = 0
        while head < shorter, old[head] == new[head] { head += 1 }
        var tail = 0
        while tail < shorter - head, old[old.count - 1 - tail] == new[new.count - 1 - tail] { tail += 1 }
        let before = old[head ..< old.count - tail], after = new[head ..< new.count - tail]
        guard before.count == after.count else { return before.map { ($0, nil) } + after.map { (nil, $0) } }
        return zip(before, after).compactMap { $0 == $1 ? nil : ($0, $1) }
    }
}
