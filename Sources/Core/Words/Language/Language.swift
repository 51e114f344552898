// SPDX-License-Identifier: GPL-3.0-or-later

/// The words of one language by their keys, as its file has them (`english.txt`).
///
/// A file has a line `key = words` for everything that is shown. A placeholder such as `{count}` is filled in. If a number decides, the key
/// has a line for each form: `key.one` and `key.other` in English; the header of the file says which number takes which form. If the words
/// differ while nothing is scored, the key has a second line, `key.plain`. Empty lines and lines that begin with `#` are ignored.
///
/// The setting `language` chooses the language (`speaking(_:ofArchery:)`): the interface speaks it in each of its steps, and the threads that
/// write pages and films speak it for each piece of their work. A thread that speaks none speaks English. `current` is the language of the
/// call; tests put another one in its place. It is the only hidden input of functions in Core and Interface. So words are looked up each time
/// they are shown, and no `static let` holds them.
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

    /// The word that chooses the language in `settings.toml`, which is the name of its file: `english`.
    package var id = ""
    package var phrases: [String: Phrase] = [:]
    package var header = LanguageHeader()
    package var faults: [Fault] = []
    /// True if nothing is scored: a key's line `key.plain` then replaces the key's own line.
    private var isPlain = false

    package static let english = Language(String(decoding: PackageResources.english_txt, as: UTF8.self), id: "english")
    package static let german = Language(String(decoding: PackageResources.german_txt, as: UTF8.self), id: "german")

    /// The languages that are a part of the program. The tests hold each to the same laws. `LanguageShelf` has all that the box offers.
    package static let all = [english, german]

    // MARK: The current language

    @TaskLocal package static var current: Language = english

    /// Runs `body` in the language that a setting names, with words about archery, or with words about no sport.
    ///
    /// English is what a thread speaks by itself. So `english` leaves the language of the call as it is, and a test can put another one in its
    /// place. The same holds for a language that isn't there.
    package static func speaking<Result, Failure>(
        _ id: String, ofArchery speaks: Bool = true, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var language = (id == english.id ? nil : LanguageShelf.language(id)) ?? current
        language.isPlain = !speaks
        return try $current.withValue(language) { Swift.Result(catching: body) }.get()
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
