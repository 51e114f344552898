// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Storage

// Figures about the card, and making room on a card that is nearly full.
extension CardWriter {
    /// Reads the card's free space, and tells the figures if they have changed.
    func tellFacts() {
        if let space = filing.card.space() { gauge.note(space) }
        if let facts = gauge.news() { tell(.facts(facts)) }
    }

    /// Tells the problems that were noticed on the card.
    func tellNotes() {
        let notes = filing.card.takeNotes()
        if !notes.isEmpty { tell(.noticed(notes)) }
    }

    /// Updates all figures, after sessions or the whole card came or went.
    func countSessions() {
        gauge.note(checkFile.flatMap(CardCheckFile.read))
        gauge.note(canWrite ? MountedFormat.of(filing.card.path) : nil)
        gauge.noteSessions(filing.card.sessionCount())
        tellFacts()
    }

    /// Removes a session to make room. The new free space is told first.
    func makeRoom(_ key: SessionKey) {
        var problem: Message?
        do throws(CardError) {
            try filing.makeRoom(key)
        } catch {
            problem = error.message
        }
        countSessions()
        tell(.madeRoom(key, problem: problem))
    }

    /// Does one errand: on a card that is too full for clips, an errand that needs no room; on a locked card, an errand that only reads.
    func doOne(_ errand: Errand) throws(CardError) -> Bool {
        guard let command = queue.take(errand) else { return false }
        do {
            try perform(command)
        } catch {
            queue.putBack(command)
            throw error
        }
        return true
    }

    /// Tells the answer to a question, or why the card can't be read: a question isn't worth holding up what is to be written.
    func answer(_ question: () throws(CardError) -> CardNews) throws(CardError) {
        do throws(CardError) {
            tell(try question())
        } catch {
            // On a locked or full card the refusal is told too: a question that waits holds up all those behind it.
            switch filing.card.condition() {
            case .absent, .failing: throw error
            case .ready, .full, .readOnly: tell(.notRead(reason: error.message))
            }
        }
    }

    /// Removes the sessions that can be removed, and tells the first refusal.
    func delete(_ keys: [SessionKey]) {
        var gone: [SessionKey] = []
        var problem: Message?
        for key in keys {
            do throws(CardError) {
                try filing.delete(key)
                gone.append(key)
            } catch {
                problem = problem ?? .of(session: key.folder, error.message)
            }
        }
        countSessions()
        tell(.deleted(gone, problem: problem))
    }
}
