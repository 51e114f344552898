// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing

/// The arrows between the folders of a target, as `LayersTests` holds those between targets: one folder knows another one if a file of it
/// names a type that the other one declares. A folder with its subfolders is one room; a screen's folder is a room of its own.
@Suite struct FoldersTests {
    /// The rooms of the interface, each of which knows only those before it. The screens follow each other in an order of their own.
    static let interface = ["Motion", "Gestures", "Widgets", "Model", "Picture", "Parts", "Screens", "Navigation"]

    /// The rooms of Core, in the same way.
    static let core = [
        "Time", "Words", "Video", "Archery", "Footage", "Scene", "Input", "Settings", "Annotations", "Movement", "Hearing", "Sessions",
        "CardState", "Conditions", "Commands",
    ]

    @Test(arguments: ["Core", "Interface", "ShootingRange", "Media", "Graphics", "Devices", "Storage", "Runtime", "Bench"])
    func noFolderKnowsItselfByADetour(target: String) throws {
        let arrows = try FolderArrows(of: target)
        let inCycles = arrows.inCycles
        #expect(inCycles.isEmpty, "these arrows of \(target) lie in cycles: \(inCycles.map(arrows.words).joined(separator: "; "))")
    }

    @Test(arguments: [("Core", core), ("Interface", interface)])
    func theRoomsStandInOrder(of target: String, rooms: [String]) throws {
        let arrows = try FolderArrows(of: target)
        func rank(_ room: String) -> Int? { rooms.firstIndex { room == $0 || room.hasPrefix($0 + "/") } }
        for arrow in arrows.types.keys {
            let (from, to) = (try #require(rank(arrow.from)), try #require(rank(arrow.to)))
            #expect(to <= from, "\(arrows.words(for: arrow))")
        }
        #expect(arrows.types.count > 40, "the arrows aren't seen")
    }

    /// A name means one thing: no room of a target is called like a room of another one.
    @Test func noRoomHasItsNameTwice() throws {
        var homes: [String: [String]] = [:]
        for target in LayersTests.allowed.keys {
            let names = try FileManager.default.contentsOfDirectory(atPath: LayersTests.sources.appendingPathComponent(target).path)
            for name in names where !name.contains(".") { homes[name, default: []].append(target) }
        }
        #expect(homes.count > 60, "the rooms aren't seen")
        #expect(homes.filter { $0.value.count > 1 } == [:])
    }

    @Test func aCycleIsSeen() {
        func arrow(_ from: String, _ to: String) -> FolderArrows.Arrow { FolderArrows.Arrow(from: from, to: to) }
        let arrows = FolderArrows([arrow("a", "b"): ["B"], arrow("b", "c"): ["C"], arrow("c", "b"): ["B"], arrow("c", "d"): ["D"]])
        #expect(Set(arrows.inCycles) == [arrow("b", "c"), arrow("c", "b")])
    }

    @Test func wordsOfCommentsAndStringsNameNoType() {
        let text = """
            /// Says Hello.
            public final class Door: Wall {
                let a = "Window \\(Roof.self)" // Cellar
                enum Handle { static let side = House.Street.left }
            }
            private struct Inner {}
            """
        let file = TypeNames(text)
        #expect(file.declared == ["Door"] && file.named == ["Door", "Wall", "House", "Inner"])
    }
}

/// The type names of a source file.
struct TypeNames {
    /// The types that it declares for other files.
    private(set) var declared: Set<String> = []
    /// The words that can name a type of another file: those that begin with a capital letter, outside of comments and strings. A name after
    /// a dot belongs to the type before the dot, and a nested type is declared and not named.
    private(set) var named: Set<String> = []

    private static let kinds: Set<String> = ["struct", "class", "enum", "protocol", "actor", "typealias"]
    private static let modifiers: Set<String> = ["public", "package", "final", "indirect", "@frozen"]

    init(_ text: String) {
        for line in text.split(separator: "\n") {
            let words = Self.words(of: line)
            let kind = words.firstIndex { Self.kinds.contains($0.text) }
            let isNested = line.first == " "
            for (index, word) in words.enumerated() where !word.isMember && word.text.utf8.first.map({ (65...90).contains($0) }) ?? false {
                if !isNested || index == 0 || index - 1 != kind { named.insert(word.text) }
            }
            guard !isNested, let kind, kind + 1 < words.count, words[..<kind].allSatisfy({ Self.modifiers.contains($0.text) }) else { continue }
            declared.insert(words[kind + 1].text)
        }
    }

    /// Returns the words of a line outside of comments and strings, each with whether it comes after a dot.
    private static func words(of line: Substring) -> [(text: String, isMember: Bool)] {
        var words: [(String, Bool)] = []
        var word: [UInt8] = []
        var (isQuoted, isMember) = (false, false)
        var last: UInt8 = 0
        for byte in line.utf8 + [10] {
            let isLetter = byte >= 65 && byte <= 90 || byte >= 97 && byte <= 122 || byte >= 48 && byte <= 57 || byte == 95
            if isLetter, !isQuoted {
                if word.isEmpty { isMember = last == 46 }
                word.append(byte)
            } else {
                if !word.isEmpty { words.append((String(decoding: word, as: UTF8.self), isMember)) }
                word = []
                if byte == 34, last != 92 { isQuoted.toggle() }
                if byte == 47, last == 47, !isQuoted { break }
            }
            last = byte
        }
        return words
    }
}

/// The arrows between the folders of a target, with the types that make them.
struct FolderArrows {
    struct Arrow: Hashable {
        var from: String
        var to: String
    }

    private(set) var types: [Arrow: Set<String>]

    init(_ types: [Arrow: Set<String>]) { self.types = types }

    init(of target: String) throws {
        types = [:]
        let root = LayersTests.sources.appendingPathComponent(target).standardizedFileURL
        let paths = try #require(FileManager.default.subpaths(atPath: root.path)).filter { $0.hasSuffix(".swift") }
        let files = try paths.map { path in
            (room: Self.room(of: path), names: TypeNames(try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)))
        }
        var homes: [String: String] = [:]
        for file in files { for name in file.names.declared { homes[name] = homes[name] ?? file.room } }
        for file in files {
            for name in file.names.named {
                guard let home = homes[name], home != file.room else { continue }
                types[Arrow(from: file.room, to: home), default: []].insert(name)
            }
        }
    }

    private static func room(of path: String) -> String {
        let folders = path.split(separator: "/").dropLast()
        return folders.prefix(folders.first == "Screens" ? 2 : 1).joined(separator: "/")
    }

    func words(for arrow: Arrow) -> String { "\(arrow.from) → \(arrow.to) (\(types[arrow, default: []].sorted().joined(separator: ", ")))" }

    /// The arrows from whose end a way leads back to their beginning.
    var inCycles: [Arrow] {
        let next = Dictionary(grouping: types.keys, by: \.from).mapValues { $0.map(\.to) }
        var reached: [String: Set<String>] = [:]
        for room in next.keys {
            var found: Set<String> = []
            var open = next[room, default: []]
            while let here = open.popLast() {
                if found.insert(here).inserted { open += next[here, default: []] }
            }
            reached[room] = found
        }
        return types.keys.filter { reached[$0.to]?.contains($0.from) ?? false }.sorted { ($0.from, $0.to) < ($1.from, $1.to) }
    }
}
