// SPDX-License-Identifier: GPL-3.0-or-later

import Core

extension SessionFolder {
    /// The session that this one continues, as its journal says.
    public var continues: SessionLink? { SessionRecord(journal: entries, ending: .stopped)?.continues }

    /// Drops the link to the session that this one continues: it stands alone, and its numbers begin at 1. One line of the journal decides
    /// it; the names of the files follow.
    ///
    /// Repeating it changes nothing. What was journalled here about the older session has to be in that session's journal before.
    public func standAlone() throws(CardError) {
        try card.attempt { () throws(CardError) in
            if continues != nil { try append(.alone) }
            try settleNames()
        }
    }

    /// Gives each clip of a session that stands alone by now the name of its new number, and its stills too.
    ///
    /// The new numbers are lower, and the clips are renamed in their order: so each name is free when it is given. After a power cut the
    /// next start goes on with it.
    /// - Returns: true if the session stands alone by a line of its journal.
    @discardableResult
    func settleNames() throws(CardError) -> Bool {
        guard entries.contains(.alone), let record = SessionRecord(journal: entries, ending: .stopped), record.continues == nil else { return false }
        for clip in record.clips where CardLayout.isClipFile(clip.file) && clip.number > 0 {
            // A clip whose file has its own number already was named before, or was written since.
            guard let name = CardLayout.clip(named: String(clip.file.dropFirst(CardLayout.clips.count + 1))), !name.isOf(clip.number, clip.kind)
            else { continue }
            var named = clip
            named.file = CardLayout.clipFile(number: clip.number, kind: clip.kind)
            let old = name.number
            try renameIfThere(CardLayout.stillFile(number: old), to: CardLayout.stillFile(number: clip.number))
            try renameIfThere(CardLayout.unmirroredStillFile(number: old), to: CardLayout.unmirroredStillFile(number: clip.number))
            try renameIfThere(clip.file, to: named.file)
            try append(.clip(named))
        }
        return true
    }

    private func renameIfThere(_ file: String, to new: String) throws(CardError) {
        guard try card.files.isFile("\(path)/\(file)") else { return }
        try card.makeWay(for: "\(path)/\(new)")
        try card.files.rename("\(path)/\(file)", to: "\(path)/\(new)")
        try card.files.syncFolder(CardLayout.folder(of: "\(path)/\(new)"))
    }
}
