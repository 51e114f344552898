// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation

/// The sessions of one card, as far as a merge can take them. Nothing on the card is changed.
struct MergeSource {
    let card: Card
    /// The folders of the sessions, in the card's own order: that of their numbers.
    private(set) var names: [String] = []
    private(set) var copies: [MergeCopy] = []
    /// The sessions that can't be taken, each with the reason.
    private(set) var left: [String] = []

    /// - Throws: the card's refusal if the card itself can't be read.
    init(of card: Card) throws(CardError) {
        self.card = card
        for name in try card.foreignNames() { left.append("\(card.path)/\(name): \(CardLayout.record) can't be read") }
        var found: [(name: String, copy: MergeCopy)] = []
        for name in try card.sessionNames() {
            do throws(CardError) {
                if let copy = try copy(of: name) { found.append((name, copy)) }
            } catch {
                guard case .failed = error else { throw error }
                left.append("\(card.path)/\(name): \(error)")
            }
        }
        found.sort { ($0.copy.number, $0.name) < ($1.copy.number, $1.name) }
        (names, copies) = (found.map(\.name), found.map(\.copy))
    }

    private mutating func copy(of name: String) throws(CardError) -> MergeCopy? {
        let place = "\(card.path)/\(name)"
        guard try card.files.kind(of: card.journalPath(of: name)) == nil else {
            let isRecorded = (try? card.isRecordedElsewhere(name)) ?? false
            let reason = isRecorded ? "\(Message.isRecordedElsewhere)" : "is still open; the next start, or vir card rebuild, closes it"
            left.append("\(place): \(reason)")
            return nil
        }
        guard try card.files.kind(of: "\(place)/\(CardLayout.record)") != nil else {
            left.append("\(place): it has neither a record nor a journal")
            return nil
        }
        let text = try card.files.contents(of: "\(place)/\(CardLayout.record)")
        switch SessionFile.content(text) {
        case .later(let version): left.append("\(place): was written by a later VIR (version \(version))")
        case .unreadable(let reason): left.append("\(place)/\(CardLayout.record): \(reason)")
        case .record(let record): return MergeCopy(of: record, text: text)
        }
        return nil
    }

    /// Compares the contents of copies that may have gone different ways: those whose id is in `ids`.
    mutating func readContents(of ids: Set<String>) throws(CardError) {
        for index in copies.indices where ids.contains(copies[index].id) {
            guard case .record(let record)? = try card.content(of: "\(card.path)/\(names[index])") else { continue }
            copies[index].content = record.contentSum
        }
    }
}

extension MergeCopy {
    fileprivate init(of record: SessionRecord, text: [UInt8]) {
        let lineage = RecordLineage(of: text)
        let header = record.header
        // The records of old versions have no id. Two of one card never have the same number.
        let old = "\(lineage.cardNumber ?? header.number) \(header.started) \(header.camera) \(header.size)"
        self.init(
            id: header.id ?? old, number: header.number, date: SessionMoment(header.started).map { _ in header.started },
            revision: lineage.revision, sum: lineage.sum(of: text), earlier: Set(lineage.earlier))
    }
}

extension SessionRecord {
    /// A checksum of everything but the session's number.
    fileprivate var contentSum: UInt32? {
        var record = self
        record.header.number = 0
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return (try? encoder.encode(record)).map(Checksum.crc32)
    }
}
