// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The clips of the whole card about which nobody has decided anything.
extension Card {
    /// Returns the next unjudged clips: the newest session first, and within it the oldest clip. Only sessions that have such clips are
    /// read.
    /// - Parameter last: the clip that was given out last; `nil` for the beginning.
    package func unjudgedClips(after last: ClipKey?, limit: Int) throws(CardError) -> UnjudgedClips {
        let sessions = try find(SessionQuery(limit: .max)).sessions
        // The order stays the same when clips that were given out before are judged.
        let first = last.flatMap { last in sessions.firstIndex { $0.key.isSame(as: last.session) } } ?? 0
        var found = UnjudgedClips(isFirst: last == nil)
        for session in sessions[first...] where session.unjudgedClips > 0 {
            guard found.clips.count < limit else {
                found.left += session.unjudgedClips
                continue
            }
            guard let record = try? self.session(named: session.name).record else { continue }
            let book = ScoreBook(record, key: key(of: record, in: session.name))
            // The order is that of all clips, because the clip given out last may be judged by now.
            let order = book.reviewOrder
            let passed = last?.session.isSame(as: session.key) == true ? order.firstIndex { $0 == last?.number }.map { $0 + 1 } ?? 0 : 0
            let open = Set(book.reviewable.filter { book.clip($0)?.judgement.isLiked == false })
            found.clips += book.reviewClips(order[passed...].filter(open.contains))
        }
        found.left += max(0, found.clips.count - limit)
        found.clips = Array(found.clips.prefix(limit))
        return found
    }
}
