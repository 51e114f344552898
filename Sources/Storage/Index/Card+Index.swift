// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The index and the card's own page follow the sessions and never the other way round. If something goes wrong with them, the next
/// `reconcileIndex` repairs it; it must not keep a session from being closed or the box from starting.
extension Card {
    var indexPath: String { "\(path)/\(CardLayout.index)" }

    /// Finds sessions like `find(_:)`, with some that the index can't know: they are open, and have no record yet.
    /// - Parameter open: the records of those sessions, from their journals.
    public func find(_ query: SessionQuery, besides open: [(name: String, record: SessionRecord)]) throws(CardError) -> SessionList {
        var unfiled: [SessionSearch.Entry] = []
        for (name, record) in open where try !files.isFile("\(path)/\(name)/\(CardLayout.record)") {
            unfiled.append(.init(record, name: name, bytes: bytes(in: "\(path)/\(name)")))
        }
        guard !unfiled.isEmpty, !query.isOldestFirst else { return try find(query) }
        var all = query
        (all.offset, all.limit) = (0, unfiled.count)
        let own = SessionSearch(entries: unfiled).find(all, freeBytes: 0).of(card: id)
        // A session that is recorded now is the newest.
        let shown = own.sessions.dropFirst(max(0, query.offset)).prefix(max(0, query.limit))
        var rest = query
        rest.offset = max(0, query.offset - own.matching)
        rest.limit = query.limit - shown.count
        return try find(rest).with(own, shown: Array(shown), as: query)
    }

    /// Finds sessions: newest first, a page at a time. Without a usable index, the records themselves are read.
    public func find(_ query: SessionQuery) throws(CardError) -> SessionList {
        try attempt { () throws(CardError) in
            let free = try files.space(at: path).freeBytes
            do throws(CardError) {
                if hasIndex {
                    return try withIndex { index throws(IndexFault) in
                        // An index that broke or disappeared since the start is made anew.
                        if index.isNew { try index.change { _ = try reconcile($0, {}) } }
                        return try index.find(query, freeBytes: free).of(card: id)
                    }
                }
            } catch {
                switch error {
                case .failed, .readOnly, .full: note("\(CardLayout.index): \(error); the sessions' own records are read")
                case .absent: throw error
                }
            }
            return SessionSearch(entries: try entries()).find(query, freeBytes: free).of(card: id)
        }
    }

    /// Returns the highest number that a session's record has. Of each record only the number is read.
    func highestRecorded() throws(CardError) -> Int {
        if hasIndex, try files.isFile(indexPath) {
            let highest = try? withIndex { index throws(IndexFault) in index.isNew ? nil : try index.highestNumber() }
            if let highest = highest ?? nil { return highest }
        }
        var highest = 0
        for name in try files.list(path) {
            if let bytes = try recordBytes(of: name), let number = SessionFile.number(bytes) { highest = max(highest, number) }
        }
        return highest
    }

    /// Does something with the index. An index that turns out to be damaged is put aside, noted, and made anew once.
    func withIndex<Result>(_ body: (SessionIndex) throws(IndexFault) -> Result) throws(CardError) -> Result {
        do throws(IndexFault) {
            return try body(try openIndex())
        } catch {
            guard case .damaged(let reason) = error else { throw error.refusal }
            try SessionIndex.putAside(indexPath, files)
            noteAnew(reason)
        }
        do throws(IndexFault) {
            return try body(try openIndex())
        } catch {
            throw error.refusal
        }
    }

    private func openIndex() throws(IndexFault) -> SessionIndex {
        do throws(CardError) {
            let index = try SessionIndex(path: indexPath, files: files)
            if let objection = index.objection { noteAnew(objection) }
            return index
        } catch {
            throw .refused(error)
        }
    }

    private func noteAnew(_ reason: String) {
        note("\(CardLayout.index): \(reason); it is put aside as \(CardLayout.index)\(CardLayout.damagedSuffix) and made anew")
    }

    /// Puts in a session whose record is now on the card.
    func indexClosed(_ name: String, _ record: SessionRecord) {
        note { change in
            try put(name, record, checksum: Checksum.crc32(try recordBytes(of: name) ?? []), into: change)
            return true
        }
    }

    /// Takes out a session whose folder is gone.
    func indexRemoved(_ name: String) {
        note { change in
            try change.remove(name: name)
            scores.withLock { $0[name] = [] }
            return true
        }
    }

    /// Changes the index, unless it is to be brought in line with all sessions anyway.
    private func note(_ body: (IndexChange) throws -> Bool) {
        if !isIndexAwaited.load(ordering: .relaxed) { try? follow(body) }
    }

    /// Brings the index and the card's page in line with the folders on the card. Each record's bytes are read and compared by their
    /// checksum, so that an edit on a laptop is noticed; only records that differ are decoded.
    /// - Parameter meanwhile: called between two records, for more urgent work: a large record takes seconds to decode.
    public func reconcileIndex(meanwhile: () -> Void = {}) throws(CardError) {
        // Another card may have come to the same path.
        order.withLock { $0 = nil }
        scores.withLock { $0 = [:] }
        try follow(meanwhile: meanwhile) { try reconcile($0, meanwhile) }
        isIndexAwaited.store(false, ordering: .relaxed)
    }

    /// Removes the index unread, whatever it is.
    func removeIndex() throws(CardError) {
        if hasIndex { try SessionIndex.remove(indexPath, files) }
    }

    /// Makes the index and the card's page anew.
    /// - Parameter rows: the rows of all closed sessions.
    func makeIndex(of rows: [IndexRow]) throws(CardError) {
        isIndexAwaited.store(false, ordering: .relaxed)
        scores.withLock { $0 = Dictionary(rows.map { ($0.entry.summary.name, $0.scores) }) { one, _ in one } }
        try writePages(of: SessionSearch(entries: rows.map(\.entry)).everySession, before: nil)
        guard hasIndex else { return }
        try removeIndex()
        try withIndex { index throws(IndexFault) in
            try index.change { change in
                for row in rows { try change.put(row) }
            }
        }
    }

    /// - Returns: true if anything was different.
    private func reconcile(_ change: IndexChange, _ meanwhile: () -> Void) throws -> Bool {
        var known = try change.checksums()
        var hasChanged = false
        for name in try files.list(path) {
            meanwhile()
            guard let bytes = try recordBytes(of: name) else { continue }
            let before = known.removeValue(forKey: name)
            let checksum = Checksum.crc32(bytes)
            if before == checksum { continue }
            if case .record(let record) = SessionFile.content(bytes) {
                try put(name, record, checksum: checksum, into: change)
                hasChanged = true
            } else if before != nil {
                try change.remove(name: name)
                scores.withLock { $0[name] = [] }
                hasChanged = true
            }
        }
        for name in known.keys {
            try change.remove(name: name)
            scores.withLock { $0[name] = [] }
            hasChanged = true
        }
        return hasChanged
    }

    private func put(_ name: String, _ record: SessionRecord, checksum: UInt32, into change: IndexChange) throws {
        let row = IndexRow(record, name: name, bytes: bytes(in: "\(path)/\(name)"), checksum: checksum)
        try change.put(row)
        scores.withLock { $0[name] = row.scores }
    }

    /// Changes the index, and writes the card's page from its new content. The page is written first: a power cut between the two leaves an
    /// index that lacks the change, and the next start makes both. The index is opened for one piece of work only, because a file that
    /// stays open would be in the way of pulling the card.
    /// - Parameters:
    ///   - meanwhile: called between two records if all are read.
    ///   - body: returns true if anything is different.
    private func follow(meanwhile: () -> Void = {}, _ body: (IndexChange) throws -> Bool) throws(CardError) {
        if hasIndex {
            do throws(CardError) {
                return try withIndex { index throws(IndexFault) in
                    try index.change { change in
                        // An index that broke or disappeared since the start lacks all the other sessions too.
                        let before = index.isNew ? nil : try change.order()
                        let isMadeAnew = index.isNew ? try reconcile(change, meanwhile) : false
                        let hasChanged = try body(change)
                        let isPageMissing = try !files.isFile("\(path)/\(CardLayout.page)")
                        if isMadeAnew || hasChanged || isPageMissing { try writePages(of: try change.everySession(), before: before) }
                    }
                }
            } catch {
                guard case .failed = error else { throw error }
                note("\(error)")
            }
        }
        try writePages(of: SessionSearch(entries: try entries(meanwhile: meanwhile, withScores: true)).everySession, before: order.withLock { $0 })
    }

    /// Writes the pages that follow from all sessions: the archers', the card's own, and those of sessions with new neighbours.
    /// - Parameter before: the sessions' order until now; `nil` if it isn't known.
    private func writePages(of sessions: [SessionSummary], before: SessionOrder?) throws(CardError) {
        try writeArchers(of: sessions)
        try writeScores(of: sessions)
        try writePage(of: sessions)
        try linkNeighbours(in: sessions, before: before)
    }

    /// Writes the card's page. A card without sessions gets no new page, and a page with this content already isn't written again.
    private func writePage(of sessions: [SessionSummary]) throws(CardError) {
        let page = "\(path)/\(CardLayout.page)"
        let isThere = try files.isFile(page)
        guard isThere || !sessions.isEmpty else { return }
        // The help comes first, because the page links to it.
        let hasHelp = try writeHelp()
        let bytes = try Scorebook.index(of: sessions, hasHelp: hasHelp, hasArchers: true)
        if files.holds(page, bytes) { return }
        try makeWay(for: page)
        try files.replace(page, with: bytes)
    }

    /// Returns every session that was closed, read from its record.
    /// - Parameter withScores: true to have all lines of `scores.csv` written anew.
    private func entries(meanwhile: () -> Void = {}, withScores: Bool = false) throws(CardError) -> [SessionSearch.Entry] {
        var entries: [SessionSearch.Entry] = []
        for name in try files.list(path) {
            meanwhile()
            guard let bytes = try recordBytes(of: name), case .record(let record) = SessionFile.content(bytes) else { continue }
            if withScores { scores.withLock { $0[name] = CardScores.lines(of: record, named: name) } }
            entries.append(.init(record, name: name, bytes: self.bytes(in: "\(path)/\(name)")))
        }
        return entries
    }

    /// Returns the bytes of a session's record, also while the session is open again; `nil` if the session was never closed. A record that
    /// the card can't read any more must not keep the others from being found.
    func recordBytes(of name: String) throws(CardError) -> [UInt8]? {
        let file = "\(path)/\(name)/\(CardLayout.record)"
        guard CardLayout.mayBeSession(name) else { return nil }
        do {
            return try files.isFile(file) ? try files.contents(of: file) : nil
        } catch {
            guard case .failed = error else { throw error }
            return nil
        }
    }

    /// Returns the total size of the files in a session's folder, in bytes, as far as they can be read. Its page doesn't count: it is written
    /// anew whenever the session gets another neighbour.
    func bytes(in folder: String, depth: Int = 0) -> Int64 {
        // VIR's own files lie two folders deep. A person's files may lie deeper, and from some depth on they don't count.
        guard depth < 8, let names = try? files.list(folder) else { return 0 }
        return names.reduce(0) { sum, name in
            if depth == 0, name == CardLayout.page { return sum }
            let place = "\(folder)/\(name)"
            let more: Int64 =
                switch try? files.kind(of: place) {
                case .file(let bytes)?: bytes
                case .folder?: bytes(in: place, depth: depth + 1)
                case .other?, nil: 0
                }
            return sum.addingReportingOverflow(more).overflow ? .max : sum + more
        }
    }
}

extension SessionList {
    /// Returns the list with the sessions that have no record yet before its own.
    fileprivate func with(_ own: SessionList, shown: [SessionSummary], as query: SessionQuery) -> SessionList {
        var list = self
        list.query = query
        list.sessions = shown + sessions
        list.matching += own.matching
        list.months = Set(months + own.months).sorted(by: >)
        list.faces += own.faces.filter { !faces.contains($0) }
        list.archers = Set(archers + own.archers).sorted()
        list.usedBytes += own.usedBytes
        list.deletedClips += own.deletedClips
        return list
    }

    /// Returns the list with this card's id in its sessions.
    fileprivate func of(card: String?) -> SessionList {
        var list = self
        for index in list.sessions.indices { list.sessions[index].card = card }
        return list
    }
}
