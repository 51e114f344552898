// SPDX-License-Identifier: GPL-3.0-or-later

@testable import Core
@testable import Interface

// Other sessions on the card.
extension Rehearsal {
    typealias StoredSession = (name: String, record: SessionRecord)

    /// Returns a session of one end.
    /// - Parameters:
    ///   - number: also the number of days in the past.
    static func otherSession(_ number: Int, archer: String?, clips: Int) -> StoredSession {
        var header = Self.header
        header.number = number
        header.started = "2026-10-\(number < 10 ? "0" : "")\(number)T10:00:00"
        let records = (1...max(1, clips)).prefix(clips).map { clip in
            ClipRecord(
                number: clip, kind: .mark, file: "clips/\(clip).mp4", firstFrame: Int64(clip) * 200, lastFrame: Int64(clip) * 200 + 119, seconds: 4,
                isCutShort: false)
        }
        let marks = records.map { Mark(number: $0.number, stamp: Self.stamp($0.firstFrame + 90), pressed: nil, source: .gpio) }
        let target = SessionTarget(archer: archer, face: FaceCatalog.all[0].id)
        return (
            "2026-10-\(number < 10 ? "0" : "")\(number)_1000_S\(number)",
            SessionRecord(header: header, marks: marks, clips: records, ending: .stopped, target: target)
        )
    }

    /// Sessions of the same archer and of others, the newest first; the third one has no clip.
    static var otherSessions: [StoredSession] {
        [
            otherSession(19, archer: nil, clips: 2), otherSession(18, archer: "Ben", clips: 5), otherSession(17, archer: nil, clips: 0),
            otherSession(16, archer: nil, clips: 3), otherSession(15, archer: "Ana", clips: 1),
        ]
    }

    /// Returns the card's answer to a query.
    static func list(_ sessions: [StoredSession], _ query: SessionQuery) -> SessionList {
        let found = sessions.filter {
            (query.archer == nil || $0.record.target?.archer == query.archer) && ($0.record.header.isOfFilms || !query.isOfFilms)
        }
        return SessionList(
            query: query,
            sessions: found.map {
                SessionSummary(
                    name: $0.name, number: $0.record.header.number, started: $0.record.header.started, archer: $0.record.target?.archer,
                    clips: $0.record.keptClips.count)
            }, matching: found.count, months: [], faces: [], archers: Set(found.compactMap { $0.record.target?.archer }).sorted(), usedBytes: 1,
            freeBytes: 1)
    }

    /// Answers the requests to the card from effect number `since` on, with these sessions.
    mutating func answer(_ sessions: [StoredSession], since: Int = 0) {
        var seen = since
        while seen < effects.count {
            let effect = effects[seen]
            seen += 1
            switch effect {
            case .card(.find(let query)): send(.card(.found(Self.list(sessions, query))))
            case .card(.read(let key)):
                let known = sessions.first { $0.name == key.folder }
                send(.card(.read(key, known.map { FiledSession(name: $0.name, record: $0.record) })))
            default: break
            }
        }
    }
}
