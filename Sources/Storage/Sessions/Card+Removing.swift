// SPDX-License-Identifier: GPL-3.0-or-later

import Core

extension Card {
    /// Below this share of the card's size deleted clips make room: a twentieth.
    private static let leastFreeShare: Int64 = 20

    /// Whether so little is free that deleted clips are to go.
    public func needsRoom() throws(CardError) -> Bool {
        let space = try files.space(at: path)
        return space.isWritable && space.freeBytes < space.totalBytes / Self.leastFreeShare
    }

    /// The closed sessions that have deleted clips which can be restored, oldest first.
    public func sessionsWithDeletedClips() throws(CardError) -> [String] {
        try everyEntry().filter { $0.deletedClips > 0 }.sorted { ($0.started, $0.number, $0.name) < ($1.started, $1.number, $1.name) }
            .map(\.name)
    }

    /// Makes the deletions of one session final, and files it as it is then.
    /// - Returns: the numbers of the clips that are gone, and the session's record; `nil` if there is no such session, or none that this
    ///   program can read.
    public func removeDeletedClips(ofSession name: String) throws(CardError) -> (clips: [Int], record: SessionRecord)? {
        guard let known = try session(named: name).record, let folder = try resumeSession(named: name) else { return nil }
        let clips = try folder.removeDeletedClips()
        return (clips, try folder.close(known.ending))
    }
}
