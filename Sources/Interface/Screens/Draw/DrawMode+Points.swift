// SPDX-License-Identifier: GPL-3.0-or-later

import Core

// Makes a drawing point by point, or as a stroke that follows the cursor.
extension DrawMode {
    /// Handles a push of the knob, or a finger that comes up.
    mutating func push(on playback: any Playback, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        let place = cursor.position(at: now)
        let pictures = pictures(on: playback, in: context, at: now)
        if let grasp {
            self.grasp = nil
            var changed = grasp.annotation
            let map = pictures[grasp.picture].map
            changed.points[grasp.point] = map.picture(changed.snapped(place, point: grasp.point, map).point)
            return keep(changed, on: pictures[grasp.picture], deed: Strings.pointMoved(changed.kind), in: &context, at: now)
        }
        guard var draft else { return begin(at: place, pictures, on: playback, in: &context, at: now) }
        if draft.isPenDown { return end(draft, on: playback, in: &context, at: now) }
        let map = pictures[draft.picture].map
        let next = draft.annotation.snapped(place, point: draft.annotation.points.count, map).point
        draft.annotation.points.append(map.picture(next))
        self.draft = draft
        return draft.annotation.kind.pointCount == draft.annotation.points.count || draft.annotation.points.count >= Annotation.mostPoints
            ? end(draft, on: playback, in: &context, at: now) : []
    }

    /// Begins a new drawing with its first point, or takes a point of an existing one.
    private mutating func begin(
        at place: Point, _ pictures: [DrawnPicture], on playback: any Playback, in context: inout Context, at now: Timestamp
    ) -> [ScreenOutcome] {
        if let near = point(near: place, within: Self.reach, on: playback, in: context, at: now) {
            grasp = near
            cursor.move(to: pictures[near.picture].map.canvas(near.annotation.points[near.point]))
            return []
        }
        guard let index = picture(at: place, pictures) else { return [] }
        let picture = pictures[index]
        guard picture.own(in: context).count < Annotation.most else { return [.toast(Strings.drawingIsFull)] }
        let pen = context.pen
        var annotation = Annotation(id: -1, kind: pen.kind, points: [picture.map.picture(place)], ink: pen.ink, width: pen.width)
        annotation.span = span(from: picture.seconds, on: playback, in: context)
        if pen.kind == .text {
            annotation.text = pen.words ?? context.settings.wordsToDraw.first ?? ""
            return keep(annotation, on: picture, deed: Strings.drawn(.text), in: &context, at: now)
        }
        draft = Draft(annotation: annotation, picture: index, isPenDown: pen.kind == .freehand)
        return []
    }

    /// Returns the span in which a drawing is shown: from its picture on, for the time that is set. Returns `nil` if it is always shown.
    func span(from seconds: Double?, on playback: any Playback, in context: Context) -> ClosedRange<Double>? {
        guard let seconds, context.settings.drawingSeconds > 0 else { return nil }
        let first = max(0, seconds - playback.transport.interval.inSeconds / 2)
        return first...first + context.settings.drawingSeconds
    }

    /// Extends the stroke to the cursor.
    mutating func follow(on playback: any Playback, in context: Context, at now: Timestamp) {
        guard let draft, draft.isPenDown else { return }
        let map = pictures(on: playback, in: context, at: now)[draft.picture].map
        let place = cursor.position(at: now)
        guard let last = draft.annotation.points.last, (map.canvas(last) - place).length >= Self.strokeStep else { return }
        self.draft?.annotation.points.append(map.picture(place))
        // An endless stroke is thinned out as it grows.
        if draft.annotation.points.count > 4 * Annotation.mostPoints { thin(map) }
    }

    private mutating func thin(_ map: PictureMap) {
        guard let points = draft?.annotation.points.map(map.canvas) else { return }
        var error = Self.strokeError
        var path = points.simplified(within: error)
        while path.count > Annotation.mostPoints {
            error *= 1.5
            path = points.simplified(within: error)
        }
        draft?.annotation.points = path.map(map.picture)
    }

    mutating func end(_ draft: Draft, on playback: any Playback, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        let picture = pictures(on: playback, in: context, at: now)[draft.picture]
        if draft.isPenDown {
            follow(on: playback, in: context, at: now)
            thin(picture.map)
        }
        let annotation = self.draft?.annotation ?? draft.annotation
        self.draft = nil
        guard annotation.isWhole else { return [] }
        return keep(annotation, on: picture, deed: Strings.drawn(annotation.kind), in: &context, at: now)
    }

    /// Takes one step back: a point, the whole stroke, or the screen.
    mutating func stepBack() -> [ScreenOutcome] {
        if grasp != nil {
            grasp = nil
        } else if var draft {
            draft.annotation.points.removeLast()
            self.draft = draft.isPenDown || draft.annotation.points.isEmpty ? nil : draft
        } else {
            return [.back]
        }
        return []
    }
}

extension Annotation {
    /// Returns where a point of the drawing lies if the cross is at a place: a line, or an arm of an angle, that is nearly upright or level
    /// becomes so.
    /// - Parameter point: the index of the point; the index after the last is that of the next point.
    /// - Returns: the point, and how and from which point it snapped, on the canvas; `snap` is `nil` if the point lies at the place itself.
    func snapped(_ place: Point, point: Int, _ map: PictureMap) -> (point: Point, snap: (PictureAngle.Snap, from: Point)?) {
        guard kind == .line || kind == .arrow || kind == .angle else { return (place, nil) }
        for neighbour in [point - 1, point + 1] where points.indices.contains(neighbour) {
            let from = map.canvas(points[neighbour])
            let (snapped, snap) = PictureAngle.snapped(place, from: from)
            if let snap { return (snapped, (snap, from)) }
        }
        return (place, nil)
    }
}
