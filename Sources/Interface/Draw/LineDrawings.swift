// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// What was drawn on the delay line. Each drawing goes with the clips that have its picture, those that are on the card and those that come.
struct LineDrawings: Hashable, Sendable {
    /// Their ids on clips begin here, so that none is that of a drawing which was made on the clip itself.
    static let firstID = 500_000
    /// The line forgets, and so does this.
    private static let most = 200

    private struct Entry: Hashable, Sendable {
        /// What was drawn or changed, its span on the common clock, in seconds; without points it was erased. `nil`: only lines that stay changed.
        var annotation: Annotation?
        /// The picture it was drawn on, in seconds on the common clock.
        var place: Double?
        /// The lines that stay, as they were before; `nil`: they weren't changed with it.
        var lines: [Annotation]?
        var deed: String
    }

    /// How what was changed last had been.
    struct Undone {
        /// The drawing that was changed, and how it was: `nil` if it wasn't there.
        var drawing: (id: Int, before: LineDrawing?)?
        var lines: [Annotation]?
        var deed: String
    }

    /// What has been drawn and changed, one after the other; the last entry of an id counts.
    private var entries: [Entry] = []
    private var count = 0
    /// So many of them were there when each mark was set, the newest last.
    private var countsAtMarks: [Int] = []

    /// As they are seen in the line.
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

    /// What Undo would take back.
    var newest: String? { entries.last?.deed }
    /// That was done after the newest mark.
    var isAfterTheMark: Bool { entries.count > countsAtMarks.last ?? 0 }

    mutating func newID() -> Int {
        count += 1
        return Self.firstID + count
    }

    /// - Parameters:
    ///   - annotation: without points it is erased.
    ///   - place: the picture it was drawn on, in seconds on the common clock.
    mutating func note(_ annotation: Annotation, at place: Double?, deed: String) {
        add(Entry(annotation: annotation, place: place, deed: deed))
    }

    /// Lines that stay were changed on a picture of the line.
    /// - Parameter joins: it is part of the newest deed.
    mutating func note(lines before: [Annotation], deed: String, joins: Bool) {
        if joins, !entries.isEmpty { entries[entries.count - 1].lines = before } else { add(Entry(lines: before, deed: deed)) }
    }

    /// A mark was set: Undo takes that back before what was drawn until now.
    mutating func noteMark() {
        if countsAtMarks.count == Self.most { countsAtMarks.removeFirst() }
        countsAtMarks.append(entries.count)
    }

    /// The newest mark was taken back: the one before it is the newest.
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

/// Something that was drawn on the delay line.
struct LineDrawing: Hashable, Sendable {
    /// Its span is on the common clock, in seconds.
    var annotation: Annotation
    /// The picture it was drawn on, in seconds on the common clock.
    var place: Double?

    /// On a clip of the line: its span counts from the clip's first picture. `nil`: the clip doesn't have it.
    func moved(to plan: ClipPlan, _ record: ClipRecord) -> Annotation? {
        guard let start = plan.start(of: record) else { return nil }
        // What is always seen is on the clips that have its picture.
        if annotation.span == nil, let place, !(start...start + record.seconds).contains(place) { return nil }
        return annotation.moved(by: start, within: record.seconds)
    }
}

extension Context {
    /// Something was drawn on the line, changed or erased: the clips that have it are changed with it.
    mutating func noteLineDrawing(_ annotation: Annotation, at place: Double?, deed: String) -> [Effect] {
        lineDrawings.note(annotation, at: place, deed: deed)
        return filed(spread(annotation.id))
    }

    /// What Undo takes back while the line is looked at: what was drawn since the newest mark, then that mark as long as it can be taken back,
    /// then what was drawn before it.
    var lineUndo: String? {
        let mark = lineDrawings.isAfterTheMark ? nil : sessions.undoableMark
        return mark.map(Strings.markSet) ?? lineDrawings.newest
    }

    /// What was done last while the line was looked at is as it was before.
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

    /// A clip is on the card: it takes what was drawn on its footage, and timed of it, before.
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

    /// Sessions that nobody shoots in any more are filed again, so that their records and pages have what was decided later.
    func filed(_ effects: [Effect]) -> [Effect] {
        var refs: [SessionRef] = []
        for case .card(.journal(let ref, _)) in effects where ref != sessions.session.ref && !refs.contains(ref) { refs.append(ref) }
        return effects + refs.map { .card(.file($0)) }
    }

    /// A drawing of the line is as it is now on the clips that have it.
    private func spread(_ id: Int) -> [Effect] {
        let drawing = lineDrawings.all.first { $0.annotation.id == id }
        return sessions.all.flatMap { state in
            state.entries.compactMap { entry -> Effect? in
                // A clip of before this run may have one with this id that is its own.
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
    /// When the clip's first picture was taken, in seconds on the common clock. A clip that was cut short lacks its beginning, never its end.
    /// - Returns: `nil` for one that isn't footage of this run's line: one that a continued session brought along, or a part of another clip.
    func start(of record: ClipRecord) -> Double? {
        guard kind != .part, from < through else { return nil }
        return record.isCutShort ? through.secondsOnTheClock - record.seconds : from.secondsOnTheClock
    }
}

extension Timestamp {
    fileprivate var secondsOnTheClock: Double { Timestamp.zero.duration(to: self).inSeconds }
}
