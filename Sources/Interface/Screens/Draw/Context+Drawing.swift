// SPDX-License-Identifier: GPL-3.0-or-later

import Core

// Keeps drawings: on a clip in its judgement, on the line until its clips are there, and standing lines, which stay on every picture, on
// the card.
extension Context {
    /// Keeps a drawing that is finished or was changed.
    /// - Parameter deed: the words for the change, for Undo.
    mutating func keep(_ annotation: Annotation, on picture: DrawnPicture, deed: String, at now: Timestamp) -> [ScreenOutcome] {
        if annotation.isStanding {
            let before = lines.lines
            guard lines.keep(annotation, on: picture) else { return [.toast(Strings.drawingIsFull)] }
            return noteLines(before, deed, on: picture)
        }
        guard annotation.id >= 0 || picture.own(in: self).count < Annotation.most else { return [.toast(Strings.drawingIsFull)] }
        var annotation = annotation
        switch picture.subject {
        case .clip(let key):
            guard let known = desk.book?.clip(key.number)?.judgement.annotations else { return [] }
            if annotation.id < 0 { annotation.id = known.filter { $0.id < LineEdits.firstID }.nextID }
            return judge(key, known.replacing(annotation), deed)
        case .line:
            if annotation.id < 0 { annotation.id = lineEdits.newID() }
            return .effects(noteLineDrawing(annotation, at: picture.seconds, deed: deed))
        }
    }

    mutating func erase(_ annotation: Annotation, on picture: DrawnPicture, at now: Timestamp) -> [ScreenOutcome] {
        let deed = Strings.erased(annotation.kind)
        if annotation.isStanding {
            let before = lines.lines
            lines.lines.removeAll { $0.id == annotation.id }
            return noteLines(before, deed, on: picture) + [.toast(deed, undo: .tools)]
        }
        return remove(annotation, from: picture, deed) + [.toast(deed, undo: .tools)]
    }

    /// Keeps a drawing of one picture for all pictures. A drawing that is kept for all becomes this picture's own again. Undo takes either
    /// back in one step.
    mutating func keepForAll(_ annotation: Annotation, on picture: DrawnPicture, span: ClosedRange<Double>?, at now: Timestamp) -> [ScreenOutcome] {
        let before = lines.lines
        var moved = annotation
        moved.id = -1
        if annotation.isStanding {
            guard picture.own(in: self).count < Annotation.most else { return [.toast(Strings.drawingIsFull)] }
            moved.span = span
            let deed = Strings.noLongerKept(annotation.kind)
            let kept = keep(moved, on: picture, deed: deed, at: now)
            lines.lines.removeAll { $0.id == annotation.id }
            return kept + noteLines(before, deed, on: picture, joins: !kept.isEmpty) + [.toast(deed, undo: .tools)]
        }
        guard lines.keep(moved, on: picture) else { return [.toast(Strings.drawingIsFull)] }
        lines.isOn = true
        let deed = Strings.keptForAll(annotation.kind)
        let removed = remove(annotation, from: picture, deed)
        return removed + noteLines(before, deed, on: picture, joins: !removed.isEmpty) + [.toast(deed, undo: .tools)]
    }

    private mutating func remove(_ annotation: Annotation, from picture: DrawnPicture, _ deed: String) -> [ScreenOutcome] {
        switch picture.subject {
        case .clip(let key):
            let known = desk.book?.clip(key.number)?.judgement.annotations ?? []
            return judge(key, known.filter { $0.id != annotation.id }, deed)
        case .line:
            var gone = annotation
            gone.points = []
            return .effects(noteLineDrawing(gone, at: picture.seconds, deed: deed))
        }
    }

    /// - Parameters:
    ///   - before: the standing lines before the change.
    ///   - joins: true if the change is part of the newest one.
    private mutating func noteLines(_ before: [Annotation], _ deed: String, on picture: DrawnPicture, joins: Bool = false) -> [ScreenOutcome] {
        let change = SessionEdit.Change(before: before, after: lines.lines)
        switch picture.subject {
        case .clip where joins: joinNewest(change)
        case .clip: note(SessionEdit(words: deed, lines: change))
        case .line: lineEdits.note(change, deed: deed, joins: joins)
        }
        return [.effect(keepLines())]
    }

    /// Saves a clip's drawings without a toast: a stroke is visible and needs no words.
    private mutating func judge(_ key: ClipKey, _ annotations: [Annotation], _ deed: String) -> [ScreenOutcome] {
        judge([key.number], .drawn(annotations, deed)).filter { if case .toast = $0 { false } else { true } }
    }
}

extension Annotation {
    /// True if the drawing is a standing line, which stays on every picture.
    var isStanding: Bool { id >= StandingLines.firstID }
}

extension StandingLines {
    /// - Returns: true if there was room for it.
    fileprivate mutating func keep(_ annotation: Annotation, on picture: DrawnPicture) -> Bool {
        keep(annotation, isLeftHanded: picture.isLeftHanded, picture.map.orientation) != nil
    }
}

extension DrawnPicture {
    /// Returns the drawings on it that are visible at its time.
    func visible(in context: Context) -> [Annotation] {
        annotations(in: context).filter { annotation in
            guard let seconds else { return annotation.span == nil }
            return annotation.opacity(at: seconds) > 0
        }
    }

    /// Returns the distance of a drawing from a place on the canvas.
    func distance(of annotation: Annotation, from place: Point) -> Double {
        let points = annotation.points.map(map.canvas)
        guard let first = points.first else { return .infinity }
        if annotation.kind == .circle, points.count > 1 { return abs((place - first).length - (points[1] - first).length) }
        guard points.count > 1 else { return (place - first).length }
        return zip(points, points.dropFirst()).map { place.distance(fromSegment: $0, $1) }.min() ?? .infinity
    }
}
