// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The kinds, colours and widths of the pen, in the footage bar's place. What the knob changes is amber. In larger text only the group that
/// the knob changes is spread out; the others show just their choice.
struct PaletteBar {
    enum Choice: Hashable {
        case kind(Annotation.Kind)
        case ink(Annotation.Ink)
        /// An index of `Annotation.widths`.
        case width(Int)
        case words

        var held: DrawMode.Held {
            switch self {
            case .kind: .kind
            case .ink: .ink
            case .width: .width
            case .words: .words
            }
        }
    }

    private struct Item {
        var choice: Choice
        var rect: Rect
    }

    let rect: Rect
    private let items: [Item]
    private let pen: DrawingPen
    private let held: DrawMode.Held
    private let size: Double
    private let words: String?

    private static let gap = 20.0
    /// The most that the chosen words get; longer ones are cut.
    private static let mostForWords = 400.0

    init(_ context: Context, _ held: DrawMode.Held) {
        let look = Theme(context.settings)
        pen = context.pen
        self.held = held
        size = min(look.small, 44)
        let height = max(40, look.lineHeight(size) + 6)
        let bottom = FootageBar.top(context) + 40
        rect = Rect(x: Areas.left, y: bottom - height, width: Areas.right - Areas.left, height: height)
        words = pen.kind == .text ? pen.words ?? context.settings.wordsToDraw.first : nil
        let isShort = look.scale > 1 || Areas.isUpright
        func isOpen(_ group: DrawMode.Held) -> Bool { !isShort || group == held || (group == .kind && !Self.isPens(held)) }
        var choices: [[Choice]] = [
            (isOpen(.kind) ? DrawingPen.kinds : [pen.kind]).map(Choice.kind), (isOpen(.ink) ? Annotation.Ink.allCases : [pen.ink]).map(Choice.ink),
            (isOpen(.width) ? Array(Annotation.widths.indices) : [pen.widthIndex]).map(Choice.width),
        ]
        // If even that has no room, only the kinds around the chosen one are shown.
        let wordsWidth = TextMetrics.width(words ?? "", size: size, weight: .semibold) + 24
        let wordsRoom = words == nil ? 0 : min(wordsWidth, Self.mostForWords)
        while Self.width(choices, size) > rect.width - 2 * Self.gap - wordsRoom, choices[0].count > 3 {
            if choices[0].first != .kind(pen.kind), choices[0].firstIndex(of: .kind(pen.kind)) ?? 0 >= choices[0].count / 2 {
                choices[0].removeFirst()
            } else {
                choices[0].removeLast()
            }
        }
        var (x, items) = (rect.x + Self.gap, [Item]())
        for group in choices {
            for choice in group {
                let width = Self.width(choice, size)
                items.append(Item(choice: choice, rect: Rect(x: x, y: rect.y, width: width, height: height)))
                x += width
            }
            x += Self.gap
        }
        if words != nil, rect.maxX - Self.gap - x > 80 {
            items.append(Item(choice: .words, rect: Rect(x: x, y: rect.y, width: rect.maxX - Self.gap - x, height: height)))
        }
        self.items = items
    }

    /// Returns true if the knob holds the pen, and not the cursor.
    private static func isPens(_ held: DrawMode.Held) -> Bool { if case .cursor = held { false } else { true } }

    private static func width(_ choice: Choice, _ size: Double) -> Double {
        switch choice {
        case .kind(let kind): TextMetrics.width(Strings.name(of: kind), size: size) + 28
        case .ink: 62
        case .width: 84
        case .words: 0
        }
    }

    private static func width(_ choices: [[Choice]], _ size: Double) -> Double {
        choices.reduce(0) { $0 + $1.reduce(0) { $0 + width($1, size) } + gap }
    }

    func choice(at point: Point) -> Choice? { items.first { $0.rect.contains(point) }?.choice }

    func take(_ choice: Choice, _ pen: inout DrawingPen) {
        switch choice {
        case .kind(let kind): pen.kind = kind
        case .ink(let ink): pen.ink = ink
        case .width(let index): pen.widthIndex = index
        case .words: break
        }
    }

    // MARK: Drawing

    func draw(on sketch: inout DrawingBuilder) {
        sketch.sheet(rect)
        for item in items { draw(item, on: &sketch) }
    }

    private func draw(_ item: Item, on sketch: inout DrawingBuilder) {
        let middle = item.rect.center
        let isHeld = item.choice.held == held
        switch item.choice {
        case .kind(let kind):
            let isChosen = kind == pen.kind
            let box = item.rect.inset(by: 3)
            if isChosen { sketch.add([.fill(box, cornerRadius: 10, Palette.text)]) }
            if isChosen, isHeld { frame(box, on: &sketch) }
            sketch.line(
                Strings.name(of: kind), x: middle.x, middle: middle.y, size: size, weight: isChosen ? .semibold : .medium, alignment: .center,
                color: isChosen ? Palette.ink : Palette.text)
        case .ink(let ink):
            if ink == pen.ink {
                sketch.add([.circle(center: middle, radius: 17, width: 4, isHeld ? Palette.held : Palette.text)])
            }
            sketch.add([.disc(center: middle, radius: 12, ink.color)])
        case .width(let index):
            let box = item.rect.inset(by: 3)
            if index == pen.widthIndex {
                if isHeld { frame(box, on: &sketch) } else { sketch.edge(box, radius: 10, width: 3, Palette.text) }
            }
            let line = [Point(middle.x - 22, middle.y), Point(middle.x + 22, middle.y)]
            sketch.add([.line(line, width: Annotation.widths[index], pen.ink.color)])
        case .words:
            guard let words else { return }
            sketch.line(
                words, x: item.rect.maxX - 8, middle: middle.y, size: size, weight: .semibold, alignment: .trailing,
                color: isHeld ? Palette.held : Palette.text, width: item.rect.width - 16)
        }
    }

    private func frame(_ box: Rect, on sketch: inout DrawingBuilder) {
        sketch.edge(box.inset(by: -2), radius: 12, width: 8, Palette.ink)
        sketch.edge(box, radius: 10, width: 5, Palette.held)
    }
}
