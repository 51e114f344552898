// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Storage

// What earlier runs left: made good, and gone on with.
extension CardWriter {
    /// Makes good what has to be before the first line is written. A session that this run has ended before the card came is too late to be
    /// gone on with.
    func recover() throws(CardError) {
        let report = try filing.card.recoverSessions(leavingOpen: queue.isEnding(.first) ? nil : leftOpen)
        needsRecovery = false
        unrecovered = unrecovered.filter { $0 != filing.present }
        // A card that comes later isn't a start: whoever deleted something on it may want it back.
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

    /// Looks through the sessions that are on the card: which may be gone on with, whether the index has them, whose deletions become final.
    /// That takes as long as their records are large, so lines that wait are written in between.
    /// - Returns: whether there was anything to do.
    func finishStart() throws(CardError) -> Bool {
        guard let start = unfinishedStart else { return false }
        var left: [ResumableSession] = []
        // Before the index: somebody waits for the tile that goes on.
        let own = ownFolders.subtracting(start.taken)
        _ = try refusal(of: { () throws(CardError) in
            left = try self.filing.card.resumableSessions(except: own, meanwhile: self.writeWaitingLines)
        })
        tell(.resumable(left.filter { !start.taken.contains($0.folder) }))
        let problem = try refusal(of: { () throws(CardError) in try self.filing.card.reconcileIndex(meanwhile: self.writeWaitingLines) })
        if let problem { tell(.noticed(["\(problem)"])) }
        unfinishedStart = nil
        countSessions()
        if !followsCrash, start.isStart {
            try emptyAtStart(except: Set(left.map(\.folder) + start.recovered).union(ownFolders))
        }
        return true
    }

    /// Of this run's sessions on the card that is in.
    var ownFolders: Set<String> { Set(filing.runSessions.compactMap(filing.name)) }

    /// Writes the lines that wait, in the midst of something that takes long. What the card refuses is tried again behind that.
    private func writeWaitingLines() {
        do throws(CardError) {
            while status.takesLines {
                if try goOn() { continue }
                guard try writeOneLine() else { return }
            }
        } catch {}
    }

    /// A session of the card goes on as one of this run, before the run's own lines open another folder for it.
    func goOn() throws(CardError) -> Bool {
        guard let (key, session) = queue.goingOn else { return false }
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
        if let continued {
            filing.take(continued, as: session)
            names[session] = continued.key
        }
        queue.noteGoneOn(session, header: continued?.record.header)
        tell(.continued(continued, session))
        return true
    }
}

/// What a recovery left to be done beside the first lines.
struct UnfinishedStart {
    /// The folders of sessions that another program records, and of the one that goes on by itself.
    var taken: Set<String>
    /// The folders of sessions that a cut had left open.
    var recovered: [String]
    /// Deletions become final.
    var isStart: Bool
}

extension ResumableSession {
    /// The folder of one that the card has.
    fileprivate var folder: String { if case .stored(let key) = ref { key.folder } else { "" } }
}
