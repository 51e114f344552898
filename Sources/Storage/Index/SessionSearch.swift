// SPDX-License-Identifier: GPL-3.0-or-later

import Core

extension SessionSummary {
    /// The sizes of groups, in millimetres, and the holds, in seconds, that are believed: somebody may have edited the record.
    static let measures = 0.0...1e6

    /// Makes a session's line in the history.
    /// - Parameter bytes: the size of its folder.
    init(_ record: SessionRecord, name: String, bytes: Int64) {
        let scored = record.countedEnds.filter { !$0.arrows.isEmpty }
        let first = scored.first ?? record.ends.first
        let face = first?.face
        let placed = scored.filter { $0.face == face && $0.distance == first?.distance }.flatMap(\.arrows)
        // A group of arrows that were placed by their hours is an estimate, and can't be compared.
        let group = ArrowGroup(placed).flatMap { $0.isByHour || !Self.measures.contains($0.meanRadius) ? nil : $0.meanRadius }
        let holds = SessionPhases(record, named: name)?.holds(ofEnds: record.countedEnds.map(\.number))
        let hold = holds.flatMap { Self.measures.contains($0.mean) ? $0.mean : nil }
        self.init(
            name: name, id: record.header.id, number: record.header.number, started: record.header.started,
            notBefore: record.header.notBefore, faceID: face?.id, faceName: face?.name,
            round: record.ends.lazy.compactMap(\.round).first, archer: record.target?.archer, total: record.total,
            innerTens: record.innerTens, tens: record.tens, arrows: record.arrowCount, shot: record.shotCount,
            ends: scored.count, clips: record.keptClips.count,
            deletedClips: record.removableClips.count, likedClips: record.likedClips.count, unjudgedClips: record.unjudgedClips.count,
            notes: record.notes, bytes: bytes, isProtected: record.isProtected,
            continues: record.continues?.folder, distance: face == nil ? nil : first?.distance, groupMillimetres: group,
            grouped: group == nil ? 0 : placed.count { $0.place != nil }, holdSeconds: hold, holds: hold == nil ? 0 : holds?.count ?? 0)
    }
}

/// Finds sessions in the records themselves, for a card without an index. The index must agree with it.
struct SessionSearch {
    /// A session with every face it was shot on.
    struct Entry: Hashable {
        var summary: SessionSummary
        var faces: [SessionList.Face]
        /// True for a session of imported films.
        var isOfFilms = false

        init(summary: SessionSummary, faces: [SessionList.Face]) {
            self.summary = summary
            self.faces = faces
        }

        init(_ record: SessionRecord, name: String, bytes: Int64) {
            summary = SessionSummary(record, name: name, bytes: bytes)
            (faces, isOfFilms) = ([], record.header.isOfFilms)
            for end in record.ends where !faces.contains(where: { $0.id == end.face.id }) {
                faces.append(SessionList.Face(id: end.face.id, name: end.face.name))
            }
        }
    }

    let entries: [Entry]

    /// All sessions, newest first.
    var everySession: [SessionSummary] { newestFirst(entries) }

    func find(_ query: SessionQuery, freeBytes: Int64) -> SessionList {
        let matching = entries.filter { entry in
            (entry.summary.deletedClips > 0 || !query.hasDeletedClips) && (entry.isOfFilms || !query.isOfFilms)
                && (query.date.map(entry.summary.started.hasPrefix) ?? true)
                && (query.archer.map { entry.summary.archer == $0 } ?? true)
                && (query.face.map { id in entry.faces.contains { $0.id == id } } ?? true)
        }
        let months = Set(entries.compactMap { Self.month(of: $0.summary.started) }).sorted(by: >)
        var uses: [SessionList.Face: Int] = [:]
        for face in entries.flatMap(\.faces) { uses[face, default: 0] += 1 }
        let faces = uses.sorted { ($1.value, $0.key.name, $0.key.id) < ($0.value, $1.key.name, $1.key.id) }.map(\.key)
        let archers = Set(entries.compactMap(\.summary.archer)).sorted()
        var list = SessionList(
            query: query,
            sessions: Array(
                (query.isOldestFirst ? oldestFirst(matching) : newestFirst(matching)).dropFirst(max(0, query.offset)).prefix(max(0, query.limit))),
            matching: matching.count, months: months, faces: faces, archers: archers,
            usedBytes: entries.reduce(0) { $0 + $1.summary.bytes }, freeBytes: freeBytes,
            deletedClips: entries.reduce(0) { $0 + $1.summary.deletedClips }, days: ShotDays(matching.map(\.summary)))
        if query.isOfOneArcher(among: archers) { list.season = SeasonSum(matching.map(\.summary)) }
        return list
    }

    /// Returns the month of a label, `2026-11`; `nil` if the label is no date.
    static func month(of label: String) -> String? {
        let month = String(label.prefix(7))
        return SessionMoment(month + "-01T00:00") == nil ? nil : month
    }

    // The card numbers its sessions, and a clock may be wrong: the number alone decides the order.
    private func oldestFirst(_ entries: [Entry]) -> [SessionSummary] {
        entries.map(\.summary).sorted { ($0.number, $0.name) < ($1.number, $1.name) }
    }

    private func newestFirst(_ entries: [Entry]) -> [SessionSummary] {
        entries.map(\.summary).sorted { ($0.number, $0.name) > ($1.number, $1.name) }
    }
}
