// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The smallest file that is a whole clip: one track of samples in chunks, index first.
struct TinyMP4 {
    /// Sizes of the samples, chunk by chunk.
    var chunks: [[Int]] = [[40, 10], [30]]
    var timescale: UInt32 = 90_000
    var duration: UInt64 = 270_000
    var isLong = false
    var handler = "vide"
    /// The room between index and pictures, as a muxer leaves it that reserves the index's place.
    var freeBytes = 16
    /// An error that is added to the pictures' positions in the index.
    var offsetError = 0
    /// The number of surplus samples in the table of times.
    var timeError = 0
    /// The picture's size and orientation in the track header; `nil` for no header.
    var picture: RecordedPicture?
    /// The comment that a muxer writes; `nil` for none.
    var comment: String?

    var bytes: [UInt8] {
        let beginning = Self.box("ftyp", Array("isom".utf8) + Self.number(512) + Array("mp42".utf8))
        let length = index(mediaStart: 0).count
        let mediaStart = beginning.count + length + 8 + freeBytes + 8
        let media = (0..<chunks.joined().reduce(0, +)).map { UInt8(truncatingIfNeeded: $0) }
        return beginning + index(mediaStart: mediaStart) + Self.box("free", [UInt8](repeating: 0, count: freeBytes))
            + Self.box("mdat", media)
    }

    private func index(mediaStart: Int) -> [UInt8] {
        let header =
            isLong
            ? Self.number(1 << 24) + [UInt8](repeating: 0, count: 16) + Self.number(timescale)
                + Self.number(UInt32(duration >> 32)) + Self.number(UInt32(truncatingIfNeeded: duration))
            : [UInt8](repeating: 0, count: 12) + Self.number(timescale) + Self.number(UInt32(truncatingIfNeeded: duration))
        let sizes = Array(chunks.joined())
        var offset = mediaStart + offsetError
        var offsets: [UInt8] = []
        for chunk in chunks {
            offsets += (isLong ? Self.number(0) : []) + Self.number(UInt32(truncatingIfNeeded: offset))
            offset += chunk.reduce(0, +)
        }
        let runs = chunks.enumerated().flatMap { Self.number(UInt32($0 + 1)) + Self.number(UInt32($1.count)) + Self.number(1) }
        let table =
            Self.table("stts", count: 1, Self.number(UInt32(sizes.count + timeError)) + Self.number(3000))
            + Self.table("stsc", count: chunks.count, runs)
            + Self.box("stsz", Self.number(0) + Self.number(0) + Self.number(UInt32(sizes.count)) + sizes.flatMap { Self.number(UInt32($0)) })
            + Self.table(isLong ? "co64" : "stco", count: chunks.count, offsets)
        let handlerBox = Self.box("hdlr", Self.number(0) + Self.number(0) + Array(handler.utf8))
        let track = Self.box("trak", head + Self.box("mdia", handlerBox + Self.box("minf", Self.box("stbl", table))))
        return Self.box("moov", Self.box("mvhd", header) + track + userData)
    }

    private var userData: [UInt8] {
        guard let comment else { return [] }
        let data = Self.box("data", Self.number(1) + Self.number(0) + Array(comment.utf8))
        let item = Self.number(UInt32(data.count + 8)) + [0xA9] + Array("cmt".utf8) + data
        let handler = Self.box("hdlr", [UInt8](repeating: 0, count: 8) + Array("mdirappl".utf8) + [UInt8](repeating: 0, count: 9))
        return Self.box("udta", Self.box("meta", Self.number(0) + handler + Self.box("ilst", item)))
    }

    private var head: [UInt8] {
        guard let picture else { return [] }
        let matrix = picture.orientation.matrix(for: picture.size).flatMap { Self.number(UInt32(bitPattern: $0)) }
        let size = [picture.size.width, picture.size.height].flatMap { Self.number(UInt32($0) << 16) }
        return Self.box("tkhd", [UInt8](repeating: 0, count: 40) + matrix + size)
    }

    static func box(_ type: String, _ payload: [UInt8]) -> [UInt8] {
        number(UInt32(payload.count + 8)) + Array(type.utf8) + payload
    }

    private static func table(_ type: String, count: Int, _ entries: [UInt8]) -> [UInt8] {
        box(type, number(0) + number(UInt32(count)) + entries)
    }

    static func number(_ value: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
    }
}
