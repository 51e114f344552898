// SPDX-License-Identifier: GPL-3.0-or-later

/// The words of one language by their keys, as its file has them (`english.txt`).
///
/// A file has a line `key = words` for everything that is shown. `{place}` is filled in. If a number decides, the key has two forms:
/// `key.one` for 1 and `key.other`. What is said in other words where nothing is scored has a second line, `key.plain`. Empty lines and lines
/// that begin with `#` are left out.
///
/// The language that holds is a task-local value, not a variable of the program: nothing else in Core or Interface changes behind the back
/// of a function, and tests in other languages run beside the rest. Whoever draws or writes in another language than English does it within
/// `Language.$current.withValue`, which also works on threads that are no tasks. So words are looked up each time they are shown, and no
/// `static let` holds them.
package struct Language: Sendable {
    @TaskLocal package static var current = english

    /// One line of the file: words and places in turns.
    package struct Phrase: Hashable, Sendable {
        package enum Part: Hashable, Sendable {
            case words(String)
            case place(String)
        }

        package var parts: [Part]

        /// What is filled in.
        package var places: Set<String> { Set(parts.compactMap { if case .place(let name) = $0 { name } else { nil } }) }
    }

    /// A line that is no phrase, and why. Reading goes on without it; that a language has none is a matter for the tests.
    package struct Fault: Hashable, Sendable {
        /// From 1.
        package var line: Int
        package var reason: String
    }

    package private(set) var phrases: [String: Phrase] = [:]
    /// Nothing is scored: a key's line `key.plain` is said in the place of its own.
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

    /// This language with other words in all of its phrases; what is filled in stays.
    package func mapped(_ change: ([Phrase.Part]) -> [Phrase.Part]) -> Language {
        var language = self
        language.phrases = phrases.mapValues { Phrase(parts: change($0.parts)) }
        return language
    }

    // MARK: Looking up

    /// Runs `body`, in which words speak of archery, or of no sport.
    package static func speaking<Result, Failure>(
        ofArchery speaks: Bool, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var language = current
        language.isPlain = !speaks
        return try $current.withValue(language) { Swift.Result(catching: body) }.get()
    }

    /// The words of a key. A key that this language doesn't have is said in English, and one that no language has as it is.
    func text(_ key: String, _ values: KeyValuePairs<String, any CustomStringConvertible>) -> String {
        text(key) { place in values.first { $0.key == place }?.value.description }
    }

    /// - Parameter value: what is filled in at a place; `nil` if there is nothing for it.
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

    /// The form of a key that goes with a number.
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
    /// The words of a key, its places filled in.
    package static func text(_ key: String, _ values: KeyValuePairs<String, any CustomStringConvertible> = [:]) -> String {
        Language.current.text(key, values)
    }

    /// The words of a key that go with a number, which is filled in as `{count}`.
    package static func text(_ key: String, count: Int) -> String {
        let language = Language.current
        return language.text(language.form(of: key, for: count), ["count": count])
    }
}
