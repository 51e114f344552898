// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Storage

// The card in figures, and room made on one that is nearly full.
extension CardWriter {
    /// Looks at the card's room, and tells what has changed.
    func tellFacts() {
        if let space = filing.card.space() { gauge.note(space) }
        if let facts = gauge.news() { tell(.facts(facts)) }
    }

    /// Tells what wasn't as it should be on the card.
    func tellNotes() {
        let notes = filing.card.takeNotes()
        if !notes.isEmpty { tell(.noticed(notes)) }
    }

    /// Sessions came or went, or the whole card did.
    func countSessions() {
        gauge.note(checkFile.flatMap(CardCheckFile.read))
        gauge.note(canWrite ? MountedFormat.of(filing.card.path) : nil)
        gauge.noteSessions(filing.card.sessionCount())
        tellFacts()
    }

    /// Removes a session to make room. The room there is then is told first.
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

    /// On a card that is too full for clips, what needs no room; on one that is locked, what only looks.
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

    /// Tells what the card has, or why it can't be read: what is asked for isn't worth holding up what is to be written.
    func answer(_ question: () throws(CardError) -> CardNews) throws(CardError) {
        do throws(CardError) {
            tell(try question())
        } catch {
            // On a card that is locked or full too: a question that waits holds up all those behind it.
            switch filing.card.condition() {
            case .absent, .failing: throw error
            case .ready, .full, .readOnly: tell(.notRead(reason: error.message))
            }
        }
    }

    /// Removes what can be removed; the first refusal is told.
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
