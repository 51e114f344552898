// SPDX-License-Identifier: GPL-3.0-or-later

/// A box's type: four letters.
struct BoxType: RawRepresentable, Hashable {
    let rawValue: UInt32

    static let ftyp = BoxType("ftyp"), moov = BoxType("moov"), mdat = BoxType("mdat"), mvhd = BoxType("mvhd")
    static let trak = BoxType("trak"), tkhd = BoxType("tkhd"), mdia = BoxType("mdia"), minf = BoxType("minf"), stbl = BoxType("stbl")
    static let hdlr = BoxType("hdlr"), vide = BoxType("vide"), stts = BoxType("stts"), stsc = BoxType("stsc")
    static let stsz = BoxType("stsz"), stco = BoxType("stco"), co64 = BoxType("co64")
    static let udta = BoxType("udta"), meta = BoxType("meta"), ilst = BoxType("ilst"), desc = BoxType("desc")
    /// The letter © is one byte in it.
    static let comment = BoxType(rawValue: 0xA963_6D74)
    static let freeform = BoxType("----"), mean = BoxType("mean"), name = BoxType("name"), data = BoxType("data")

    init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    private init(_ letters: StaticString) {
        let bytes = UnsafeBufferPointer(start: letters.utf8Start, count: letters.utf8CodeUnitCount)
        rawValue = bytes.reduce(0) { $0 << 8 | UInt32($1) }
    }

    var name: String {
        String(decoding: (0..<4).map { UInt8(truncatingIfNeeded: rawValue >> (24 - 8 * $0)) }, as: UTF8.self)
    }
}

/// Bytes read as boxes within boxes. Nothing in them is trusted: a box that reaches outside its range throws.
struct MP4Boxes {
    /// One box: its type, its whole range, and the range of its payload.
    struct Box {
        let type: BoxType
        let whole: Range<Int>
        let payload: Range<Int>
    }

    let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    var all: Range<Int> { 0..<bytes.count }

    func uint32(at offset: Int, within range: Range<Int>? = nil) throws(MP4Fault) -> UInt32 {
        let range = range ?? all
        guard offset >= range.lowerBound, offset <= range.upperBound - 4 else { throw MP4Fault("a box is too short") }
        return bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }

    func uint64(at offset: Int, within range: Range<Int>? = nil) throws(MP4Fault) -> UInt64 {
        UInt64(try uint32(at: offset, within: range)) << 32 | UInt64(try uint32(at: offset + 4, within: range))
    }

    /// Returns the payloads of the boxes of this type that lie directly in `range`.
    func children(_ type: BoxType, of range: Range<Int>) throws(MP4Fault) -> [Range<Int>] {
        var found: [Range<Int>] = []
        try forEachBox(in: range) { if $0.type == type { found.append($0.payload) } }
        return found
    }

    /// Returns the boxes that lie directly in `range`.
    func boxes(in range: Range<Int>) throws(MP4Fault) -> [Box] {
        var found: [Box] = []
        try forEachBox(in: range) { found.append($0) }
        return found
    }

    /// The most boxes that may lie directly in another: hundreds of times what any program writes. Eight bytes make a box, and each box
    /// takes more memory than that here.
    static let mostBoxes = 100_000

    private func forEachBox(in range: Range<Int>, _ body: (Box) -> Void) throws(MP4Fault) {
        var count = 0
        var position = range.lowerBound
        while range.upperBound - position >= 8 {
            let length = Int(try uint32(at: position, within: range))
            guard length >= 8, length <= range.upperBound - position else {
                throw MP4Fault("a box in its index has an impossible length")
            }
            count += 1
            guard count <= Self.mostBoxes else { throw MP4Fault("its index has more than \(Self.mostBoxes) boxes in one") }
            let type = BoxType(rawValue: try uint32(at: position + 4, within: range))
            body(Box(type: type, whole: position..<position + length, payload: position + 8..<position + length))
            position += length
        }
    }

    /// Returns the payload of the one box of this type in `range`.
    func child(_ type: BoxType, of range: Range<Int>) throws(MP4Fault) -> Range<Int> {
        let found = try children(type, of: range)
        guard found.count == 1 else { throw MP4Fault("its index has \(found.count) \(type.name) boxes where one belongs") }
        return found[0]
    }
}
