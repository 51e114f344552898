// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation
import TestSupport
import Testing

@testable import Storage

/// An exported file is whole under its name, or doesn't exist.
@Suite struct ExportFolderTests {
    private static let name = "2026-11-20_1403_S07_02.mp4"
    private static let bytes = (0..<9_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }

    private func source(on disk: CrashDisk) throws {
        try disk.makeFolder("/card")
        try disk.makeFolder("/stick")
        try disk.replace("/card/a.mp4", with: Self.bytes)
    }

    @Test("V-52 a copy is the same bytes, and what is said to be done outlasts a cut")
    func aCopyIsTheSame() throws {
        let disk = CrashDisk()
        try source(on: disk)
        var told: [Int64] = []
        let folder = try ExportFolder("/stick", files: disk)
        try folder.copy("/card/a.mp4", to: Self.name) { told.append($0) }
        #expect(try folder.place(for: Self.name, "9c41", .copy(of: "/card/a.mp4")) == .init(name: Self.name, standing: .current))
        #expect(try disk.contents(of: "/stick/\(Self.name)") == Self.bytes)
        #expect(told == [4 << 20, 8 << 20, 9_000_000])
        #expect(try disk.list("/stick") == [Self.name])
    }

    @Test func whatWasHalfWrittenGoesAndWhatIsSomebodysOwnStays() throws {
        let disk = CrashDisk()
        try source(on: disk)
        for name in ["\(Self.name).part", "holiday.mp4.part", "notes.part", "2026-11-20_1403_S07_x.txt.part"] {
            try disk.replace("/stick/\(name)", with: [1])
        }
        _ = try ExportFolder("/stick", files: disk)
        #expect(try disk.list("/stick") == ["2026-11-20_1403_S07_x.txt.part", "holiday.mp4.part", "notes.part"])
    }

    @Test func aFileThatIsGivenUpLeavesNothing() throws {
        let disk = CrashDisk()
        try source(on: disk)
        let folder = try ExportFolder("/stick", files: disk)
        let file = try folder.begin(Self.name) { _ in }
        try [UInt8](repeating: 1, count: 100).withUnsafeBytes { try file.write($0, at: 0) }
        file.abandon()
        #expect(try disk.list("/stick") == [])
        #expect(throws: CardError.self) { try file.commit() }
    }

    @Test func foldersInItAreMadeAsTheyAreNeeded() throws {
        let disk = CrashDisk()
        try source(on: disk)
        try ExportFolder("/stick", files: disk).copy("/card/a.mp4", to: "S07/clips/02.mp4") { _ in }
        #expect(try disk.contents(of: "/stick/S07/clips/02.mp4") == Self.bytes)
    }

    @Test func aFolderThatIsAFileIsRefused() throws {
        let disk = CrashDisk()
        try source(on: disk)
        #expect(throws: CardError.failed(operation: "write", subject: "/card/a.mp4", reason: .isFileAndNoFolder("a.mp4"))) {
            try ExportFolder("/card/a.mp4", files: disk)
        }
    }
}
