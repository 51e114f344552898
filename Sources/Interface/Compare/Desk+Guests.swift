// SPDX-License-Identifier: GPL-3.0-or-later

import Core

// The clips of other sessions that lie beside one of the book's. They are only looked at: whatever is drawn, timed or undone is the book's own.
extension Desk {
    /// So many sessions are at hand, the newest read ones: somebody goes to and fro between them.
    private static let mostGuests = 4

    /// The session that a clip is of, if it is the book's or a guest's.
    func book(of key: ClipKey) -> ScoreBook? {
        owns(key) ? book : guests.first { $0.key == key.session }
    }

    /// The clip is one of the session that is scored or looked at.
    func owns(_ key: ClipKey) -> Bool { book.map { $0.key == key.session || $0.clip(key.number)?.home == key.session } ?? false }

    /// The clip was deleted, as by Undo of what had restored it: there is nothing to look at any more.
    func isGone(_ key: ClipKey) -> Bool { clip(key).map { $0.isDeleted } ?? false }

    func clip(_ key: ClipKey) -> ScoreBook.Clip? { book(of: key)?.clip(key.number) }

    /// A session of the card was read, so that its clips can be compared with the book's.
    /// - Parameter kept: the sessions of the clips that are seen.
    mutating func invite(_ guest: ScoreBook, besides kept: Set<SessionKey> = []) {
        guard guest.key != book?.key else { return }
        guests.removeAll { $0.key == guest.key }
        guests.append(guest)
        while guests.count > Self.mostGuests {
            guests.remove(at: guests.firstIndex { $0.key.map { !kept.contains($0) } ?? true } ?? 0)
        }
    }

    /// The clip that was chosen out of a list, for the screen that comes up again.
    mutating func takeChosen() -> ClipKey? {
        defer { chosen = nil }
        return chosen
    }
}

extension Context {
    /// A clip's name beside another one: of another session with whose it is, if it is another archer's, and of when.
    func title(ofCompared key: ClipKey) -> String {
        guard let book = desk.book(of: key) else { return Strings.clip(key.number) }
        let title = book.title(ofClip: key.number)
        guard !desk.owns(key) else { return title }
        let archer = book.archer == desk.book?.archer ? nil : book.archer
        return [title, archer, SessionMoment(book.started)?.dayWords ?? book.name].compactMap { $0 }.joined(separator: " · ")
    }

    /// Whether the archer of a clip is left-handed.
    func isLeftHanded(_ key: ClipKey) -> Bool { settings.isLeftHanded(desk.book(of: key)?.archer) }
}
