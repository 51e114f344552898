// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation
import Synchronization

/// Repairs a card and makes its pages and its index anew: `vir card rebuild`.
///
/// Nothing that can be made again is read: the index is removed first, whatever is in it. Each record is read and decoded once, several at
/// a time, because drawing thousands of pages takes most of the time. One thread then writes the pages, and syncs hundreds of them at once.
/// A card onto which another program is recording is left as it is. Thread-bound.
struct CardRebuild {
    private let card: Card
    private let progress: Progress
    private var recovery: Recovery
    private let pages: FileBatch
    private var rows: [IndexRow] = []

    /// The number of sessions that are read together. Their pages are in memory meanwhile, some hundred kilobytes each.
    private static let together = 16

    init(card: Card, progress: @escaping Progress) {
        self.card = card
        self.progress = progress
        recovery = Recovery(card: card)
        pages = FileBatch(files: card.files, folder: card.path)
    }

    mutating func run() throws(CardError) -> RecoveryReport {
        // A session that can't be read becomes a line of the report later.
        for name in try card.sessionNames() where (try? card.isRecordedElsewhere(name)) == true {
            throw .failed(operation: "rebuild", subject: name, reason: .isRecordedElsewhere)
        }
        try recovery.attemptIndexing(CardLayout.index) { recovery throws(CardError) in try recovery.card.removeIndex() }
        try recovery.run { [progress] done, all in progress(done, 2 * all) }
        let names = try card.sessionNames()
        let order = SessionOrder(
            names.lazy.compactMap { [card] name in
                (try? card.recordBytes(of: name)).flatMap { $0 }.flatMap(SessionFile.number).map { (number: $0, name: name) }
            })
        card.order.withLock { $0 = order }
        for start in stride(from: 0, to: names.count, by: Self.together) {
            let end = min(start + Self.together, names.count)
            for (session, name) in zip(read(Array(names[start..<end])), names[start..<end]) { try take(session, named: name) }
            progress(names.count + end, 2 * names.count)
        }
        try recovery.attemptIndexing("its pages") { [pages] _ throws(CardError) in try pages.flush() }
        try recovery.attemptIndexing(CardLayout.index) { [rows] recovery throws(CardError) in try recovery.card.makeIndex(of: rows) }
        recovery.takeNotes()
        return recovery.report
    }

    // MARK: Reading

    /// The result of reading one session's record.
    private struct Reading: Sendable {
        var name: String
        var row: IndexRow
        var pages: [Scorebook.File]
    }

    /// Reads these sessions, on all of the machine's cores.
    private func read(_ names: [String]) -> [Result<Reading?, CardError>] {
        let readings = Mutex<[Int: Result<Reading?, CardError>]>([:])
        DispatchQueue.concurrentPerform(iterations: names.count) { [card] index in
            let reading = Result { () throws(CardError) in try Self.read(names[index], of: card) }
            readings.withLock { $0[index] = reading }
        }
        return readings.withLock { found in names.indices.compactMap { found[$0] } }
    }

    /// - Returns: `nil` for a session without a record, and for a session of a later VIR.
    private static func read(_ name: String, of card: Card) throws(CardError) -> Reading? {
        let folder = "\(card.path)/\(name)"
        guard try card.files.kind(of: "\(folder)/\(CardLayout.record)") != nil else { return nil }
        let bytes = try card.files.contents(of: "\(folder)/\(CardLayout.record)")
        switch SessionFile.content(bytes) {
        case .later: return nil
        case .unreadable(let reason): throw .failed(operation: "read", subject: CardLayout.record, reason: Message(reason))
        case .record(let record):
            // A session that couldn't be closed gets its pages when it is closed.
            let isOpen = try card.files.kind(of: "\(folder)/\(CardLayout.journal)") != nil
            let recorded = isOpen ? [:] : try card.recordedPictures(of: record, named: name)
            return Reading(
                name: name, row: IndexRow(record, name: name, bytes: card.bytes(in: folder), checksum: Checksum.crc32(bytes)),
                pages: isOpen ? [] : try card.changedPages(of: record, named: name, recorded: recorded))
        }
    }

    // MARK: Writing

    private mutating func take(_ session: Result<Reading?, CardError>, named name: String) throws(CardError) {
        var reading: Reading?
        try recovery.attempt(name) { _ throws(CardError) in reading = try session.get() }
        guard let reading else { return }
        rows.append(reading.row)
        try recovery.attemptIndexing(name) { [pages] recovery throws(CardError) in
            for page in reading.pages {
                try recovery.card.makeWay(for: page.path)
                try pages.replace(page.path, with: page.bytes)
            }
        }
    }
}

/// Called with the progress of a long piece of work: the amount that is done and the whole amount.
public typealias Progress = (_ done: Int, _ all: Int) -> Void
