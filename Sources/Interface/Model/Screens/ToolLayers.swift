// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A layer of a screen's tools: the row that the held knob opens, or the row behind "More".
enum ToolLayer: Hashable, Sendable {
    case row, more
}

/// A screen's tools, laid out in their two layers.
///
/// The row begins with Undo and ends with Redo, if something was undone, and "More". So the second tile is always the screen's own first
/// tool, and a hand that has learnt a row finds each tool where it was. If all tools fit in one row, there is no "More".
struct ToolLayers: Hashable, Sendable {
    let row: [ToolOffer]
    /// The tools behind "More"; empty if all fit in the row.
    let more: [ToolOffer]

    /// The most tools beside Undo and Redo that need no "More", and the most that stand in the row with it.
    static let (mostAlone, mostBesideMore) = (6, 5)

    /// - Parameter offers: the screen's own tools, in any order.
    init(_ offers: [ToolOffer], canUndo: Bool, canRedo: Bool) {
        let sorted = offers.sorted { Self.rank(of: $0.tool) < Self.rank(of: $1.tool) }
        let isOneRow = sorted.count <= Self.mostAlone
        let chosen = isOneRow ? sorted : Array(sorted.filter { Self.layer(of: $0.tool) == .row }.prefix(Self.mostBesideMore))
        more = sorted.filter { !chosen.contains($0) }
        let (harmless, removing) = (chosen.filter { !$0.tool.removes }, chosen.filter(\.tool.removes))
        row =
            [ToolOffer(.undo, isPossible: canUndo)] + harmless + removing + (canRedo ? [ToolOffer(.redo)] : [])
            + (isOneRow ? [] : [ToolOffer(.moreTools)])
    }

    subscript(layer: ToolLayer) -> [ToolOffer] { layer == .row ? row : more }

    /// All tools of both layers, without "More".
    var all: [ToolOffer] { (row + more).filter { $0.tool != .moreTools } }

    /// Returns the layer in which a tool stands.
    func layer(of tool: Tool) -> ToolLayer { more.contains { $0.tool == tool } ? .more : .row }

    // MARK: The table

    /// Every tool of a screen with its layer, in the order in which the tools stand. A tool that finds no room in the row stands behind
    /// "More".
    static let table: [(tool: Tool, layer: ToolLayer)] = [
        // A picture that plays, and the pages that lead to one.
        (.lookAtClip, .row), (.filter, .row), (.split, .row), (.draw, .row), (.compare, .row), (.chooseOther, .row), (.beside, .row),
        (.ghost, .row), (.wipe, .row), (.slow, .row), (.strip, .row), (.otherClip, .row), (.cropPicture, .row),
        // A drawing.
        (.drawKind, .row), (.drawInk, .row), (.drawWidth, .row), (.drawWords, .row), (.erase, .row),
        // An end's arrows.
        (.miss, .row), (.done, .row), (.more, .row), (.fewer, .row),
        // Clips and sessions.
        (.clips, .row), (.carousel, .row), (.wrongClip, .row), (.review, .row), (.selectAll, .row), (.deleteClip, .row), (.restoreClip, .row),
        (.export, .row), (.notes, .row), (.protect, .row), (.delete, .row), (.empty, .row),
        // Tools that fewer people need.
        (.shift, .more), (.swap, .more), (.stopwatch, .more), (.movement, .more), (.trail, .more), (.lines, .more), (.zoom, .more),
        (.zoomApart, .more), (.trim, .more), (.moment, .more), (.mirror, .more), (.turn, .more), (.keepForAll, .more), (.clearPhases, .more),
        (.skip, .more), (.practice, .more), (.selectLiked, .more), (.arrows, .more), (.score, .more), (.goOn, .more), (.newSession, .more),
        (.splitHere, .more), (.phases, .more), (.model, .more), (.fetchFilms, .more),
    ]

    /// The tools' places in the table.
    private static let ranks = Dictionary(uniqueKeysWithValues: table.enumerated().map { ($0.element.tool, $0.offset) })

    private static func rank(of tool: Tool) -> Int { ranks[tool] ?? table.count }

    private static func layer(of tool: Tool) -> ToolLayer { ranks[tool].map { table[$0].layer } ?? .more }
}

extension Tool {
    /// True if it removes something. Such a tool stands behind the others, so that no row opens on it.
    fileprivate var removes: Bool { [.deleteClip, .delete, .empty, .erase, .clearPhases].contains(self) }
}
