// SPDX-License-Identifier: GPL-3.0-or-later

/// The session that another session continues, as long as both have folders of their own on the card.
///
/// The later session counts on: its first mark and its first end have the next numbers of the older one. So joining the two changes no
/// number. If the link is dropped, the later session counts from 1 (`own`).
public struct SessionLink: Hashable, Sendable, Codable {
    /// The older session's id; `nil` for a session without an id.
    public var id: String?
    /// The folder in which the older session lay when this one began.
    public var folder: String
    /// The number of the first end that may have marks of the later session.
    public var end: Int
    /// The next numbers of the older session when this one began.
    public var numbers: SessionNumbers

    public init(id: String?, folder: String, end: Int, numbers: SessionNumbers) {
        self.id = id
        self.folder = folder
        self.end = end
        self.numbers = numbers
    }

    /// Creates the link to a session that its archer goes on with.
    package init(to left: ResumableSession, at key: SessionKey) {
        let closed = left.ends.last { !$0.isOpen }?.number ?? 0
        self.init(id: key.id, folder: key.folder, end: closed + 1, numbers: left.numbers)
    }

    /// The key of the older session.
    package var key: SessionKey { SessionKey(id: id, folder: folder) }

    /// True if a box can have written it.
    var isPlausible: Bool { !folder.isEmpty && (1...EndRecord.mostEnds).contains(end) && numbers.isPlausible }

    // MARK: Without the link

    /// Returns a mark with its number in the later session alone; `nil` for a mark of the older one.
    package func own(_ mark: Mark) -> Mark? {
        var own = mark
        guard let number = numbers.own(mark.number) else { return nil }
        own.number = number
        return own
    }

    /// Returns a clip with its number in the later session alone; `nil` for a clip of the older one. Its file keeps its name.
    /// - Parameter session: the id of the later session.
    package func own(_ clip: ClipRecord, of session: String?) -> ClipRecord? {
        guard let number = numbers.own(clip.number) else { return nil }
        var own = clip
        own.number = number
        // A later clip of the session will have that number, and so that id.
        if let session, clip.id == "\(session)-\(clip.number)" { own.id = "\(session)-\(number)" }
        return own
    }

    /// Returns the ends of the later session alone: from 1 without a gap, and without the clips of the older session.
    /// - Parameter ends: in the order of their numbers.
    package func own(_ ends: [EndRecord]) -> [EndRecord] {
        var own: [EndRecord] = []
        for end in ends where end.number >= self.end {
            var end = end
            let hadClips = !end.clips.isEmpty
            end.clips = end.clips.compactMap(numbers.own)
            end.detected = end.detected.compactMap(numbers.own)
            for index in end.arrows.indices { end.arrows[index].clip = end.arrows[index].clip.flatMap(numbers.own) }
            // The older session's open end may have been closed meanwhile: nothing of it is the later session's.
            if hadClips, end.clips.isEmpty, end.arrows.isEmpty { continue }
            end.number = own.count + 1
            own.append(end)
        }
        return own
    }

    /// Returns true if a line of the later session's journal is about the older session: it belongs there if the link is dropped.
    package func isAboutOlder(_ entry: JournalEntry) -> Bool {
        switch entry {
        case .marked(let mark): numbers.own(mark.number) == nil
        case .withdrawn(let number), .impact(let number, _), .judged(let number, _), .lostClip(let number, _): numbers.own(number) == nil
        case .clip(let clip): numbers.own(clip.number) == nil
        case .end(let end): end.number < self.end
        case .notes, .protected: true
        case .opened, .dated, .continues, .alone, .joined, .parted, .target, .over, .closed: false
        }
    }
}

/// The facts about the older session that a linked session in progress needs if the link is dropped.
package struct LinkedSession: Hashable, Sendable {
    package let link: SessionLink
    /// The older session's key on the card.
    package let key: SessionKey
    /// The older session's header, once the card has told it.
    package var header: SessionHeader?
    /// The older session's ends when this run went on with it.
    let ends: [EndRecord]
    /// The target in the older session's journal.
    let target: SessionTarget?

    package init(to left: ResumableSession, at key: SessionKey) {
        link = SessionLink(to: left, at: key)
        self.key = key
        ends = left.ends
        target = left.toldTarget
    }
}
