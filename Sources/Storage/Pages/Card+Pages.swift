import Core

extension Card {
    /// Writes a session's page, its table and its target, where they say something else than they did.
    func writePages(of record: SessionRecord, named name: String) throws(CardError) {
        let folder = "\(path)/\(name)"
        let stills = try files.isFolder("\(folder)/\(CardLayout.stills)") ? try files.list("\(folder)/\(CardLayout.stills)") : []
        let pages = try Scorebook.files(of: record, named: name, stills: Set(stills.compactMap(CardLayout.stillNumber)))
        for page in pages {
            let file = "\(folder)/\(page.path)"
            if try files.isFile(file), try files.contents(of: file) == page.bytes { continue }
            try files.replace(file, with: page.bytes)
        }
        for stale in [CardLayout.scores, CardLayout.target] where !pages.contains(where: { $0.path == stale }) {
            try files.removeIfThere("\(folder)/\(stale)")
        }
    }
}
