// SPDX-License-Identifier: GPL-3.0-or-later

extension Strings {
    package static func deleteWarning(clips count: Int) -> String {
        (count == 0 ? "" : Phrases.History.clipsGoToo(count) + " ") + noUndo
    }

    /// `Sessions 3.9 GB, 12 %  ·  28.4 GB free`.
    package static func storage(used: Int64, free: Int64) -> String {
        let total = Double(used) + Double(free)
        let percent = total > 0 ? Int((Double(used) / total * 100).rounded(.up)) : 0
        return Phrases.History.storage(bytes(used), percent: percent, free: bytes(free))
    }

    /// `3.1 GB`, in decimal units as the card's maker counts.
    package static func bytes(_ count: Int64) -> String {
        let number = Double(max(0, count))
        if number >= 1e9 { return Phrases.History.gigabytes(tenths(number / 1e9)) }
        if number >= 1e6 { return Phrases.History.megabytes(Int((number / 1e6).rounded())) }
        return Phrases.History.kilobytes(Int((number / 1e3).rounded(.up)))
    }
}
