// SPDX-License-Identifier: GPL-3.0-or-later

extension Strings {
    package static func deleteWarning(clips count: Int) -> String {
        (count == 0 ? "" : Phrases.History.clipsGoToo(count) + " ") + noUndo
    }

    /// `Goes on with Thu 19 Nov 2026, 14:03`, as that session is named in the list; `Goes on with Session 7` if its folder has no date.
    /// - Parameter folder: the folder of the other session, such as `2026-11-19_1403_S07`.
    package static func goesOnWith(folder: String) -> String {
        let parts = folder.split(separator: "_")
        let moment = parts.count == 3 ? SessionMoment("\(parts[0])T\(parts[1].prefix(2)):\(parts[1].dropFirst(2))") : nil
        let number = parts.last.flatMap { $0.first == "S" ? Int($0.dropFirst()) : nil }
        return Phrases.History.goesOnWith(moment?.words ?? number.map { Phrases.PageParts.sessionNumber($0) } ?? folder)
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
