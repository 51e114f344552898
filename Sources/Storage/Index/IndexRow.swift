// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import GRDB

/// The data that the index keeps of one session: its line of the history, its faces and its clips.
struct IndexRow: Hashable {
    let entry: SessionSearch.Entry
    let camera: String
    let ending: SessionRecord.Ending
    let marks: Int
    let seconds: Double
    let clips: [ClipRecord]
    /// The checksum of `session.json`; a difference means that it was edited elsewhere.
    let checksum: UInt32
    /// Its lines in the card's `scores.csv`; the index doesn't keep them.
    let scores: [UInt8]

    /// - Parameter bytes: the size of its folder.
    init(_ record: SessionRecord, name: String, bytes: Int64, checksum: UInt32) {
        entry = SessionSearch.Entry(record, name: name, bytes: bytes)
        camera = record.header.camera
        ending = record.ending
        marks = record.marks.count
        // No number from a file is trusted: SQLite takes no NaN for a number.
        let seconds = record.keptClips.reduce(0) { $0 + $1.seconds }
        self.seconds = seconds.isFinite ? seconds : 0
        clips = record.keptClips
        self.checksum = checksum
        scores = CardScores.lines(of: record, named: name)
    }
}

extension SessionSummary: FetchableRecord, EncodableRecord {}

/// A row of the table `session`.
extension IndexRow: PersistableRecord {
    static let databaseTableName = "session"

    func encode(to container: inout PersistenceContainer) throws {
        try entry.summary.encode(to: &container)
        container["camera"] = camera
        container["ending"] = ending.rawValue
        container["marks"] = marks
        container["seconds"] = seconds
        container["checksum"] = checksum
        container["seal"] = entry.seal
    }
}
