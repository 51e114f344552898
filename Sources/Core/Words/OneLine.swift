// SPDX-License-Identifier: GPL-3.0-or-later

extension String {
    /// Returns the text with at most this many characters (Unicode scalars). If something is left out, the last one is `…`.
    public func shortened(to most: Int) -> String {
        guard unicodeScalars.count > most else { return self }
        return String(unicodeScalars.prefix(max(0, most - 1))) + "…"
    }

    /// The text on one line, which a terminal or a log can show as it is. Characters that would break the line, move the cursor or change
    /// the writing direction become escapes, so that `a⏎b` is shown as `a\nb`.
    ///
    /// Names of files and what people type may hold anything; a message that quotes them has to stay one line.
    public var onOneLine: String {
        guard unicodeScalars.contains(where: Self.needsEscape) else { return self }
        var line = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "\n": line += "\\n"
            case "\r": line += "\\r"
            case "\t": line += "\\t"
            case _ where Self.needsEscape(scalar): line += "\\u{\(String(scalar.value, radix: 16))}"
            default: line.unicodeScalars.append(scalar)
            }
        }
        return line
    }

    private static func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // Control characters, the two separators that Unicode breaks lines at, and the marks that change the writing direction.
        case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
