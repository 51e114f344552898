// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Reads one value of TOML 1.0 (toml.io/en/v1.0.0): a truth value, a number, or a text on one line. No setting takes anything else.
enum TOMLScalar {
    /// Reads a word without quotes.
    /// - Returns: `nil` if the word isn't one of TOML's truth values and numbers, or is too large a number.
    static func plain(_ word: String) -> SettingValue? {
        switch word {
        case "true": .bool(true)
        case "false": .bool(false)
        default: integer(word).map { .integer($0) } ?? float(word).map { .double($0) }
        }
    }

    /// Returns true for a word that begins like one of TOML's dates and times: `2026-11-27`, `09:30:00.5`. No setting takes a date, so its
    /// numbers aren't checked.
    static func isDate(_ word: String) -> Bool {
        let shape = String(word.prefix(8).map { $0.isASCII && $0.isNumber ? "9" : $0 })
        return shape == "99:99:99" || word.count >= 10 && shape == "9999-99-"
    }

    /// Reads a text in quotes: in `"…"` a backslash begins an escape, in `'…'` everything stands for itself.
    /// - Returns: `nil` if the first quote isn't closed at the very end, or the text has an unknown escape, a control character or U+0000.
    static func quoted(_ word: String) -> String? {
        var scalars = word.unicodeScalars[...]
        guard let quote = scalars.popFirst() else { return nil }
        var text = String.UnicodeScalarView()
        while let scalar = scalars.popFirst() {
            if scalar == quote { return scalars.isEmpty ? String(text) : nil }
            guard scalar == "\t" || scalar.value >= 0x20 && scalar.value != 0x7F else { return nil }
            guard scalar == "\\", quote == "\"" else {
                text.append(scalar)
                continue
            }
            guard let escaped = escape(&scalars) else { return nil }
            text.append(escaped)
        }
        return nil
    }

    // MARK: Numbers

    private static func integer(_ word: String) -> Int? {
        for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] where word.hasPrefix(prefix) {
            return digits(word.dropFirst(2), radix: radix).flatMap { Int($0, radix: radix) }
        }
        let (sign, number) = signed(word[...])
        return whole(number).flatMap { Int(sign + $0) }
    }

    private static func float(_ word: String) -> Double? {
        let (sign, number) = signed(word[...])
        if number == "inf" || number == "nan" { return Double(sign + number) }
        let parts = number.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "e" || $0 == "E" }
        let decimals = parts[0].split(separator: ".", omittingEmptySubsequences: false)
        guard decimals.count <= 2, decimals.count + parts.count > 2, let whole = whole(decimals[0]) else { return nil }
        let fraction = decimals.count == 2 ? digits(decimals[1], radix: 10) : "0"
        let power = parts.count == 2 ? signed(parts[1]) : (sign: "", rest: "0")
        guard let fraction, let exponent = digits(power.rest, radix: 10) else { return nil }
        return Double("\(sign)\(whole).\(fraction)e\(power.sign)\(exponent)").flatMap { $0.isFinite ? $0 : nil }
    }

    private static func signed(_ word: Substring) -> (sign: String, rest: Substring) {
        switch word.first {
        case "-": ("-", word.dropFirst())
        case "+": ("", word.dropFirst())
        default: ("", word)
        }
    }

    /// Returns the digits of a decimal number without leading zeros.
    private static func whole(_ word: Substring) -> String? {
        digits(word, radix: 10).flatMap { $0.count == 1 || $0.first != "0" ? $0 : nil }
    }

    /// Returns the digits without underscores, each of which must stand between two digits.
    private static func digits(_ word: Substring, radix: Int) -> String? {
        let groups = word.split(separator: "_", omittingEmptySubsequences: false)
        let isRight = groups.allSatisfy { group in
            !group.isEmpty && group.allSatisfy { $0.isASCII && $0.hexDigitValue.map { $0 < radix } == true }
        }
        return isRight ? groups.joined() : nil
    }

    // MARK: Escapes

    /// Reads what follows a backslash: a letter, or the hexadecimal number of a character.
    private static func escape(_ scalars: inout Substring.UnicodeScalarView) -> Unicode.Scalar? {
        guard let letter = scalars.popFirst() else { return nil }
        switch letter {
        case "b": return "\u{8}"
        case "t": return "\t"
        case "n": return "\n"
        case "f": return "\u{C}"
        case "r": return "\r"
        case "\"", "\\": return letter
        case "u", "U":
            let count = letter == "u" ? 4 : 8
            let code = String(Substring(scalars.prefix(count)))
            guard code.unicodeScalars.count == count, code.allSatisfy(\.isHexDigit) else { return nil }
            scalars.removeFirst(count)
            return UInt32(code, radix: 16).flatMap { $0 == 0 ? nil : Unicode.Scalar($0) }
        default: return nil
        }
    }
}
