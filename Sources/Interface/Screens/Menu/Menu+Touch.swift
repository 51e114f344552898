// SPDX-License-Identifier: GPL-3.0-or-later

import Core

// Handles fingers: a tap chooses and pushes, a drag scrolls and changes nothing.
extension Menu {
    /// Returns the target of a finger that goes down, which also holds the rows under it.
    mutating func holdTarget(at point: Point, _ context: Context, at now: Timestamp) -> Target {
        let look = Theme(context.settings)
        if panel == .tiles {
            let layout = TilesLayout(look, MenuTile.tiles(in: context), hasFrameStrip: context.hasFrameStrip)
            guard layout.sheet.contains(point) else { return .picture }
            return layout.tiles.first { $0.rect.contains(point) }.map { .tile($0.tile) } ?? .sheet
        }
        let layout = sheetLayout(of: panel, context, at: now)
        guard layout.panel.contains(point) else { return .picture }
        if panel == .naming { return layout.naming.letter(at: point).map(Target.letter) ?? .sheet }
        guard layout.count > 0, layout.viewport.contains(point) else { return .sheet }
        // While the knob holds a value, the list stays where it is.
        guard !isEditing else { return .list(layout.place, wasMoving: false) }
        var scroll = scroll(of: panel)
        let wasMoving = scroll.isMoving(at: now)
        scroll.hold(last: layout.last, isElastic: !context.settings.hasReducedMotion, at: now)
        scrolls[panel] = scroll
        return .list(scroll.heldPlace ?? 0, wasMoving: wasMoving)
    }

    mutating func dragRows(_ context: Context, at now: Timestamp) {
        guard let touch, touch.drag.hasStrayed, case .list(let place, _) = touch.target, !isEditing else { return }
        let layout = sheetLayout(of: panel, context, at: now)
        scrolls[panel]?.drag(to: place - touch.drag.offset.y / layout.rowHeight)
        choices[panel] = choice(of: panel, sheetLayout(of: panel, context, at: now))
    }

    mutating func liftFinger(in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        guard let touch = touch.lift() else { return [] }
        let layout = sheetLayout(of: panel, context, at: now)
        if case .list = touch.target, scroll(of: panel).heldPlace != nil {
            let velocity = -touch.drag.velocity(at: now).y / layout.rowHeight
            scrolls[panel]?.letGo(velocity: velocity, isThrown: touch.drag.isFlick(at: now), at: now)
        }
        switch touch.tapped {
        case .tile(let tile):
            self.tile = tile
            return openTile(in: &context, at: now)
        case .list(_, wasMoving: false):
            guard let row = layout.rows.first(where: { $0.rect.contains(touch.drag.start) }) else { return [] }
            return tapRow(row.index, isRightHalf: touch.drag.start.x >= row.rect.center.x, in: &context, at: now)
        case .letter(let index):
            outcome = nil
            wheel.letters.take(index)
            return []
        case .picture: return [.back]
        case .list, .sheet, nil: return []
        }
    }

    /// Handles a tap on a row, which chooses and pushes it. On a value that is being changed, the left half lowers it and the right half
    /// raises it.
    private mutating func tapRow(_ index: Int, isRightHalf: Bool, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        if isEditing, index == choices[panel] { return .effects(adjust(by: isRightHalf ? 1 : -1, in: &context, at: now)) }
        let effects = finishEditing(in: &context, at: now)
        outcome = nil
        choices[panel] = index
        return .effects(effects) + push(in: &context, at: now)
    }
}
