// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser

/// Says what is wrong with a command line, in one line that says what to type instead.
enum UsageWords {
    /// Returns what is wrong with a first word that is no command; the parser takes such a word for something that `run` doesn't know.
    static func objection(to words: [String], commands: [String]) -> String? {
        guard let first = words.first, !first.hasPrefix("-"), first != "help", !commands.contains(first) else { return nil }
        guard !first.isEmpty else { return "the first word is empty; \(list(commands))" }
        return "there is no command '\(first)'; \(list(commands))"
    }

    /// Returns the parser's sentence in our words if they say more, otherwise as it is; both with a hint where to read on.
    static func sentence(_ sentence: String, words: [String], commands: [String]) -> String {
        let command = words.first.flatMap { commands.contains($0) ? $0 : nil }
        let more = "'vir \(command.map { "\($0) " } ?? "")--help' says more"
        // "Missing value for '--for <seconds>'": the value may be there, and begin with a -.
        if let form = between(sentence, "Missing value for '", "'") {
            let option = form.prefix { $0 != " " }
            return "\(option) has no value; write \(option)=… if the value begins with a -; \(more)"
        }
        if let form = between(sentence, "Missing expected argument '", "'") { return "\(form) is missing; \(more)" }
        if let word = between(sentence, "Unexpected argument '", "'") { return "'\(word)' is too much; \(more)" }
        return "\(sentence); \(more)"
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
