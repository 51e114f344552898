// SPDX-License-Identifier: GPL-3.0-or-later

import Core

extension Card {
    /// The number of the newest sessions that are read. An archer who hasn't shot in any of them can't go on with an old session by a push.
    private static let mostRead = 24

    /// Returns the sessions that aren't over, the newest of each archer. A session isn't returned if its archer has marked something in
    /// another one since. Sessions that can't be read are left out.
    /// - Parameters:
    ///   - passed: names of sessions that are left out.
    ///   - meanwhile: called between two records, for more urgent work: a large record takes seconds to decode.
    public func resumableSessions(except passed: Set<String> = [], meanwhile: () -> Void = {}) throws(CardError) -> [ResumableSession] {
        let names = try attempt { () throws(CardError) in try numberedNames() }
        var found: [ResumableSession] = []
        var followed: Set<String?> = []
        for (name, _) in names.sorted(by: { $0.number > $1.number }).prefix(Self.mostRead) where !passed.contains(name) {
            meanwhile()
            guard let record = try? session(named: name).record, let archer = record.target.map(\.archer), !followed.contains(archer) else {
                continue
            }
            if let session = ResumableSession(record, key: key(of: record, in: name)) { found.append(session) }
            if !record.marks.isEmpty || !record.ends.isEmpty { followed.insert(archer) }
        }
        return found
    }
}
