// SPDX-License-Identifier: GPL-3.0-or-later

@testable import Core

/// Makes `Generated/Phrases.swift` from the lines of `english.txt`: for each key a symbol whose arguments are the places of its words.
struct PhraseSource {
    /// One symbol of the made file.
    struct Symbol: Hashable {
        var key: String
        /// The type that has it: `Strings.Score`.
        var owner: String
        var name: String
        /// True if the symbol is a `Message`, which is put into words later.
        var isReason: Bool
        /// True if the key has a line for each form of the language.
        var hasForms: Bool
        /// The places in the order of the English words.
        var places: [String]
    }

    /// The rows of these tables are looked up by the raw values of a type, or by the keys that a script writes.
    static let tables = ["setting.", "panel.", "tool.", "draw.kind.", "box."]

    /// The sections whose keys name a member of a type that is there already.
    private static let owners = [
        "fault": "Strings.Fault", "page": "Strings.Page", "score": "Strings.Score", "summary": "Strings.Summary", "reason": "Message",
    ]

    /// The places that take values of one type. All others take any value that needs no language for its writing.
    private static let types = ["count": "Int", "reason": "Message", "problem": "Message"]

    private static let initialisms = ["tv": "TV", "vir": "VIR", "usb": "USB", "id": "ID", "ids": "IDs", "utf16": "UTF16"]

    var symbols: [Symbol] = []

    /// - Parameter file: the text of `english.txt`.
    init(_ file: String) {
        let language = Language(file)
        let forms = language.plurals.forms
        var seen: Set<String> = []
        for line in file.split(separator: "\n") where line.first != "#" {
            var key = String(line.prefix { $0 != " " })
            guard let phrase = language.phrases[key], !Self.tables.contains(where: key.hasPrefix), !key.hasSuffix(".plain") else { continue }
            let form = forms.first { key.hasSuffix(".\($0)") }
            if let form { key.removeLast(form.count + 1) }
            guard seen.insert(key).inserted else { continue }
            let fullest = form == nil ? phrase : language.phrases["\(key).\(PluralRule.other)"] ?? phrase
            symbols.append(Self.symbol(key, fullest, hasForms: form != nil))
        }
    }

    private static func symbol(_ key: String, _ phrase: Language.Phrase, hasForms: Bool) -> Symbol {
        var places: [String] = hasForms ? ["count"] : []
        for case .place(let name) in phrase.parts where !places.contains(name) { places.append(name) }
        let parts = key.split(separator: ".", maxSplits: 1)
        let section = parts.count > 1 ? String(parts[0]) : ""
        let owner = section.isEmpty ? "Strings" : owners[section] ?? "Phrases.\(capitalized(camelCase(section)))"
        return Symbol(
            key: key, owner: owner, name: camelCase(String(parts[parts.count - 1])), isReason: section == "reason" || section == "reason-parts",
            hasForms: hasForms, places: places)
    }

    /// Returns `noTVAdvice` for `no-tv-advice`.
    private static func camelCase(_ words: String) -> String {
        let words = words.split { $0 == "-" || $0 == "." }.map(String.init)
        return words.dropFirst().reduce(words.first ?? "") { $0 + (initialisms[$1] ?? capitalized($1)) }
    }

    private static func capitalized(_ word: String) -> String { word.prefix(1).uppercased() + word.dropFirst() }

    // MARK: The file

    var text: String {
        var owners: [String] = []
        for symbol in symbols where !owners.contains(symbol.owner) { owners.append(symbol.owner) }
        let sections = owners.map { owner in
            let inside = owner.hasPrefix("Phrases.")
            let head = inside ? "    enum \(owner.dropFirst("Phrases.".count)) {" : "extension \(owner) {"
            let members = symbols.filter { $0.owner == owner }.map { Self.declaration(of: $0, indented: inside ? 8 : 4) }
            return (inside, ([head] + members + [inside ? "    }" : "}"]).joined(separator: "\n"))
        }
        let pieces = sections.filter(\.0).map(\.1)
        return ([Self.head] + sections.filter { !$0.0 }.map(\.1) + [Self.phrases + "\n" + pieces.joined(separator: "\n\n") + "\n}"])
            .joined(separator: "\n\n") + "\n"
    }

    private static let head = """
        // SPDX-License-Identifier: GPL-3.0-or-later
        //
        // Made from the keys of Sources/Core/Words/english.txt, and never written by hand.
        // `WRITE_PHRASES=1 swift test --filter PhraseSourceTests` makes it anew.
        //
        // swift-format-ignore-file
        """

    private static let phrases = """
        /// Words that the code completes or chooses before anybody sees them: `Strings` and `Message` do.
        enum Phrases {
        """

    private static func declaration(of symbol: Symbol, indented: Int) -> String {
        let access = symbol.owner.hasPrefix("Phrases.") ? "" : "package "
        let type = symbol.isReason ? "Message" : "String"
        let parameters = symbol.places.enumerated().map { index, place in
            "\(index == 0 ? "_ " : "")\(place): \(types[place] ?? "some PhraseValue")"
        }
        let head =
            symbol.places.isEmpty
            ? "var \(symbol.name): \(type)" : "func \(symbol.name)(\(parameters.joined(separator: ", "))) -> \(type)"
        var arguments = ["\(symbol.isReason ? "key: " : "")\"\(symbol.key)\""]
        if symbol.places.contains("count") { arguments.append("count: count") }
        let values = symbol.places.filter { $0 != "count" }.map { "\"\($0)\": \($0)" }
        if !values.isEmpty { arguments.append("[\(values.joined(separator: ", "))]") }
        let body = "\(symbol.isReason ? "Message" : "Language.said")(\(arguments.joined(separator: ", ")))"
        let space = String(repeating: " ", count: indented)
        return "\(space)\(access)static \(head) { \(body) }"
    }
}
