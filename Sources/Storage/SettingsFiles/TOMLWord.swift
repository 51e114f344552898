// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A setting's value as it is written in TOML.
enum TOMLWord {
    enum Reading: Hashable {
        case value(SettingValue)
        /// Not TOML, but its meaning is plain; with the given text, on one line.
        case meant(SettingValue, String)
        /// A date, an array, a table or a text of several lines: right in TOML, but no setting takes it.
        case other
        /// Not TOML, and why.
        case wrong(Message)
    }

    static func text(of value: SettingValue) -> String {
        if case .string(let text) = value { quoted(text) } else { value.description }
    }

    /// Reads the text behind the `=`, without blanks and comments around it.
    static func read(_ text: some Collection<UInt8>) -> Reading {
        switch text.first {
        case UInt8(ascii: "["), UInt8(ascii: "{"): return .other
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            if text.starts(with: Array("\"\"\"".utf8)) || text.starts(with: Array("'''".utf8)) { return .other }
        default: break
        }
        guard let word = String(validating: Array(text), as: UTF8.self), !word.utf8.contains(0) else { return .wrong(.noPlainText) }
        if let meant = LooseWord.meant(by: word) { return .meant(meant, String(word.prefix(60)).onOneLine) }
        let isQuoted = text.first == UInt8(ascii: "\"") || text.first == UInt8(ascii: "'")
        guard isQuoted || text.allSatisfy(isPlain) else { return .wrong(.quotesMissing) }
        if isQuoted { return TOMLScalar.quoted(word).map { .value(.string($0)) } ?? .wrong(.badQuotes) }
        return TOMLScalar.plain(word).map { .value($0) } ?? (TOMLScalar.isDate(word) ? .other : .wrong(.noValue))
    }

    /// True for the bytes that numbers, truth values and dates are made of.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "+"), UInt8(ascii: "-"),
            UInt8(ascii: "."), UInt8(ascii: ":"):
            true
        default: false
        }
    }

    private static func quoted(_ text: String) -> String {
        let escaped = text.unicodeScalars.map { scalar in
            switch scalar {
            case "\"": "\\\""
            case "\\": "\\\\"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F: unicodeEscape(scalar.value)
            default: String(scalar)
            }
        }
        return "\"\(escaped.joined())\""
    }

    private static func unicodeEscape(_ value: UInt32) -> String {
        let digits = String(value, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
}
