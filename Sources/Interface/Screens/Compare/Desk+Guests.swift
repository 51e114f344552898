// SPDX-License-Identifier: GPL-3.0-or-later

import Core

// Keeps the sessions of clips that lie beside a clip of the book. Those are only shown: whatever is drawn, timed or undone is the book's
// own.
extension Desk {
    /// The number of sessions that are kept, the newest read ones, because somebody may go back and forth between them.
    private static let mostGuests = 4

    /// Returns the session of a clip, if that is the book's or a guest's.
    func book(of key: ClipKey) -> ScoreBook? {
        owns(key) ? book : guests.first { $0.key == key.session }
    }

    /// Returns true if the clip belongs to the session on the desk.
    func owns(_ key: ClipKey) -> Bool { book.map { $0.key == key.session || $0.clip(key.number)?.home == key.session } ?? false }

    /// Returns true if the clip was deleted, for example because Undo took back its restoration. There is nothing left to show then.
    func isGone(_ key: ClipKey) -> Bool { clip(key).map { $0.isDeleted } ?? false }

    func clip(_ key: ClipKey) -> ScoreBook.Clip? { book(of: key)?.clip(key.number) }

    /// Keeps a session that was read from the card, so that its clips can be compared with the book's.
    /// - Parameter kept: the sessions of the clips on the screen, which stay. The model's stays too.
    mutating func invite(_ guest: ScoreBook, besides kept: Set<SessionKey> = []) {
        guard guest.key != book?.key else { return }
        guests.removeAll { $0.key == guest.key }
        guests.append(guest)
        while guests.count > Self.mostGuests {
            guests.remove(at: guests.firstIndex { $0.key.map { !kept.contains($0) && $0 != model?.session } ?? true } ?? 0)
        }
    }

    /// Returns the clip that was chosen from a list, once, for the screen that comes up again.
    mutating func takeChosen() -> ClipKey? {
        defer { chosen = nil }
        return chosen
    }
}

extension Context {
    /// Returns a clip's name beside another one. A clip of another session also has its archer, if that is another one, and its date.
    func title(ofCompared key: ClipKey) -> String {
        guard let book = desk.book(of: key) else { return Strings.clip(key.number) }
        let title = book.title(ofClip: key.number)
        guard !desk.owns(key) else { return title }
        if key == desk.model { return "\(Strings.word(of: Tool.model)) · \(title)" }
        let archer = book.archer == desk.book?.archer ? nil : book.archer
        let day = Strings.session(started: book.started, number: book.number, folder: book.name, isShort: true)
        return [title, archer, day].compactMap { $0 }.joined(separator: " · ")
    }

    /// Returns true if the archer of a clip is left-handed.
    func isLeftHanded(_ key: ClipKey) -> Bool { settings.isLeftHanded(desk.book(of: key)?.archer) }
}
