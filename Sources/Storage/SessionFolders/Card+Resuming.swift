// SPDX-License-Identifier: GPL-3.0-or-later

import Core

extension Card {
    /// The number of the newest sessions that are read. An archer who hasn't shot in any of them can't go on with an old session by a push.
    private static let mostRead = 24
    /// The highest number of a start. A record with a higher one wasn't written by a box.
    private static let highestStart = 1_000_000_000

    /// Returns the sessions that aren't over, the newest of each archer. A session isn't returned if its archer has marked something in
    /// another one since. Sessions that can't be read are left out.
    /// - Parameters:
    ///   - passed: names of sessions that are left out.
    ///   - meanwhile: called between two records, for more urgent work: a large record takes seconds to decode.
    public func resumableSessions(except passed: Set<String> = [], meanwhile: () -> Void = {}) throws(CardError) -> [ResumableSession] {
        try leftSessions(except: passed, now: "", meanwhile: meanwhile).sessions
    }

    /// Returns these sessions with the number of this start of the box: one more than any of the newest sessions has. So a start in which
    /// nobody marked anything doesn't count.
    /// - Parameter label: the label of a session that begins now, which decides if a round goes on with the first mark.
    public func leftSessions(
        except passed: Set<String> = [], now label: String, meanwhile: () -> Void = {}
    ) throws(CardError) -> (sessions: [ResumableSession], boxStart: Int) {
        let names = try attempt { () throws(CardError) in try numberedNames() }
        var found: [ResumableSession] = []
        var followed: Set<String?> = []
        var last = 0
        for (name, _) in names.sorted(by: { $0.number > $1.number }).prefix(Self.mostRead) where !passed.contains(name) {
            meanwhile()
            guard let record = try? session(named: name).record, let target = record.target else { continue }
            last = max(last, (target.boxStart ?? 0).clamped(to: 0...Self.highestStart))
            let archer = target.archer
            guard !followed.contains(archer) else { continue }
            if let session = ResumableSession(record, key: key(of: record, in: name)) { found.append(session) }
            if !record.marks.isEmpty || !record.ends.isEmpty { followed.insert(archer) }
        }
        for index in found.indices { found[index].noteStart(last + 1, now: label) }
        return (found, last + 1)
    }
}
