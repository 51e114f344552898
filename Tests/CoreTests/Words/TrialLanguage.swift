// SPDX-License-Identifier: GPL-3.0-or-later

@testable import Core

extension Language {
    /// A second language for the laws, made from `english.txt` as a translator would: with a comma for decimals, four forms for numbers as in
    /// Polish or Russian, places in another order, and words of its own.
    static let trial = Language(trialFile())

    static let trialHeader = """
        language.name = Probe
        language.tag = x-probe
        language.decimal = ,
        language.form.one = n % 10 = 1 and n % 100 != 11
        language.form.few = n % 10 = 2..4 and n % 100 != 12..14
        language.form.nought = n = 0
        """

    /// Returns the file of the trial language.
    /// - Parameter change: makes a mistake in the line of a key; `nil` leaves the line out.
    static func trialFile(_ change: (_ key: String, _ line: String) -> String? = { $1 }) -> String {
        let english = String(decoding: PackageResources.english_txt, as: UTF8.self)
        var lines = trialHeader.split(separator: "\n").compactMap { line in
            change(String(line.prefix { $0 != " " }), String(line))
        }
        for line in english.split(separator: "\n") where line.first != "#" && !line.hasPrefix("language.") {
            let key = String(line.prefix { $0 != " " })
            let words = translated(String(line.dropFirst(key.count + 3)))
            var keys = [key]
            // For each English `other`, this language has two forms more.
            for end in [".other", ".other.plain"] where key.hasSuffix(end) {
                keys += ["few", "nought"].map { key.dropLast(end.count) + "." + $0 + end.dropFirst(".other".count) }
            }
            lines += keys.compactMap { change($0, "\($0) = \(words)") }
        }
        return lines.joined(separator: "\n")
    }

    /// Returns words whose letters are doubled, and whose places stand in the opposite order.
    private static func translated(_ words: String) -> String {
        var phrase = ""
        var isPlace = false
        for character in words {
            if character == "{" { isPlace = true }
            phrase += character.isLetter && !isPlace ? "\(character)\(character)" : "\(character)"
            if character == "}" { isPlace = false }
        }
        let places = phrase.matches(of: #/\{[a-zA-Z0-9]+\}/#)
        var turned = phrase
        for (place, other) in zip(places, places.reversed()).reversed() { turned.replaceSubrange(place.range, with: other.output) }
        return turned
    }
}
