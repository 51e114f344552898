// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// The descent of a session's record: how often it was changed, and the checksums of the texts that it had before.
///
/// By this, two copies of a session are told apart as earlier and later, or as two that have gone different ways. It is written beside the
/// record's own fields. A record without it has never been changed: it has revision 0, and is known by its own checksum.
struct RecordLineage: Hashable, Sendable {
    /// The number of times that the record was changed since it was first written.
    var revision = 0
    /// The checksums of its earlier texts, oldest first: the last one is that of the text just before.
    var earlier: [UInt32] = []
    /// The checksum of the record that this one was merged from, with another number; `nil` for a record that a box wrote.
    var mergedFrom: UInt32?
    /// The session's number on the card that it was merged from.
    var cardNumber: Int?

    /// The number of checksums that are kept. A copy that is older than those counts as gone another way.
    private static let longest = 500

    /// Returns the checksum by which a record with this descent is known.
    /// - Parameter text: the record's bytes.
    func sum(of text: [UInt8]) -> UInt32 { mergedFrom ?? Checksum.crc32(text) }

    /// Returns the descent of the record that replaces one with this descent.
    /// - Parameter text: the bytes of the replaced record.
    func next(after text: [UInt8]) -> RecordLineage {
        var next = self
        next.revision = min(revision, Self.highest - 1) + 1
        next.earlier = Array((earlier + [mergedFrom, Checksum.crc32(text)].compactMap { $0 }).suffix(Self.longest))
        next.mergedFrom = nil
        return next
    }

    /// Returns the descent of this record's copy on another card, where it gets another number.
    /// - Parameters:
    ///   - text: the record's bytes.
    ///   - number: the session's number in it.
    func merged(from text: [UInt8], number: Int) -> RecordLineage {
        var copy = self
        copy.mergedFrom = sum(of: text)
        copy.cardNumber = cardNumber ?? number
        return copy
    }

    private static let highest = 1_000_000_000
}

/// The form in `session.json`: checksums as hexadecimal digits, the earlier ones in one line. Anybody may have edited the file: what makes
/// no sense is left out.
extension RecordLineage: Encodable {
    enum Key: String, CodingKey, CaseIterable {
        case revision, earlier, mergedFrom, cardNumber
    }

    /// Reads the descent from a record's bytes.
    init(of text: [UInt8]) {
        self.init(fields: (try? JSONSerialization.jsonObject(with: Data(text)) as? [String: Any]) ?? [:])
    }

    /// Reads the descent from a record's fields.
    init(fields: [String: Any]) {
        func text(_ key: Key) -> String? { fields[key.rawValue] as? String }
        func number(_ key: Key) -> Int? { fields[key.rawValue] as? Int }
        revision = number(.revision).map { min(max($0, 0), Self.highest) } ?? 0
        earlier = (text(.earlier) ?? "").split(separator: " ").suffix(Self.longest).compactMap { UInt32($0, radix: 16) }
        mergedFrom = text(.mergedFrom).flatMap { UInt32($0, radix: 16) }
        cardNumber = number(.cardNumber).flatMap { (1...CardLayout.highestNumber).contains($0) ? $0 : nil }
    }

    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        if revision > 0 { try fields.encode(revision, forKey: .revision) }
        if !earlier.isEmpty { try fields.encode(earlier.map(Self.word).joined(separator: " "), forKey: .earlier) }
        try fields.encodeIfPresent(mergedFrom.map(Self.word), forKey: .mergedFrom)
        try fields.encodeIfPresent(cardNumber, forKey: .cardNumber)
    }

    private static func word(_ sum: UInt32) -> String {
        let digits = String(sum, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }
}
