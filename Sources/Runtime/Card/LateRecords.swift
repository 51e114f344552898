// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The session records that the card refused while it took everything else. Each is tried again after a pause that doubles.
struct LateRecords {
    private struct Late {
        let session: SessionRef
        var pause: Duration
        var retryAt: Timestamp
    }

    /// The pause before the first new try.
    static let firstPause: Duration = .seconds(1)

    /// The longest pause.
    static let longestPause: Duration = .seconds(60)

    private var records: [Late] = []

    /// Notes that a record was refused, for the first time or again.
    mutating func noteRefusal(of session: SessionRef, at now: Timestamp) {
        if let index = records.firstIndex(where: { $0.session == session }) {
            let pause = min(records[index].pause * 2, Self.longestPause)
            records[index].pause = pause
            records[index].retryAt = now + pause
        } else {
            records.append(Late(session: session, pause: Self.firstPause, retryAt: now + Self.firstPause))
        }
    }

    mutating func noteWritten(_ session: SessionRef) {
        records.removeAll { $0.session == session }
    }

    /// Makes every record due now, because the card takes things again.
    mutating func retryAll(at now: Timestamp) {
        for index in records.indices { records[index].retryAt = now }
    }

    /// Returns a session whose pause is over, if there is any.
    func due(at now: Timestamp) -> SessionRef? {
        records.first { $0.retryAt <= now }?.session
    }
}
