// SPDX-License-Identifier: GPL-3.0-or-later

import Core

extension SessionSearch.Entry {
    /// A checksum of everything in the index about a session. It tells a row that a card has altered from a row as it was written.
    ///
    /// SQLite protects the structure of its file and the types of its values, but not the values themselves.
    var seal: UInt32 {
        var bytes: [UInt8] = []
        // SQLite returns a text up to its first zero.
        func kept(_ text: String) -> [UInt8] { Array(text.utf8.prefix { $0 != 0 }) }
        func add(_ text: String?) { bytes += text.map { [1] + kept($0) + [0] } ?? [0] }
        add(summary.name)
        add(summary.id)
        add(summary.started)
        add(summary.notBefore)
        add(summary.faceID)
        add(summary.faceName)
        add(summary.round)
        add(summary.archer)
        add(summary.notes)
        add(summary.continues)
        add(summary.distance)
        add(summary.groupMillimetres.map { String($0.bitPattern) })
        add(summary.holdSeconds.map { String($0.bitPattern) })
        let numbers = [
            summary.number, summary.total, summary.innerTens, summary.tens, summary.arrows, summary.shot, summary.ends, summary.clips,
            summary.deletedClips, summary.likedClips, summary.unjudgedClips, summary.isProtected ? 1 : 0, summary.grouped, summary.holds,
        ]
        for number in numbers.map(Int64.init) + [summary.bytes] { add(String(number)) }
        // The order must not depend on text behind a zero.
        let named = faces.map { [1] + kept($0.id) + [0, 1] + kept($0.name) + [0] }
        for face in named.sorted(by: { $0.lexicographicallyPrecedes($1) }) { bytes += face }
        return Checksum.crc32(bytes)
    }
}
