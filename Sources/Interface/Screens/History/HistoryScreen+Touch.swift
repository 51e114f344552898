// SPDX-License-Identifier: GPL-3.0-or-later

import Core

// Handles fingers on the list, and on a sheet above it.
extension HistoryScreen {
    mutating func follow(_ input: ScreenInput, _ layout: HistoryLayout, _ context: Context, at now: Timestamp) -> [ScreenOutcome] {
        if deletion != nil { return followOnQuestion(input, layout, on: context.card, at: now) }
        switch input {
        case .touchDown(let point) where filter.isOpen: touch = Touch(.sheet, at: point, at: now)
        case .touchDown(let point): hold(at: point, layout, isElastic: !context.settings.hasReducedMotion, at: now)
        case .touchMoved(let point):
            touch?.move(to: point, at: now)
            if !filter.isOpen { drag(layout) }
        case .touchUp where filter.isOpen: return tapOnSheet().map { tapFilter(at: $0, layout) } ?? []
        case .touchUp: return letGo(layout, at: now)
        default: break
        }
        return []
    }

    private mutating func hold(at point: Point, _ layout: HistoryLayout, isElastic: Bool, at now: Timestamp) {
        guard layout.list.contains(point) else { return touch = Touch(.elsewhere, at: point, at: now) }
        let wasMoving = scroll.isMoving(at: now)
        scroll.hold(last: layout.last, isElastic: isElastic, at: now)
        touch = Touch(.list(scroll.heldPlace ?? 0, wasMoving: wasMoving), at: point, at: now)
    }

    private mutating func drag(_ layout: HistoryLayout) {
        guard let touch, touch.drag.hasStrayed, case .list(let place, _) = touch.target else { return }
        scroll.drag(to: place - touch.drag.offset.y / layout.rowHeight)
    }

    private mutating func letGo(_ layout: HistoryLayout, at now: Timestamp) -> [ScreenOutcome] {
        guard let touch = touch.lift() else { return [] }
        let velocity = -touch.drag.velocity(at: now).y / layout.rowHeight
        scroll.letGo(velocity: velocity, isThrown: touch.drag.isFlick(at: now), at: now)
        switch touch.tapped {
        case .list(_, wasMoving: false), .elsewhere: return tap(at: touch.drag.start, layout)
        case .list, .sheet, nil: return []
        }
    }

    private mutating func tap(at point: Point, _ layout: HistoryLayout) -> [ScreenOutcome] {
        switch layout.target(at: point) {
        case .box(let index) where !isChoosing:
            choice = index
            select()
        case .row(let index), .box(let index):
            guard index != choice else { return open() }
            choice = index
        case .answer, .item, nil: break
        }
        return []
    }
}
