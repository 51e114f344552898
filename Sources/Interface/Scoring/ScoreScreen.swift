// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The target face after STOP: a black circle, to scale, is put where each arrow hit.
///
/// Each placed arrow is in the book and on its way to the journal at once; what hasn't been placed is no arrow.
struct ScoreScreen: Screen, Hashable, Sendable {
    /// The end that is scored.
    let end: Int
    private(set) var axis = ScoreCircle.Axis.radius
    /// How many arrows the round asks for; `nil` in practice.
    private let asked: Int?
    /// How many arrows are asked for here: more on request.
    private(set) var wanted: Int
    /// Where the next arrow is put; it is seen while fewer are placed than wanted.
    private(set) var circle: ScoreCircle
    /// When the circle last moved, for the magnifier; `nil` for one that hasn't.
    private(set) var moved: Timestamp?
    /// The arrow that was just placed comes down.
    private(set) var landing: Stretch?
    /// STOP has said that nothing is placed yet; again before this, it skips.
    private var skipEnd: Timestamp?
    private var touch: Touch<ScoreTouch>?

    static let landingTime: Duration = .milliseconds(140)
    static let magnifierStay: Duration = .seconds(2)
    static let skipTime: Duration = .seconds(3)

    /// - Precondition: the book has this end.
    init(end: Int, of book: ScoreBook, settings: Settings, at now: Timestamp) {
        guard let record = book[end: end] else { preconditionFailure("the book has no end \(end)") }
        self.end = end
        asked = book.arrowsAsked(of: record)
        wanted = Self.wanted(asked, record)
        circle = ScoreCircle(inSpot: record.nextSpot)
    }

    /// What the round asks for, however many shots were marked; in practice an arrow a clip. Those that are placed already belong to it.
    private static func wanted(_ asked: Int?, _ end: EndRecord) -> Int {
        max(1, asked ?? min(end.clips.count, EndRecord.mostArrows), end.arrows.count)
    }

    /// Whether the circle is there to be moved.
    func isPlacing(_ end: EndRecord) -> Bool { end.arrows.count < wanted }

    // MARK: What a person does

    mutating func handle(_ input: ScreenInput, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        guard let book = context.desk.book, var record = book[end: end] else { return [.live] }
        let before = record
        let outcomes = follow(input, in: &record, of: book, context.settings, at: now)
        guard record != before else { return outcomes }
        context.desk.book?[end: end] = record
        return [.effect(.card(.journal(book.ref, .end(record))))] + outcomes
    }

    private mutating func follow(
        _ input: ScreenInput, in end: inout EndRecord, of book: ScoreBook, _ settings: Settings,
        at now: Timestamp
    ) -> [ScreenOutcome] {
        switch input {
        case .turned(let detents, let speed):
            move(end, at: now) { circle, axis in circle.turn(axis, by: detents, speed, on: end.face) }
        case .pressed(.up), .repeated(.up): move(end, at: now) { circle, _ in circle.nudge(up: 1, on: end.face) }
        case .pressed(.down), .repeated(.down): move(end, at: now) { circle, _ in circle.nudge(up: -1, on: end.face) }
        case .pressed(.knob): if isPlacing(end) { axis = axis.next(on: end.face) }
        case .pressed(.mark): return place(in: &end, settings, at: now)
        case .pressed(.right): return miss(in: &end)
        case .pressed(.left): return undo(in: &end, at: now)
        case .tapped(.stop): return save(&end, of: book, at: now)
        case .held(.stop): return [.live]
        case .touchDown(let point):
            let target = ScoreTouch(at: point, on: ScoreLayout(Look(settings), end.face), circle: circle)
            touch = Touch(target, at: point, slop: ScoreTouch.slop, at: now)
        case .touchMoved(let point):
            touch?.move(to: point, at: now)
            if let place = touch?.dragged(on: ScoreLayout(Look(settings), end.face)) { put(onSheet: place, end, at: now) }
        case .touchUp:
            guard let touch = touch.lift() else { break }
            return lift(touch, in: &end, of: book, settings, at: now)
        default: break
        }
        return []
    }

    private mutating func move(_ end: EndRecord, at now: Timestamp, _ change: (inout ScoreCircle, ScoreCircle.Axis) -> Void) {
        guard isPlacing(end) else { return }
        change(&circle, axis)
        moved = now
    }

    // MARK: Arrows

    private mutating func place(in end: inout EndRecord, _ settings: Settings, at now: Timestamp) -> [ScreenOutcome] {
        guard isPlacing(end) else {
            guard end.arrows.count < EndRecord.mostArrows else { return [.toast(Strings.Score.noMoreArrows)] }
            wanted = end.arrows.count + 1
            return []
        }
        let isSecond = end.face.twoInASpot == .lowerCounts && end.arrows.contains { $0.spot == circle.spot && $0.isHit }
        add(circle.spot, circle.place, to: &end)
        landing = settings.hasReducedMotion ? nil : Stretch(now, for: Self.landingTime)
        return isSecond ? [.toast(Strings.Score.twoInASpot)] : []
    }

    private mutating func miss(in end: inout EndRecord) -> [ScreenOutcome] {
        guard isPlacing(end) else { return [.toast(Strings.Score.allPlacedAdvice)] }
        add(end.nextSpot, nil, to: &end)
        landing = nil
        return []
    }

    private mutating func add(_ spot: Int, _ place: FacePoint?, to end: inout EndRecord) {
        end.arrows.append(PlacedArrow(number: end.arrows.count + 1, spot: spot, place: place, clip: end.nextClip))
        end.isDone = false
        circle = ScoreCircle(inSpot: end.nextSpot)
        moved = nil
        skipEnd = nil
        touch = nil
    }

    /// The last arrow is taken back, and the circle is where it was.
    private mutating func undo(in end: inout EndRecord, at now: Timestamp) -> [ScreenOutcome] {
        guard let last = end.arrows.popLast() else { return [.toast(Strings.Score.nothingToUndo)] }
        end.isDone = false
        circle = ScoreCircle(last, on: end.face)
        wanted = max(Self.wanted(asked, end), end.arrows.count + 1)
        moved = now
        landing = nil
        touch = nil
        return []
    }

    private mutating func save(_ end: inout EndRecord, of book: ScoreBook, at now: Timestamp) -> [ScreenOutcome] {
        if end.arrows.isEmpty {
            if let skipEnd, now < skipEnd { return [.back] }
            skipEnd = now + Self.skipTime
            return [.toast(Strings.Score.nothingPlaced)]
        }
        end.isDone = true
        return [.effect(.card(.file(book.ref))), .summary]
    }

    // MARK: By hand

    private mutating func put(onSheet place: FacePoint, _ end: EndRecord, at now: Timestamp) {
        move(end, at: now) { circle, _ in circle.put(onSheet: place, on: end.face) }
    }

    private mutating func lift(
        _ touch: Touch<ScoreTouch>, in end: inout EndRecord, of book: ScoreBook, _ settings: Settings,
        at now: Timestamp
    ) -> [ScreenOutcome] {
        let layout = ScoreLayout(Look(settings), end.face)
        switch touch.target {
        case .face:
            if touch.tapped != nil { put(onSheet: layout.face.place(at: touch.drag.start), end, at: now) }
        case .pill(let pill):
            // A finger may tremble on a pill as much as it likes, if only it is still on it.
            guard layout.pill(at: touch.drag.point) == pill else { break }
            switch pill {
            case .place: return place(in: &end, settings, at: now)
            case .miss: return miss(in: &end)
            case .undo: return undo(in: &end, at: now)
            case .save: return save(&end, of: book, at: now)
            case .skip: return [.live]
            }
        case .panel: break
        }
        return []
    }

    // MARK: What is seen

    /// In the panel: the face stays free.
    func toastPlace(in context: Context) -> ToastPlace {
        guard let record = context.desk.book?[end: end] else { return .foot(right: Areas.right) }
        let layout = ScoreLayout(Look(context.settings), record.face)
        return ToastPlace(column: layout.panel.x...layout.panel.maxX, bottom: layout.list.maxY)
    }

    func layers(in context: Context, at now: Timestamp) -> [Layer] {
        guard let book = context.desk.book, let record = book[end: end] else { return [] }
        let look = Look(context.settings)
        let drawing = ScoreDrawing(screen: self, end: record, book: book, layout: ScoreLayout(look, record.face), now: now)
        var layers = [Layer(.drawing(drawing.ground)), Layer(.drawing(drawing.panel))]
        if let landing, now < landing.end { layers.append(Layer(.drawing(drawing.landing(landing.progress(at: now))))) }
        guard isPlacing(record) else { return layers }
        layers.append(Layer(.drawing(drawing.circle)))
        let opacity = circle.isNearLine(on: record.face, shaft: record.shaft) ? 1 : 1 - (rest?.progress(at: now) ?? 1)
        if opacity > 0 { layers.append(Layer(.drawing(drawing.magnifier), placement: Placement(opacity: opacity))) }
        return layers
    }

    /// The magnifier goes once the circle has rested.
    private var rest: Stretch? { moved.map { Stretch($0 + Self.magnifierStay, for: Motion.fade) } }

    /// When the picture next changes by time alone.
    func nextChange(after seen: Timestamp) -> Timestamp? {
        [rest, landing].compactMap { $0?.nextChange(after: seen) }.min()
    }
}

extension EndRecord {
    /// The spot of the next arrow: they are shot in turn.
    var nextSpot: Int { arrows.count % face.spots.count }

    /// The clip of the next arrow: the nth arrow has the nth clip, or where a changed link took that away the first that is free.
    fileprivate var nextClip: Int? {
        guard arrows.count < clips.count else { return nil }
        let linked = Set(arrows.compactMap(\.clip))
        let own = clips[arrows.count]
        return linked.contains(own) ? clips.first { !linked.contains($0) } : own
    }
}
