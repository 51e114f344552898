// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Storage

@Suite struct CardLogTests {
    @Test func linesStandInTheirOrder() throws {
        let disk = CrashDisk()
        try disk.makeFolder("/card")
        let log = CardLog(card: "/card", files: disk)
        for line in ["one", "two", "three"] { try log.append(line) }
        #expect(try disk.contents(of: "/card/vir-log.txt") == Array("one\ntwo\nthree\n".utf8))
    }

    @Test func theLogNeverOutgrowsItsLimitAndKeepsItsNewestLines() throws {
        let disk = CrashDisk()
        try disk.makeFolder("/card")
        let log = CardLog(card: "/card", files: disk)
        let words = String(repeating: "x", count: 20_000)
        for number in 0..<40 {
            try log.append("\(number) \(words)")
            #expect(try disk.contents(of: "/card/vir-log.txt").count <= CardLog.longestBytes)
        }
        let lines = try disk.contents(of: "/card/vir-log.txt").split(separator: UInt8(ascii: "\n"))
        #expect(lines.count >= 5)
        #expect(lines.last?.starts(with: "39 ".utf8) == true)
        #expect(lines.first?.contains(UInt8(ascii: " ")) == true, "no line is cut")
    }
}
