// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The row of a screen's tools, at its top. The knob moves along it, and Undo is always the first entry.
struct ToolRow: Hashable, Sendable {
    /// The index of the chosen tool, from 0.
    private(set) var choice: Int
    private var touch: Touch<Int?>?

    /// Begins with Undo if there is something to undo, which somebody may want who has just done something; otherwise with the first
    /// possible tool.
    /// - Parameter undoesAMark: true if Undo would delete a clip, perhaps one minutes old. Then the row doesn't begin with Undo, so that
    ///   one push too many is harmless.
    init(_ offers: [ToolOffer], undoesAMark: Bool = false) {
        choice = offers.firstIndex { $0.isPossible && !(undoesAMark && $0.tool == .undo) } ?? 0
    }

    /// Returns the action of each control. A tool that deletes is held instead of pushed.
    func grammar(_ offers: [ToolOffer]) -> Grammar {
        let isHeld = offers.indices.contains(choice) && offers[choice].isPossible && offers[choice].tool.isHeld
        return [
            .press(.stop): .close, .press(.left): .toolBefore, .press(.right): .toolAfter, .turn: .tool,
            isHeld ? .hold(.knob) : .press(.knob): isHeld ? .deleteClip : .openTool,
        ]
    }

    enum Outcome: Hashable {
        case close
        case open(Tool)
    }

    mutating func handle(_ input: ScreenInput, _ offers: [ToolOffer], look: Theme, at now: Timestamp) -> Outcome? {
        switch input {
        case .turned(let detents, _): move(by: detents, offers)
        case .pressed(.left), .repeated(.left): move(by: -1, offers)
        case .pressed(.right), .repeated(.right): move(by: 1, offers)
        case .tapped(.knob): return open(choice, offers)
        case .held(.knob): return open(choice, offers, isHeld: true)
        case .tapped(.stop): return .close
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
            return open(index, offers)
        default: break
        }
        return nil
    }

    /// Moves along the tools that are possible now, and stops at the ends.
    private mutating func move(by steps: Int, _ offers: [ToolOffer]) {
        let possible = offers.indices.filter { offers[$0].isPossible }
        guard !possible.isEmpty else { return }
        let index = possible.lastIndex { $0 <= choice } ?? 0
        choice = possible[(index + steps.clamped(to: -100...100)).clamped(to: 0...possible.count - 1)]
    }

    private mutating func open(_ index: Int, _ offers: [ToolOffer], isHeld: Bool = false) -> Outcome? {
        guard offers.indices.contains(index), offers[index].isPossible else { return nil }
        choice = index
        return offers[index].tool.isHeld == isHeld ? .open(offers[index].tool) : nil
    }

    /// Moves the choice to a possible tool, because the tools may have changed.
    mutating func keepPossible(_ offers: [ToolOffer]) { move(by: 0, offers) }
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
    /// The line with Undo's words at the left, and with what the chosen tool does at the right.
    let line: Rect

    /// Returns the number of tiles that fit.
    private static func room(_ look: Theme) -> Int { look.scale >= 2 ? 6 : look.scale > 1 ? 7 : 9 }
    /// The width of the sign at an end.
    private static let edgeWidth = 44.0

    init(_ look: Theme, count: Int, choice: Int) {
        self.look = look
        let tileHeight = 88 + look.lineHeight(Self.wordSize(look)) + 14
        let lineHeight = look.lineHeight(Self.lineSize(look)) + 8
        let inner = Rect(x: Areas.left, y: Areas.top, width: Areas.right - Areas.left, height: tileHeight + lineHeight)
        rect = inner.inset(by: -16)
        let room = Self.room(look)
        // The chosen tool has a visible neighbour on each side, if there is one.
        let first = count > room ? (choice - room / 2).clamped(to: 0...count - room) : 0
        let seen = first..<min(count, first + room)
        let (hasBefore, hasAfter) = (seen.lowerBound > 0, seen.upperBound < count)
        let left = inner.x + (hasBefore ? Self.edgeWidth : 0)
        let step = (inner.maxX - (hasAfter ? Self.edgeWidth : 0) - left) / Double(look.scale > 1 ? max(1, seen.count) : room)
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
