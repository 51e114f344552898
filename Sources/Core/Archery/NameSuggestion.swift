// SPDX-License-Identifier: GPL-3.0-or-later

/// Finds the names that a person may have meant by an unknown name.
enum NameSuggestion {
    /// Returns the names most similar to a word, the most similar first, at most `count`. Each begins with the word or shares half of its
    /// letters.
    static func nearest(to word: String, of names: [String], count: Int = 4) -> [String] {
        // The rest of a longer word can't make it similar to any name.
        let letters = Array(word.utf8.prefix(80))
        return names.enumerated()
            .map { (name: $1, edits: edits(from: letters, to: Array($1.utf8)), place: $0) }
            .filter { $0.edits * 2 <= max(letters.count, $0.name.utf8.count) || (letters.count > 1 && $0.name.utf8.starts(with: letters)) }
            .sorted { ($0.edits, $0.place) < ($1.edits, $1.place) }
            .prefix(count).map(\.name)
    }

    /// Returns the name that a mistyped word means: the only name that differs from the word by at most two letters and at most a third of
    /// its letters, by two exchanged neighbouring letters, or by capitals. Returns `nil` if no name or several names do.
    static func slip(in word: String, of names: [String]) -> String? {
        let letters = Array(word.lowercased().utf8.prefix(80))
        let near = names.map { (name: $0, edits: areSwapped(letters, Array($0.utf8)) ? 1 : edits(from: letters, to: Array($0.utf8))) }
            .filter { $0.edits <= min(2, letters.count / 3) }
        guard let least = near.map(\.edits).min() else { return nil }
        let nearest = near.filter { $0.edits == least }
        return nearest.count == 1 ? nearest[0].name : nil
    }

    /// True if the words differ only in two neighbouring letters that are exchanged.
    private static func areSwapped(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        guard one.count == other.count, let place = zip(one, other).enumerated().first(where: { $1.0 != $1.1 })?.offset,
            place + 1 < one.count
        else { return false }
        var swapped = one
        swapped.swapAt(place, place + 1)
        return swapped == other
    }

    /// Returns the number of letters (UTF-8 bytes) to insert, delete or replace to turn one word into the other (Levenshtein's distance).
    private static func edits(from one: [UInt8], to other: [UInt8]) -> Int {
        var row = Array(0...other.count)
        for (line, letter) in one.enumerated() {
            var diagonal = row[0]
            row[0] = line + 1
            for (column, wanted) in other.enumerated() {
                let replaced = diagonal + (letter == wanted ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(replaced, row[column] + 1, diagonal + 1)
            }
        }
        return row[other.count]
    }
}
