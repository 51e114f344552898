// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser

/// Says what is wrong with a command line, in one line that says what to type instead.
enum UsageWords {
    /// Returns what is wrong with a first word that is no command; the parser takes such a word for something that `run` doesn't know.
    /// - Parameter inner: the commands that a command has of its own, by its name.
    static func objection(to words: [String], commands: [String], inner: [String: [String]]) -> String? {
        if let first = words.first, let inner = inner[first], words.count > 1, !words[1].hasPrefix("-"), !inner.contains(words[1]) {
            return "there is no \(first) command '\(words[1])'; there are \(inner.joined(separator: ", ")); 'vir \(first) --help' says more"
        }
        guard let first = words.first, !first.hasPrefix("-"), first != "help", !commands.contains(first) else { return nil }
        guard !first.isEmpty else { return "the first word is empty; \(list(commands))" }
        return "there is no command '\(first)'; \(list(commands))"
    }

    /// Returns the parser's sentence in our words if they say more, otherwise as it is; both with a hint where to read on.
    static func sentence(_ sentence: String, words: [String], commands: [String], inner: [String: [String]]) -> String {
        var command = words.first.flatMap { commands.contains($0) ? $0 : nil }
        if let first = command, words.count > 1, inner[first]?.contains(words[1]) == true { command = "\(first) \(words[1])" }
        let more = "'vir \(command.map { "\($0) " } ?? "")--help' says more"
        // "Missing value for '--for <seconds>'": the value may be there, and begin with a -.
        if let form = between(sentence, "Missing value for '", "'") {
            let option = form.prefix { $0 != " " }
            return "\(option) has no value; write \(option)=… if the value begins with a -; \(more)"
        }
        if let form = between(sentence, "Missing expected argument '", "'") { return "\(form) is missing; \(more)" }
        if let word = between(sentence, "Unexpected argument '", "'") { return "'\(word)' is too much; \(more)" }
        return "\(choice(sentence) ?? sentence); \(more)"
    }

    /// Returns "--as foo: take file, anybody" for the parser's sentence about a word that isn't one of several; `nil` for any other. The
    /// parser lists the words in one line or in several.
    private static func choice(_ sentence: String) -> String? {
        let parts = sentence.split(separator: "' is invalid for '", maxSplits: 1)
        guard sentence.hasPrefix("The value '"), parts.count == 2, let end = parts[1].firstIndex(of: "'") else { return nil }
        let value = parts[0].dropFirst("The value '".count)
        let option = parts[1][..<end].prefix { $0 != " " }
        let rest = parts[1][end...].dropFirst()
        let lines = rest.split(separator: "\n").filter { $0.hasPrefix("  - ") }.map { $0.dropFirst(4) }
        let quoted = rest.split(separator: "'", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
        let choices = lines.isEmpty ? quoted : lines
        return choices.isEmpty ? nil : "\(option) \(value): take \(choices.joined(separator: ", "))"
    }

    private static func list(_ commands: [String]) -> String {
        "the commands are \(commands.joined(separator: ", ")); 'vir --help' says more"
    }

    /// Returns the text between the beginning of a sentence and its end.
    private static func between(_ sentence: String, _ beginning: String, _ end: String) -> String? {
        guard sentence.hasPrefix(beginning), sentence.hasSuffix(end), sentence.count >= beginning.count + end.count else { return nil }
        return String(sentence.dropFirst(beginning.count).dropLast(end.count))
    }
}
