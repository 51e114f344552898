// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The tiles in which two pictures of layers can differ.
///
/// In all other tiles the same commands lie over each other in the same order, so nothing there needs painting.
struct Damage {
    private let grid: TileGrid
    private var isDamaged: [Bool]

    /// Every tile of a picture.
    init(all grid: TileGrid) {
        self.grid = grid
        isDamaged = Array(repeating: true, count: grid.count)
    }

    init(from old: [PaintedLayer], to new: [PaintedLayer], grid: TileGrid, painter: Painter) {
        self.grid = grid
        isDamaged = Array(repeating: false, count: grid.count)
        for (before, after) in Self.differences(old, new) {
            guard let before, let after, before.opacity == after.opacity, before.offset == after.offset else {
                for layer in [before, after].compactMap(\.self) {
                    for command in layer.drawing.commands { add(command, of: layer, painter) }
                }
                continue
            }
            for (one, other) in Self.differences(before.drawing.commands, after.drawing.commands) {
                let (old, new) = Self.parts(one, other)
                for command in old { add(command, of: before, painter) }
                for command in new { add(command, of: after, painter) }
            }
            for command in after.drawing.commands where after.showsAnotherStill(command, than: before) {
                add(command, of: after, painter)
            }
        }
    }

    /// The damaged tiles' pixels, one rectangle for each.
    var tiles: [PixelRect] { isDamaged.indices.filter { isDamaged[$0] }.map { grid[$0] } }

    /// The number of tiles that have to be painted.
    var count: Int { isDamaged.count(where: \.self) }

    private mutating func add(_ command: DrawingCommand, of layer: PaintedLayer, _ painter: Painter) {
        guard let bounds = painter.bounds(of: command) else { return }
        grid.forEachTile(touching: painter.pixels(bounds.moved(by: layer.offset))) { isDamaged[$0] = true }
    }

    /// Returns the parts of two commands that differ, when the new one replaces the old one.
    ///
    /// While somebody draws, a stroke grows by a point at a time, and everything drawn before stays as it is: round caps and joins are
    /// alike, so a line is the sum of its pieces. If two commands are clipped in the same way, only the inner commands that differ count.
    /// All other commands count as a whole.
    private static func parts(_ old: DrawingCommand?, _ new: DrawingCommand?) -> (old: [DrawingCommand], new: [DrawingCommand]) {
        if case .line(let before, let width, let color)? = old, case .line(let after, width, color)? = new {
            let common = zip(before, after).prefix { $0 == $1 }.count
            func tail(_ points: [Point]) -> [DrawingCommand] { [.line(Array(points[(common - 1)...]), width: width, color)] }
            // A line of one point isn't painted at all.
            if common > 1 { return (tail(before), tail(after)) }
        }
        if case .clipped(let rect, let radius, let before)? = old, case .clipped(rect, radius, let after)? = new {
            let inner = differences(before, after).map { parts($0, $1) }
            func clipped(_ commands: [DrawingCommand]) -> [DrawingCommand] { commands.map { .clipped(rect, cornerRadius: radius, [$0]) } }
            return (clipped(inner.flatMap { $0.old }), clipped(inner.flatMap { $0.new }))
        }
        return ([old].compactMap(\.self), [new].compactMap(\.self))
    }

    /// Returns the differences between two lists, pair by pair. Elements in common at both ends are left out. If the same number of
    /// elements is left in both lists, equal ones in the middle are left out too.
    private static func differences<Element: Equatable>(_ old: [Element], _ new: [Element]) -> [(Element?, Element?)] {
        let shorter = min(old.count, new.count)
        var head = 0
        while head < shorter, old[head] == new[head] { head += 1 }
        var tail = 0
        while tail < shorter - head, old[old.count - 1 - tail] == new[new.count - 1 - tail] { tail += 1 }
        let before = old[head..<old.count - tail]
        let after = new[head..<new.count - tail]
        guard before.count == after.count else { return before.map { ($0, nil) } + after.map { (nil, $0) } }
        return zip(before, after).compactMap { $0 == $1 ? nil : ($0, $1) }
    }
}
