// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// What the index keeps of one session: its line of the history, its faces and its clips.
struct IndexRow: Hashable {
    let entry: SessionSearch.Entry
    let camera: String
    let ending: SessionRecord.Ending
    let marks: Int
    let seconds: Double
    let clips: [ClipRecord]
    /// Of its `session.json`: by that one that was edited elsewhere is told.
    let checksum: UInt32

    /// - Parameter bytes: what its folder takes.
    init(_ record: SessionRecord, name: String, bytes: Int64, checksum: UInt32) {
        entry = SessionSearch.Entry(record, name: name, bytes: bytes)
        camera = record.header.camera
        ending = record.ending
        marks = record.marks.count
        // No number of a file is believed: SQLite takes no NaN where a number belongs.
        let seconds = record.keptClips.reduce(0) { $0 + $1.seconds }
        self.seconds = seconds.isFinite ? seconds : 0
        clips = record.keptClips
        self.checksum = checksum
    }
}
