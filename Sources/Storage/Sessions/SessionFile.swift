// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation

/// `session.json`: a session's record as a person may read it, with the same order of keys every time.
enum SessionFile {
    enum Content: Hashable {
        case record(SessionRecord)
        /// Written by a later VIR: it is left alone.
        case later(version: Int)
        case unreadable(String)
    }

    private struct Version: Decodable {
        var version: Int
    }

    static func content(_ bytes: [UInt8]) -> Content {
        let data = Data(bytes)
        do {
            let version = try JSONDecoder().decode(Version.self, from: data).version
            guard version <= SessionRecord.currentVersion else { return .later(version: version) }
            guard version >= 1 else { return .unreadable("there is no version \(version)") }
            return .record(try JSONDecoder().decode(SessionRecord.self, from: data))
        } catch {
            return .unreadable(reason(error))
        }
    }

    /// The record's text.
    /// - Parameters:
    ///   - old: what the file said before; fields of it that this program doesn't know are kept.
    ///   - recorded: how the clips' pictures lie, by the clips' numbers: the angles that were drawn on those are written with their degrees.
    static func bytes(
        of record: SessionRecord, keeping old: [UInt8]? = nil, recorded: [Int: RecordedPicture] = [:]
    ) throws(CardError) -> [UInt8] {
        do {
            let encoder = JSONEncoder()
            if let key = CodingUserInfoKey.recordedPictures { encoder.userInfo[key] = recorded }
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            var data = try encoder.encode(record)
            if let old, let before = try? JSONSerialization.jsonObject(with: Data(old)) as? [String: Any],
                let now = try JSONSerialization.jsonObject(with: data) as? [String: Any],
                !before.keys.allSatisfy(now.keys.contains)
            {
                data = try JSONSerialization.data(
                    withJSONObject: before.merging(now) { $1 },
                    options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
            }
            return [UInt8](data) + [UInt8(ascii: "\n")]
        } catch {
            throw .failed(operation: "put into words", subject: CardLayout.record, reason: "\(error)")
        }
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
