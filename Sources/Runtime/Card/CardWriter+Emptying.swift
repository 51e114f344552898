// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Storage

// When a clip's deletion becomes final: at a start, when the card is nearly full, and when somebody says so.
extension CardWriter {
    /// Somebody said so: wherever clips were deleted.
    /// - Parameter card: the card that was in then.
    func empty(_ card: String?) throws(CardError) {
        guard SessionKey(card: card, folder: "").isOn(filing.present) else { return tell(.emptied([], problem: .isOnAnotherCard)) }
        var names: [String] = []
        if let refusal = try refusal(of: { () throws(CardError) in names = try self.filing.sessionsWithDeletedClips() }) {
            return tell(.emptied([], problem: refusal.message))
        }
        empty(names)
    }

    /// At a start that doesn't follow a crash: those of sessions that nobody goes on with.
    /// - Parameter kept: the folders of those that somebody may go on with, or that a cut had left open.
    func emptyAtStart(except kept: Set<String>) throws(CardError) {
        var names: [String] = []
        _ = try refusal(of: { () throws(CardError) in names = try self.filing.sessionsWithDeletedClips() })
        let doomed = names.filter { !kept.contains($0) }
        if !doomed.isEmpty { empty(doomed) }
    }

    /// The card is nearly full: the oldest session's deleted clips go, and with the next look the next one's.
    func emptyWhereRoomIsShort() {
        guard !isEmptied, !needsRecovery, unfinishedStart == nil, status.takesLines, (try? filing.card.needsRoom()) == true else { return }
        guard let oldest = try? filing.sessionsWithDeletedClips().first else { return isEmptied = true }
        isEmptied = !empty([oldest])
    }

    /// What can be removed is; the first refusal is told.
    /// - Returns: whether anything is gone.
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
