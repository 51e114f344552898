// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The pages that follow from several sessions: the archers', and a session's links to its neighbours.
extension Card {
    /// Returns the order of all closed sessions. It is read once, and then follows each change of the index.
    func sessionOrder() throws(CardError) -> SessionOrder {
        if let known = order.withLock({ $0 }) { return known }
        let found = try recordedOrder()
        order.withLock { $0 = found }
        return found
    }

    /// Writes the pages of the archers whose content has changed, and removes those of archers without a session.
    func writeArchers(of sessions: [SessionSummary]) throws(CardError) {
        let folder = "\(path)/\(CardLayout.archers)"
        let pages = try Scorebook.archers(of: sessions)
        if !pages.isEmpty { try requireFolder(folder) }
        for page in pages where !files.holds("\(folder)/\(page.path)", page.bytes) {
            try makeWay(for: "\(folder)/\(page.path)")
            try files.replace("\(folder)/\(page.path)", with: page.bytes)
        }
        guard try files.isFolder(folder) else { return }
        let current = Set(pages.map(\.path))
        for name in try files.list(folder) where !current.contains(name) {
            let place = "\(folder)/\(name)"
            guard name.hasSuffix(".html") || name.hasSuffix(".html" + CardLayout.partSuffix), try files.isFile(place) else { continue }
            // Another page in the folder may be somebody's own.
            let beginning = try files.read(place, from: 0, count: PageTemplates.beginning)
            if name.hasSuffix(CardLayout.partSuffix) || beginning.contains(PageTemplates.brand) { try files.remove(place) }
        }
    }

    /// Takes the order of all sessions, and writes the pages of those that have other neighbours now.
    /// - Parameter before: the order until now; `nil` if it isn't known.
    func linkNeighbours(in sessions: [SessionSummary], before: SessionOrder?) throws(CardError) {
        let now = SessionOrder(sessions.lazy.map { (number: $0.number, name: $0.name) })
        order.withLock { $0 = now }
        guard let before else { return }
        for name in now.moved(since: before) {
            // A session that goes on gets its page when it is closed.
            guard let bytes = try recordBytes(of: name), case .record(let record) = SessionFile.content(bytes),
                try files.kind(of: journalPath(of: name)) == nil
            else { continue }
            do throws(CardError) {
                try writePages(of: record, named: name, recorded: try recordedPictures(of: record, named: name))
            } catch {
                guard case .failed = error else { throw error }
                note("\(name): its page isn't linked: \(error)")
            }
        }
    }
}
