// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The tags of an exported film or picture, by the names that libavformat knows: so a friend's copy of a 10 still says so.
public enum ExportTags {
    /// The longest tag. Longer ones are cut: an end may have a thousand arrows.
    private static let longest = 1000

    /// - Parameters:
    ///   - clips: the numbers of the clips that it shows.
    ///   - name: the session's folder.
    public static func values(title: String, clips: [Int], of record: SessionRecord, named name: String) -> [String: String] {
        var values = ["title": title, "album": name, "comment": comment(clips, of: record)]
        if let archer = record.target?.archer.map(\.onOneLine), !archer.isEmpty { values["artist"] = archer }
        let arrows = clips.compactMap { ClipTags(ofClip: $0, in: record).values[ClipTags.description] }
        if !arrows.isEmpty { values["description"] = cut(arrows.joined(separator: "; ")) }
        return values
    }

    /// Returns an archer's name for a file's name, with the character that separates it from what comes before: `_Ana`. Empty if nobody is
    /// named.
    public static func archer(of record: SessionRecord) -> String {
        let letters = (record.target?.archer ?? "").unicodeScalars.map { scalar in
            scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar.properties.generalCategory == .nonspacingMark
                ? Character(scalar) : " "
        }
        let words = String(letters).split(separator: " ").joined(separator: "-")
        return words.isEmpty ? "" : "_" + words.prefix(24)
    }

    private static func comment(_ clips: [Int], of record: SessionRecord) -> String {
        let arrows = clips.compactMap { record.arrow(ofClip: $0) }.filter(\.end.isDone)
        var faces: [String] = []
        for name in arrows.map({ $0.end.face.name.onOneLine }) where !faces.contains(name) { faces.append(name) }
        var parts = ["VIR"]
        if let id = record.header.id { parts.append("session \(id.onOneLine)") }
        if !arrows.isEmpty {
            parts.append("score " + arrows.map { $0.entry.score.label.onOneLine }.joined(separator: " "))
            parts.append("face " + faces.joined(separator: ", "))
        }
        return cut(parts.joined(separator: "; "))
    }

    private static func cut(_ words: String) -> String { String(words.prefix(longest)) }
}
