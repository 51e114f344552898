import Core

/// The index and the card's own page follow the sessions and never the other way round: what goes wrong with them is put right by the
/// next `reconcileIndex` and must not keep a session from being closed or the box from starting.
extension Card {
    private var indexPath: String { "\(path)/\(CardLayout.index)" }

    /// Looks sessions up: newest first, a page at a time. Without an index the records themselves are read.
    public func find(_ query: SessionQuery) throws(CardError) -> SessionList {
        try attempt { () throws(CardError) in
            let free = try files.space(at: path).freeBytes
            guard hasIndex else { return SessionSearch(entries: try entries()).find(query, freeBytes: free) }
            // One that broke or went since the start is made anew.
            let index = try SessionIndex(path: indexPath, files: files)
            if index.isNew { _ = try reconcile(index) }
            return try index.find(query, freeBytes: free)
        }
    }

    /// A session's record is on the card.
    func indexClosed(_ name: String, _ record: SessionRecord) {
        try? followed { (index) throws(CardError) in try put(name, record, into: index) }
    }

    /// A session's folder is gone.
    func indexRemoved(_ name: String) {
        try? followed { (index) throws(CardError) in try index.remove(name: name) }
    }

    /// Brings the index and the card's page in line with the folders there are. A record that is as long as it was is taken to be the
    /// same; `rebuildIndex` reads them all.
    func reconcileIndex() throws(CardError) {
        try followed(evenIfNothingChanged: false, reconcile)
    }

    /// - Returns: whether anything was different.
    private func reconcile(_ index: SessionIndex) throws(CardError) -> Bool {
        var known = try index.recordSizes()
        var hasChanged = index.isNew
        for name in try files.list(path) where CardLayout.sessionNumber(inName: name) != nil {
            guard case .file(let size)? = try files.kind(of: "\(path)/\(name)/\(CardLayout.record)"),
                  try files.kind(of: "\(path)/\(name)/\(CardLayout.journal)") == nil else { continue }
            if known.removeValue(forKey: name) == size { continue }
            guard case .closed(let record) = try session(named: name).state else { continue }
            try put(name, record, into: index)
            hasChanged = true
        }
        for name in known.keys {
            try index.remove(name: name)
            hasChanged = true
        }
        return hasChanged
    }

    /// Makes the index anew from the sessions' records.
    func rebuildIndex() throws(CardError) {
        for suffix in ["", "-journal"] { try files.removeIfThere(indexPath + suffix) }
        try reconcileIndex()
    }

    private func put(_ name: String, _ record: SessionRecord, into index: SessionIndex) throws(CardError) {
        var size: Int64 = 0
        if case .file(let bytes)? = try files.kind(of: "\(path)/\(name)/\(CardLayout.record)") { size = bytes }
        try index.put(record, name: name, bytes: try bytes(in: "\(path)/\(name)"), recordBytes: size)
    }

    /// Changes the index, and writes the card's page from what it says then. It is opened for one piece of work: a file that stays open
    /// would be in the way of pulling the card.
    private func followed(_ change: (SessionIndex) throws(CardError) -> Void) throws(CardError) {
        try followed(evenIfNothingChanged: true) { (index) throws(CardError) in
            try change(index)
            return true
        }
    }

    private func followed(evenIfNothingChanged isCertain: Bool, _ change: (SessionIndex) throws(CardError) -> Bool) throws(CardError) {
        guard hasIndex else {
            return try writePage(of: SessionSearch(entries: try entries()).find(Self.everything, freeBytes: 0).sessions)
        }
        let index = try SessionIndex(path: indexPath, files: files)
        let hasChanged = try change(index)
        let isMissing = try !files.isFile("\(path)/\(CardLayout.page)")
        if hasChanged || isCertain || isMissing { try writePage(of: try index.find(Self.everything, freeBytes: 0).sessions) }
    }

    private static let everything = SessionQuery(limit: .max)

    /// A card with no session has no page; one whose page says this already isn't written to.
    private func writePage(of sessions: [SessionSummary]) throws(CardError) {
        let page = "\(path)/\(CardLayout.page)"
        let isThere = try files.isFile(page)
        guard isThere || !sessions.isEmpty else { return }
        let bytes = try Scorebook.index(of: sessions)
        if isThere, try files.contents(of: page) == bytes { return }
        try files.replace(page, with: bytes)
    }

    /// Every closed session, read from its record.
    private func entries() throws(CardError) -> [SessionSearch.Entry] {
        var entries: [SessionSearch.Entry] = []
        for session in try sessions() {
            guard case .closed(let record) = session.state else { continue }
            entries.append(.init(record, name: session.name, bytes: try bytes(in: "\(path)/\(session.name)")))
        }
        return entries
    }

    /// What all the files in a folder take.
    private func bytes(in folder: String) throws(CardError) -> Int64 {
        var sum: Int64 = 0
        for name in try files.list(folder) {
            switch try files.kind(of: "\(folder)/\(name)") {
            case .file(let bytes)?: sum += bytes
            case .folder?: sum += try self.bytes(in: "\(folder)/\(name)")
            case .other?, nil: break
            }
        }
        return sum
    }
}
