// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Testing

@testable import Storage

/// The help that lies on the card.
@Suite struct HelpTests {
    private static func disk(_ change: (CrashDisk) throws -> Void = { _ in }) throws -> CrashDisk {
        let disk = CrashDisk()
        let card = Practice.card(on: disk)
        try card.prepare()
        try change(disk)
        try card.openSession(Samples.header()).close(.stopped)
        _ = try CardCheck.rebuild("/card", files: disk, hasIndex: false)
        return disk
    }

    private static func text(_ name: String, on disk: CrashDisk) throws -> String {
        String(decoding: try disk.contents(of: "/card/\(name)"), as: UTF8.self)
    }

    @Test func itLiesBesideTheCardsPageWhichLinksToIt() throws {
        let disk = try Self.disk()
        #expect(try Self.text("index.html", on: disk).contains("<a href=\"help.html\">"))
        let (page, plain) = (try Self.text("help.html", on: disk), try Self.text("READ ME.txt", on: disk))
        for section in Strings.CardHelp.sections {
            #expect(plain.contains("\r\n\(section.heading)\r\n- "))
            for line in section.lines { #expect(page.contains("<li>\(PageText.escaped(line))</li>") && plain.contains("\r\n- \(line)\r\n")) }
        }
        #expect(try CardCheck.check("/card", files: disk).lines == ["1 session, 0 marks, 0 clips: all is well"])
    }

    @Test("somebody's own file of that name stays, and nothing leads to it")
    func somebodysOwnFilesStay() throws {
        let disk = try Self.disk { disk in
            try disk.replace("/card/help.html", with: Array("<p>mine".utf8))
            try disk.replace("/card/READ ME.txt", with: Array("mine".utf8))
        }
        #expect(try Self.text("help.html", on: disk) == "<p>mine" && Self.text("READ ME.txt", on: disk) == "mine")
        #expect(try !Self.text("index.html", on: disk).contains("help.html"))
    }

    @Test func anOlderOneIsMadeAnew() throws {
        let disk = try Self.disk { disk in
            try disk.replace("/card/help.html", with: Array("<p class=\"brand\">VIR</p>".utf8))
            try disk.replace("/card/READ ME.txt", with: Array("VIR\r\nolder".utf8))
        }
        #expect(try Self.text("help.html", on: disk).contains(PageText.escaped(Strings.CardHelp.about)))
        #expect(try Self.text("READ ME.txt", on: disk).contains(Strings.CardHelp.about))
    }

    @Test func anExportsPageLeadsToNoHelp() throws {
        #expect(try !String(decoding: Scorebook.index(of: []), as: UTF8.self).contains("help.html"))
    }
}
