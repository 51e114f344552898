// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The line at the foot of every screen: the action of each control there, with an icon of the control. A control that does nothing leaves
/// its field empty.
struct Footer {
    /// A control that is held down, and the share of its hold that is over.
    struct Hold: Hashable, Sendable {
        var deed: ActionLabel
        var progress: Double
    }

    let layout: FooterLayout
    private let grammar: Grammar
    private let holds: [Control: Hold]
    private let next: String?
    private let answer: ControlUse?
    /// True if the words "Hold: tools" stand in the fields of the knob's push and hold.
    private let teachesHold: Bool

    /// - Parameters:
    ///   - holds: the controls whose ring is filling.
    ///   - next: the archer who shoots next. The label that chooses them says so, if the name has room there.
    ///   - answer: the use that accepts the question; its word is amber.
    ///   - teachesHold: true to say in words that the knob's hold opens the tools, in the place of its push and its hold.
    init(
        _ look: Theme, _ grammar: Grammar, holds: [Control: Hold] = [:], next: String? = nil, answer: ControlUse? = nil,
        teachesHold: Bool = false
    ) {
        layout = FooterLayout(look)
        self.grammar = grammar
        self.holds = holds
        self.next = next
        self.answer = answer
        self.teachesHold = teachesHold && grammar[.hold(.knob)] == .tools && grammar[.press(.knob)] == .menu
    }

    // MARK: Touch

    /// Returns the use whose label lies at this point, if the screen has an action for it.
    func use(at point: Point) -> ControlUse? {
        layout.slots.first { $0.rect.contains(point) && grammar[$0.use] != nil }?.use
    }

    /// Returns the turn of the knob by a finger on its label: back on the left half, on at the right.
    func detents(at point: Point) -> Int { point.x < (layout.slot(of: .turn)?.center.x ?? 0) ? -1 : 1 }

    // MARK: Drawing

    func draw(on sketch: inout DrawingBuilder) {
        drawGround(on: &sketch)
        var index = 0
        while index < layout.slots.count {
            let slot = layout.slots[index]
            if teachesHold, let rect = taughtPlace, slot.use == .press(.knob) || slot.use == .hold(.knob) {
                if slot.use == .hold(.knob) { draw(FooterLayout.Slot(use: slot.use, rect: rect), (Strings.holdForTools, Palette.text), on: &sketch) }
                index += 1
            } else if let pair = pair(at: index) {
                draw(pair, on: &sketch)
                index += 2
            } else {
                if let words = words(of: slot.use, sketch.look) { draw(slot, words, on: &sketch) }
                index += 1
            }
        }
    }

    /// The fields of the knob's push and of its hold together; `nil` if they don't stand in one row.
    private var taughtPlace: Rect? {
        guard let push = layout.slot(of: .press(.knob)), let hold = layout.slot(of: .hold(.knob)), push.y == hold.y, push.height == hold.height
        else { return nil }
        return push.union(hold)
    }

    private func drawGround(on sketch: inout DrawingBuilder) {
        sketch.sheet(layout.rect)
        for divider in layout.dividers { sketch.add([.line([divider.top, divider.bottom], width: 1.5, Palette.text.opacity(0.2))]) }
    }

    /// Returns the words of a control's label: its action, or while it is held the action of the hold.
    private func words(of use: ControlUse, _ look: Theme) -> (text: String, color: Color)? {
        if case .press(let control) = use, let hold = holds[control], control != .knob {
            return (Strings.word(of: hold.deed), hold.deed.loses ? look.loss : Palette.text)
        }
        guard let deed = grammar[use] else { return nil }
        let color = use == answer ? Palette.held : deed.loses ? look.loss : Palette.text
        if deed == .nextArcher, let next, let slot = layout.slot(of: use), TextMetrics.width(next, size: layout.size) <= room(in: slot) {
            return (next, color)
        }
        return (Strings.word(of: deed), color)
    }

    /// Returns the width for a word that stands in a field alone.
    private func room(in slot: Rect) -> Double { slot.width - FooterLayout.padding - layout.icon - FooterLayout.gap - FooterLayout.wordEnd }

    /// Two halves with one word: ◀ ▶, or ▲ ▼.
    private struct Pair {
        var first: FooterLayout.Slot
        var second: FooterLayout.Slot
        var word: String
    }

    private func pair(at index: Int) -> Pair? {
        guard index + 1 < layout.slots.count else { return nil }
        let (first, second) = (layout.slots[index], layout.slots[index + 1])
        let isPair = (first.use, second.use) == (.press(.left), .press(.right)) || (first.use, second.use) == (.press(.up), .press(.down))
        guard isPair, first.rect.y == second.rect.y, let one = grammar[first.use], let other = grammar[second.use] else { return nil }
        let word = Strings.word(of: one)
        return word == Strings.word(of: other) ? Pair(first: first, second: second, word: word) : nil
    }

    private func draw(_ pair: Pair, on sketch: inout DrawingBuilder) {
        let middle = pair.first.rect.center.y
        let x = pair.first.rect.x + FooterLayout.padding
        sketch.icon(pair.first.use.icon, in: box(x: x, middle: middle), on: Palette.page)
        let second = x + layout.icon + 8
        sketch.icon(pair.second.use.icon, in: box(x: second, middle: middle), on: Palette.page)
        let left = second + layout.icon + FooterLayout.gap
        sketch.line(pair.word, x: left, middle: middle, size: layout.size, width: pair.second.rect.maxX - left - FooterLayout.wordEnd)
    }

    private func draw(_ slot: FooterLayout.Slot, _ words: (text: String, color: Color), on sketch: inout DrawingBuilder) {
        let middle = slot.rect.center.y
        let x = slot.rect.x + FooterLayout.padding
        let box = box(x: x, middle: middle)
        if let hold = hold(on: slot.use) {
            let filled = hold.deed.loses ? Palette.loss : Palette.text
            let icon: Icon = if case .hold = slot.use { .knobPush } else { slot.use.icon }
            sketch.add(icon.held(in: box, progress: hold.progress, Palette.text, filled: filled, on: Palette.page))
        } else {
            sketch.icon(slot.use.icon, in: box, on: Palette.page)
        }
        let left = box.maxX + FooterLayout.gap
        // A first half's word may reach to the icon of the second.
        let end = slot.rect.maxX + (slot.isFirstHalf ? FooterLayout.padding : 0) - FooterLayout.wordEnd(of: slot.use)
        sketch.line(words.text, x: left, middle: middle, size: layout.size, color: words.color, width: end - left)
    }

    /// Returns the hold whose ring fills at this label. The knob's ring fills at the label of its hold.
    private func hold(on use: ControlUse) -> Hold? {
        switch use {
        case .press(let control) where control != .knob: holds[control]
        case .hold(let control): holds[control]
        case .press, .turn: nil
        }
    }

    private func box(x: Double, middle: Double) -> Rect {
        Rect(x: x, y: middle - layout.icon / 2, width: layout.icon, height: layout.icon)
    }
}
