// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The folders of whole sessions in an export, and the page that leads to them.
extension ExportFolder {
    public static let page = CardLayout.page

    /// True if the folder is a card that the box, or somebody, records onto: its sessions are no copies that may be made anew.
    public static func isCard(_ path: String, files: any FileSystem = POSIXFileSystem()) -> Bool {
        [CardLayout.settings, CardLayout.index, CardLayout.identity].contains { (try? files.isFile("\(path)/\($0)")) == true }
    }

    /// Removes what an earlier export of a session left in its folder and what isn't part of it any more: clips and stills that were
    /// deleted since, old names of clips, tables without a line, and unfinished files.
    /// - Parameter pages: the names of the pages that the session has now.
    public func tidy(_ session: SessionExport, in folder: String, pages: Set<String>) throws(CardError) {
        let root = "\(path)/\(folder)"
        try remove(from: root) { name in
            name == CardLayout.journal || CardLayout.isSessionPart(name)
                || CardLayout.besideThePage.contains(name) && !pages.isEmpty && !pages.contains(name)
        }
        try remove(from: "\(root)/\(CardLayout.clips)") { session.isGone(clip: $0) || CardLayout.isClipPart($0) }
        try remove(from: "\(root)/\(CardLayout.stills)") { session.isGone(still: $0) || CardLayout.isStillPart($0) }
        try remove(from: "\(root)/\(CardLayout.pictures)", where: CardLayout.isPicturePart)
    }

    private func remove(from folder: String, where isGone: (String) -> Bool) throws(CardError) {
        guard try files.isFolder(folder) else { return }
        var hasChanged = false
        for name in try files.list(folder) where isGone(name) {
            guard try files.isFile("\(folder)/\(name)") else { continue }
            try files.remove("\(folder)/\(name)")
            hasChanged = true
        }
        if hasChanged { try files.syncFolder(folder) }
    }

    /// Returns the page that leads to every session in this folder.
    public func indexPage() throws(CardError) -> [UInt8] {
        var sessions: [SessionSummary] = []
        for name in try files.list(path) where !CardLayout.isLeftover(name) {
            let file = "\(path)/\(name)/\(CardLayout.record)"
            guard try files.isFolder("\(path)/\(name)"), try files.isFile(file), let bytes = try? files.contents(of: file),
                case .record(let record) = SessionFile.content(bytes)
            else { continue }
            sessions.append(SessionSummary(record, name: name, bytes: 0))
        }
        return try Scorebook.index(of: sessions)
    }

    /// Returns the state of that page's path: another page of that name may be somebody's own.
    public func standing(ofIndexPage bytes: [UInt8]) throws(CardError) -> Standing {
        let place = "\(path)/\(Self.page)"
        switch try files.kind(of: place) {
        case nil: return .free
        case .file(let size)?:
            if files.holds(place, bytes) { return .current }
            guard let found = try? files.read(place, from: 0, count: PageTemplates.beginning) else { return .foreign }
            return size == 0 || found.contains(PageTemplates.brand) ? .changed : .foreign
        default: return .foreign
        }
    }
}
