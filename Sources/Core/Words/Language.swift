// SPDX-License-Identifier: GPL-3.0-or-later

/// The words of one language by their keys, as its file has them (`english.txt`).
///
/// A file has a line `key = words` for everything that is shown. A placeholder such as `{count}` is filled in. If a number decides, the key
/// has two forms: `key.one` for 1 and `key.other`. If the words differ while nothing is scored, the key has a second line, `key.plain`.
/// Empty lines and lines that begin with `#` are ignored.
///
/// The current language is a task-local value, not a global variable. It is the only hidden input of functions in Core and Interface, and
/// tests in other languages run beside the rest. Code that draws or writes in another language than English runs within
/// `Language.$current.withValue`, which also works on threads outside of tasks. So words are looked up each time they are shown, and no
/// `static let` holds them.
package struct Language: Sendable {
    @TaskLocal package static var current = english

    /// One line of the file: words and placeholders in turns.
    package struct Phrase: Hashable, Sendable {
        package enum Part: Hashable, Sendable {
            case words(String)
            case place(String)
        }

        package var parts: [Part]

        /// The names of the placeholders.
        package var places: Set<String> { Set(parts.compactMap { if case .place(let name) = $0 { name } else { nil } }) }
    }

    /// A line that isn't a phrase, and the reason. Reading goes on without it; the tests check that a language has no such line.
    package struct Fault: Hashable, Sendable {
        /// The line's number, from 1.
        package var line: Int
        package var reason: String
    }

    package private(set) var phrases: [String: Phrase] = [:]
    /// True if nothing is scored: a key's line `key.plain` then replaces the key's own line.
    private var isPlain = false
    package private(set) var faults: [Fault] = []

    package static let english = Language(String(decoding: PackageResources.english_txt, as: UTF8.self))

    /// - Parameter text: a language's file.
    package init(_ text: String) {
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() where !line.isEmpty && line.first != "#" {
            do throws(FaultReason) {
                let (key, phrase) = try Self.read(line)
                guard phrases.updateValue(phrase, forKey: key) == nil else { throw FaultReason("\(key) is there twice") }
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

    // MARK: Looking up

    /// Runs `body` with words about archery, or with words about no sport.
    package static func speaking<Result, Failure>(
        ofArchery speaks: Bool, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var language = current
        language.isPlain = !speaks
        return try $current.withValue(language) { Swift.Result(catching: body) }.get()
    }

    /// Returns the words of a key. If this language lacks the key, they are in English; if English lacks it too, the key itself is
    /// returned.
    func text(_ key: String, _ values: KeyValuePairs<String, any CustomStringConvertible>) -> String {
        text(key) { place in values.first { $0.key == place }?.value.description }
    }

    /// - Parameter value: returns the text for a placeholder; `nil` if there is no text for it.
    func text(_ key: String, _ value: (_ place: String) -> String?) -> String {
        let plain = isPlain ? phrases["\(key).plain"] : nil
        guard let phrase = plain ?? phrases[key] ?? Self.english.phrases[key] else { return key }
        return phrase.parts.reduce(into: "") { text, part in
            switch part {
            case .words(let words): text += words
            case .place(let name): text += value(name) ?? "{\(name)}"
            }
        }
    }

    /// Returns the form of a key that goes with a number.
    func form(of key: String, for count: Int) -> String { "\(key).\(count == 1 ? "one" : "other")" }

    // MARK: Reading

    private struct FaultReason: Error {
        var reason: String

        init(_ reason: String) {
            self.reason = reason
        }
    }

    private static func read(_ line: Substring) throws(FaultReason) -> (key: String, phrase: Phrase) {
        let key = line.prefix { $0 != " " }
        let rest = line.dropFirst(key.count)
        guard rest.hasPrefix(" = "), rest.count > 3 else { throw FaultReason("a line is written as key = words") }
        guard key.allSatisfy({ $0.isLowercase || $0.isNumber || $0 == "." || $0 == "-" }) else {
            throw FaultReason("\(key) is no key: it has small letters, numbers, dots and hyphens")
        }
        return (String(key), try phrase(rest.dropFirst(3)))
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

extension Strings {
    /// Returns the words of a key, with its placeholders filled in.
    package static func text(_ key: String, _ values: KeyValuePairs<String, any CustomStringConvertible> = [:]) -> String {
        Language.current.text(key, values)
    }

    /// Returns the words of a key that go with a number, which is filled in as `{count}`.
    package static func text(_ key: String, count: Int) -> String {
        let language = Language.current
        return language.text(language.form(of: key, for: count), ["count": count])
    }
}
