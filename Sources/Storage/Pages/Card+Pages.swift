// SPDX-License-Identifier: GPL-3.0-or-later

import Core

extension Card {
    /// Writes a session's page, its tables and its target, if their content has changed.
    /// - Parameter recorded: the size and the orientation of its clips' pictures.
    func writePages(of record: SessionRecord, named name: String, recorded: [Int: RecordedPicture]) throws(CardError) {
        for page in try changedPages(of: record, named: name, recorded: recorded) {
            try makeWay(for: page.path)
            try files.replace(page.path, with: page.bytes)
        }
    }

    /// Returns a session's pages whose content on the card is out of date, by their whole paths. Pages that the session no longer has are
    /// removed.
    func changedPages(
        of record: SessionRecord, named name: String, recorded: [Int: RecordedPicture]
    ) throws(CardError) -> [Scorebook.File] {
        let folder = "\(path)/\(name)"
        let stills = try files.isFolder("\(folder)/\(CardLayout.stills)") ? try files.list("\(folder)/\(CardLayout.stills)") : []
        let pages = try Scorebook.files(
            of: record, named: name, stills: Set(stills.compactMap(CardLayout.stillNumber)),
            unmirrored: Set(stills.compactMap(CardLayout.unmirroredStillNumber)), pictures: pictures(ofSession: name), recorded: recorded,
            way: (try? sessionOrder())?.way(of: name, number: record.header.number) ?? PageWay())
        for stale in CardLayout.besideThePage where !pages.contains(where: { $0.path == stale }) {
            if try files.isFile("\(folder)/\(stale)") { try files.remove("\(folder)/\(stale)") }
        }
        return pages.map { Scorebook.File(path: "\(folder)/\($0.path)", bytes: $0.bytes) }.filter { !files.holds($0.path, $0.bytes) }
    }
}
