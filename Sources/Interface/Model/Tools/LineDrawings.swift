// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The drawings on the delay line. Each is copied to all clips that contain its picture, both those on the card and those to come.
struct LineDrawings: Hashable, Sendable {
    /// The ids of these drawings on clips begin here, so that none equals the id of a drawing that was made on the clip itself.
    static let firstID = 500_000
    /// The number of entries that are kept. The line forgets old footage, and so do the drawings.
    private static let most = 200

    private struct Entry: Hashable, Sendable {
        /// The drawing after the change, with its span in seconds on the common clock; without points if it was erased; `nil` if only
        /// standing lines were changed.
        var annotation: Annotation?
        /// The time of the picture that it was drawn on, in seconds on the common clock.
        var place: Double?
        /// The standing lines before the change; `nil` if they weren't changed.
        var lines: [Annotation]?
        var deed: String
    }

    /// The state before the newest change.
    struct Undone {
        /// The drawing that was changed, and its earlier state, which is `nil` if it didn't exist.
        var drawing: (id: Int, before: LineDrawing?)?
        var lines: [Annotation]?
        var deed: String
    }

    /// The changes in their order; the last entry of an id counts.
    private var entries: [Entry] = []
    private var count = 0
    /// The number of entries when each mark was set, the newest mark last.
    private var countsAtMarks: [Int] = []

    /// The drawings as they are shown in the line.
    var seen: [Annotation] { all.map(\.annotation) }

    var all: [LineDrawing] {
        var found: [LineDrawing] = []
        for entry in entries {
            guard let annotation = entry.annotation else { continue }
            let place = found.first { $0.annotation.id == annotation.id }?.place ?? entry.place
            found.removeAll { $0.annotation.id == annotation.id }
            found.append(LineDrawing(annotation: annotation, place: place))
        }
        return found.filter(\.annotation.isWhole)
    }

    /// The words for the change that Undo takes back.
    var newest: String? { entries.last?.deed }
    /// True if that change was made after the newest mark.
    var isAfterTheMark: Bool { entries.count > countsAtMarks.last ?? 0 }

    mutating func newID() -> Int {
        count += 1
        return Self.firstID + count
    }

    /// - Parameters:
    ///   - annotation: the drawing, without points if it is erased.
    ///   - place: the time of the picture that it was drawn on, in seconds on the common clock.
    mutating func note(_ annotation: Annotation, at place: Double?, deed: String) {
        add(Entry(annotation: annotation, place: place, deed: deed))
    }

    /// Notes that standing lines were changed on a picture of the line.
    /// - Parameter joins: true if the change is part of the newest one.
    mutating func note(lines before: [Annotation], deed: String, joins: Bool) {
        if joins, !entries.isEmpty { entries[entries.count - 1].lines = before } else { add(Entry(lines: before, deed: deed)) }
    }

    /// Notes that a mark was set: Undo takes the mark back before what was drawn until now.
    mutating func noteMark() {
        if countsAtMarks.count == Self.most { countsAtMarks.removeFirst() }
        countsAtMarks.append(entries.count)
    }

    /// Notes that the newest mark was taken back: the mark before it is the newest now.
    mutating func noteMarkTakenBack() { _ = countsAtMarks.popLast() }

    mutating func undo() -> Undone? {
        guard let last = entries.popLast() else { return nil }
        countsAtMarks = countsAtMarks.map { min($0, entries.count) }
        let drawing = last.annotation.map { annotation in (annotation.id, all.first { $0.annotation.id == annotation.id }) }
        return Undone(drawing: drawing, lines: last.lines, deed: last.deed)
    }

    private mutating func add(_ entry: Entry) {
        entries.append(entry)
        guard entries.count > Self.most else { return }
        entries.removeFirst()
        countsAtMarks = countsAtMarks.map { max(0, $0 - 1) }
    }
}

/// A drawing on the delay line.
struct LineDrawing: Hashable, Sendable {
    /// The drawing, with its span in seconds on the common clock.
    var annotation: Annotation
    /// The time of the picture that it was drawn on, in seconds on the common clock.
    var place: Double?

    /// Returns the drawing on a clip of the line, where its span counts from the clip's first picture, or `nil` if the clip doesn't have
    /// it.
    func moved(to plan: ClipPlan, _ record: ClipRecord) -> Annotation? {
        guard let start = plan.start(of: record) else { return nil }
        // A drawing that is always shown goes to the clips that have its picture.
        if annotation.span == nil, let place, !(start...start + record.seconds).contains(place) { return nil }
        return annotation.moved(by: start, within: record.seconds)
    }
}

extension Context {
    /// Notes that a drawing on the line was made, changed or erased, and changes it on the clips that have it.
    mutating func noteLineDrawing(_ annotation: Annotation, at place: Double?, deed: String) -> [Effect] {
        lineDrawings.note(annotation, at: place, deed: deed)
        return filed(spread(annotation.id))
    }

    /// The words for what Undo takes back while the line is shown: what was drawn since the newest mark, then that mark as long as it can
    /// be taken back, then what was drawn before it.
    var lineUndo: String? {
        let mark = lineDrawings.isAfterTheMark ? nil : sessions.undoableMark
        return mark.map(Strings.markSet) ?? lineDrawings.newest
    }

    /// Undoes the newest change that was made while the line was shown.
    mutating func undoInLine(at now: Timestamp) -> [Effect] {
        if !lineDrawings.isAfterTheMark, sessions.undoableMark != nil { return undoMark(at: now) }
        guard let undone = lineDrawings.undo() else { return [] }
        say(Strings.undone(undone.deed), at: now)
        var effects = undone.drawing.map { filed(spread($0.id)) } ?? []
        if let before = undone.lines {
            lines.lines = before
            effects.append(keepLines())
        }
        return effects
    }

    /// Gives a clip that has reached the card what was drawn on its footage, and timed in it, before.
    func lineNotes(for record: ClipRecord, of ref: SessionRef) -> [Effect] {
        guard let state = sessions.all.first(where: { $0.ref == ref }), let entry = state.entries.first(where: { $0.plan.number == record.number })
        else { return [] }
        var judgement = record.judgement
        for annotation in lineDrawings.all.compactMap({ $0.moved(to: entry.plan, record) }) where judgement.annotations.count < Annotation.most {
            judgement.annotations = judgement.annotations.replacing(annotation)
        }
        if judgement.phases.isEmpty { judgement.phases = lineTimes(of: entry.plan, record) }
        guard judgement != record.judgement else { return [] }
        return [.card(.journal(ref, .judged(clip: record.number, judgement)))]
    }

    /// Files the sessions again in which nobody shoots any more, so that their records and pages have what was decided later.
    func filed(_ effects: [Effect]) -> [Effect] {
        var refs: [SessionRef] = []
        for case .card(.journal(let ref, _)) in effects where ref != sessions.session.ref && !refs.contains(ref) { refs.append(ref) }
        return effects + refs.map { .card(.file($0)) }
    }

    /// Changes a drawing of the line on the clips that have it.
    private func spread(_ id: Int) -> [Effect] {
        let drawing = lineDrawings.all.first { $0.annotation.id == id }
        return sessions.all.flatMap { state in
            state.entries.compactMap { entry -> Effect? in
                // A clip from before this run may have a drawing of its own with this id.
                guard case .written(let record) = entry.state, entry.plan.start(of: record) != nil else { return nil }
                var judgement = record.judgement
                judgement.annotations.removeAll { $0.id == id }
                if let moved = drawing?.moved(to: entry.plan, record) { judgement.annotations.append(moved) }
                guard judgement != record.judgement, judgement.annotations.count <= Annotation.most else { return nil }
                return .card(.journal(state.ref, .judged(clip: record.number, judgement)))
            }
        }
    }
}

extension ClipPlan {
    /// Returns the time of the clip's first picture, in seconds on the common clock. A clip that was cut short lacks its beginning, never
    /// its end.
    /// - Returns: `nil` if the clip isn't footage of this run's line: a continued session brought it along, or it is a part of another
    ///   clip.
    func start(of record: ClipRecord) -> Double? {
        guard kind != .part, from < through else { return nil }
        return record.isCutShort ? through.secondsOnTheClock - record.seconds : from.secondsOnTheClock
    }
}

extension Timestamp {
    fileprivate var secondsOnTheClock: Double { Timestamp.zero.duration(to: self).inSeconds }
}
