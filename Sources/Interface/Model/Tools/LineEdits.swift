// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The edits of the delay line: marks, drawings, and the phases of shots. Each drawing is copied to all clips that contain its picture, both
/// those on the card and those to come.
struct LineEdits: Hashable, Sendable {
    /// The ids of these drawings on clips begin here, so that none equals the id of a drawing that was made on the clip itself.
    static let firstID = 500_000
    /// The number of edits that are kept. The line forgets old footage, and so do the drawings.
    private static let most = 1000

    struct Edit: Hashable, Sendable {
        var deed: String
        /// The mark that was set, in the session with this reference.
        var mark: SetMark?
        /// The drawing after the change, with its span in seconds on the common clock; without points if it was erased.
        var annotation: Annotation?
        /// The time of the picture that it was drawn on, in seconds on the common clock.
        var place: Double?
        var lines: SessionEdit.Change<[Annotation]>?
        var phases: TimedShot?

        init(deed: String, mark: SetMark? = nil, annotation: Annotation? = nil, place: Double? = nil, phases: TimedShot? = nil) {
            (self.deed, self.mark, self.annotation, self.place, self.phases) = (deed, mark, annotation, place, phases)
        }
    }

    /// A mark, with the state of its session when it was set.
    struct SetMark: Hashable, Sendable {
        var mark: Mark
        var session: SessionRef
        /// The number of entries that belonged to ends that were over. A later STOP makes it another number.
        var restedEntries: Int
        /// The time at which its clip begins.
        var clipStart: Timestamp
    }

    /// The phases of one of the line's shots.
    struct TimedShot: Hashable, Sendable {
        var shot: Int
        var marks: SessionEdit.Change<[PhaseMark]>
    }

    private(set) var history = EditHistory<Edit>(limit: most)
    private var count = 0

    /// The drawings as they are shown in the line.
    var seen: [Annotation] { all.map(\.annotation) }

    var all: [LineDrawing] {
        var found: [LineDrawing] = []
        for edit in history.done {
            guard let annotation = edit.annotation else { continue }
            let place = found.first { $0.annotation.id == annotation.id }?.place ?? edit.place
            found.removeAll { $0.annotation.id == annotation.id }
            found.append(LineDrawing(annotation: annotation, place: place))
        }
        return found.filter(\.annotation.isWhole)
    }

    mutating func newID() -> Int {
        count += 1
        return Self.firstID + count
    }

    mutating func note(_ edit: Edit) { history.note(edit) }

    /// Notes that standing lines were changed on a picture of the line.
    /// - Parameter joins: true if the change is part of the newest one.
    mutating func note(_ lines: SessionEdit.Change<[Annotation]>, deed: String, joins: Bool) {
        if !joins || history.newest == nil { history.note(Edit(deed: deed)) }
        history.updateNewest { $0.lines = lines }
    }

    mutating func undo(where isMeant: (Edit) -> Bool) -> Edit? { history.undo(where: isMeant) }

    mutating func redo(where isMeant: (Edit) -> Bool = { _ in true }) -> Edit? { history.redo(where: isMeant) }

    /// Notes that the mark that was redone last has another number now.
    mutating func renumber(_ set: SetMark) {
        history.updateNewest { ($0.mark, $0.deed) = (set, Strings.markSet(set.mark.number)) }
    }

    /// Forgets a mark that was withdrawn by MARK itself. It can't be redone.
    mutating func forget(mark number: Int, of session: SessionRef) {
        history.keep { edit in edit.mark.map { $0.mark.number != number || $0.session != session } ?? true }
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
    /// - Parameters:
    ///   - annotation: the drawing, without points if it is erased.
    ///   - place: the time of the picture that it was drawn on, in seconds on the common clock.
    mutating func noteLineDrawing(_ annotation: Annotation, at place: Double?, deed: String) -> [Effect] {
        dropOutdatedToast()
        lineEdits.note(LineEdits.Edit(deed: deed, annotation: annotation, place: place))
        return filed(spread(annotation.id))
    }

    /// Gives a clip that has reached the card what was drawn on its footage, and timed in it, before.
    func lineNotes(for record: ClipRecord, of ref: SessionRef) -> [Effect] {
        guard let state = sessions.all.first(where: { $0.ref == ref }), let entry = state.entries.first(where: { $0.plan.number == record.number })
        else { return [] }
        var judgement = record.judgement
        for annotation in lineEdits.all.compactMap({ $0.moved(to: entry.plan, record) }) where judgement.annotations.count < Annotation.most {
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
    func spread(_ id: Int) -> [Effect] {
        let drawing = lineEdits.all.first { $0.annotation.id == id }
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
