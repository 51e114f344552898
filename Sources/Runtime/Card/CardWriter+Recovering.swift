// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Storage
import Synchronization

// Repairing what earlier runs left on the card, and continuing their sessions.
extension CardWriter {
    /// True until the card is recovered.
    var needsRecovery: Bool {
        get { !isRecovered.load(ordering: .sequentiallyConsistent) }
        set { isRecovered.store(!newValue, ordering: .sequentiallyConsistent) }
    }

    /// Repairs what must be repaired before the first line is written. If this run's first session has ended before the card came, it is
    /// too late to continue the session that was left open.
    func recover() throws(CardError) {
        let report = try filing.card.recoverSessions(leavingOpen: queue.isEnding(.first) ? nil : leftOpen)
        needsRecovery = false
        unrecovered = unrecovered.filter { $0 != filing.present }
        // A card that comes later isn't a start, so its deletions don't become final: whoever deleted something on it may want it back.
        unfinishedStart = UnfinishedStart(
            taken: Set(report.recordedElsewhere + [report.continued?.key.folder].compactMap { $0 }), recovered: report.recovered.map(\.name),
            isStart: cardsSeen.count < 2)
        gauge.noteRepairs(report.recovered.count + report.adoptedClips.count + report.removed.count)
        countSessions()
        tell(.recovered(report.deeds))
        if !report.complaints.isEmpty { tell(.noticed(report.complaints)) }
        guard leftOpen != nil else { return }
        leftOpen = nil
        if let continued = report.continued {
            filing.take(continued, as: .first)
            names[.first] = continued.key
            queue.begin(.first, header: continued.record.header)
        }
        tell(.continued(report.continued, .first))
    }

    /// Reads the sessions on the card, to find which may be continued, whether the index has them, and which deletions become final.
    /// The time this takes grows with the size of their records, so waiting lines are written in between.
    /// - Returns: true if there was anything to do.
    func finishStart() throws(CardError) -> Bool {
        guard let start = unfinishedStart else { return false }
        var left: [ResumableSession] = []
        var boxStart: Int?
        // Before the index, because somebody waits for the tile that continues a session.
        let own = ownFolders.subtracting(start.taken)
        _ = try refusal(of: { () throws(CardError) in
            let now = self.makeHeader(.first).started
            let found = try self.filing.card.leftSessions(except: own, now: now, meanwhile: self.writeWaitingLines)
            (left, boxStart) = (found.sessions, found.boxStart)
        })
        tell(.resumable(left.filter { !start.taken.contains($0.folder) }, boxStart: boxStart))
        let problem = try refusal(of: { () throws(CardError) in try self.filing.card.reconcileIndex(meanwhile: self.writeWaitingLines) })
        if let problem { tell(.noticed(["\(problem)"])) }
        unfinishedStart = nil
        countSessions()
        if !followsCrash, start.isStart {
            try emptyAtStart(except: Set(left.map(\.folder) + start.recovered).union(ownFolders))
        }
        return true
    }

    /// The folders of this run's sessions on the inserted card.
    var ownFolders: Set<String> { Set(filing.runSessions.compactMap(filing.name) + filing.olderFolders) }

    /// Writes the waiting lines in the middle of long work. A line that the card refuses is tried again after that work.
    private func writeWaitingLines() {
        do throws(CardError) {
            while status.takesLines {
                if try goOn() { continue }
                guard try writeOneLine() else { return }
            }
        } catch {}
    }

    /// Continues a session of the card as a session of this run, before the run's own lines open another folder for it.
    func goOn() throws(CardError) -> Bool {
        guard let going = queue.goingOn else { return false }
        let (key, session) = (going.key, going.session)
        var continued: ContinuedSession?
        _ = try refusal(of: { () throws(CardError) in
            guard key.isOn(self.filing.present), let name = try self.filing.card.folder(of: key) else { return }
            self.filing.letGo(name)
            guard let record = try self.filing.card.session(named: name).record, record.over == nil,
                try !self.filing.card.isRecordedElsewhere(name)
            else { return }
            continued = ContinuedSession(
                key: SessionKey(card: self.filing.present, id: record.header.id, folder: name), record: record, journal: record.journal)
        })
        if let continued, let link = going.link {
            filing.link(continued, by: link, as: session)
        } else if let continued {
            filing.take(continued, as: session)
            names[session] = continued.key
        }
        queue.noteGoneOn(session, header: going.link == nil ? continued?.record.header : nil)
        tell(.continued(continued, session))
        return true
    }

    /// Joins a session to the older one, which it continues, and tells it. If only these two sessions refuse it, they stay linked: the next start
    /// tries it again.
    func join(_ session: SessionRef) throws(CardError) {
        var joined: (key: SessionKey, header: SessionHeader)?
        let refusal = try refusal(of: { () throws(CardError) in joined = try self.filing.join(session) })
        if let refusal { tell(.noticed(["\(refusal)"])) }
        guard let joined else { return }
        names[session] = joined.key
        queue.noteGoneOn(session, header: joined.header)
        countSessions()
        tell(.joined(session, joined.key, joined.header))
    }

    /// Lets a session stand alone that has had the folder of a linked session, and tells where both are now.
    func standAlone(_ session: SessionRef) throws(CardError) {
        guard let old = queue.left(by: session), let header = queue.header(of: session) else { return }
        try filing.standAlone(old, as: session, header: header)
        noteName(of: old)
        noteName(of: session)
        tell(.journalled(session, .alone))
    }
}

/// The work that a recovery leaves for later, beside the first lines.
struct UnfinishedStart {
    /// The folders of sessions that another program records, and of the session that was continued by itself.
    var taken: Set<String>
    /// The folders of sessions that a power cut or a crash had left open.
    var recovered: [String]
    /// True at a start: then deletions become final.
    var isStart: Bool
}

extension ResumableSession {
    /// The folder of a session that is stored on the card; empty for a session of this run.
    fileprivate var folder: String { if case .stored(let key) = ref { key.folder } else { "" } }
}
