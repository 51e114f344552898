// SPDX-License-Identifier: GPL-3.0-or-later

/// The later part of a session that somebody has split: its ends from one end on are a session of their own.
public struct SessionPart: Hashable, Sendable, Codable {
    /// The header of the new session. Its id and its number are its own; what else it says is the whole session's.
    public var header: SessionHeader
    /// The number of the new session's first end, as the whole session counts.
    public var end: Int

    public init(header: SessionHeader, end: Int) {
        self.header = header
        self.end = end
    }

    /// Returns the numbers of the marks and clips that belong to the part: those of its ends, and those that nobody linked to an end and that
    /// come after them.
    package func numbers(in record: SessionRecord) -> Set<Int> {
        let clips = Dictionary(record.clips.map { ($0.number, $0) }) { first, _ in first }
        let all = Set(record.marks.map(\.number) + clips.keys + record.lostClips)
        let owners = record.ends.reduce(into: [Int: Int]()) { owners, end in
            for number in end.clips + end.detected where owners[number] == nil { owners[number] = end.number }
        }
        let linked = record.ends.reduce(into: owners) { owners, end in for arrow in end.arrows { arrow.clip.map { owners[$0] = end.number } } }
        let own = Set(all.filter { linked[$0].map { $0 >= end } ?? false })
        let firstMark = own.filter { ClipPlan.Kind(ofNumber: $0) == .mark }.min()
        let begin = firstMark.flatMap { clips[$0]?.firstTimestamp }
        return own.union(
            all.filter { number in
                guard linked[number] == nil else { return false }
                if ClipPlan.Kind(ofNumber: number) == .mark { return firstMark.map { number > $0 } ?? false }
                guard let begin, let time = clips[number]?.firstTimestamp else { return false }
                return time >= begin
            })
    }

    /// Returns the journal of the new session: its numbers begin at 1, and its clips still have the files' names of the whole session.
    /// - Parameter folder: the folder of the whole session.
    /// - Returns: `nil` if one of the two parts would have no end.
    package func journal(of record: SessionRecord, in folder: String) -> [JournalEntry]? {
        let ends = record.ends.filter { $0.number >= end }
        guard !ends.isEmpty, ends.count < record.ends.count else { return nil }
        let numbers = numbers(in: record)
        let link = SessionLink(id: record.header.id, folder: folder, end: end, numbers: SessionNumbers(of: record).before(numbers))
        var entries: [JournalEntry] = [.opened(header), .continues(link)]
        if let target = record.target { entries.append(.target(target)) }
        entries += record.marks.filter { numbers.contains($0.number) }.map { .marked($0) }
        entries += record.clips.filter { numbers.contains($0.number) }.map { .clip($0) }
        entries += record.lostClips.filter(numbers.contains).map { .lostClip(number: $0, reason: "") }
        entries += ends.map { .end($0) }
        if let over = record.over { entries.append(.over(over)) }
        entries.append(.alone)
        if record.isProtected { entries.append(.protected(true)) }
        return entries
    }
}
