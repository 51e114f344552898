// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The row of a screen's tools, at its top. The knob moves along it. Behind the last tile, "More", a second row lies in the same place.
struct ToolRow: Hashable, Sendable {
    /// The index of the chosen tool in its layer, from 0.
    private(set) var choice: Int
    private(set) var layer = ToolLayer.row
    /// The time at which the row closes by itself, after a switch was toggled.
    private(set) var closing: Timestamp?
    private var touch: Touch<Int?>?

    /// Begins with the second tile on every screen. The first is Undo, so one push too many takes nothing back.
    init(_ layers: ToolLayers) {
        choice = min(1, layers.row.count - 1)
    }

    /// Returns the action of each control. A tool that deletes or can't be undone is held instead of pushed.
    func grammar(_ layers: ToolLayers) -> Grammar {
        let offers = layers[layer]
        let hold = offers.indices.contains(choice) && offers[choice].isPossible ? offers[choice].tool.hold : nil
        return [
            .press(.stop): .close, .press(.left): .toolBefore, .press(.right): .toolAfter, .turn: .tool,
            hold == nil ? .press(.knob) : .hold(.knob): hold ?? .openTool,
        ]
    }

    enum Outcome: Hashable {
        case close
        case open(Tool)
    }

    /// - Parameter last: the tool that was used last behind "More", which opens there.
    mutating func handle(_ input: ScreenInput, _ layers: ToolLayers, last: Tool?, look: Theme, at now: Timestamp) -> Outcome? {
        let offers = layers[layer]
        switch input {
        case .turned(let detents, _): move(by: detents, offers)
        case .pressed(.left), .repeated(.left): move(by: -1, offers)
        case .pressed(.right), .repeated(.right): move(by: 1, offers)
        case .tapped(.knob): return open(choice, layers, last)
        case .held(.knob): return open(choice, layers, last, isHeld: true)
        case .tapped(.stop): return goBack(layers)
        case .touchDown(let point):
            let layout = ToolRowLayout(look, count: offers.count, choice: choice)
            touch = Touch(layout.rect.contains(point) ? layout.tile(at: point) ?? -1 : nil, at: point, at: now)
        case .touchMoved(let point): touch?.move(to: point, at: now)
        case .touchUp:
            guard let tapped = touch.lift()?.tapped else { break }
            guard let index = tapped else { return .close }
            if let edge = ToolRowLayout.Edge(rawValue: index) {
                move(by: edge == .before ? -1 : 1, offers)
                return nil
            }
            return open(index, layers, last)
        default: break
        }
        return nil
    }

    /// Moves along the tools that are possible now, and stops at the ends.
    private mutating func move(by steps: Int, _ offers: [ToolOffer]) {
        closing = nil
        let way = offers.indices.filter { offers[$0].isPossible && (steps > 0 ? $0 > choice : $0 < choice) }
        guard steps != 0, !way.isEmpty else { return }
        let count = min(abs(steps.clamped(to: -100...100)), way.count)
        choice = steps > 0 ? way[count - 1] : way[way.count - count]
    }

    private mutating func open(_ index: Int, _ layers: ToolLayers, _ last: Tool?, isHeld: Bool = false) -> Outcome? {
        let offers = layers[layer]
        guard offers.indices.contains(index), offers[index].isPossible else { return nil }
        choice = index
        guard (offers[index].tool.hold != nil) == isHeld else { return nil }
        guard offers[index].tool == .moreTools else { return .open(offers[index].tool) }
        layer = .more
        let possible = layers.more.indices.filter { layers.more[$0].isPossible }
        choice = possible.first { layers.more[$0].tool == last } ?? possible.first ?? 0
        return nil
    }

    /// Goes back from the row behind "More"; from the first row, or once a switch was toggled, it closes.
    private mutating func goBack(_ layers: ToolLayers) -> Outcome? {
        guard layer == .more, closing == nil else { return .close }
        (layer, choice) = (.row, layers.row.count - 1)
        return nil
    }

    /// The time for which the row stays after a switch was toggled, so that the change is seen.
    static let switchTime: Duration = .milliseconds(1500)

    /// Closes the row in a moment, because a switch was toggled. A move to another tool keeps it open.
    mutating func closeSoon(at now: Timestamp) { closing = now + Self.switchTime }
}

/// The layout of the row and its tiles. If there are more tools than fit, the row is a window that moves with the choice.
struct ToolRowLayout {
    /// The direction beyond an end of the row.
    enum Edge: Int {
        case before = -2, after = -3
    }

    let look: Theme
    let rect: Rect
    /// The visible tools by their indices from 0, with their rectangles.
    let tiles: [(index: Int, rect: Rect)]
    /// The signs at the ends beyond which there are more tools.
    let edges: [(edge: Edge, rect: Rect)]
    /// The line with Undo's words at the left, and with what the chosen tool does at the right. On an upright canvas these are two lines.
    let line: Rect

    /// Returns the number of tiles that fit.
    private static func room(_ look: Theme) -> Int {
        if Areas.isUpright { return look.scale > 1 ? 4 : 5 }
        return look.scale >= 2 ? 6 : look.scale > 1 ? 7 : 9
    }
    /// The number of tiles that fill the row. Fewer leave room at its end, so that a tile has the same place in most rows.
    private static var usual: Int { Areas.isUpright ? 5 : 7 }
    /// The width of the sign at an end.
    private static let edgeWidth = 44.0

    init(_ look: Theme, count: Int, choice: Int) {
        self.look = look
        let tileHeight = 88 + look.lineHeight(Self.wordSize(look)) + 14
        let lineHeight = look.lineHeight(Self.lineSize(look)) * (Areas.isUpright ? 2 : 1) + 8
        let inner = Rect(x: Areas.left, y: Areas.top, width: Areas.right - Areas.left, height: tileHeight + lineHeight)
        rect = inner.inset(by: -16)
        let room = Self.room(look)
        // The chosen tool has a visible neighbour on each side, if there is one.
        let first = count > room ? (choice - room / 2).clamped(to: 0...count - room) : 0
        let seen = first..<min(count, first + room)
        let (hasBefore, hasAfter) = (seen.lowerBound > 0, seen.upperBound < count)
        let left = inner.x + (hasBefore ? Self.edgeWidth : 0)
        let step = (inner.maxX - (hasAfter ? Self.edgeWidth : 0) - left) / Double(max(look.scale > 1 ? 1 : Self.usual, seen.count))
        tiles = seen.map { index in
            (index, Rect(x: left + Double(index - first) * step + 4, y: inner.y, width: step - 8, height: tileHeight))
        }
        edges =
            (hasBefore ? [(.before, Rect(x: inner.x, y: inner.y, width: Self.edgeWidth, height: tileHeight))] : [])
            + (hasAfter ? [(.after, Rect(x: inner.maxX - Self.edgeWidth, y: inner.y, width: Self.edgeWidth, height: tileHeight))] : [])
        line = Rect(x: inner.x + 16, y: inner.y + tileHeight, width: inner.width - 32, height: lineHeight)
    }

    /// Returns the index of the tool under a finger, or the raw value of an end of the row.
    func tile(at point: Point) -> Int? {
        tiles.first { $0.rect.contains(point) }?.index ?? edges.first { $0.rect.contains(point) }?.edge.rawValue
    }

    static func wordSize(_ look: Theme) -> Double { min(look.small, 48) }
    static func lineSize(_ look: Theme) -> Double { min(look.small, 42) }
}
