// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The page about the box: everything that is wrong, in words, with what to do, and the box's state.
struct BoxScreen: Screen {
    var place: ScreenKind { .box }
    var givesWay: Bool { true }

    /// The first visible entry.
    private(set) var top = 0
    private var touch: Touch<Int>?

    func bindings(in context: Context) -> Bindings<Self> {
        [
            .press(.mark): .back,
            .press(.stop): .back,
            .press(.up): Binding(.scroll) { $0.scroll(by: -1, $1, at: $2) }.repeated,
            .press(.down): Binding(.scroll) { $0.scroll(by: 1, $1, at: $2) }.repeated,
            .turn: .turning(.scroll) { $0.scroll(by: $3.detents, $1, at: $2) },
            .press(.knob): context.isDateUnknown ? Binding(.openRow, .go(.clock)) : .back,
        ]
    }

    mutating func handle(_ input: ScreenInput, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        switch input {
        case .touchDown(let point): touch = Touch(top, at: point, at: now)
        case .touchMoved(let point):
            touch?.move(to: point, at: now)
            guard let touch, touch.drag.hasStrayed else { return [] }
            let rows = (-touch.drag.offset.y / Theme(context.settings).lineHeight(Theme(context.settings).body)).rounded()
            top = touch.target
            scroll(by: Int(rows.clamped(to: -1000...1000)), context, at: now)
        case .touchUp: _ = touch.lift()
        default: return perform(input, in: &context, at: now)
        }
        return []
    }

    private mutating func scroll(by steps: Int, _ context: Context, at now: Timestamp) {
        let last = BoxLayout(Theme(context.settings), context.boxReport(at: now), top: 0).last
        top = (top + steps.clamped(to: -1000...1000)).clamped(to: 0...last)
    }

    mutating func hear(_ event: Event, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        // A condition that is over leaves the page, which may get shorter than it was.
        scroll(by: 0, context, at: now)
        return []
    }

    func spoken(in context: Context, at now: Timestamp) -> Spoken {
        let report = context.boxReport(at: now)
        let last = BoxLayout(Theme(context.settings), report, top: 0).last
        guard report.indices.contains(top) else { return Spoken(Strings.boxTile, Strings.boxIsWell) }
        // The page doesn't scroll any further than to the last entries, which are read together.
        let rest = top < last ? nil : report.dropFirst(top + 1).map(\.spoken).joined(separator: ", ")
        return Spoken(Strings.boxTile, Spoken.of(report[top].spoken, top, of: report.count), help: rest)
    }

    func layers(in context: Context, at now: Timestamp) -> [Layer] {
        let look = Theme(context.settings)
        var sketch = DrawingBuilder(look)
        BoxLayout(look, context.boxReport(at: now), top: top).draw(on: &sketch)
        return [Layer(.drawing(sketch.drawing))]
    }

    /// Returns the next whole minute, because the page shows how long the box has been on.
    func nextChange(after seen: Timestamp) -> Timestamp? {
        Timestamp(seconds: (seen.seconds / 60).rounded(.down) * 60 + 60)
    }
}
