// SPDX-License-Identifier: GPL-3.0-or-later

import Core

extension Card {
    /// How many of the newest sessions are looked at: who hasn't shot in any of them doesn't go on with an old one by a push.
    private static let mostRead = 24

    /// The sessions that aren't over, the newest of each archer: none of an archer who has marked something in another one since. What
    /// can't be read is passed over.
    /// - Parameters:
    ///   - passed: names of sessions that aren't looked at.
    ///   - meanwhile: called between two records, for what is more urgent: a large one takes seconds to understand.
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
