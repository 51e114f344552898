// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A tool as a screen has it now.
struct ToolOffer: Hashable, Sendable {
    var tool: Tool
    var isPossible = true
    /// It is on, of a tool that is thrown; or how it is set, in a word.
    var state: String?

    init(_ tool: Tool, isPossible: Bool = true, state: String? = nil) {
        self.tool = tool
        self.isPossible = isPossible
        self.state = state
    }
}

/// The row of a screen's tools, at its top: the knob goes along it, and Undo is always its first entry.
struct ToolRow: Hashable, Sendable {
    /// The tool that the knob holds, from 0.
    private(set) var choice: Int
    private var touch: Touch<Int?>?

    /// Undo is what somebody wants who has just done something; else the first tool.
    /// - Parameter undoesAMark: it would delete a clip, perhaps of minutes ago: nobody shall come upon that by a push too many.
    init(_ offers: [ToolOffer], undoesAMark: Bool = false) {
        choice = offers.firstIndex { $0.isPossible && !(undoesAMark && $0.tool == .undo) } ?? 0
    }

    static let grammar: Grammar = [
        .press(.stop): .close, .press(.left): .toolBefore, .press(.right): .toolAfter, .turn: .tool, .press(.knob): .openTool,
    ]

    enum Outcome: Hashable {
        case close
        case open(Tool)
    }

    mutating func handle(_ input: ScreenInput, _ offers: [ToolOffer], look: Look, at now: Timestamp) -> Outcome? {
        switch input {
        case .turned(let detents, _): move(by: detents, offers)
        case .pressed(.left), .repeated(.left): move(by: -1, offers)
        case .pressed(.right), .repeated(.right): move(by: 1, offers)
        case .tapped(.knob): return open(choice, offers)
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

    /// Along the tools that are possible now; it stops at the ends.
    private mutating func move(by steps: Int, _ offers: [ToolOffer]) {
        let possible = offers.indices.filter { offers[$0].isPossible }
        guard !possible.isEmpty else { return }
        let index = possible.lastIndex { $0 <= choice } ?? 0
        choice = possible[(index + steps.clamped(to: -100...100)).clamped(to: 0...possible.count - 1)]
    }

    private mutating func open(_ index: Int, _ offers: [ToolOffer]) -> Outcome? {
        guard offers.indices.contains(index), offers[index].isPossible else { return nil }
        choice = index
        return .open(offers[index].tool)
    }

    /// The tools may have changed: the knob never holds one that isn't possible.
    mutating func keepPossible(_ offers: [ToolOffer]) { move(by: 0, offers) }
}

/// Where the row and its tiles lie. Where there are more tools than it has room for, it is a window on them that goes with the knob.
struct ToolRowLayout {
    /// What lies beyond an end of the row.
    enum Edge: Int {
        case before = -2, after = -3
    }

    let look: Look
    let rect: Rect
    /// The tools that are seen, from 0, and where they lie.
    let tiles: [(index: Int, rect: Rect)]
    /// A sign at each end beyond which there are more.
    let edges: [(edge: Edge, rect: Rect)]
    /// Undo's words at its left, and at its right what the chosen tool does.
    let line: Rect

    /// So many tiles have room.
    private static func room(_ look: Look) -> Int { look.scale >= 2 ? 6 : look.scale > 1 ? 7 : 9 }
    /// How wide the sign of an end is.
    private static let edgeWidth = 44.0

    init(_ look: Look, count: Int, choice: Int) {
        self.look = look
        let tileHeight = 88 + look.lineHeight(Self.wordSize(look)) + 14
        let lineHeight = look.lineHeight(Self.lineSize(look)) + 8
        let inner = Rect(x: Areas.left, y: Areas.top, width: Areas.right - Areas.left, height: tileHeight + lineHeight)
        rect = inner.inset(by: -16)
        let room = Self.room(look)
        // The chosen one has a neighbour on each side as long as there is one.
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

    /// The tool under a finger, or an end of the row by its raw value.
    func tile(at point: Point) -> Int? {
        tiles.first { $0.rect.contains(point) }?.index ?? edges.first { $0.rect.contains(point) }?.edge.rawValue
    }

    static func wordSize(_ look: Look) -> Double { min(look.small, 48) }
    static func lineSize(_ look: Look) -> Double { min(look.small, 42) }
}
