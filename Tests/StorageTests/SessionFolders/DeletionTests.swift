// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation
import Testing

@testable import Storage

/// Only the chosen sessions are deleted, and those completely.
@Suite struct DeletionTests {
    @Test("V-54 a deleted session goes altogether, also when it is cut in the middle")
    func aDeletedSessionGoesAltogether() throws {
        var cut = 0
        while true {
            let disk = CrashDisk()
            let session = try Samples.scoredSession(on: disk)
            try session.close(.stopped)
            let before = disk.files()
            disk.change { $0.cutStep = $0.steps + cut }
            let isThrough = (try? Practice.card(on: disk).deleteSession(named: session.name)) != nil
            let found = CrashDisk(disk.image.remounted(.torn(seed: UInt64(cut))))
            _ = try Practice.card(on: found).recover()
            // The card's own page stays.
            let left = found.files().filter { $0.key.contains("_S0") }
            #expect(
                left.isEmpty
                    || left.filter { $0.key.contains("/clips/") || $0.key.hasSuffix("session.json") }
                        == before.filter { $0.key.contains("/clips/") || $0.key.hasSuffix("session.json") },
                "cut before step \(cut)")
            if isThrough {
                #expect(left.isEmpty)
                break
            }
            cut += 1
        }
    }

    @Test(arguments: ["", "..", "../etc_S01", "vir.sqlite", "settings.toml", "\0_S01", "x/2026_S01", "2026-11-20_1403_S99"])
    func onlyASessionIsDeleted(name: String) throws {
        let disk = CrashDisk()
        _ = try Samples.scoredSession(on: disk)
        let before = disk.files()
        #expect(throws: CardError.self) { try Practice.card(on: disk).deleteSession(named: name) }
        #expect(disk.files() == before)
    }

    @Test func whatIsLeftOfAnEarlierDeletionIsNotInTheWay() throws {
        let disk = CrashDisk()
        let session = try Samples.scoredSession(on: disk)
        try session.close(.stopped)
        try disk.makeFolder("/card/\(session.name).deleted")
        try disk.replace("/card/\(session.name).deleted/session.json", with: [1])
        try Practice.card(on: disk).deleteSession(named: session.name)
        #expect(disk.files().keys.filter { $0.contains(session.name) } == [])
    }

    @Test(arguments: ["/clips/elsewhere", ""])
    func whatALinkLeadsToStays(place: String) throws {
        let folder = try TemporaryFolder()
        let name = "2026-11-20_1403_S01"
        let (card, kept) = ("\(folder.path)/card", "\(folder.path)/kept")
        for path in [card, kept] { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }
        try Data([7]).write(to: URL(filePath: "\(kept)/precious.mp4"))
        let link = "\(card)/\(name)\(place)"
        try FileManager.default.createDirectory(atPath: CardLayout.folder(of: link), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: kept)
        try Card(path: card, files: POSIXFileSystem(), hasIndex: false).deleteSession(named: name)
        #expect(try FileManager.default.contentsOfDirectory(atPath: card) == [])
        #expect(try FileManager.default.contentsOfDirectory(atPath: kept) == ["precious.mp4"])
    }
}
