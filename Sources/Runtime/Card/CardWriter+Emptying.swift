// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Storage

// Making deletions of clips final: at a start, when the card is nearly full, and when a person asks for it.
extension CardWriter {
    /// Removes the deleted clips of all sessions, because a person has asked for it.
    /// - Parameter card: the card that was inserted at that time.
    func empty(_ card: String?) throws(CardError) {
        guard SessionKey(card: card, folder: "").isOn(filing.present) else { return tell(.emptied([], problem: .isOnAnotherCard)) }
        var names: [String] = []
        if let refusal = try refusal(of: { () throws(CardError) in names = try self.filing.sessionsWithDeletedClips() }) {
            return tell(.emptied([], problem: refusal.message))
        }
        empty(names)
    }

    /// Removes the deleted clips of sessions that nobody continues, at a start that doesn't follow a crash.
    /// - Parameter kept: the folders of sessions that somebody may continue, or that a power cut had left open.
    func emptyAtStart(except kept: Set<String>) throws(CardError) {
        var names: [String] = []
        _ = try refusal(of: { () throws(CardError) in names = try self.filing.sessionsWithDeletedClips() })
        let doomed = names.filter { !kept.contains($0) }
        if !doomed.isEmpty { empty(doomed) }
    }

    /// Removes the oldest session's deleted clips if the card is nearly full. The next probe removes those of the next session.
    func emptyWhereRoomIsShort() {
        guard !isEmptied, !needsRecovery, unfinishedStart == nil, status.takesLines, (try? filing.card.needsRoom()) == true else { return }
        guard let oldest = try? filing.sessionsWithDeletedClips().first else { return isEmptied = true }
        isEmptied = !empty([oldest])
    }

    /// Removes the deleted clips of these sessions as far as possible, and tells the first refusal.
    /// - Returns: true if any clip was removed.
    @discardableResult
    private func empty(_ names: [String]) -> Bool {
        var gone: [ClipKey] = []
        var problem: Message?
        for name in names {
            do throws(CardError) {
                gone += try filing.removeDeletedClips(of: name).map { ClipKey(session: SessionKey(card: filing.present, folder: name), number: $0) }
            } catch {
                problem = problem ?? .of(session: name, error.message)
            }
        }
        tell(.emptied(gone, problem: problem))
        return !gone.isEmpty
    }
}
