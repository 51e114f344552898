// SPDX-License-Identifier: GPL-3.0-or-later

/// The words of one language by their keys, as its file has them (`english.txt`).
///
/// A file has a line `key = words` for everything that is shown. A placeholder such as `{count}` is filled in. If a number decides, the key
/// has a line for each form: `key.one` and `key.other` in English; the header of the file says which number takes which form. If the words
/// differ while nothing is scored, the key has a second line, `key.plain`. Empty lines and lines that begin with `#` are ignored.
///
/// The language is chosen once for the process, before the first word is said (`choose`). It is a plain value for all threads, because the
/// threads of the box inherit no task-local values. `current` is the chosen language, except inside two kinds of calls, each on one thread:
/// tests put another language in its place, and `speaking(ofArchery:)` the same language with other wording. `current` is the only hidden
/// input of functions in Core and Interface. So words are looked up each time they are shown, and no `static let` holds them.
package struct Language: Sendable {
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

    package var phrases: [String: Phrase] = [:]
    package var header = LanguageHeader()
    package var faults: [Fault] = []
    /// True if nothing is scored: a key's line `key.plain` then replaces the key's own line.
    private var isPlain = false

    package static let english = Language(String(decoding: PackageResources.english_txt, as: UTF8.self))

    /// Every language of the box. The tests hold each to the same laws.
    package static let all = [english]

    // MARK: The current language

    private static let choice = LanguageChoice(.english)

    @TaskLocal package static var current: Language = choice.read()

    /// Chooses the language of the process, at the start of the program. It traps if a word has already been said in another language.
    package static func choose(_ language: Language) {
        precondition(choice.choose(language), "the language is chosen before the first word is said")
    }

    /// Runs `body` with words about archery, or with words about no sport.
    package static func speaking<Result, Failure>(
        ofArchery speaks: Bool, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var language = current
        language.isPlain = !speaks
        return try $current.withValue(language) { Swift.Result(catching: body) }.get()
    }

    // MARK: Looking up

    /// Returns the words of a key in the current language.
    static func said(_ key: String, _ values: KeyValuePairs<String, any PhraseValue> = [:]) -> String { current.text(key, values) }

    /// Returns the words of a key in the form that goes with a number, which is filled in as `{count}`.
    static func said(_ key: String, count: Int, _ values: KeyValuePairs<String, any PhraseValue> = [:]) -> String {
        let language = current
        return language.text(language.form(of: key, for: count)) { place in
            place == "count" ? "\(count)" : values.first { $0.key == place }?.value.message.words(in: language)
        }
    }

    /// Returns the words of a key. If this language lacks the key, they are in English; if English lacks it too, the key itself is
    /// returned.
    func text(_ key: String, _ values: KeyValuePairs<String, any PhraseValue>) -> String {
        text(key) { place in values.first { $0.key == place }?.value.message.words(in: self) }
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

    /// Returns the form of a key that goes with a number, `key.one`, or the key itself if it has one line for all numbers. A language that
    /// lacks the key speaks English here too, in an English form.
    func form(of key: String, for count: Int) -> String {
        let own = "\(key).\(plurals.form(of: count))"
        if phrases[own] != nil { return own }
        let english = "\(key).\(Self.english.plurals.form(of: count))"
        return phrases[key] != nil || Self.english.phrases[english] == nil ? key : english
    }

    /// The rule for the forms of a phrase; the English rule if the file has none.
    package var plurals: PluralRule { header.plurals ?? Self.english.header.plurals ?? PluralRule() }

    /// The sign before the decimals of a number; the English sign if the file names none.
    package var decimalSign: String { header.decimalSign ?? Self.english.header.decimalSign ?? "." }

    /// The tag of the language, as a browser knows it: `en`.
    package var tag: String { header.tag ?? Self.english.header.tag ?? "en" }
}
