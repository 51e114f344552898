// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation
import Storage
import Testing

@testable import Runtime

/// Foreign things on a card in place of VIR's own files never prevent recording, and are reported.
@Suite struct HostileCardWriterTests {
    private func makeFull(_ place: String) throws {
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        try Data([1]).write(to: URL(fileURLWithPath: "\(place)/mine.txt"))
    }

    private func notices(_ filing: Filing) -> [String] {
        filing.news.flatMap { if case .noticed(let lines) = $0 { lines } else { [String]() } }
    }

    @Test func aFolderInTheWayOfAClipIsMovedAsideAndSaid() throws {
        let filing = try Filing()
        filing.mark(1, frame: 30)
        filing.work()
        let name = try #require(try FileManager.default.contentsOfDirectory(atPath: filing.cardPath).first { $0.contains("_S") })
        try makeFull("\(filing.cardPath)/\(name)/clips/01.mp4.part")
        filing.cut(1, 0...59)
        filing.writer.post(.file(.run(1)))
        filing.work()
        #expect(filing.words == ["ready", "1: mark 1", "1: clip 1", "1: closed 1"])
        #expect(notices(filing) == ["\(name)/clips/01.mp4.part was no file and is called \(name)/clips/01.mp4.part.damaged now"])
    }

    @Test func whatARecoveryCannotMendIsSaidAndRecordingBegins() throws {
        let header = SessionHeader(
            number: 1, started: "2026-11-20T14:03:00", size: .hd720, framesPerSecond: 30, delaySeconds: 5, camera: "a",
            encoder: "b")
        let filing = try Filing(leftOpen: header) { card in
            try makeFull("\(card.path)/film.mp4.part")
            try makeFull("\(card.path)/2026-11-20_1403_S07/journal.jsonl")
            try Data([1]).write(to: URL(fileURLWithPath: "\(card.path)/mine.part"))
        }
        filing.mark(1, frame: 30)
        filing.cut(1, 0...59)
        filing.work()
        #expect(filing.words.filter { $0.hasPrefix("1: ") } == ["1: begins", "1: mark 1", "1: clip 1"])
        #expect(notices(filing).count == 1 && notices(filing)[0].contains("2026-11-20_1403_S07"))
        #expect(FileManager.default.fileExists(atPath: "\(filing.cardPath)/film.mp4.part/mine.txt"))
        #expect(FileManager.default.fileExists(atPath: "\(filing.cardPath)/mine.part"))
    }

    @Test func aSettingsFileThatCannotBeReadWhenACardComesIsSaid() throws {
        let filing = try Filing()
        filing.work()
        filing.plug.setPlugged(false)
        filing.work(for: .seconds(2))
        try Data(repeating: UInt8(ascii: "#"), count: 70_000).write(to: URL(fileURLWithPath: "\(filing.cardPath)/settings.toml"))
        filing.plug.setPlugged(true)
        filing.work(for: .seconds(2))
        let problems: [SettingsFault] = filing.news.flatMap { if case .settings(_, let problems) = $0 { problems } else { [SettingsFault]() } }
        #expect(problems.map(\.line) == [0])
    }
}
