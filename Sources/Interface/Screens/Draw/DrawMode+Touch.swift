// SPDX-License-Identifier: GPL-3.0-or-later

import Core

// Sets points with a finger or a mouse, where they are.
extension DrawMode {
    mutating func touchDown(_ point: Point, on playback: any Playback, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        let palette = PaletteBar(context, held)
        if palette.rect.contains(point) {
            touch = Touch(.palette, at: point, at: now)
            guard let choice = palette.choice(at: point) else { return [] }
            palette.take(choice, &context.pen)
            (held, draft) = (choice.held, choice.held == .kind ? nil : draft)
            return []
        }
        touch = Touch(.picture, at: point, slop: Self.touchSlop, at: now)
        cursor.move(to: point)
        if draft == nil, grasp == nil {
            if let near = self.point(near: point, within: Self.touchReach, on: playback, in: context, at: now) {
                grasp = near
            } else if context.pen.kind == .freehand || context.pen.kind.pointCount == 2 {
                // A freehand stroke and a drawing with two ends are drawn in one go.
                start = point
                return push(on: playback, in: &context, at: now)
            }
        }
        return []
    }

    mutating func touchMoved(_ point: Point, on playback: any Playback, in context: Context, at now: Timestamp) {
        touch?.move(to: point, at: now)
        guard touch?.target == .picture else { return }
        cursor.move(to: point)
        follow(on: playback, in: context, at: now)
    }

    mutating func touchUp(on playback: any Playback, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        guard let lifted = touch.lift(), lifted.target == .picture else { return [] }
        // A tap set the first point as the finger went down, and the next tap sets the second.
        let isFirst = draft.map { $0.annotation.points.count == 1 && $0.annotation.kind.pointCount == 2 } ?? false
        if isFirst, !lifted.drag.hasStrayed, lifted.drag.start == start { return [] }
        return push(on: playback, in: &context, at: now)
    }
}
