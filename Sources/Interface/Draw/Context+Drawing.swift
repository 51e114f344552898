// SPDX-License-Identifier: GPL-3.0-or-later

import Core

// What is drawn is kept: on a clip in its judgement, on the line until its clips are there, and what stays on every picture by the card.
extension Context {
    /// A drawing is whole, or was changed.
    /// - Parameter deed: what was done, for Undo.
    mutating func keep(_ annotation: Annotation, on picture: DrawnPicture, deed: String, at now: Timestamp) -> [ScreenOutcome] {
        if annotation.id >= StandingLines.firstID {
            guard lines.keep(annotation, isLeftHanded: picture.isLeftHanded) != nil else { return [.toast(Strings.drawingIsFull)] }
            return [.effect(.card(.keepLines(lines)))]
        }
        var annotation = annotation
        switch picture.subject {
        case .clip(let key):
            guard let known = desk.book?.clip(key.number)?.judgement.annotations else { return [] }
            if annotation.id < 0 { annotation.id = known.filter { $0.id < LineDrawings.firstID }.nextID }
            return judge(key, known.replacing(annotation), deed)
        case .line:
            if annotation.id < 0 { annotation.id = lineDrawings.newID() }
            return .effects(noteLineDrawing(annotation, deed: deed))
        }
    }

    mutating func erase(_ annotation: Annotation, on picture: DrawnPicture, at now: Timestamp) -> [ScreenOutcome] {
        let deed = Strings.erased(annotation.kind)
        if annotation.id >= StandingLines.firstID {
            lines.lines.removeAll { $0.id == annotation.id }
            return [.effect(.card(.keepLines(lines))), .toast(deed)]
        }
        switch picture.subject {
        case .clip(let key):
            let known = desk.book?.clip(key.number)?.judgement.annotations ?? []
            return judge(key, known.filter { $0.id != annotation.id }, deed) + [.toast(deed)]
        case .line:
            var gone = annotation
            gone.points = []
            return .effects(noteLineDrawing(gone, deed: deed)) + [.toast(deed)]
        }
    }

    /// A drawing of one picture is seen on all of them; one that was is the picture's own again.
    mutating func keepForAll(_ annotation: Annotation, on picture: DrawnPicture, span: ClosedRange<Double>?, at now: Timestamp) -> [ScreenOutcome] {
        let isStanding = annotation.id >= StandingLines.firstID
        var moved = annotation
        moved.id = -1
        if isStanding {
            lines.lines.removeAll { $0.id == annotation.id }
            moved.span = span
            let deed = Strings.noLongerKept(annotation.kind)
            return [.effect(.card(.keepLines(lines)))] + keep(moved, on: picture, deed: deed, at: now) + [.toast(deed)]
        }
        guard lines.keep(moved, isLeftHanded: picture.isLeftHanded) != nil else { return [.toast(Strings.drawingIsFull)] }
        lines.isOn = true
        return erase(annotation, on: picture, at: now) + [.effect(.card(.keepLines(lines))), .toast(Strings.keptForAll(annotation.kind))]
    }

    /// What was drawn last on a screen's footage, or corrected in its session, is as it was before.
    mutating func undoDrawing(on screen: any Screen, at now: Timestamp) -> [ScreenOutcome] {
        if let replay = screen as? ReplayScreen, replay.look != nil { return .effects(undoLineDrawing(at: now)) }
        return desk.undo()
    }

    /// A stroke needs no words: it is seen.
    private mutating func judge(_ key: ClipKey, _ annotations: [Annotation], _ deed: String) -> [ScreenOutcome] {
        desk.judge([key.number], .drawn(annotations, deed)).filter { if case .toast = $0 { false } else { true } }
    }
}

extension DrawnPicture {
    /// Those of its drawings that are seen now.
    func visible(in context: Context) -> [Annotation] {
        annotations(in: context).filter { annotation in
            guard let seconds else { return annotation.span == nil }
            return annotation.opacity(at: seconds) > 0
        }
    }

    /// How far a drawing is from a place on the canvas.
    func distance(of annotation: Annotation, from place: Point) -> Double {
        let points = annotation.points.map(map.canvas)
        guard let first = points.first else { return .infinity }
        if annotation.kind == .circle, points.count > 1 { return abs((place - first).length - (points[1] - first).length) }
        guard points.count > 1 else { return (place - first).length }
        return zip(points, points.dropFirst()).map { place.distance(fromSegment: $0, $1) }.min() ?? .infinity
    }
}
