// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation
import TestSupport
import Testing

@testable import Storage

/// An export never touches a file of another session, whatever its name.
@Suite struct ExportPlacesTests {
    private static let name = "2026-01-01_0000_S01_01_copy.mp4"
    private static let lettered = "2026-01-01_0000_S01_01_copy-9c41.mp4"

    private let disk = CrashDisk()
    private let folder: ExportFolder

    init() throws {
        try disk.makeFolder("/card")
        try disk.makeFolder("/stick")
        folder = try ExportFolder("/stick", files: disk)
    }

    private func header(_ id: String?, started: String = "2026-01-01T00:00:00") -> SessionHeader {
        var header = Samples.header(1, started: started)
        header.id = id
        return header
    }

    private func mark(_ id: String? = "5b0e9c41", shape: String = "anybody", frames: Int64 = 90) -> ExportMark {
        var clip = Samples.clip(1, file: "clips/01.mp4")
        clip.lastFrame = frames
        return ExportMark(clips: [clip], of: header(id), shape: shape)
    }

    private func film(_ mark: ExportMark?) -> [UInt8] {
        var film = TinyMP4()
        film.comment = mark.map { "VIR; session 5b0e9c41; \($0.word)" } ?? "a holiday"
        return film.bytes
    }

    private func put(_ bytes: [UInt8], _ name: String = Self.name) throws { try disk.replace("/stick/\(name)", with: bytes) }

    private func place(_ mark: ExportMark, _ name: String = Self.name) throws -> ExportFolder.Place {
        try folder.place(for: name, "9c41", .mark(mark))
    }

    // MARK: Made files

    @Test func whatIsThereOfTheSameClipsIsKeptOrReplaced() throws {
        #expect(try place(mark()) == .init(name: Self.name, standing: .free))
        try put(film(mark()))
        #expect(try place(mark()) == .init(name: Self.name, standing: .current))
        #expect(try place(mark(shape: "anybody, turned")) == .init(name: Self.name, standing: .changed))
    }

    /// Cards of two boxes have the same names, but different ids; if a record has no id, the clip's own frames differ.
    @Test func whatIsOfAnotherSessionOrSomebodysOwnIsNeverTouched() throws {
        for other in [mark("77aa0001"), mark(frames: 120), mark(nil), nil] {
            try put(film(other))
            #expect(try place(mark()) == .init(name: Self.lettered, standing: .free))
            // Once exported, it is found again under its lettered name, also when the other file is gone.
            try put(film(mark()), Self.lettered)
            #expect(try place(mark()) == .init(name: Self.lettered, standing: .current))
            if let other { #expect(try place(other) == .init(name: Self.name, standing: .current)) }
            try disk.remove("/stick/\(Self.name)")
            #expect(try place(mark()) == .init(name: Self.lettered, standing: .current))
            // The lettered name is taken too.
            try put(film(other))
            try put(film(mark("11110000")), Self.lettered)
            #expect(try place(mark()) == .init(name: "2026-01-01_0000_S01_01_copy-9c41-2.mp4", standing: .free))
            try disk.remove("/stick/\(Self.lettered)")
        }
    }

    @Test func aFolderOfThatNameIsNobodysFile() throws {
        try disk.makeFolder("/stick/\(Self.name)")
        #expect(try place(mark()) == .init(name: Self.lettered, standing: .free))
    }

    @Test("what a pull or a check of the stick left of a film is no film", arguments: [1, 20, 63, 150, 300])
    func aWreck(bytes: Int) throws {
        try put(Array(film(mark()).prefix(bytes)))
        #expect(try place(mark()) == .init(name: Self.name, standing: .changed))
    }

    @Test func whatFATLeftEmptyIsNoFilm() throws {
        for bytes in [[], [UInt8](repeating: 0, count: 5000)] {
            try put(bytes)
            #expect(try place(mark()) == .init(name: Self.name, standing: .changed))
        }
        try put(Array("Notes of mine, of more than sixty-four letters, that are called like a film".utf8))
        #expect(try place(mark()) == .init(name: Self.lettered, standing: .free))
    }

    @Test func aFilmThatWasCutShortIsMadeAnewIfItIsOurs() throws {
        try put(film(mark()).dropLast(10))
        #expect(try place(mark()) == .init(name: Self.name, standing: .changed))
        try put(film(mark("77aa0001")).dropLast(10))
        #expect(try place(mark()) == .init(name: Self.lettered, standing: .free))
    }

    @Test func aPictureTellsOfItselfToo() throws {
        func picture(_ comment: String, isWhole: Bool = true) -> [UInt8] {
            let text = Array("iTXtComment".utf8) + [0, 0, 0, 0, 0] + Array(comment.utf8)
            let size = TinyMP4.number(13) + Array("IHDR".utf8) + [UInt8](repeating: 1, count: 17)
            return PNGText.signature + size + TinyMP4.number(UInt32(text.count - 4)) + text + [1, 2, 3, 4]
                + [UInt8](repeating: 7, count: 100) + (isWhole ? PNGText.end : [])
        }
        let name = "2026-01-01_0000_S01_01_still.png"
        for (bytes, standing) in [
            (picture("VIR; ü; \(mark().word)"), ExportFolder.Standing.current), (picture("VIR; \(mark(shape: "x").word)"), .changed),
            (picture("VIR; \(mark().word)", isWhole: false), .changed), (PNGText.signature + [UInt8](repeating: 1, count: 90), .changed),
        ] {
            try put(bytes, name)
            #expect(try place(mark(), name) == .init(name: name, standing: standing))
        }
        for bytes in [picture("VIR; \(mark("77aa0001").word)"), picture("a holiday")] {
            try put(bytes, name)
            #expect(try place(mark(), name) == .init(name: "2026-01-01_0000_S01_01_still-9c41.png", standing: .free))
        }
    }

    // MARK: Copies

    @Test func aCopyIsToldByItsFootage() throws {
        let name = "2026-01-01_0000_S01_01.mp4"
        let source = TinyMP4(chunks: [[400, 100], [300]]).bytes
        try disk.replace("/card/01.mp4", with: source)
        func copy() throws -> ExportFolder.Place { try folder.place(for: name, "9c41", .copy(of: "/card/01.mp4")) }
        #expect(try copy() == .init(name: name, standing: .free))
        try put(source, name)
        #expect(try copy() == .init(name: name, standing: .current))
        // Scored since: the same pictures with another index.
        var tags = ClipTags()
        tags.values = ["label": "X", ClipTags.description: "Arrow 1: X"]
        let retagging = try MP4Retagging(path: "/card/01.mp4", files: disk)
        try put(try retagging.head(with: tags) + source.dropFirst(Int(retagging.rest)), name)
        #expect(try copy() == .init(name: name, standing: .changed))
        // Cut off at any position.
        for count in [1, 100, source.count - 700, source.count - 1] {
            try put(Array(source.prefix(count)), name)
            #expect(try copy() == .init(name: name, standing: .changed), "\(count)")
        }
        // Another card's.
        try put(TinyMP4(chunks: [[400, 100], [301]]).bytes, name)
        #expect(try copy() == .init(name: "2026-01-01_0000_S01_01-9c41.mp4", standing: .free))
        disk.change { $0.badFiles = ["/stick/\(name)"] }
        #expect(try copy().name != name, "what can't be read stays")
    }

    @Test func theLettersAreTheIdsLast() {
        #expect(ExportMark.letters(of: header("00112233445566ff")) == "66ff")
        let without = ExportMark.letters(of: header(nil))
        #expect(without.count == 4 && without != ExportMark.letters(of: header(nil, started: "2026-01-02T00:00:00")))
        #expect(ExportMark(comment: "VIR; session 1; \(mark().word)") == mark())
        for comment in ["", "VIR", "VIR-12", "VIR-12-xyz", "VIR-1-2-3", "VIR-1-2 and more"] { #expect(ExportMark(comment: comment) == nil) }
    }
}
