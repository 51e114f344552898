// SPDX-License-Identifier: GPL-3.0-or-later

import Core

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
