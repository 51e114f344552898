// SPDX-License-Identifier: GPL-3.0-or-later

import Core

// A clip's deletion becomes final in four steps, each of which survives a power cut before the next begins:
//
// 1. The session has a journal. A closed session is opened again for this, so that the next start examines it.
// 2. The clip's file gets a name that marks it for removal (`01.mp4.deleted`). This is where the deletion becomes final.
// 3. The journal records the removal.
// 4. The still is removed, then the file.
//
// A power cut before the second step leaves a clip that is deleted and can be restored; after it, the next start finishes the rest.
extension SessionFolder {
    /// Makes the deletions of this session final: the files of its deleted clips are removed. An imported film stays, and can be restored.
    ///
    /// Repeating it changes nothing. A file that the card won't give up keeps its clip restorable.
    /// - Returns: the numbers of the clips that are gone.
    public func removeDeletedClips() throws(CardError) -> [Int] {
        try card.attempt { () throws(CardError) in
            let doomed = SessionRecord(journal: entries, ending: .stopped)?.removableClips ?? []
            guard !doomed.isEmpty else { return [] }
            for clip in doomed { try doom(clip) }
            try syncClips()
            try noteRemoved(doomed)
            try removeDoomedFiles()
            return doomed.map(\.number)
        }
    }

    /// Removes what a card that was pulled in the middle of a clip has of it, because the clip won't be made.
    func removePart(ofClip number: Int) throws(CardError) {
        let file = CardLayout.clipFile(number: number, kind: ClipPlan.Kind(ofNumber: number))
        try card.files.removeIfThere("\(path)/\(file)\(CardLayout.partSuffix)")
    }

    /// Finishes the removals that a power cut interrupted.
    /// - Returns: the numbers of the clips whose deletion became final with the last run, or now.
    func finishRemovals() throws(CardError) -> [Int] {
        let clips = SessionRecord(journal: entries, ending: .stopped)?.clips.filter { $0.isDeleted && CardLayout.isClipFile($0.file) } ?? []
        var begun: [ClipRecord] = []
        for clip in clips where try isBegun(clip) { begun.append(clip) }
        guard !begun.isEmpty else { return [] }
        try syncClips()
        try noteRemoved(begun.filter { !$0.isRemoved })
        try removeDoomedFiles()
        return begun.map(\.number)
    }

    /// True if a clip's removal has begun: its file is marked for removal by its name, or a power cut in the middle of the renaming took
    /// both names, and maybe left the still.
    private func isBegun(_ clip: ClipRecord) throws(CardError) -> Bool {
        if try card.files.isFile(place(clip) + CardLayout.deletedSuffix) { return true }
        if clip.isRemoved, clip.number > 0 { return try card.files.isFile(still(clip.number)) }
        if clip.isRemoved { return false }
        return try !card.files.isFile(place(clip))
    }

    private func place(_ clip: ClipRecord) -> String { "\(path)/\(clip.file)" }

    /// Marks a clip's file for removal by its name. If somebody removed the file on a laptop, there is nothing to rename.
    private func doom(_ clip: ClipRecord) throws(CardError) {
        // Anybody may have edited the file that the name comes from, so it mustn't lead out of the session's folder.
        guard CardLayout.isClipFile(clip.file), try card.files.isFile(place(clip)) else { return }
        try card.makeWay(for: place(clip) + CardLayout.deletedSuffix)
        try card.files.rename(place(clip), to: place(clip) + CardLayout.deletedSuffix)
    }

    /// Gives a file its own name again, if the card refused its removal half-way and somebody restored the clip.
    func bringBack(_ clip: ClipRecord) throws(CardError) {
        guard CardLayout.isClipFile(clip.file), try !card.files.isFile(place(clip)),
            try card.files.isFile(place(clip) + CardLayout.deletedSuffix)
        else { return }
        try card.files.rename(place(clip) + CardLayout.deletedSuffix, to: place(clip))
        try syncClips()
    }

    private func noteRemoved(_ clips: [ClipRecord]) throws(CardError) {
        for var clip in clips {
            clip.remove()
            try append(.clip(clip))
        }
    }

    /// Removes the stills before the files: as long as a file is there, the next start comes back to both.
    private func removeDoomedFiles() throws(CardError) {
        let removed = SessionRecord(journal: entries, ending: .stopped)?.clips.filter { $0.isRemoved && CardLayout.isClipFile($0.file) } ?? []
        for clip in removed where clip.number > 0 { try removeStill(clip.number) }
        let stills = "\(path)/\(CardLayout.stills)"
        if try card.files.isFolder(stills) { try card.files.syncFolder(stills) }
        var doomed: [ClipRecord] = []
        for clip in removed where try card.files.isFile(place(clip) + CardLayout.deletedSuffix) { doomed.append(clip) }
        // A power cut in the middle of the renaming may have left both names.
        for clip in doomed { try card.files.removeIfThere(place(clip)) }
        try syncClips()
        for clip in doomed { try card.files.remove(place(clip) + CardLayout.deletedSuffix) }
        try syncClips()
    }

    private func removeStill(_ number: Int) throws(CardError) {
        try card.files.removeIfThere("\(path)/\(CardLayout.unmirroredStillFile(number: number))")
        if try card.files.isFile(still(number)) { try card.files.remove(still(number)) }
    }

    private func still(_ number: Int) -> String { "\(path)/\(CardLayout.stillFile(number: number))" }

    private func syncClips() throws(CardError) {
        let clips = "\(path)/\(CardLayout.clips)"
        if try card.files.isFolder(clips) { try card.files.syncFolder(clips) }
    }
}

extension Card {
    /// True if so little is free that deleted clips are to go (`RoomRule`).
    public func needsRoom() throws(CardError) -> Bool {
        let space = try files.space(at: path)
        return space.isWritable && RoomRule.Room(freeBytes: space.freeBytes, totalBytes: space.totalBytes, isFull: false).isNearlyFull
    }

    /// Returns the closed sessions that have deleted clips which can be restored, oldest first.
    public func sessionsWithDeletedClips() throws(CardError) -> [String] {
        try find(SessionQuery(hasDeletedClips: true, isOldestFirst: true, limit: .max)).sessions.map(\.name)
    }

    /// Makes the deletions of one session final, and files the session again.
    /// - Returns: the numbers of the clips that are gone, and the session's record; `nil` if there is no such session, or if this program
    ///   can't read it.
    public func removeDeletedClips(ofSession name: String) throws(CardError) -> (clips: [Int], record: SessionRecord)? {
        guard let known = try session(named: name).record, let folder = try resumeSession(named: name) else { return nil }
        let clips = try folder.removeDeletedClips()
        return (clips, try folder.close(known.ending))
    }
}
