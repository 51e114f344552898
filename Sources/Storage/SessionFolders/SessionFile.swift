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

    /// A record and the program that wrote it, in one object.
    private struct Written: Encodable {
        enum Keys: String, CodingKey {
            case writtenBy
        }

        var record: SessionRecord

        func encode(to encoder: any Encoder) throws {
            try record.encode(to: encoder)
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

    /// Returns the record's text.
    /// - Parameters:
    ///   - old: the earlier content of the file; fields of it that this program doesn't know are kept, as long as the file can be read with
    ///     them.
    ///   - recorded: the size and the orientation of the clips' pictures, by the clips' numbers: angles drawn on these are written with
    ///     their degrees.
    static func bytes(
        of record: SessionRecord, keeping old: [UInt8]? = nil, recorded: [Int: RecordedPicture] = [:]
    ) throws(CardError) -> [UInt8] {
        do {
            let encoder = JSONEncoder()
            if let key = CodingUserInfoKey.recordedPictures { encoder.userInfo[key] = recorded }
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            var data = try encoder.encode(Written(record: record))
            if let old, let whole = try text(of: data, withFieldsOf: old) { data = whole }
            if data.count >= CardLayout.longestFile {
                encoder.outputFormatting.remove(.prettyPrinted)
                data = try encoder.encode(Written(record: record))
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

    /// Returns a record's text with the fields that only the older one has; `nil` if there are no such fields, or if it got too long with
    /// them.
    private static func text(of data: Data, withFieldsOf old: [UInt8]) throws -> Data? {
        guard var before = try? JSONSerialization.jsonObject(with: Data(old)) as? [String: Any],
            let now = try JSONSerialization.jsonObject(with: data) as? [String: Any]
        else { return nil }
        // It is left out once the link is dropped.
        before["continues"] = nil
        guard !before.keys.allSatisfy(now.keys.contains) else { return nil }
        let all = before.merging(now) { $1 }
        let compact: JSONSerialization.WritingOptions = [.sortedKeys, .withoutEscapingSlashes]
        let texts = [compact.union(.prettyPrinted), compact].lazy.map { try? JSONSerialization.data(withJSONObject: all, options: $0) }
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
