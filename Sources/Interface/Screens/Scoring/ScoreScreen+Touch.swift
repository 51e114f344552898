// SPDX-License-Identifier: GPL-3.0-or-later

import Core

// Handles fingers: one puts the held arrow on the face, or chooses another one.
extension ScoreScreen {
    private mutating func put(onSheet place: FacePoint, _ end: EndRecord, at now: Timestamp) {
        change(end, at: now) { $0.put(onSheet: place, in: end) }
    }

    mutating func followFinger(
        _ input: ScreenInput, in end: inout EndRecord, of book: ScoreBook, _ settings: Settings, at now: Timestamp
    ) -> [ScreenOutcome] {
        switch input {
        case .touchDown(let point):
            let layout = layout(Theme(settings), end, at: now)
            touch = Touch(ScoreTouch(at: point, on: layout, held: held), at: point, slop: ScoreTouch.slop, at: now)
        case .touchMoved(let point):
            touch?.move(to: point, at: now)
            if let place = touch?.dragged(on: layout(Theme(settings), end, at: now)) { put(onSheet: place, end, at: now) }
        case .touchUp:
            guard let touch = touch.lift() else { break }
            return lift(touch, in: &end, of: book, settings, at: now)
        default: break
        }
        return []
    }

    private mutating func lift(
        _ touch: Touch<ScoreTouch>, in end: inout EndRecord, of book: ScoreBook, _ settings: Settings,
        at now: Timestamp
    ) -> [ScreenOutcome] {
        let layout = layout(Theme(settings), end, at: now)
        guard let tapped = touch.tapped else { return [] }
        switch tapped {
        case .face: put(onSheet: layout.face.place(at: touch.drag.start), end, at: now)
        case .sheet: put(onSheet: layout.sheet.place(at: touch.drag.start), end, at: now)
        case .tile: return mark(in: &end, of: book, settings, at: now)
        case .axis(let axis): change(end, at: now) { $0.hold(axis, in: end) }
        case .cell(let index): choose(index, of: end, in: book, at: now)
        case .nothing: break
        }
        return []
    }
}
