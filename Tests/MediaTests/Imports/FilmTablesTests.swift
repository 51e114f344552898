// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Testing

@testable import Media

/// The index of a foreign film is checked before anything is reserved for it.
@Suite struct FilmTablesTests {
    private static func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }

    private static func box(_ type: String, _ payload: [UInt8] = [], length: Int? = nil) -> [UInt8] {
        number(length ?? payload.count + 8) + Array(type.utf8) + payload
    }

    private static let ftyp = box("ftyp", Array("qt  ".utf8) + number(0))
    private static let none = number(0)

    /// Returns a film with these boxes in its index.
    private static func film(_ boxes: [UInt8]...) -> [UInt8] { ftyp + box("moov", boxes.flatMap { $0 }) + box("mdat") }

    /// Returns a table that claims this many entries, with room for `room` bytes of them.
    private static func table(_ type: String, claims count: Int, room: Int = 0) -> [UInt8] {
        box(type, none + number(count) + [UInt8](repeating: 0, count: room))
    }

    /// Returns the head of a film of this length.
    private static func head(seconds: Int) -> [UInt8] { box("mvhd", none + none + none + number(600) + number(600 * seconds) + none) }

    private func refusal(of bytes: [UInt8]) throws -> FilmRefusal? {
        let file = try TemporaryFile(bytes)
        do throws(FilmRefusal) {
            _ = try FilmTables(try FilmFile(file.path))
            return nil
        } catch {
            return error
        }
    }

    @Test func aSoundIndexPasses() throws {
        let sizes = Self.box("stsz", Self.none + Self.number(0) + Self.number(2) + Self.number(10) + Self.number(20))
        let runs = Self.box("stts", Self.none + Self.number(1) + Self.number(2) + Self.number(20))
        let film = Self.film(Self.head(seconds: 1200), Self.box("trak", Self.box("mdia", Self.box("minf", Self.box("stbl", sizes + runs)))))
        let file = try TemporaryFile(film)
        #expect(try FilmTables(try FilmFile(file.path)).samples == 2)
    }

    @Test("an index of any number of parts is read only as long as somebody waits for it")
    func theCheckStops() throws {
        let file = try TemporaryFile(Self.ftyp + (0..<50).flatMap { _ in Self.box("moov") })
        var asked = 0
        #expect(throws: FilmRefusal.wasStopped) {
            try FilmTables(try FilmFile(file.path)) {
                asked += 1
                return asked < 5
            }
        }
        #expect(asked == 5)
    }

    @Test("what a table claims is compared with its length and with what a film can have, wherever the table is")
    func tablesAreBounded() throws {
        let claims = [
            Self.table("stts", claims: 100_000_000), Self.table("stco", claims: 4, room: 12), Self.table("elst", claims: 65, room: 65 * 12),
            Self.table("ctts", claims: 1), Self.table("stss", claims: 9, room: 8), Self.table("co64", claims: 2, room: 15),
            Self.table("keys", claims: 1_000_000_000), Self.box("stsz", Self.none + Self.number(0) + Self.number(900_000)), Self.box("cmov"),
            // One run of a billion samples takes eight bytes.
            Self.box("stts", Self.none + Self.number(1) + Self.number(1_000_000_000) + Self.number(1)),
            Self.box("stsd", Self.none + Self.number(1) + [UInt8](repeating: 0, count: 86) + Self.table("stsz", claims: 7)),
        ]
        for claim in claims {
            let name = String(decoding: claim[4..<8], as: UTF8.self)
            for film in [Self.film(Self.box("trak", claim)), Self.ftyp + claim + Self.box("moov")] {
                guard case .hasBadIndex? = try refusal(of: film) else {
                    Issue.record("\(name) passes")
                    continue
                }
            }
        }
        // Samples of one size need no table, so nothing but their number can be checked.
        let samples = Self.box("stsz", Self.none + Self.number(1) + Self.number(600_000))
        #expect(try refusal(of: Self.film(samples, samples)) == .hasTooManyPictures)
    }

    @Test func whatIsNoWholeFilmIsNamed() throws {
        #expect(try refusal(of: []) == .isNoFilm)
        #expect(try refusal(of: Array("RIFF....AVI LIST".utf8)) == .isNoFilm)
        #expect(try refusal(of: Self.ftyp) == .isCutOff)
        #expect(try refusal(of: Self.ftyp + Self.box("mdat", [1, 2, 3], length: 9_000_000)) == .isCutOff)
        #expect(try refusal(of: Self.ftyp + Self.box("moov", Self.head(seconds: 1), length: 900)) == .isCutOff)
        #expect(try refusal(of: Self.film(Self.head(seconds: 1201))) == .isTooLong)
        #expect(try refusal(of: Self.film(Self.box("trak", Self.box("mdia", [], length: 900)))) != nil)
        let streams = [UInt8]((0..<33).flatMap { _ in Self.box("trak") })
        #expect(try refusal(of: Self.film(streams)) == .hasBadIndex("it has more than 32 streams"))
        let deep = (0..<20).reduce([UInt8]()) { inner, _ in Self.box("trak", inner) }
        #expect(try refusal(of: Self.film(deep)) == .hasBadIndex("its boxes lie too deep"))
    }

    @Test("a film whose samples lie in another file is refused, and that file isn't opened")
    func anotherFile() throws {
        func place(_ flags: Int) -> [UInt8] {
            Self.box("dinf", Self.box("dref", Self.none + Self.number(1) + Self.box("url ", Self.number(flags) + Array("file:///etc/passwd\0".utf8))))
        }
        #expect(try refusal(of: Self.film(place(0))) == .isElsewhere)
        #expect(try refusal(of: Self.film(place(1))) == nil)
    }
}
