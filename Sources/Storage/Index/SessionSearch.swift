// SPDX-License-Identifier: GPL-3.0-or-later

import Core

extension SessionSummary {
    /// Makes a session's line in the history.
    /// - Parameter bytes: the size of its folder.
    init(_ record: SessionRecord, name: String, bytes: Int64) {
        let scored = record.countedEnds.filter { !$0.arrows.isEmpty }
        let face = (scored.first ?? record.ends.first)?.face
        self.init(
            name: name, id: record.header.id, number: record.header.number, started: record.header.started, faceID: face?.id, faceName: face?.name,
            round: record.ends.lazy.compactMap(\.round).first, archer: record.target?.archer, total: record.total,
            innerTens: record.innerTens, tens: record.tens, arrows: record.arrowCount, ends: scored.count, clips: record.keptClips.count,
            deletedClips: record.restorableClips.count, likedClips: record.likedClips.count, unjudgedClips: record.unjudgedClips.count,
            notes: record.notes, bytes: bytes, isProtected: record.isProtected,
            continues: record.continues?.folder)
    }
}

/// Finds sessions in the records themselves, for a card without an index. The index must agree with it.
struct SessionSearch {
    /// A session with every face it was shot on.
    struct Entry: Hashable {
        var summary: SessionSummary
        var faces: [SessionList.Face]

        init(summary: SessionSummary, faces: [SessionList.Face]) {
            self.summary = summary
            self.faces = faces
        }

        init(_ record: SessionRecord, name: String, bytes: Int64) {
            summary = SessionSummary(record, name: name, bytes: bytes)
            faces = []
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
            (entry.summary.deletedClips > 0 || !query.hasDeletedClips)
                && (query.date.map(entry.summary.started.hasPrefix) ?? true)
                && (query.archer.map { entry.summary.archer == $0 } ?? true)
                && (query.face.map { id in entry.faces.contains { $0.id == id } } ?? true)
        }
        let months = Set(entries.map { String($0.summary.started.prefix(7)) }).sorted(by: >)
        var uses: [SessionList.Face: Int] = [:]
        for face in entries.flatMap(\.faces) { uses[face, default: 0] += 1 }
        let faces = uses.sorted { ($1.value, $0.key.name, $0.key.id) < ($0.value, $1.key.name, $1.key.id) }.map(\.key)
        return SessionList(
            query: query,
            sessions: Array(
                (query.isOldestFirst ? oldestFirst(matching) : newestFirst(matching)).dropFirst(max(0, query.offset)).prefix(max(0, query.limit))),
            matching: matching.count, months: months, faces: faces, archers: Set(entries.compactMap(\.summary.archer)).sorted(),
            usedBytes: entries.reduce(0) { $0 + $1.summary.bytes }, freeBytes: freeBytes,
            deletedClips: entries.reduce(0) { $0 + $1.summary.deletedClips })
    }

    private func oldestFirst(_ entries: [Entry]) -> [SessionSummary] {
        entries.map(\.summary).sorted { ($0.number, $0.started, $0.name) < ($1.number, $1.started, $1.name) }
    }

    private func newestFirst(_ entries: [Entry]) -> [SessionSummary] {
        entries.map(\.summary).sorted { ($0.started, $0.number, $0.name) > ($1.started, $1.number, $1.name) }
    }
}
