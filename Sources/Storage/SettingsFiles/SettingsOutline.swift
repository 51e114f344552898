// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The positions of everything in a `settings.toml`, found without understanding the values. So a file with a mistake in it has an outline
/// too, and can be edited around the mistake.
struct SettingsOutline {
    /// `key = value`, before the first table.
    struct Statement {
        var key: String
        /// The number of the line, from 1.
        var line: Int
        /// The range of the value's bytes, without what is around it.
        var value: Range<Int>
        /// The reason, if the value has no beginning or no end: it then goes as far as its line.
        var fault: Message?
    }

    /// A line that can't be read as a statement, and the reason.
    struct Fault {
        /// The word in the position of a setting's name.
        var key: String?
        var line: Int
        var message: Message
    }

    private(set) var statements: [Statement] = []
    /// The lines before the first table that are no statements.
    private(set) var faults: [Fault] = []
    /// The lines of tables and of dotted keys, by the first part of their names.
    private(set) var otherLines: [String: Int] = [:]
    /// The positions for new lines that set what is only a comment now: right behind `# key = …`.
    private(set) var placesAfterComments: [String: Int] = [:]
    /// The position at which the first table begins, or the text ends: settings stand before it.
    private(set) var end: Int
    /// The line of the first table.
    private(set) var firstTable: Int?

    private let bytes: [UInt8]
    private var position = 0
    private var line = 1

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        end = bytes.count
        // Windows' editor may put a byte order mark in front.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
        while position < bytes.count { scanLine() }
    }

    private var isInTable: Bool { end < bytes.count }
    private var current: UInt8? { position < bytes.count ? bytes[position] : nil }
    private var isAtLineEnd: Bool { current == nil || current == UInt8(ascii: "\n") }

    /// Notes a fault, unless it lies in a table: lines in a table belong to somebody else, right or wrong.
    private mutating func note(_ message: Message, of key: String? = nil, line: Int) {
        if !isInTable { faults.append(Fault(key: key, line: line, message: message)) }
    }

    // MARK: Lines

    private mutating func scanLine() {
        let start = position
        skipBlanks()
        switch current {
        case nil, UInt8(ascii: "\n"):
            break
        case UInt8(ascii: "["):
            scanTableName(from: start)
        case UInt8(ascii: "#"):
            scanComment()
            return
        default:
            scanStatement()
        }
        skipLine()
    }

    /// - Parameter lineStart: the position at which the table's line begins.
    private mutating func scanTableName(from lineStart: Int) {
        let start = position
        while current == UInt8(ascii: "[") { position += 1 }
        skipBlanks()
        let name = takeKey()
        while !isAtLineEnd, current != UInt8(ascii: "#") { position += 1 }
        let words = bytes[start..<position]
        // `[delay = 5]` is a setting gone wrong, not a table's name.
        guard let name, words.last(where: { !Self.isBlank($0) }) == UInt8(ascii: "]"), !words.contains(UInt8(ascii: "=")) else {
            return note(.badTable, line: line)
        }
        if !isInTable { (end, firstTable) = (lineStart, line) }
        if otherLines[name] == nil { otherLines[name] = line }
    }

    private mutating func scanComment() {
        position += 1
        skipBlanks()
        let name = takeKey()
        skipBlanks()
        let isSetting = current == UInt8(ascii: "=")
        skipLine()
        if isSetting, !isInTable, let name { placesAfterComments[name] = position }
    }

    private mutating func scanStatement() {
        let startLine = line
        guard let key = takeKey() else { return note(.noStatement, line: startLine) }
        skipBlanks()
        var isDotted = false
        while current == UInt8(ascii: ".") {
            isDotted = true
            position += 1
            skipBlanks()
            guard takeKey() != nil else { return note(.nameMissing, of: key, line: startLine) }
            skipBlanks()
        }
        guard current == UInt8(ascii: "=") else { return note(.equalsMissing, of: key, line: startLine) }
        position += 1
        skipBlanks()
        let start = position
        var fault: Message?
        if !skipValue() {
            // The next line stands for itself, whatever this line left open.
            fault = .valueEndless
            (position, line) = (start, startLine)
            while !isAtLineEnd { position += 1 }
        }
        var stop = position
        while stop > start, Self.isBlank(bytes[stop - 1]) { stop -= 1 }
        if start == stop { fault = .valueMissing }
        if isInTable { return }
        if isDotted {
            if otherLines[key] == nil { otherLines[key] = startLine }
        } else {
            statements.append(Statement(key: key, line: startLine, value: start..<stop, fault: fault))
        }
    }

    /// Takes a bare or quoted key, or the first part of a dotted one.
    private mutating func takeKey() -> String? {
        let start = position
        if let quote = current, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            // Three quotes would begin a text of several lines, which can't be a key.
            guard !bytes[position...].starts(with: [quote, quote]), skipString(quote) else { return nil }
            return String(decoding: bytes[start + 1..<position - 1], as: UTF8.self)
        }
        while let byte = current, Self.isBare(byte) { position += 1 }
        return position > start ? String(decoding: bytes[start..<position], as: UTF8.self) : nil
    }

    // MARK: Skipping

    /// The most lines of a value; a longer one lacks its end.
    private static let mostLines = 64

    /// Goes to the end of a value, which may reach over several lines: the line's end or its comment.
    /// - Returns: true if everything that was opened was closed.
    private mutating func skipValue() -> Bool {
        var depth = 0
        let lastLine = line + Self.mostLines
        while let byte = current {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                guard skipString(byte) else { return false }
                continue
            case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            case UInt8(ascii: "#"):
                if depth <= 0 { return depth == 0 }
                while !isAtLineEnd { position += 1 }
                continue
            case UInt8(ascii: "\n"):
                if depth <= 0 { return depth == 0 }
                guard line < lastLine else { return false }
                line += 1
            default: break
            }
            position += 1
        }
        return depth == 0
    }

    /// Goes behind a string: with three quotes it may reach over lines, otherwise it ends with its line.
    /// - Returns: false if the string has no end.
    private mutating func skipString(_ quote: UInt8) -> Bool {
        let isLong = bytes[position...].starts(with: [quote, quote, quote])
        position += isLong ? 3 : 1
        let lastLine = line + Self.mostLines
        while let byte = current {
            if byte == UInt8(ascii: "\n") {
                guard isLong, line < lastLine else { return false }
                line += 1
            } else if byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
                // An escaped character ends nothing; a line's end still counts.
                position += 1
                if isAtLineEnd { continue }
            } else if byte == quote {
                guard isLong else {
                    position += 1
                    return true
                }
                if bytes[position...].starts(with: [quote, quote, quote]) {
                    position += 3
                    return true
                }
            }
            position += 1
        }
        return false
    }

    private mutating func skipBlanks() {
        while let byte = current, Self.isBlank(byte) { position += 1 }
    }

    private mutating func skipLine() {
        while !isAtLineEnd { position += 1 }
        guard position < bytes.count else { return }
        position += 1
        line += 1
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
    }

    private static func isBare(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
