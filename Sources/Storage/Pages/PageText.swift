// SPDX-License-Identifier: GPL-3.0-or-later

/// Makes text that people wrote safe for a page: names, notes and labels may contain anything.
enum PageText {
    /// Returns text escaped for the text and the quoted attributes of HTML and SVG, scalar by scalar.
    static func escaped(_ text: String) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "<": escaped.append(contentsOf: "&lt;".unicodeScalars)
            case ">": escaped.append(contentsOf: "&gt;".unicodeScalars)
            case "&": escaped.append(contentsOf: "&amp;".unicodeScalars)
            case "\"": escaped.append(contentsOf: "&quot;".unicodeScalars)
            case "'": escaped.append(contentsOf: "&#39;".unicodeScalars)
            default: escaped.append(isForbidden(scalar) ? "\u{FFFD}" : scalar)
            }
        }
        return String(escaped)
    }

    /// Returns text as one line, without characters that can't be seen or that turn the rest of a line around.
    static func line(_ text: String) -> String {
        let scalars = text.unicodeScalars.map { isForbidden($0) || isBreak($0) || turnsText($0) ? " " : $0 }
        return trimmed(unpiled(scalars))
    }

    /// Returns text in its lines, without control characters.
    static func lines(_ text: String) -> String {
        let unix = text.unicodeScalars.split(separator: "\r", omittingEmptySubsequences: false)
        var scalars: [Unicode.Scalar] = []
        for (index, part) in unix.enumerated() {
            if index > 0, part.first != "\n" { scalars.append("\n") }
            scalars.append(contentsOf: part.lazy.filter { !isForbidden($0) })
        }
        return trimmed(unpiled(scalars))
    }

    /// Returns at most this many scalars of a line, in whole characters unless one alone is too long. An ellipsis shows that it goes on.
    static func cut(_ text: String, to limit: Int) -> String {
        guard text.unicodeScalars.count > limit else { return text }
        var kept = ""
        var count = 0
        for character in text {
            count += character.unicodeScalars.count
            if count >= limit { break }
            kept.append(character)
        }
        if kept.isEmpty { kept = trimmed(Array(text.unicodeScalars.prefix(limit - 1))) }
        return kept + "…"
    }

    /// Leaves out the marks that pile up on one letter beyond what any writing needs: they would run over the whole page.
    private static func unpiled(_ scalars: some Sequence<Unicode.Scalar>) -> [Unicode.Scalar] {
        var pile = 0
        return scalars.filter { scalar in
            guard scalar.value >= 0x300 else {
                pile = 0
                return true
            }
            switch scalar.properties.generalCategory {
            case .nonspacingMark, .enclosingMark: pile += 1
            default: pile = 0
            }
            return pile <= mostMarks
        }
    }

    /// The most marks on one letter.
    private static let mostMarks = 6

    private static func trimmed(_ scalars: [Unicode.Scalar]) -> String {
        let from = scalars.firstIndex { !$0.properties.isWhitespace } ?? scalars.endIndex
        let through = scalars.lastIndex { !$0.properties.isWhitespace } ?? from
        guard from < scalars.endIndex else { return "" }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars[from...through])
        return String(text)
    }

    /// True for the scalars that neither HTML nor XML allows, escaped or not.
    private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A: false
        case 0..<0x20, 0x7F..<0xA0, 0xFDD0...0xFDEF: true
        default: scalar.value & 0xFFFE == 0xFFFE
        }
    }

    private static func isBreak(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A, 0x2028, 0x2029: true
        default: false
        }
    }

    /// True for the embeddings, overrides and isolates of the bidirectional algorithm.
    private static func turnsText(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
