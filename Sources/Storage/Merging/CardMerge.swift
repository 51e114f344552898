// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Merges cards into one book, which is a card too: `vir card merge`.
///
/// The cards are only read. A session is made in a hidden folder of the book, its record last, and then gets its name: so it can be cut at
/// any instant, and the next merge goes on. Which copy of a session is taken, and its number, is `MergePlan`'s decision. Thread-bound.
public struct CardMerge {
    private let book: Card
    private var sources: [MergeSource]
    private var report = MergeReport()

    /// - Parameters:
    ///   - cards: the cards' folders.
    ///   - out: the book's folder. It is made if it isn't there, and must be neither one of the cards nor in one.
    ///   - files: returns the file system of a card.
    ///   - makeID: makes the book's id.
    ///   - progress: called with the number of sessions that are done and the number of all.
    ///   - rebuilding: the same for the pages and the index, which are made at the end.
    /// - Throws: the book's refusal. A card, a session or a file that can't be read is a line of the report.
    public static func run(
        _ cards: [String], into out: String, files: @Sendable (String) -> any FileSystem = { POSIXFileSystem(root: $0) }, hasIndex: Bool = true,
        makeID: @escaping @Sendable () -> String = Card.randomID, progress: Progress = { _, _ in },
        rebuilding: @escaping Progress = { _, _ in }
    ) throws(CardError) -> MergeReport {
        var report = MergeReport()
        var sources: [MergeSource] = []
        for path in cards {
            do throws(CardError) {
                let source = try MergeSource(of: Card(path: path, files: files(path), hasIndex: false))
                report.left += source.left
                sources.append(source)
            } catch {
                report.left.append("\(path): \(error)")
            }
        }
        let book = Card(path: out, files: files(out), hasIndex: false, makeID: makeID)
        try book.prepare()
        var merge = try CardMerge(sources, into: book, report)
        try merge.makeSessions(progress)
        let rebuilt = try CardCheck.rebuild(out, files: files(out), hasIndex: hasIndex, progress: rebuilding)
        merge.report.problems += rebuilt.complaints
        merge.report.hasPagesAndIndex = rebuilt.hasPagesAndIndex
        return merge.report
    }

    /// True if a folder can become a book: it is a card, or has nothing in it.
    public static func mayBecomeBook(_ path: String, files: (any FileSystem)? = nil) -> Bool {
        let files = files ?? POSIXFileSystem(root: path)
        if CardCheck.isCard(path, files: files) { return true }
        return (try? files.list(path).allSatisfy(CardLayout.isLeftover)) ?? false
    }

    /// Prepares the book: what the last merge or a power cut left in it is finished first.
    private init(_ sources: [MergeSource], into book: Card, _ report: MergeReport) throws(CardError) {
        (self.book, self.sources, self.report) = (book, sources, report)
        try book.writeIdentity()
        for name in try book.sessionNames() where (try? book.isRecordedElsewhere(name)) == true {
            throw .failed(operation: "merge into", subject: "\(book.path)/\(name)", reason: .isRecordedElsewhere)
        }
        try nameFinished()
        var recovery = Recovery(card: book)
        try recovery.run()
        self.sources.append(try MergeSource(of: book))
        try compareContents()
    }

    /// Compares the contents of copies with the same id and different records: they may still say the same.
    private mutating func compareContents() throws(CardError) {
        var sums: [String: Set<UInt32>] = [:]
        for copy in sources.flatMap(\.copies) { sums[copy.id, default: []].insert(copy.sum) }
        let several = Set(sums.filter { $0.value.count > 1 }.keys)
        for index in sources.indices {
            do throws(CardError) { try sources[index].readContents(of: several) } catch { try note(error, "\(sources[index].card.path)") }
        }
    }

    // MARK: The sessions

    private mutating func makeSessions(_ progress: Progress) throws(CardError) {
        let present = sources[sources.count - 1]
        let highest = max(book.highestGiven, try book.numberedNames().map(\.number).max() ?? 0)
        let plan = MergePlan(cards: sources.dropLast().map(\.copies), book: present.copies, highest: highest)
        guard plan.sessions.last?.number ?? 0 <= CardLayout.highestNumber else {
            throw .failed(operation: "number", subject: book.path, reason: .namesTaken(CardLayout.highestNumber))
        }
        let asked = plan.sessions.filter { ([$0.copy] + $0.others).contains { $0.card < sources.count - 1 } }
        for (index, session) in asked.enumerated() {
            try make(session)
            progress(index + 1, asked.count)
        }
        try removeRemains()
        if let last = plan.sessions.last { try book.writeIdentity(numbering: last.number) }
    }

    private mutating func make(_ session: MergePlan.Session) throws(CardError) {
        let places = [session.copy] + session.others
        let ours = places.filter { $0.card == sources.count - 1 }
        guard let source = try read(session.copy) else { return }
        var others: [MergedSession.Source] = []
        for place in session.others { if let other = try read(place) { others.append(other) } }
        // Somebody has worked on it in the book since, so the cards have nothing newer.
        if ours == [session.copy], source.record.header.number == session.number {
            return add(session, source, named: source.name, .kept)
        }
        let merged: MergedSession
        do throws(CardError) {
            merged = try MergedSession(source, standingFor: others, number: session.number)
        } catch {
            return try note(error, source.folder)
        }
        report.left += merged.left
        let before = ([source] + others).filter { $0.card === book }
        let same = before.first { $0.record.header.number == session.number }
        let name = same?.name ?? CardLayout.sessionName(merged.record.header)
        let rest = before.map(\.name).filter { $0 != name }
        if let same, try isCurrent(merged, in: same) {
            for old in rest { try book.deleteSession(named: old) }
            return add(session, source, named: name, .kept)
        }
        try build(merged, named: name)
        let replaced = (same == nil ? [] : [name]) + rest
        for old in replaced { try doom(old) }
        try book.files.rename("\(book.path)/\(Self.hidden(name))", to: "\(book.path)/\(name)")
        try book.files.syncFolder(book.path)
        for old in replaced { try book.files.removeTree("\(book.path)/\(CardLayout.doomedName(old))") }
        add(session, source, named: name, before.isEmpty ? .added : .changed)
    }

    private mutating func add(_ session: MergePlan.Session, _ source: MergedSession.Source, named name: String, _ state: MergeReport.State) {
        report.sessions.append(
            MergeReport.Session(
                session: name, number: session.number, state: state, id: source.record.header.id, from: source.folder,
                cardNumber: source.lineage.cardNumber ?? source.record.header.number, hasRival: session.hasRival))
    }

    /// Reads one copy of a session.
    /// - Returns: `nil` if that isn't possible any more; the report says so.
    private mutating func read(_ place: MergePlan.Place) throws(CardError) -> MergedSession.Source? {
        let (card, name) = (sources[place.card].card, sources[place.card].names[place.index])
        let path = "\(card.path)/\(name)/\(CardLayout.record)"
        do throws(CardError) {
            let text = try card.files.contents(of: path)
            if case .record(let record) = SessionFile.content(text) {
                return MergedSession.Source(card: card, name: name, record: record, text: text)
            }
            report.left.append("\(path): has changed while it was merged")
        } catch {
            try note(error, path)
        }
        return nil
    }

    private func isCurrent(_ merged: MergedSession, in source: MergedSession.Source) throws(CardError) -> Bool {
        guard source.record == merged.record, source.lineage == merged.lineage else { return false }
        for file in merged.files where try book.files.kind(of: "\(source.folder)/\(file.name)") != .file(bytes: file.bytes) { return false }
        return true
    }

    // MARK: One session's folder

    /// Returns the name of a session's folder while it is made. No folder of such a name counts as a session.
    private static func hidden(_ name: String) -> String { "\(hiddenPrefix)\(name)\(CardLayout.partSuffix)" }

    private static let hiddenPrefix = ".vir-merge-"

    /// Makes a session's folder under its hidden name. Files that an interrupted merge has copied already are kept.
    private mutating func build(_ merged: MergedSession, named name: String) throws(CardError) {
        let files = book.files
        let folder = "\(book.path)/\(Self.hidden(name))"
        if let kind = try files.kind(of: folder), kind != .folder { try files.removeTree(folder) }
        if try files.kind(of: folder) == nil { try files.makeFolder(folder) }
        // A folder with a record is complete.
        try files.removeIfThere("\(folder)/\(CardLayout.record)")
        try files.syncFolder(folder)
        var folders: Set<String> = [CardLayout.clips, CardLayout.stills]
        for file in merged.files {
            let parts = file.name.split(separator: "/").dropLast()
            for end in parts.indices { folders.insert(parts[...end].joined(separator: "/")) }
        }
        try removeAllBut(Set(merged.files.map(\.name)), folders, in: folder, nil)
        // A folder comes before those in it.
        let sorted = folders.sorted()
        for inner in sorted where try files.kind(of: "\(folder)/\(inner)") == nil { try files.makeFolder("\(folder)/\(inner)") }
        for file in merged.files { try copy(file, to: "\(folder)/\(file.name)") }
        for inner in sorted { try files.syncFolder("\(folder)/\(inner)") }
        let recorded = try book.recordedPictures(of: merged.record, named: Self.hidden(name))
        let text = try SessionFile.bytes(of: merged.record, keeping: merged.text, recorded: recorded, merged: merged.lineage)
        try files.replace("\(folder)/\(CardLayout.record)", with: text)
    }

    private mutating func copy(_ file: MergedSession.File, to path: String) throws(CardError) {
        for (index, source) in file.sources.enumerated() {
            do throws(CardError) {
                if try book.files.isFile(path), try book.files.isAlike(path, source.path, of: source.card.files) { return }
                return try book.files.copy(source.path, of: source.card.files, to: path)
            } catch {
                // The next copy may have the same file.
                try note(error, index == file.sources.count - 1 ? source.path : nil)
            }
        }
        try book.files.removeIfThere(path)
    }

    /// Removes what a folder has from an interrupted merge and doesn't need.
    private func removeAllBut(_ names: Set<String>, _ folders: Set<String>, in root: String, _ place: String?) throws(CardError) {
        for entry in try book.files.list(place.map { "\(root)/\($0)" } ?? root) {
            let name = place.map { "\($0)/\(entry)" } ?? entry
            switch try book.files.kind(of: "\(root)/\(name)") {
            case .folder? where folders.contains(name): try removeAllBut(names, folders, in: root, name)
            case .file? where names.contains(name), nil: break
            default: try book.files.removeTree("\(root)/\(name)")
            }
        }
    }

    /// Gives a folder of the book, for which another one stands, the name of something that is being removed.
    private func doom(_ name: String) throws(CardError) {
        let doomed = "\(book.path)/\(CardLayout.doomedName(name))"
        if try book.files.kind(of: doomed) != nil { try book.files.removeTree(doomed) }
        try book.files.rename("\(book.path)/\(name)", to: doomed)
        try book.files.syncFolder(book.path)
    }

    /// Gives the sessions their names that an interrupted merge had completed.
    private func nameFinished() throws(CardError) {
        for (hidden, name) in try hiddenNames() {
            guard try book.files.isFile("\(book.path)/\(hidden)/\(CardLayout.record)"), try book.files.kind(of: "\(book.path)/\(name)") == nil else {
                continue
            }
            try book.files.rename("\(book.path)/\(hidden)", to: "\(book.path)/\(name)")
            try book.files.syncFolder(book.path)
        }
    }

    /// Removes the folders that interrupted merges left.
    private func removeRemains() throws(CardError) {
        let hidden = try hiddenNames().map(\.hidden)
        for name in hidden { try book.files.removeTree("\(book.path)/\(name)") }
        if !hidden.isEmpty { try book.files.syncFolder(book.path) }
    }

    private func hiddenNames() throws(CardError) -> [(hidden: String, name: String)] {
        try book.files.list(book.path).compactMap { hidden in
            guard hidden.hasPrefix(Self.hiddenPrefix), hidden.hasSuffix(CardLayout.partSuffix) else { return nil }
            let name = String(hidden.dropFirst(Self.hiddenPrefix.count).dropLast(CardLayout.partSuffix.count))
            return CardLayout.mayBeSession(name) ? (hidden, name) : nil
        }
    }

    // MARK: Refusals

    /// Notes what can't be taken along.
    /// - Parameter subject: the whole path; `nil` if nothing is lost by it.
    /// - Throws: the refusal if the book itself takes nothing any more.
    private mutating func note(_ refusal: CardError, _ subject: String?) throws(CardError) {
        switch refusal {
        case .full, .readOnly: throw refusal
        case .absent: if try !book.files.isFolder(book.path) { throw refusal }
        case .failed: break
        }
        if let subject { report.left.append("\(subject): \(refusal)") }
    }
}
