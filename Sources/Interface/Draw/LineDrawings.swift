// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// What was drawn on the delay line. Each drawing goes with the clips that have its picture, those that are on the card and those that come.
struct LineDrawings: Hashable, Sendable {
    /// Their ids on clips begin here, so that none is that of a drawing which was made on the clip itself.
    static let firstID = 500_000
    /// The line forgets, and so does this.
    private static let most = 200

    private struct Entry: Hashable, Sendable {
        /// Its span is on the common clock, in seconds.
        var annotation: Annotation
        var deed: String
    }

    /// What has been drawn and changed, one after the other; the last entry of an id counts.
    private var entries: [Entry] = []
    private var count = 0

    /// As they are seen in the line.
    var seen: [Annotation] {
        var all: [Annotation] = []
        for entry in entries { all = all.replacing(entry.annotation) }
        return all.filter(\.isWhole)
    }

    /// What Undo would take back.
    var newest: String? { entries.last?.deed }

    mutating func newID() -> Int {
        count += 1
        return Self.firstID + count
    }

    /// - Parameter annotation: without points it is erased.
    mutating func note(_ annotation: Annotation, deed: String) {
        entries.append(Entry(annotation: annotation, deed: deed))
        if entries.count > Self.most { entries.removeFirst() }
    }

    /// - Returns: the drawing that was changed last and what had been done, and how it was before: `nil` if it wasn't there.
    mutating func undo() -> (id: Int, before: Annotation?, deed: String)? {
        guard let last = entries.popLast() else { return nil }
        let before = entries.last { $0.annotation.id == last.annotation.id }?.annotation
        return (last.annotation.id, before.flatMap { $0.isWhole ? $0 : nil }, last.deed)
    }
}

extension Context {
    /// Something was drawn on the line, changed or erased: the clips that have it are changed with it.
    mutating func noteLineDrawing(_ annotation: Annotation, deed: String) -> [Effect] {
        lineDrawings.note(annotation, deed: deed)
        return spread(annotation.id, annotation.isWhole ? annotation : nil)
    }

    /// What was drawn on the line last is as it was before.
    mutating func undoLineDrawing(at now: Timestamp) -> [Effect] {
        guard let undone = lineDrawings.undo() else { return [] }
        say(Strings.undone(undone.deed), at: now)
        return spread(undone.id, undone.before)
    }

    /// A clip is on the card: it takes what was drawn on its footage, and timed of it, before.
    func lineNotes(for record: ClipRecord, of ref: SessionRef) -> [Effect] {
        guard let state = sessions.all.first(where: { $0.ref == ref }), let entry = state.entries.first(where: { $0.plan.number == record.number })
        else { return [] }
        let drawn = lineDrawings.seen.compactMap { $0.moved(to: entry.plan, record) }
        var judgement = record.judgement
        for annotation in drawn { judgement.annotations = judgement.annotations.replacing(annotation) }
        if judgement.phases.isEmpty { judgement.phases = lineTimes(of: entry.plan, record) }
        guard judgement != record.judgement else { return [] }
        return [.card(.journal(ref, .judged(clip: record.number, judgement)))]
    }

    /// - Parameter annotation: `nil`: it is gone.
    private func spread(_ id: Int, _ annotation: Annotation?) -> [Effect] {
        sessions.all.flatMap { state in
            state.entries.compactMap { entry -> Effect? in
                guard case .written(let record) = entry.state else { return nil }
                var judgement = record.judgement
                judgement.annotations.removeAll { $0.id == id }
                if let moved = annotation?.moved(to: entry.plan, record) { judgement.annotations.append(moved) }
                guard judgement != record.judgement, judgement.annotations.count <= Annotation.most else { return nil }
                return .card(.journal(state.ref, .judged(clip: record.number, judgement)))
            }
        }
    }
}

extension Annotation {
    /// On a clip of the line: its span counts from the clip's first picture. `nil`: the clip doesn't have it.
    fileprivate func moved(to plan: ClipPlan, _ record: ClipRecord) -> Annotation? {
        moved(by: plan.start(of: record), within: record.seconds)
    }
}

extension ClipPlan {
    /// When the clip's first picture was taken, in seconds on the common clock. A clip that was cut short lacks its beginning, never its end.
    func start(of record: ClipRecord) -> Double {
        record.isCutShort ? through.secondsOnTheClock - record.seconds : from.secondsOnTheClock
    }
}

extension Timestamp {
    fileprivate var secondsOnTheClock: Double { Timestamp.zero.duration(to: self).inSeconds }
}
