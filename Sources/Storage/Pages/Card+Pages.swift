// SPDX-License-Identifier: GPL-3.0-or-later

import Core

extension Card {
    /// Writes a session's page, its tables and its target, where they say something else than they did.
    /// - Parameter recorded: how its clips' pictures lie.
    func writePages(of record: SessionRecord, named name: String, recorded: [Int: RecordedPicture]) throws(CardError) {
        for page in try changedPages(of: record, named: name, recorded: recorded) {
            try makeWay(for: page.path)
            try files.replace(page.path, with: page.bytes)
        }
    }

    /// A session's pages that aren't on the card as they are to be, by their whole paths. One that the session has no more is removed.
    func changedPages(
        of record: SessionRecord, named name: String, recorded: [Int: RecordedPicture]
    ) throws(CardError) -> [Scorebook.File] {
        let folder = "\(path)/\(name)"
        let stills = try files.isFolder("\(folder)/\(CardLayout.stills)") ? try files.list("\(folder)/\(CardLayout.stills)") : []
        let pages = try Scorebook.files(
            of: record, named: name, stills: Set(stills.compactMap(CardLayout.stillNumber)),
            unmirrored: Set(stills.compactMap(CardLayout.unmirroredStillNumber)), pictures: pictures(ofSession: name), recorded: recorded)
        for stale in CardLayout.besideThePage where !pages.contains(where: { $0.path == stale }) {
            if try files.isFile("\(folder)/\(stale)") { try files.remove("\(folder)/\(stale)") }
        }
        return pages.map { Scorebook.File(path: "\(folder)/\($0.path)", bytes: $0.bytes) }.filter { !files.holds($0.path, $0.bytes) }
    }
}
