// SPDX-License-Identifier: GPL-3.0-or-later

/// A notice of the system around the program for the person: the card is being prepared, an update was refused.
///
/// It stays on the screen as long as the system reports it.
public struct BoxNotice: Hashable, Sendable {
    public static let longestTitle = 80
    public static let longestDetail = 160
    /// The most notices that are shown.
    public static let most = 4
    /// The most bytes that are read of a notice's file.
    public static let mostBytes = 4096

    public var title: Message
    public var detail: Message?
    /// The progress in percent, 0…100, if the notice is about something in progress.
    public var percent: Int?

    public init(_ title: Message, detail: Message? = nil, percent: Int? = nil) {
        self.title = title
        self.detail = detail
        self.percent = percent
    }

    /// Reads a notice's file, which comes from outside: any bytes are accepted, and overlong texts are cut.
    ///
    /// The system's scripts write a word and its value in each line. The values of `title box.update-refused` and `detail
    /// box.refused-older` are keys of the language's file, and `progress 40` gives the percentage. All other lines, such as `version 1.2`,
    /// are values to fill into these texts. A file that names no known title is shown as it is: its first line is the title, the second the
    /// detail.
    /// - Returns: `nil` if there is no title.
    public init?(bytes: some Sequence<UInt8>) {
        let text = String(decoding: Array(bytes.prefix(Self.mostBytes)), as: UTF8.self)
        var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(Self.clean)
        guard let title = lines.first, !title.isEmpty else { return nil }
        if let notice = Self.keyed(lines) {
            self = notice
            return
        }
        lines.removeFirst()
        self.title = Message(Self.cut(title, to: Self.longestTitle))
        for line in lines {
            if let percent = Self.percent(line) {
                self.percent = percent
            } else if detail == nil, !line.isEmpty {
                detail = Message(Self.cut(line, to: Self.longestDetail))
            }
        }
    }

    /// Reads the lines as words with values.
    /// - Returns: `nil` if the lines name no title that is in the language's file.
    private static func keyed(_ lines: [String]) -> BoxNotice? {
        var values: [(place: String, value: Message)] = []
        for line in lines {
            let word = line.prefix { $0 != " " }
            values.append((String(word), Message(cut(String(line.dropFirst(word.count + 1)), to: longestTitle))))
        }
        func notice(_ place: String) -> Message? {
            values.first { $0.place == place }.flatMap { Message.notice($0.value.description, values) }
        }
        guard let title = notice("title") else { return nil }
        return BoxNotice(title, detail: notice("detail"), percent: lines.lazy.compactMap(percent).first)
    }

    private static func percent(_ line: String) -> Int? {
        let words = line.split(separator: " ")
        guard words.count == 2, words[0] == "progress", let value = Int(words[1]) else { return nil }
        return value.clamped(to: 0...100)
    }

    /// Removes characters that would move the text or are invisible: control characters, line separators, marks of direction.
    private static func clean(_ line: Substring) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in line.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control where scalar == "\t": scalars.append(" ")
            case .control, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse: break
            default: if !(0x202A...0x202E).contains(scalar.value), !(0x2066...0x2069).contains(scalar.value) { scalars.append(scalar) }
            }
        }
        let words = String(scalars).split(separator: " ")
        return words.joined(separator: " ")
    }

    private static func cut(_ text: String, to count: Int) -> String {
        // A character may carry any number of accents, so the number of Unicode scalars is limited too.
        var length = 0
        let end = text.indices.dropFirst(count).first ?? text.endIndex
        let whole = text[..<end].unicodeScalars.prefix { _ in
            length += 1
            return length <= 4 * count
        }
        return end < text.endIndex ? String(Substring(whole).dropLast()) + "…" : String(whole)
    }
}
