// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The totals of the end and its round on one plate: the name of each scope, its points in large figures, and what belongs to them.
struct FiguresPanel {
    /// The amount of content for which there is room.
    private enum Shape: CaseIterable {
        /// The scopes one above the other, with their tens and the average.
        case whole
        /// The points alone, one above the other or side by side.
        case stacked, beside
    }

    let look: Theme
    let figures: SummaryFigures
    private let shape: Shape

    private static let least = 280.0
    private static let padding = 20.0

    /// - Parameter height: the height at most.
    init(_ figures: SummaryFigures, height: Double, _ look: Theme) {
        self.look = look
        self.figures = figures
        shape = Shape.allCases.first { Self.height(of: $0, figures, look) <= height } ?? .beside
    }

    /// The height that it needs at least.
    var leastHeight: Double { Self.height(of: .beside, figures, look) }

    private var scopes: [SummaryFigures.Scope] { [figures.end, figures.whole].compactMap { $0 } }

    var width: Double {
        let widths = scopes.enumerated().map { index, scope in
            ([TextMetrics.width("\(scope.points)", size: Self.size(index, look))] + titles(scope).map { TextMetrics.width($0, size: look.small) }
                + details(index).map { TextMetrics.width($0, size: look.small) }).max() ?? 0
        }
        let content = shape == .beside ? widths.reduce(0, +) + Self.padding * 2 * Double(widths.count - 1) : widths.max() ?? 0
        return max(Self.least, content + 2 * Self.padding + 8)
    }

    /// Returns the text size of a scope's points. The end's points are the largest.
    private static func size(_ index: Int, _ look: Theme) -> Double {
        switch (index, look.scale > 1) {
        case (0, false): look.figure
        case (_, false): 56
        case (0, true): 72 + 24 * (look.scale - 1)
        default: 56 + 16 * (look.scale - 1)
        }
    }

    /// Returns the scope's name, in two lines if it has two parts: "Round", "after 3 ends".
    private func titles(_ scope: SummaryFigures.Scope) -> [String] { Self.titles(scope) }

    private static func titles(_ scope: SummaryFigures.Scope) -> [String] {
        let words = scope.title.split(separator: " ").map(String.init)
        return words.count < 3 ? [scope.title] : [words[0], words.dropFirst().joined(separator: " ")]
    }

    private func details(_ index: Int) -> [String] {
        shape == .whole ? Self.details(scopes[index], isAlone: scopes.count == 1, isEnd: index == 0) : []
    }

    private static func details(_ scope: SummaryFigures.Scope, isAlone: Bool, isEnd: Bool) -> [String] {
        let counts = scope.counts.isEmpty ? [] : [scope.counts.joined(separator: " · ")]
        return isEnd && !isAlone ? counts : counts + (scope.average.map { [Strings.Summary.average($0)] } ?? [])
    }

    private static func height(of shape: Shape, _ figures: SummaryFigures, _ look: Theme) -> Double {
        let scopes = [figures.end, figures.whole].compactMap { $0 }
        let heights = scopes.enumerated().map { index, scope in
            let lines = titles(scope).count + (shape == .whole ? details(scope, isAlone: scopes.count == 1, isEnd: index == 0).count : 0)
            return Double(lines) * look.lineHeight(look.small) + look.lineHeight(size(index, look))
        }
        return shape == .beside ? (heights.max() ?? 0) + 2 * padding : heights.reduce(0, +) + padding * (1 + Double(scopes.count))
    }

    // MARK: Drawing

    func draw(in rect: Rect, on sketch: inout DrawingBuilder) {
        SummaryParts.plate(rect, on: &sketch)
        if shape == .beside {
            let width = (rect.width - 2 * Self.padding) / Double(scopes.count)
            for index in scopes.indices {
                draw(index, x: rect.x + Self.padding + Double(index) * width, top: rect.y + Self.padding, room: width - Self.padding, on: &sketch)
            }
            return
        }
        // The spare height is shared among the gaps.
        let spare = max(0, rect.height - Self.height(of: shape, figures, look)) / Double(scopes.count + 1)
        var y = rect.y + Self.padding + spare * 0.6
        for index in scopes.indices {
            if index > 0 {
                let line = y - (Self.padding + spare) / 2
                sketch.add([
                    .line([Point(rect.x + Self.padding, line), Point(rect.maxX - Self.padding, line)], width: 1.5, Palette.text.opacity(0.24))
                ])
            }
            y = draw(index, x: rect.x + Self.padding + 4, top: y, room: rect.width - 2 * Self.padding, on: &sketch) + Self.padding + spare
        }
    }

    /// - Returns: the lower end of what was drawn.
    @discardableResult
    private func draw(_ index: Int, x: Double, top: Double, room: Double, on sketch: inout DrawingBuilder) -> Double {
        let scope = scopes[index]
        var y = top
        for (line, title) in titles(scope).enumerated() {
            sketch.text(
                title, at: Point(x, y), size: look.small, weight: line == 0 ? .bold : .medium, color: line == 0 ? Palette.text : look.caption,
                width: room)
            y += look.lineHeight(look.small)
        }
        let size = Self.size(index, look)
        sketch.text("\(scope.points)", at: Point(x, y), size: size, weight: .bold, width: room)
        y += look.lineHeight(size)
        for detail in details(index) {
            sketch.text(detail, at: Point(x, y), size: look.small, color: look.caption, width: room)
            y += look.lineHeight(look.small)
        }
        return y
    }
}
