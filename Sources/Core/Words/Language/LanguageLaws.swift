// SPDX-License-Identifier: GPL-3.0-or-later

/// The laws that each language keeps, English too. A language that breaks none can be shown wherever English can.
package struct LanguageLaws {
    /// The language whose keys and places the code knows.
    private let master = Language.english
    /// The longest name of a language, in letters: it stands in a row of the menu.
    private static let longestName = 24
    /// The longest phrase, in letters and places. Each is measured and laid out again whenever it is shown.
    private static let longestPhrase = 1000

    package init() {}

    /// Returns the broken laws of a language, a line each.
    package func faults(of language: Language) -> [String] {
        mistakes(in: language) + missing(in: language).map { "\($0) is missing" } + needless(in: language).map { "\($0) is no key" }
    }

    /// Returns the broken laws of a language that somebody else wrote, perhaps for another version of the program: the phrases that it lacks
    /// are said in English, and those that it has too many are never said. Neither is a mistake.
    package func mistakes(in language: Language) -> [String] {
        language.faults.map { "line \($0.line): \($0.reason)" } + headerFaults(of: language) + formFaults(of: language)
            + language.phrases.sorted { $0.key < $1.key }.flatMap { phraseFaults($0.key, $0.value, of: language) }
    }

    // MARK: The header

    private func headerFaults(of language: Language) -> [String] {
        let header = language.header
        let rows = [("name", header.name), ("tag", header.tag), ("decimal", header.decimalSign), ("form.one", header.plurals.map { "\($0.forms)" })]
        var faults = rows.filter { $0.1 == nil }.map { "language.\($0.0) is missing" }
        if let sign = header.decimalSign, sign.count != 1 || sign.contains(where: { $0.isNumber || $0.isLetter }) {
            faults.append("language.decimal is no sign: \(sign)")
        }
        if let name = header.name, name.count > Self.longestName || Language.Phrase(parts: [.words(name)]).hasControls {
            faults.append("language.name is no name of at most \(Self.longestName) letters")
        }
        if let tag = header.tag, tag.utf8.count > 35 || !tag.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || Self.isLetterOrDigit($0) }) {
            faults.append("language.tag is no tag such as de or pt-BR")
        }
        guard let plurals = header.plurals else { return faults }
        let numbers = Array(0...200) + [1_000, 1_000_000]
        for number in numbers where plurals.matches(number).count > 1 {
            faults.append("\(number) takes several forms: \(plurals.matches(number))")
        }
        for form in plurals.forms where !numbers.contains(where: { plurals.form(of: $0) == form }) { faults.append("no number takes \(form)") }
        return faults
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: false
        }
    }

    // MARK: The keys

    /// A key of the master without its form, and the wording it is for.
    private struct Root: Hashable, Comparable {
        var key: String
        var isPlain: Bool

        static func < (one: Root, other: Root) -> Bool { (one.key, one.isPlain ? 1 : 0) < (other.key, other.isPlain ? 1 : 0) }

        var lineEnd: String { isPlain ? ".plain" : "" }
    }

    private func root(of key: String, forms: [String]) -> (root: Root, form: String?) {
        let isPlain = key.hasSuffix(".plain")
        let bare = isPlain ? String(key.dropLast(".plain".count)) : key
        guard let form = forms.first(where: { bare.hasSuffix(".\($0)") }) else { return (Root(key: bare, isPlain: isPlain), nil) }
        return (Root(key: String(bare.dropLast(form.count + 1)), isPlain: isPlain), form)
    }

    /// Returns the places that the code fills in, by the master's keys. The number of a key with forms is one of them.
    private func masterPlacesByRoot() -> [Root: Set<String>] {
        var places: [Root: Set<String>] = [:]
        for (key, phrase) in master.phrases {
            let (root, form) = root(of: key, forms: master.plurals.forms)
            places[root, default: form == nil ? [] : ["count"]].formUnion(phrase.places)
        }
        return places
    }

    /// The lines of a language by the roots of their keys: the form of each, `nil` for a line without one.
    private func given(by language: Language) -> [Root: [String?]] {
        var given: [Root: [String?]] = [:]
        for key in language.phrases.keys {
            let (root, form) = root(of: key, forms: language.plurals.forms)
            given[root, default: []].append(form)
        }
        return given
    }

    private func missing(in language: Language) -> [String] {
        let given = given(by: language)
        return Self.masterPlaces.keys.filter { given[$0] == nil }.sorted().map { "\($0.key)\($0.lineEnd)" }
    }

    private func needless(in language: Language) -> [String] {
        given(by: language).keys.filter { Self.masterPlaces[$0] == nil }.sorted().map { "\($0.key)\($0.lineEnd)" }
    }

    private func formFaults(of language: Language) -> [String] {
        let forms = language.plurals.forms
        return given(by: language).sorted { $0.key < $1.key }.compactMap { root, has in
            guard let places = Self.masterPlaces[root] else { return nil }
            let isWhole = has.count == 1 && has[0] == nil
            let hasForms = places.contains("count") && has.count == forms.count && Set(has) == Set(forms.map(Optional.some))
            guard !isWhole && !hasForms else { return nil }
            let wanted = places.contains("count") ? "one line, or one for each of \(forms.joined(separator: ", "))" : "one line"
            return "\(root.key)\(root.lineEnd) has \(has.count) \(has.count == 1 ? "line" : "lines"); it takes \(wanted)"
        }
    }

    // MARK: The phrases

    private func phraseFaults(_ key: String, _ phrase: Language.Phrase, of language: Language) -> [String] {
        let (root, form) = root(of: key, forms: language.plurals.forms)
        guard let wanted = places(of: root) else { return [] }
        var faults: [String] = []
        if phrase.length > Self.longestPhrase { faults.append("\(key) is longer than \(Self.longestPhrase) letters") }
        if phrase.hasControls { faults.append("\(key) has a control character") }
        // "1 arrow" may leave the number out.
        let optional: Set<String> = form == nil && !masterHasForms(root) ? [] : ["count"]
        // A notice's title and detail are given the same values, and neither needs all of them.
        let isRight = key.hasPrefix("box.") ? phrase.places.isSubset(of: wanted) : phrase.places.union(optional) == wanted.union(optional)
        if !isRight { faults.append("\(key) has the places \(phrase.places.sorted()), not \(wanted.sorted())") }
        if !phrase.places.isSubset(of: wanted) { faults.append("\(key) has places that nothing fills in") }
        // A row of a table is a word and a sentence about it, without places.
        if ["setting.", "panel.", "tool."].contains(where: key.hasPrefix) {
            let isHalved = phrase.parts.count == 1 && bars(in: phrase) == 1
            if !isHalved { faults.append("\(key) is no word | sentence") }
        } else if bars(in: phrase) != (master.phrases[key].map(bars) ?? 0) {
            faults.append("\(key) has another number of | than in English")
        }
        return faults
    }

    private func places(of root: Root) -> Set<String>? { Self.masterPlaces[root] }
    private func masterHasForms(_ root: Root) -> Bool { master.phrases["\(root.key).\(PluralRule.other)\(root.lineEnd)"] != nil }
    private static let masterPlaces = LanguageLaws().masterPlacesByRoot()

    private func bars(in phrase: Language.Phrase) -> Int {
        phrase.parts.reduce(0) { count, part in
            if case .words(let words) = part { count + words.split(separator: "|", omittingEmptySubsequences: false).count - 1 } else { count }
        }
    }
}

extension Language.Phrase {
    fileprivate var length: Int {
        parts.reduce(0) { sum, part in
            if case .words(let words) = part { sum + words.unicodeScalars.count } else { sum + 1 }
        }
    }

    /// True if a character of the words can't be drawn: a tab, a carriage return, or a sign that changes the direction of writing around it.
    fileprivate var hasControls: Bool {
        parts.contains { part in
            guard case .words(let words) = part else { return false }
            return words.unicodeScalars.contains { scalar in
                switch scalar.properties.generalCategory {
                case .control, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: true
                default: (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
                }
            }
        }
    }
}
