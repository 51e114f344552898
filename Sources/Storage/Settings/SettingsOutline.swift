/// Where everything stands in a `settings.toml`, found without understanding the values: so a file with a mistake in it
/// has an outline too, and can be edited around the mistake.
struct SettingsOutline {
    /// `key = value`, before the first table.
    struct Statement {
        var key: String
        /// From 1.
        var line: Int
        /// The bytes of the value, without what is around it.
        var value: Range<Int>
    }

    private(set) var statements: [Statement] = []
    /// The lines of tables and of dotted keys, by the first part of their names.
    private(set) var otherLines: [String: Int] = [:]
    /// Where a new line belongs that sets what is only a comment now: right behind `# key = …`.
    private(set) var placesAfterComments: [String: Int] = [:]
    /// Where the first table begins, or the text ends: settings stand before it.
    private(set) var end: Int

    private let bytes: [UInt8]
    private var position = 0
    private var line = 1

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        end = bytes.count
        while position < bytes.count { scanLine() }
    }

    private var isInTable: Bool { end < bytes.count }
    private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func scanLine() {
        let start = position
        let startLine = line
        skipBlanks()
        switch current {
        case UInt8(ascii: "["):
            if !isInTable { end = start }
            while current == UInt8(ascii: "[") { position += 1 }
            skipBlanks()
            if let name = takeKey(), otherLines[name] == nil { otherLines[name] = startLine }
        case UInt8(ascii: "#"):
            position += 1
            skipBlanks()
            let name = takeKey()
            skipBlanks()
            let isSetting = current == UInt8(ascii: "=")
            skipLine()
            if isSetting, !isInTable, let name { placesAfterComments[name] = position }
            return
        default:
            scanStatement(startLine)
        }
        skipLine()
    }

    private mutating func scanStatement(_ startLine: Int) {
        guard let key = takeKey() else { return }
        skipBlanks()
        if current == UInt8(ascii: ".") && otherLines[key] == nil { otherLines[key] = startLine }
        while let byte = current, byte != UInt8(ascii: "="), byte != UInt8(ascii: "\n") { position += 1 }
        let isDotted = otherLines[key] == startLine
        guard current == UInt8(ascii: "=") else { return }
        position += 1
        skipBlanks()
        let start = position
        skipValue()
        var stop = position
        while stop > start, Self.isBlank(bytes[stop - 1]) { stop -= 1 }
        if !isInTable && !isDotted { statements.append(Statement(key: key, line: startLine, value: start..<stop)) }
    }

    /// A bare or quoted key, or the first part of a dotted one.
    private mutating func takeKey() -> String? {
        let start = position
        if let quote = current, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            skipString(quote)
            guard position - start >= 2, bytes[position - 1] == quote else { return nil }
            return String(decoding: bytes[start + 1..<position - 1], as: UTF8.self)
        }
        while let byte = current, Self.isBare(byte) { position += 1 }
        return position > start ? String(decoding: bytes[start..<position], as: UTF8.self) : nil
    }

    /// Goes to the end of a value, which may reach over several lines: the line's end or its comment.
    private mutating func skipValue() {
        var depth = 0
        while let byte = current {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                skipString(byte)
                continue
            case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            case UInt8(ascii: "#"):
                if depth <= 0 { return }
                while let next = current, next != UInt8(ascii: "\n") { position += 1 }
                continue
            case UInt8(ascii: "\n"):
                if depth <= 0 { return }
                line += 1
            default: break
            }
            position += 1
        }
    }

    /// Goes behind a string: three quotes reach over lines, one ends with its line.
    private mutating func skipString(_ quote: UInt8) {
        let isLong = bytes[position...].starts(with: [quote, quote, quote])
        position += isLong ? 3 : 1
        while let byte = current {
            if byte == UInt8(ascii: "\n") {
                guard isLong else { return }
                line += 1
            }
            if byte == UInt8(ascii: "\\") && quote == UInt8(ascii: "\"") && position + 1 < bytes.count
                && bytes[position + 1] != UInt8(ascii: "\n") {
                position += 2
                continue
            }
            guard byte == quote else { position += 1; continue }
            guard isLong else { position += 1; return }
            guard bytes[position...].starts(with: [quote, quote, quote]) else { position += 1; continue }
            position += 3
            // Up to two more quotes belong to the string's own end.
            while current == quote { position += 1 }
            return
        }
    }

    private mutating func skipBlanks() {
        while let byte = current, Self.isBlank(byte) { position += 1 }
    }

    private mutating func skipLine() {
        while let byte = current {
            position += 1
            if byte == UInt8(ascii: "\n") {
                line += 1
                return
            }
        }
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
    }

    private static func isBare(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
             UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"): true
        default: false
        }
    }
}
