// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Storage

// What earlier runs left: made good, and gone on with.
extension CardWriter {
    /// Makes good what earlier runs left. A session that this run has ended before the card came is too late to be gone on with.
    func recover() throws(CardError) {
        let report = try filing.card.recover(leavingOpen: queue.isEnding(.first) ? nil : leftOpen)
        needsRecovery = false
        gauge.noteRepairs(report.recovered.count + report.adoptedClips.count + report.removed.count)
        countSessions()
        tell(.recovered(report.deeds))
        if !report.complaints.isEmpty { tell(.noticed(report.complaints)) }
        var left: [ResumableSession] = []
        _ = try refusal(of: { () throws(CardError) in left = try self.filing.card.resumableSessions() })
        let taken = Set(report.recordedElsewhere + [report.continued?.name].compactMap { $0 })
        tell(.resumable(left.filter { left in !taken.contains { left.ref == .stored($0) } }))
        if !followsCrash {
            let kept = left.compactMap { if case .stored(let name) = $0.ref { name } else { nil } } + report.recovered.map(\.name)
            try emptyAtStart(except: Set(kept))
        }
        guard leftOpen != nil else { return }
        leftOpen = nil
        if let continued = report.continued {
            filing.take(continued, as: .first)
            names[.first] = continued.name
            queue.begin(.first, header: continued.record.header)
        }
        tell(.continued(report.continued, .first))
    }

    /// A session of the card goes on as one of this run, before the run's own lines open another folder for it.
    func goOn() throws(CardError) -> Bool {
        guard let (name, session) = queue.goingOn else { return false }
        var continued: ContinuedSession?
        _ = try refusal(of: { () throws(CardError) in
            self.filing.letGo(name)
            guard let record = try self.filing.card.session(named: name).record, record.over == nil,
                try !self.filing.card.isRecordedElsewhere(name)
            else { return }
            continued = ContinuedSession(name: name, record: record, journal: record.journal)
        })
        if let continued {
            filing.take(continued, as: session)
            names[session] = name
        }
        queue.noteGoneOn(session, header: continued?.record.header)
        tell(.continued(continued, session))
        return true
    }
}
