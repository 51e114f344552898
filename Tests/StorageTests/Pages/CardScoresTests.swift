// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import TestSupport
import Testing

@testable import Storage

/// `scores.csv` at the card's root: every arrow of the card.
@Suite struct CardScoresTests {
    private let folder: TemporaryFolder
    private let files = POSIXFileSystem()
    private let card: Card

    init() throws {
        folder = try TemporaryFolder()
        card = Card(path: folder.path, files: files, reserveBytes: 0)
    }

    private var path: String { "\(folder.path)/scores.csv" }
    private var bytes: [UInt8] { get throws { try files.contents(of: path) } }

    private func close(_ number: Int, _ places: [Double?] = [0, 61, nil], archer: String? = "Ana") throws -> String {
        let session = try card.openSession(Samples.header(number))
        if let archer { try session.append(.target(SessionTarget(archer: archer, face: "wa_122"))) }
        if !places.isEmpty { try session.append(.end(Samples.end(1, places, clips: [1, 2]))) }
        try session.close(.stopped)
        return session.name
    }

    private func names() throws -> [String] {
        String(decoding: try bytes.dropFirst(CardScores.head.count), as: UTF8.self).split(separator: "\r\n").map {
            String($0.split(separator: ",")[0].dropFirst().dropLast())
        }
    }

    @Test("X-12 the card's table has every arrow, with its archer, session, dozen and gold")
    func lines() throws {
        var record = SamplePages.single
        (record.header.id, record.target) = ("id-1", SessionTarget(archer: "Ana, A", face: "wa_122"))
        let text = String(decoding: CardScores.lines(of: record, named: "a"), as: UTF8.self)
        let lines = text.split(separator: "\r\n")
        #expect(lines.count == 6 && lines.allSatisfy { $0.hasPrefix("\"a\",\"2026-11-20T14:03:00\",1,") })
        #expect(lines[0].hasSuffix("\"Ana, A\",\"id-1\",7,1,1,1") && lines[5].hasSuffix("\"Ana, A\",\"id-1\",7,,1,0"))
        record.ends[0].isPractice = true
        let practice = String(decoding: CardScores.lines(of: record, named: "a"), as: UTF8.self)
        #expect(practice.contains("\"practice\"") == false && practice.contains(",practice,") && practice.contains(",7,1,,1\r\n"))
        // Nobody is named: the column is there all the same.
        #expect(String(decoding: CardScores.head, as: UTF8.self).contains("\"archer\",\"session_id\",\"session_number\""))
        #expect(CardScores.lines(of: SamplePages.clipsOnly, named: "a").isEmpty)
    }

    @Test("X-12 a new session's lines are appended, and a changed one's replaced")
    func onlyWhatChanged() throws {
        let first = try close(1)
        let before = try bytes
        let second = try close(2, archer: nil)
        #expect(try bytes.starts(with: before) && names() == [first, first, first, second, second, second])
        let third = try close(3, [0])
        let all = try bytes
        // Somebody corrects the second session.
        let again = try #require(try card.resumeSession(named: second))
        try again.append(.end(Samples.end(1, [0], clips: [])))
        try again.close(.stopped)
        #expect(try names() == [first, first, first, second, third] && bytes.count < all.count)
        try card.deleteSession(named: first)
        #expect(try names() == [second, third])
        // Clips alone write nothing.
        let kept = try bytes
        _ = try close(4, [])
        #expect(try bytes == kept)
        _ = try CardCheck.rebuild(folder.path)
        #expect(try bytes == kept)
    }

    @Test(
        "X-12 a table that was cut off, or written by another version, is made anew; somebody's own stays",
        arguments: ["cut", "older", "own", "gone"])
    func otherFiles(kind: String) throws {
        let first = try close(1)
        let whole = try bytes
        let own = Array("my scores\r\n1,2\r\n".utf8)
        switch kind {
        case "cut": try files.replace(path, with: Array(whole.dropLast(5)))
        case "older": try files.replace(path, with: CardScores.beginning + "\"end\"\r\n".utf8)
        case "own": try files.replace(path, with: own)
        default: try files.remove(path)
        }
        let second = try close(2, [0])
        if kind == "own" {
            #expect(try bytes == own)
        } else {
            #expect(try bytes.starts(with: whole) && names() == [first, first, first, second])
        }
    }

    @Test func aCardOfClipsHasNoTable() throws {
        _ = try close(1, [])
        #expect(try !files.isFile(path))
    }

    @Test(arguments: ["a\"\",b", "\"", "=x", "plain"])
    func aSessionsLinesAreFoundWhateverItsName(name: String) {
        let lines = CardScores.lines(of: SamplePages.single, named: name) + CardScores.lines(of: SamplePages.single, named: "other")
        let blocks = CardScores.blocks(lines[...])
        #expect(blocks.count == 2 && blocks[CardScores.key(name)] == CardScores.lines(of: SamplePages.single, named: name))
    }
}
