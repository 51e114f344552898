// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation

/// `session.json`: a session's record as a person may read it, with the same order of keys every time.
enum SessionFile {
    /// The result of reading a record.
    enum Content: Hashable {
        case record(SessionRecord)
        /// Written by a later VIR: it is left alone.
        case later(version: Int)
        case unreadable(String)
    }

    private struct Version: Decodable {
        var version: Int
    }

    /// A record, the program that wrote it, and its descent, in one object.
    private struct Written: Encodable {
        enum Keys: String, CodingKey {
            case writtenBy
        }

        var record: SessionRecord
        var lineage: RecordLineage

        func encode(to encoder: any Encoder) throws {
            try record.encode(to: encoder)
            try lineage.encode(to: encoder)
            var fields = encoder.container(keyedBy: Keys.self)
            try fields.encode("VIR \(ProgramVersion.text)", forKey: .writtenBy)
        }
    }

    private struct Numbered: Decodable {
        struct Header: Decodable {
            var number: Int
        }

        var header: Header
    }

    static func content(_ bytes: [UInt8]) -> Content {
        let data = Data(bytes)
        do {
            // The record is decoded at once: reading a long file twice takes twice the memory.
            let record = try JSONDecoder().decode(SessionRecord.self, from: data)
            return objection(to: record.version) ?? .record(record)
        } catch {
            // A record of a later version may have other fields altogether.
            let version = try? JSONDecoder().decode(Version.self, from: data).version
            return version.flatMap(objection) ?? .unreadable(reason(error))
        }
    }

    /// Returns the version of a record that a later VIR wrote; `nil` for any other. It takes a small part of the time of `content`.
    static func laterVersion(_ bytes: [UInt8]) -> Int? {
        guard let version = try? JSONDecoder().decode(Version.self, from: Data(bytes)).version else { return nil }
        return version > SessionRecord.currentVersion ? version : nil
    }

    /// Returns a session's number from its record; `nil` if that can't be read, or is no session's number. As quick as `laterVersion`.
    static func number(_ bytes: [UInt8]) -> Int? {
        guard let number = try? JSONDecoder().decode(Numbered.self, from: Data(bytes)).header.number else { return nil }
        return (1...CardLayout.highestNumber).contains(number) ? number : nil
    }

    private static func objection(to version: Int) -> Content? {
        if version > SessionRecord.currentVersion { return .later(version: version) }
        return version < 1 ? .unreadable("there is no version \(version)") : nil
    }

    /// Returns the record's text. A text that says nothing new is the old one.
    /// - Parameters:
    ///   - old: the earlier content of the file, from which the new one descends; fields of it that this program doesn't know are kept, as
    ///     long as the file can be read with them.
    ///   - recorded: the size and the orientation of the clips' pictures, by the clips' numbers: angles drawn on these are written with
    ///     their degrees.
    ///   - merged: its descent if it is a copy of the old one with another number; `nil` if it follows the old one.
    static func bytes(
        of record: SessionRecord, keeping old: [UInt8]? = nil, recorded: [Int: RecordedPicture] = [:], merged: RecordLineage? = nil
    ) throws(CardError) -> [UInt8] {
        do {
            let encoder = JSONEncoder()
            if let key = CodingUserInfoKey.recordedPictures { encoder.userInfo[key] = recorded }
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            let before = old.flatMap { try? JSONSerialization.jsonObject(with: Data($0)) as? [String: Any] }
            let lineage = if let old, let before { RecordLineage(fields: before).next(after: old) } else { RecordLineage() }
            let written = Written(record: record, lineage: merged ?? lineage)
            var data = try encoder.encode(written)
            if let old, let before, let now = try JSONSerialization.jsonObject(with: data) as? [String: Any] {
                let all = fields(now, withFieldsOf: before)
                if merged == nil, isSame(all, before) { return old }
                if !all.keys.allSatisfy(now.keys.contains), let whole = text(of: all) { data = whole }
            }
            if data.count >= CardLayout.longestFile {
                encoder.outputFormatting.remove(.prettyPrinted)
                data = try encoder.encode(written)
            }
            guard data.count < CardLayout.longestFile else {
                throw CardError.failed(operation: "write", subject: CardLayout.record, reason: .isLarge(data.count, most: CardLayout.longestFile))
            }
            return [UInt8](data) + [UInt8(ascii: "\n")]
        } catch let error as CardError {
            throw error
        } catch {
            throw .failed(operation: "put into words", subject: CardLayout.record, reason: "\(error)")
        }
    }

    /// Returns a record's fields with those that only the older one has.
    private static func fields(_ now: [String: Any], withFieldsOf before: [String: Any]) -> [String: Any] {
        var before = before
        // The link is left out once it is dropped, and the descent is the new record's own.
        for key in ["continues"] + RecordLineage.Key.allCases.map(\.rawValue) { before[key] = nil }
        return before.merging(now) { $1 }
    }

    /// True if two records differ in nothing but their descent.
    private static func isSame(_ one: [String: Any], _ other: [String: Any]) -> Bool {
        var (one, other) = (one, other)
        for key in RecordLineage.Key.allCases.map(\.rawValue) { (one[key], other[key]) = (nil, nil) }
        return isEqual(one, other)
    }

    /// True if two parts of JSON texts say the same.
    private static func isEqual(_ one: Any, _ other: Any) -> Bool {
        switch (one, other) {
        case (let one as [String: Any], let other as [String: Any]):
            one.count == other.count && one.allSatisfy { key, value in other[key].map { isEqual(value, $0) } ?? false }
        case (let one as [Any], let other as [Any]): one.count == other.count && zip(one, other).allSatisfy { isEqual($0, $1) }
        case (let one as AnyHashable, let other as AnyHashable): one == other
        default: false
        }
    }

    /// Returns the text of a record's fields; `nil` if it gets too long.
    private static func text(of fields: [String: Any]) -> Data? {
        let compact: JSONSerialization.WritingOptions = [.sortedKeys, .withoutEscapingSlashes]
        let texts = [compact.union(.prettyPrinted), compact].lazy.map { try? JSONSerialization.data(withJSONObject: fields, options: $0) }
        return texts.compactMap { $0 }.first { $0.count < CardLayout.longestFile }
    }

    private static func reason(_ error: any Error) -> String {
        switch error {
        case DecodingError.keyNotFound(let key, _): "\(key.stringValue) is missing"
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
            "\(context.codingPath.map(\.stringValue).joined(separator: ".")) is of the wrong kind"
        default: "it is not JSON"
        }
    }
}
