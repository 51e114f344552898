// SPDX-License-Identifier: GPL-3.0-or-later

/// The lines `language.… = …` at the beginning of a language's file: the rules of the language itself.
package struct LanguageHeader: Hashable, Sendable {
    /// `language.name`: the language's own name for itself.
    package var name: String?
    /// `language.tag`: its tag for a browser, by RFC 5646.
    package var tag: String?
    /// `language.decimal`: the sign before the decimals of a number.
    package var decimalSign: String?
    /// `language.form.one` and so on: the numbers that take a form.
    package var plurals: PluralRule?
}

extension Language {
    private static let headerPrefix = "language."
    private static let formPrefix = "language.form."

    /// - Parameters:
    ///   - text: a language's file.
    ///   - id: the file's name without its end.
    package init(_ text: String, id: String = "") {
        self.id = id
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() where !line.isEmpty && line.first != "#" {
            do throws(FaultReason) {
                let (key, words) = try Self.read(line)
                if key.hasPrefix(Self.headerPrefix) {
                    try readHeader(key, String(words))
                } else if phrases.updateValue(try Self.phrase(words), forKey: key) != nil {
                    throw FaultReason("\(key) is there twice")
                }
            } catch {
                faults.append(Fault(line: index + 1, reason: error.reason))
            }
        }
    }

    /// Returns this language with `change` applied to the parts of each phrase.
    package func mapped(_ change: ([Phrase.Part]) -> [Phrase.Part]) -> Language {
        var language = self
        language.phrases = phrases.mapValues { Phrase(parts: change($0.parts)) }
        return language
    }

    private struct FaultReason: Error {
        var reason: String

        init(_ reason: String) {
            self.reason = reason
        }
    }

    private mutating func readHeader(_ key: String, _ words: String) throws(FaultReason) {
        switch key {
        case "language.name": header.name = words
        case "language.tag": header.tag = words
        case "language.decimal": header.decimalSign = words
        case _ where key.hasPrefix(Self.formPrefix):
            var plurals = header.plurals ?? PluralRule()
            guard plurals.add(String(key.dropFirst(Self.formPrefix.count)), words) else {
                throw FaultReason("a form is written as language.form.one = n % 10 = 1 and n % 100 != 11")
            }
            header.plurals = plurals
        default: throw FaultReason("\(key) is no line of the header: it has name, tag, decimal and form")
        }
    }

    private static func read(_ line: Substring) throws(FaultReason) -> (key: String, words: Substring) {
        let key = line.prefix { $0 != " " }
        let rest = line.dropFirst(key.count)
        guard rest.hasPrefix(" = "), rest.count > 3 else { throw FaultReason("a line is written as key = words") }
        guard key.allSatisfy({ $0.isLowercase || $0.isNumber || $0 == "." || $0 == "-" }) else {
            throw FaultReason("\(key) is no key: it has small letters, numbers, dots and hyphens")
        }
        return (String(key), rest.dropFirst(3))
    }

    private static func phrase(_ words: Substring) throws(FaultReason) -> Phrase {
        var parts: [Phrase.Part] = []
        var rest = words
        while let first = rest.first {
            if first == "{" {
                let name = rest.dropFirst().prefix { $0.isLetter || $0.isNumber }
                let end = rest.dropFirst(name.count + 1)
                guard !name.isEmpty, end.first == "}" else { throw FaultReason("a place is written as {name}") }
                parts.append(.place(String(name)))
                rest = end.dropFirst()
            } else {
                let run = rest.prefix { $0 != "{" }
                guard !run.contains("}") else { throw FaultReason("a place is written as {name}") }
                parts.append(.words(String(run)))
                rest = rest.dropFirst(run.count)
            }
        }
        return Phrase(parts: parts)
    }
}
