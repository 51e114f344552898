// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Storage

// Telling cards apart, and setting aside what belongs to another card. Two cards may have sessions of the same name, so each line and each
// job names the card that it means, and waits for it.
extension CardWriter {
    /// Identifies the card that was inserted: a card that is new in this run, a card that is back, or a copy.
    func arrive() {
        let neededRecovery = needsRecovery
        // Until it is clear which card this is, no film is imported to it.
        needsRecovery = true
        let id: String
        do throws(CardError) {
            id = try filing.card.identify()
        } catch {
            (isUnidentified, needsRecovery) = (true, neededRecovery)
            return
        }
        isUnidentified = false
        filing.changeCard(to: id)
        learnTime()
        tell(.arrived(id))
        if cardsSeen.insert(id).inserted {
            // The first one is recovered at the start, if at all.
            if neededRecovery || cardsSeen.count > 1 { unrecovered.insert(id) }
            unfinishedStart = nil
        } else {
            // It may have been changed on a laptop, or be a copy, so everything that is known of it is read anew.
            unfinishedStart = UnfinishedStart(taken: ownFolders, recovered: [], isStart: false)
        }
        // A card that was recovered before isn't recovered again, so what this run has open on it is left alone.
        needsRecovery = unrecovered.contains(id)
        isEmptied = false
        filing.runSessions.forEach(noteName)
        queue.takeBack(for: id)
        tellWaiting()
    }

    /// Keeps a command for another card that it belongs to. If too much waits already, drops the command and tells so.
    func setAside(_ command: CardCommand, for card: String) {
        guard !queue.setAside(command, for: card) else { return tellWaiting() }
        switch command {
        case .journal(let session, let entry): tell(.notJournalled(session, entry, reason: .tooMuchWaits))
        case .trim(let trim, let session): tell(.notTrimmed(session, from: trim.source, reason: .tooMuchWaits))
        case .keepPicture(_, let session): tell(.pictureNotKept(session, reason: .tooMuchWaits))
        default: break
        }
    }

    private func tellWaiting() {
        let changes = queue.changesElsewhere
        guard changes != toldChanges else { return }
        toldChanges = changes
        tell(.waiting(changes))
    }
}

extension SessionFiling {
    /// Returns the card that a job belongs to, if that isn't the inserted card.
    func otherCard(for command: CardCommand) -> String? {
        switch command {
        case .file(let ref), .end(let ref), .keepPicture(_, let ref):
            if case .stored = ref { otherCard(for: .closed, of: ref) } else { nil }
        case .split(let ref, _): if case .stored = ref { otherCard(for: .closed, of: ref) } else { nil }
        case .trim(let trim, let ref): otherCard(for: .judged(clip: trim.source, ClipJudgement()), of: ref)
        default: nil
        }
    }

    /// Returns the card that a line belongs to, if that isn't the inserted card. It is the card that acknowledged what the line is about.
    func otherCard(for entry: JournalEntry, of ref: SessionRef) -> String? {
        switch ref {
        case .stored(let key): return key.isOn(present) ? nil : key.card
        case .run:
            func has(_ sessions: [SessionRef: FiledJournal]?) -> Bool { sessions?[ref]?.entries.contains { entry.isAbout($0) } ?? false }
            return has(sessions) ? nil : others.keys.sorted().first { has(others[$0]) }
        }
    }

    /// Returns a session's record and its present folder, or `nil` if it can't be read or is on another card.
    func read(_ key: SessionKey) throws(CardError) -> FiledSession? {
        guard key.isOn(present), let name = try card.folder(of: key), let record = try card.session(named: name).record else { return nil }
        return FiledSession(key: SessionKey(card: present, id: record.header.id, folder: name), record: record)
    }
}

extension JournalEntry {
    /// Returns whether this line changes something that the earlier line has told.
    fileprivate func isAbout(_ earlier: JournalEntry) -> Bool {
        switch (self, earlier) {
        case (.judged(let number, _), .clip(let clip)): clip.number == number
        case (.withdrawn(let number), .marked(let mark)), (.impact(let number, _), .marked(let mark)), (.lostClip(let number, _), .marked(let mark)):
            mark.number == number
        case (.end(let end), .end(let before)): end.number == before.number
        case (.notes, .notes): true
        default: false
        }
    }
}
