// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// `scores.csv` at the card's root: a line for each arrow of the card, the sessions in the order of their numbers. It has the columns of a
/// session's own `scores.csv`, all of them always, and those that tell sessions and dozens apart.
enum CardScores {
    private static let own = ["archer", "session_id", "session_number", "clip_number", "dozen", "gold"]
    /// The first line. A file that begins otherwise was written by another version.
    static let head: [UInt8] = ScoreTable.file([(ScoreTable.columns + HoldColumns.names + own).map(ScoreTable.text)])
    /// The bytes with which every version begins. A file without them is somebody's own.
    static let beginning: [UInt8] = ScoreTable.file([]) + "\"session\",".utf8

    /// Returns a session's lines. Each begins with the session's name.
    static func lines(of record: SessionRecord, named name: String) -> [UInt8] {
        guard record.ends.contains(where: { !$0.arrows.isEmpty }) else { return [] }
        let holds = HoldColumns(record, named: name)
        let files = Dictionary(record.keptClips.map { ($0.number, $0.file) }) { one, _ in one }
        let session = [ScoreTable.text(record.target?.archer ?? ""), ScoreTable.text(record.header.id ?? ""), "\(record.header.number)"]
        var counted = 0
        var lines: [UInt8] = []
        for end in record.ends {
            for entry in end.score.entries {
                let counts = entry.counts && !end.isPractice
                // A handicap is made of dozens and their golds.
                let dozen = counts ? "\(counted / 12 + 1)" : ""
                counted += counts ? 1 : 0
                let isGold = end.face.rings.first { $0.label == entry.score.label }?.color == .yellow
                let clip = entry.arrow.clip.map { "\($0)" } ?? ""
                var fields = ScoreTable.row(entry, end, record.header, files, named: name)
                fields += holds?.fields(ofClip: entry.arrow.clip) ?? HoldColumns.names.map { _ in "" }
                fields += session
                fields += [clip, dozen, isGold ? "1" : "0"]
                lines += fields.joined(separator: ",").utf8
                lines += "\r\n".utf8
            }
        }
        return lines
    }

    /// Returns the bytes with which each line of a session begins.
    static func key(_ name: String) -> [UInt8] { Array(ScoreTable.text(name).utf8) + [UInt8(ascii: ",")] }

    /// Returns the lines of each session in a file, by the bytes with which they begin.
    static func blocks(_ file: ArraySlice<UInt8>) -> [[UInt8]: [UInt8]] {
        var blocks: [[UInt8]: [UInt8]] = [:]
        let quote = UInt8(ascii: "\"")
        for line in file.split(separator: UInt8(ascii: "\n")) {
            var end = line.startIndex + 1
            while end < line.endIndex {
                // A quotation mark within a field is doubled.
                let isDoubled = end + 1 < line.endIndex && line[end + 1] == quote
                if line[end] == quote, !isDoubled { break }
                end += line[end] == quote ? 2 : 1
            }
            let key = Array(line[..<min(end + 2, line.endIndex)])
            blocks[key, default: []] += line
            blocks[key, default: []].append(UInt8(ascii: "\n"))
        }
        return blocks
    }
}

extension Card {
    private var scoresPath: String { "\(path)/\(CardLayout.scores)" }
    /// The longest table that is read, in bytes.
    private static let longestScores = 256 << 20

    /// Writes the lines of sessions that have changed (`scores`) into `scores.csv`. Those of a new session are appended; otherwise the file
    /// is replaced. A power cut while they are appended leaves a part of them, and the index without the session: the next start repairs both.
    func writeScores(of sessions: [SessionSummary]) throws(CardError) {
        let changed = scores.withLock { changed in
            defer { changed = [:] }
            return changed
        }
        let names = sessions.sorted { ($0.number, $0.name) < ($1.number, $1.name) }.map(\.name)
        guard try files.isFile(scoresPath) else {
            // A card on which nothing is scored has no table.
            if !changed.values.allSatisfy(\.isEmpty) { try makeScores(names, changed) }
            return
        }
        let size = try files.size(of: scoresPath)
        let head = CardScores.head
        guard try files.read(scoresPath, from: 0, count: head.count) == head else {
            let isOurs = try files.read(scoresPath, from: 0, count: CardScores.beginning.count) == CardScores.beginning
            if !isOurs { return note("\(CardLayout.scores) is somebody's own, and stays as it is") }
            return try makeScores(names, changed)
        }
        guard !changed.isEmpty else { return }
        let tail = try files.read(scoresPath, from: max(0, size - 65_536), count: 65_536)
        guard tail.suffix(2).elementsEqual("\r\n".utf8), size <= Self.longestScores else { return try makeScores(names, changed) }
        if changed.count == 1, let (name, lines) = changed.first, name == names.last, !lastLine(tail).starts(with: CardScores.key(name)) {
            return try appendScores(lines, at: size)
        }
        let old = try files.contents(of: scoresPath, limit: Self.longestScores)
        let blocks = CardScores.blocks(old[head.count...])
        var bytes = head
        for name in names { bytes += changed[name] ?? blocks[CardScores.key(name)] ?? [] }
        if bytes != old { try files.replace(scoresPath, with: bytes) }
    }

    private func appendScores(_ lines: [UInt8], at size: Int64) throws(CardError) {
        guard !lines.isEmpty else { return }
        let file = try files.open(scoresPath, .existing)
        defer { files.close(file) }
        try files.write(lines, to: file, at: size)
        try files.sync(file)
    }

    private func lastLine(_ tail: [UInt8]) -> ArraySlice<UInt8> {
        let rest = tail.dropLast(2)
        return rest[(rest.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? rest.startIndex)...]
    }

    /// Makes the file anew, from the records of all sessions whose lines aren't at hand.
    private func makeScores(_ names: [String], _ known: [String: [UInt8]]) throws(CardError) {
        var bytes = CardScores.head
        for name in names {
            if let lines = known[name] {
                bytes += lines
            } else if let content = try recordBytes(of: name), case .record(let record) = SessionFile.content(content) {
                bytes += CardScores.lines(of: record, named: name)
            }
        }
        guard !files.holds(scoresPath, bytes) else { return }
        try makeWay(for: scoresPath)
        try files.replace(scoresPath, with: bytes)
    }
}
