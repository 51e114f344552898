// SPDX-License-Identifier: GPL-3.0-or-later

import Core

extension DrawMode {
    func spoken(on playback: any Playback, in context: Context, at now: Timestamp) -> Spoken {
        let title = Strings.word(of: Tool.draw)
        let pen = context.pen
        let kind = Strings.name(of: draft?.annotation.kind ?? grasp?.annotation.kind ?? pen.kind)
        let points = draft.flatMap { draft in
            let (kind, set) = (draft.annotation.kind, draft.annotation.points.count)
            return kind.pointCount.map { Strings.pointsLeft(kind, min($0, set + 1), of: $0) }
        }
        let guide: [ControlUse] = [.press(.knob), .press(.mark), .press(.stop)]
        switch held {
        case .kind: return Spoken(title, Strings.word(of: ActionLabel.penKind), state: [kind, points], guide: guide)
        case .ink:
            let index = Annotation.Ink.allCases.firstIndex(of: pen.ink) ?? 0
            return Spoken(title, Spoken.of(Strings.word(of: ActionLabel.penInk), index, of: Annotation.Ink.allCases.count), guide: guide)
        case .width:
            return Spoken(title, Spoken.of(Strings.word(of: ActionLabel.penWidth), pen.widthIndex, of: Annotation.widths.count), guide: guide)
        case .words:
            return Spoken(
                title, Strings.word(of: ActionLabel.penWords), state: [pen.words ?? context.settings.wordsToDraw.first, points], guide: guide)
        case .cursor:
            let place = cursor.position(at: now)
            let area = Canvas.bounds
            return Spoken(
                title, Strings.word(of: ActionLabel.cursorLeft), state: [points, points == nil ? kind : nil], guide: guide,
                answer: Strings.Spoken.at(left: place.x / max(1, area.width), top: place.y / max(1, area.height)))
        }
    }
}
