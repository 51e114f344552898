// SPDX-License-Identifier: GPL-3.0-or-later

@testable import Core

/// The laws that each language keeps, English too. A language that breaks none can be shown wherever English can.
struct LanguageLaws {
    /// The language whose keys and places the code knows.
    let master = Language.english

    /// Returns the broken laws of a language, a line each.
    func faults(of language: Language) -> [String] {
        language.faults.map { "line \($0.line): \($0.reason)" } + headerFaults(of: language) + keyFaults(of: language)
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
        guard let plurals = header.plurals else { return faults }
        let numbers = Array(0...200) + [1_000, 1_000_000]
        for number in numbers where plurals.matches(number).count > 1 {
            faults.append("\(number) takes several forms: \(plurals.matches(number))")
        }
        for form in plurals.forms where !numbers.contains(where: { plurals.form(of: $0) == form }) { faults.append("no number takes \(form)") }
        return faults
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
    private var places: [Root: Set<String>] {
        var places: [Root: Set<String>] = [:]
        for (key, phrase) in master.phrases {
            let (root, form) = root(of: key, forms: master.plurals.forms)
            places[root, default: form == nil ? [] : ["count"]].formUnion(phrase.places)
        }
        return places
    }

    private func keyFaults(of language: Language) -> [String] {
        let forms = language.plurals.forms
        var given: [Root: [String?]] = [:]
        for key in language.phrases.keys {
            let (root, form) = root(of: key, forms: forms)
            given[root, default: []].append(form)
        }
        let wanted = places
        var faults = Set(given.keys).subtracting(wanted.keys).sorted().map { "\($0.key)\($0.lineEnd) is no key" }
        for (root, places) in wanted.sorted(by: { $0.key < $1.key }) {
            let has = given[root] ?? []
            let isWhole = has.count == 1 && has[0] == nil
            let hasForms = places.contains("count") && Set(has) == Set(forms.map(Optional.some))
            if has.isEmpty {
                faults.append("\(root.key)\(root.lineEnd) is missing")
            } else if !isWhole && !hasForms {
                let wanted = places.contains("count") ? "one line, or one for each of \(forms.joined(separator: ", "))" : "one line"
                faults.append("\(root.key)\(root.lineEnd) has \(has.count) lines; it takes \(wanted)")
            }
        }
        return faults
    }

    // MARK: The phrases

    private func phraseFaults(_ key: String, _ phrase: Language.Phrase, of language: Language) -> [String] {
        let (root, form) = root(of: key, forms: language.plurals.forms)
        guard let wanted = places(of: root) else { return [] }
        var faults: [String] = []
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
    private static let masterPlaces = LanguageLaws().places

    private func bars(in phrase: Language.Phrase) -> Int {
        phrase.parts.reduce(0) { count, part in
            if case .words(let words) = part { count + words.split(separator: "|", omittingEmptySubsequences: false).count - 1 } else { count }
        }
    }
}
