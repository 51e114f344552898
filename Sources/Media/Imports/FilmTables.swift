// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The index of a foreign MP4 or MOV, checked before libavformat reads it: each table lies in its box, and none claims more than a film
/// can have (ISO/IEC 14496-12, 8.6 to 8.8; QuickTime File Format).
///
/// libavformat reserves memory by what a table claims, and expands runs of samples before it looks at them.
struct FilmTables {
    /// The most samples that the index can describe, of all streams together.
    private(set) var samples = 0
    /// True if the film is written in fragments, each with an index of its own.
    private(set) var isInFragments = false
    private var streams = 0
    private var boxes = 0
    private let file: FilmFile

    /// Boxes at the file's top that may be long: libavformat passes over them.
    private static let skipped: Set<String> = ["mdat", "free", "skip", "wide", "uuid", "PICT", "pnot"]
    /// The first box of a film.
    private static let first: Set<String> = ["ftyp", "moov", "mdat", "free", "skip", "wide", "pnot"]
    /// Boxes of boxes.
    private static let parents: Set<String> = [
        "moov", "trak", "mdia", "minf", "stbl", "edts", "dinf", "mvex", "moof", "traf", "gmhd", "tref", "udta",
    ]
    /// Tables that are looked for in the description of the samples too, since libavformat takes a box wherever it is.
    private static let tables = ["stts", "ctts", "stss", "stps", "stsc", "stsz", "stz2", "stco", "co64", "elst", "trun", "sbgp", "cmov", "dref"]

    /// Checks a file's whole index.
    /// - Parameter mayGoOn: asked before each box at the file's top; false ends the check.
    /// - Throws: `isNoFilm`, `isCutOff`, `hasBadIndex`, `isElsewhere`, `hasTooManyPictures`, `isTooLong`, `unreadable` or `wasStopped`.
    init(_ file: FilmFile, mayGoOn: () -> Bool = { true }) throws(FilmRefusal) {
        self.file = file
        var (position, hasIndex, isFirst): (Int64, Bool, Bool) = (0, false, true)
        while file.bytes - position >= 8 {
            guard mayGoOn() else { throw .wasStopped }
            let head = try file.read(from: position, count: 16)
            let type = Self.name(head, 4)
            guard !isFirst || Self.first.contains(type) else { throw .isNoFilm }
            isFirst = false
            let (length, headLength) = Self.length(head, rest: file.bytes - position)
            guard length >= headLength else { break }
            try count(1)
            let isWhole = length <= file.bytes - position
            if !Self.skipped.contains(type) {
                // The rest of a box that is cut off isn't there to be read.
                guard isWhole else { break }
                guard length <= FilmLimits.longestIndex else { throw .hasBadIndex("\(type) has \(length >> 20) MB") }
                let bytes = try file.read(from: position + headLength, count: Int(length - headLength))
                guard Int64(bytes.count) == length - headLength else { throw .unreadable("it is being changed") }
                try check(type, bytes[...], depth: 0)
                hasIndex = hasIndex || type == "moov"
            }
            guard isWhole else { break }
            position += length
        }
        guard !isFirst else { throw .isNoFilm }
        guard hasIndex else { throw .isCutOff }
    }

    /// Returns the length of a box and of its head. A length of 0 means the rest of the file.
    private static func length(_ head: [UInt8], rest: Int64) -> (length: Int64, head: Int64) {
        switch number(head[...], 0) {
        case 0: (rest, 8)
        case 1 where head.count >= 16: (Int64(clamping: UInt64(number(head[...], 8)) << 32 | UInt64(number(head[...], 12))), 16)
        case let length: (Int64(length), 8)
        }
    }

    private mutating func count(_ more: Int) throws(FilmRefusal) {
        boxes += more
        guard boxes <= FilmLimits.mostBoxes else { throw .hasBadIndex("it has more than \(FilmLimits.mostBoxes) boxes") }
    }

    private mutating func check(_ type: String, _ bytes: ArraySlice<UInt8>, depth: Int) throws(FilmRefusal) {
        guard Self.parents.contains(type) else { return try checkTable(type, bytes) }
        guard depth < FilmLimits.deepestBox else { throw .hasBadIndex("its boxes lie too deep") }
        if type == "trak" {
            streams += 1
            guard streams <= FilmLimits.mostStreams else { throw .hasBadIndex("it has more than \(FilmLimits.mostStreams) streams") }
        }
        var rest = bytes
        while rest.count >= 8 {
            let length = Int(Self.number(rest, 0))
            // Some programs end a box with zeros.
            guard length > 0 else { break }
            guard length >= 8, length <= rest.count else { throw .hasBadIndex("a part of \(type) has an impossible length") }
            try count(1)
            try check(Self.name(Array(rest.prefix(8)), 4), rest.prefix(length).dropFirst(8), depth: depth + 1)
            rest = rest.dropFirst(length)
        }
    }

    // MARK: Tables

    private mutating func checkTable(_ type: String, _ bytes: ArraySlice<UInt8>) throws(FilmRefusal) {
        switch type {
        case "stts", "ctts": try checkRuns(type, bytes)
        case "stss", "stps", "stco": try checkCount(type, bytes, each: 4)
        case "co64", "sbgp": try checkCount(type, bytes, at: type == "sbgp" ? (bytes.first == 1 ? 12 : 8) : 4, each: 8)
        case "stsc": try checkCount(type, bytes, each: 12)
        case "keys": try checkCount(type, bytes, each: 8)
        case "elst":
            let edits = try checkCount(type, bytes, each: bytes.first == 1 ? 20 : 12)
            guard edits <= FilmLimits.mostEdits else { throw .hasBadIndex("elst has \(edits) edits") }
        case "stsz": try addSamples(try checkCount(type, bytes, at: 8, each: Self.number(bytes, 4) == 0 ? 4 : 0))
        case "stz2": try addSamples(try checkCount(type, bytes, at: 8, each: 0))
        case "trun":
            isInFragments = true
            try addSamples(try checkCount(type, bytes, each: Self.lengthInRun(bytes)))
        case "mvhd": try checkDuration(bytes)
        case "dref": try checkPlaces(bytes)
        case "stsd", "meta", "wave": try checkDescription(type, bytes)
        case "cmov": throw .hasBadIndex("it is compressed")
        default: break
        }
    }

    /// - Parameters:
    ///   - offset: the offset of the number of entries.
    ///   - length: the length of an entry; 0 if the number of entries says nothing about the table's length.
    @discardableResult
    private func checkCount(_ type: String, _ bytes: ArraySlice<UInt8>, at offset: Int = 4, each length: Int) throws(FilmRefusal) -> Int {
        guard bytes.count >= offset + 4 else { throw .hasBadIndex("\(type) is too short") }
        let count = Int(Self.number(bytes, offset))
        guard count <= FilmLimits.mostSamples else { throw .hasBadIndex("\(type) has \(count) entries") }
        guard count * length <= bytes.count - offset - 4 else { throw .hasBadIndex("\(type) is shorter than its entries") }
        return count
    }

    /// Checks a table of runs: the number of samples of each, and a time.
    private func checkRuns(_ type: String, _ bytes: ArraySlice<UInt8>) throws(FilmRefusal) {
        let count = try checkCount(type, bytes, each: 8)
        var sum = 0
        for index in 0..<count {
            sum += Int(Self.number(bytes, 8 + 8 * index))
            guard sum <= FilmLimits.mostSamples else { throw .hasBadIndex("\(type) has more than \(FilmLimits.mostSamples) samples") }
        }
    }

    private mutating func addSamples(_ count: Int) throws(FilmRefusal) {
        samples += count
        guard samples <= FilmLimits.mostSamples else { throw .hasTooManyPictures }
    }

    /// Returns the length of a sample's entry in a run of a fragment, by the run's flags.
    private static func lengthInRun(_ bytes: ArraySlice<UInt8>) -> Int { 4 * (number(bytes, 0) >> 8 & 0xF).nonzeroBitCount }

    private func checkDuration(_ bytes: ArraySlice<UInt8>) throws(FilmRefusal) {
        let isLong = bytes.first == 1
        guard bytes.count >= (isLong ? 32 : 20) else { throw .hasBadIndex("mvhd is too short") }
        let scale = Double(Self.number(bytes, isLong ? 20 : 12))
        let low = Double(Self.number(bytes, isLong ? 28 : 16))
        let ticks = isLong ? Double(Self.number(bytes, 24)) * 0x1p32 + low : low
        // All bits set: the length isn't known.
        guard scale > 0, ticks != (isLong ? 0x1p64 : 0x1p32 - 1) else { return }
        guard ticks / scale <= Double(FilmLimits.mostMinutes * 60) else { throw .isTooLong }
    }

    /// Checks that all samples lie in this file: bit 0 of an entry's flags says that.
    private func checkPlaces(_ bytes: ArraySlice<UInt8>) throws(FilmRefusal) {
        var rest = bytes.dropFirst(8)
        while rest.count >= 12 {
            let length = Int(Self.number(rest, 0))
            guard length >= 12, length <= rest.count else { throw .hasBadIndex("dref has an impossible length") }
            guard Self.number(rest, 8) & 1 == 1 else { throw .isElsewhere }
            rest = rest.dropFirst(length)
        }
    }

    /// Checks that no table is hidden in a box whose own fields come before its boxes.
    private func checkDescription(_ type: String, _ bytes: ArraySlice<UInt8>) throws(FilmRefusal) {
        guard bytes.count <= 4 << 20 else { throw .hasBadIndex("\(type) has \(bytes.count) bytes") }
        for index in bytes.indices.dropLast(3) {
            // All their names begin with one of these letters.
            guard [UInt8(ascii: "s"), UInt8(ascii: "c"), UInt8(ascii: "e"), UInt8(ascii: "t"), UInt8(ascii: "d")].contains(bytes[index]) else {
                continue
            }
            let name = String(decoding: bytes[index..<index + 4], as: UTF8.self)
            guard !Self.tables.contains(name) else { throw .hasBadIndex("\(name) is in \(type)") }
        }
    }

    // MARK: Bytes

    /// Returns four bytes as a number; 0 if they aren't there.
    private static func number(_ bytes: ArraySlice<UInt8>, _ offset: Int) -> UInt32 {
        guard offset + 4 <= bytes.count else { return 0 }
        let start = bytes.startIndex + offset
        return bytes[start..<start + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }

    private static func name(_ bytes: [UInt8], _ offset: Int) -> String {
        offset + 4 <= bytes.count ? String(decoding: bytes[offset..<offset + 4], as: UTF8.self) : ""
    }
}
