// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A clip's index with other tags or another rotation: the head of a new file. Everything behind that head is the old file's, byte for
/// byte.
///
/// `udta` is made anew (an `ilst` of items as players and `ffprobe` read them; items that aren't VIR's are kept), the display matrix is
/// replaced if it differs, and the positions of the chunks are moved by the growth of the index. Samples, times and edit lists stay exactly
/// as they are.
struct MP4Retagging {
    /// The file's current tags.
    let current: ClipTags
    /// The file's comment; `nil` if it has none.
    let comment: String?
    /// The current orientation of its pictures for viewing; `nil` if it has no pictures.
    var orientation: PictureOrientation? { matrix?.orientation }
    /// The size and the current orientation of its pictures; `nil` if it has no pictures.
    var picture: RecordedPicture? { matrix.map { RecordedPicture(size: $0.size, orientation: $0.orientation) } }
    /// The orientation in which its pictures were viewed when they were recorded, if that was mirrored; `nil` if it is the current one.
    let mirrored: PictureOrientation?
    private let matrix: MP4Orientation?
    private let source: MP4Boxes
    /// The bytes before the index, and the position at which the index ends.
    private let beginning: [UInt8]
    private let indexEnd: Int64
    /// The size of the whole file, in bytes.
    let size: Int64

    /// The limit on the bytes up to the end of the index.
    private static let longest: Int64 = 64 << 20

    /// Reads a clip's index.
    /// - Throws: the fault of the file. A file that `MP4Inspection` finds whole can be read.
    init(path: String, files: any FileSystem) throws(MP4Fault) {
        do {
            guard case .file(let size)? = try files.kind(of: path) else { throw MP4Fault("it is not there") }
            self.size = size
            var position: Int64 = 0
            var boxes = 0
            while true {
                boxes += 1
                guard boxes <= MP4Inspection.mostBoxes else { throw MP4Fault("it has too many boxes") }
                let head = MP4Boxes(try files.read(path, from: position, count: 8))
                let length = Int64(try head.uint32(at: 0))
                guard length >= 8, length <= size - position, position + length <= Self.longest else {
                    throw MP4Fault("its index can't be found")
                }
                if try head.uint32(at: 4) == BoxType.moov.rawValue {
                    beginning = try files.read(path, from: 0, count: Int(position))
                    source = MP4Boxes(try files.read(path, from: position, count: Int(length)))
                    indexEnd = position + length
                    break
                }
                guard try head.uint32(at: 4) != BoxType.mdat.rawValue else { throw MP4Fault("its index comes after its pictures") }
                position += length
            }
            guard source.bytes.count >= 8 else { throw MP4Fault("it is cut off") }
            current = try Self.tags(in: source)
            comment = try Self.comment(in: source)
            matrix = try MP4Orientation(in: source, inside: 8..<source.bytes.count)
            mirrored = Self.mirrored(matrix, comment)
        } catch let fault as MP4Fault {
            throw fault
        } catch let error as CardError {
            throw .unread(error)
        } catch {
            throw MP4Fault("\(error)")
        }
    }

    /// The position from which the old file's bytes follow the new head.
    var rest: Int64 { indexEnd }

    /// Returns the beginning of the file with these tags and this rotation; `nil` keeps the rotation. Mirroring is in the record only.
    func head(with tags: ClipTags, _ orientation: PictureOrientation? = nil) throws(MP4Fault) -> [UInt8] {
        var bytes = source.bytes
        if let orientation { matrix?.write(orientation, into: &bytes) }
        var index: [UInt8] = []
        for box in try source.boxes(in: inside) where box.type != .udta { index += bytes[box.whole] }
        index += try userData(with: tags)
        let moov = Self.box(.moov, index)
        let growth = Int64(moov.count) - Int64(source.bytes.count)
        return beginning + (growth == 0 ? moov : try Self.moved(moov, by: growth))
    }

    private var inside: Range<Int> { 8..<source.bytes.count }

    // MARK: Tags

    private static func items(in boxes: MP4Boxes) throws(MP4Fault) -> [MP4Boxes.Box] {
        guard let userData = try boxes.children(.udta, of: 8..<boxes.bytes.count).first,
            let meta = try boxes.children(.meta, of: userData).first, meta.count >= 4,
            let list = try boxes.children(.ilst, of: meta.dropFirst(4)).first
        else { return [] }
        return try boxes.boxes(in: list)
    }

    private static func tags(in boxes: MP4Boxes) throws(MP4Fault) -> ClipTags {
        var tags = ClipTags()
        for item in try items(in: boxes) {
            guard let name = try name(of: item, in: boxes), ClipTags.isOurs(name),
                let data = try boxes.children(.data, of: item.payload).first, data.count >= 8
            else { continue }
            tags.values[name] = String(decoding: boxes.bytes[data.dropFirst(8)], as: UTF8.self)
        }
        return tags
    }

    /// Returns the mirrored orientation from an older version's matrix, or else from the comment; `nil` if neither says that it is
    /// mirrored.
    private static func mirrored(_ matrix: MP4Orientation?, _ comment: String?) -> PictureOrientation? {
        guard let matrix else { return nil }
        if matrix.orientation.isMirrored { return matrix.orientation }
        return comment.map(ClipComment.saysMirrored) == true ? matrix.orientation.mirrored() : nil
    }

    private static func comment(in boxes: MP4Boxes) throws(MP4Fault) -> String? {
        for item in try items(in: boxes) where item.type == .comment {
            guard let data = try boxes.children(.data, of: item.payload).first, data.count >= 8 else { continue }
            return String(decoding: boxes.bytes[data.dropFirst(8)], as: UTF8.self)
        }
        return nil
    }

    /// Returns the name of an item that may be VIR's; `nil` for any other item.
    private static func name(of item: MP4Boxes.Box, in boxes: MP4Boxes) throws(MP4Fault) -> String? {
        if item.type == .desc { return ClipTags.description }
        guard item.type == .freeform, let name = try boxes.children(.name, of: item.payload).first, name.count >= 4 else { return nil }
        return String(decoding: boxes.bytes[name.dropFirst(4)], as: UTF8.self)
    }

    private func userData(with tags: ClipTags) throws(MP4Fault) -> [UInt8] {
        var items: [UInt8] = []
        for item in try Self.items(in: source) {
            let name = try Self.name(of: item, in: source)
            if name.map(ClipTags.isOurs) != true { items += source.bytes[item.whole] }
        }
        for (name, value) in tags.values.sorted(by: { $0.key < $1.key }) { items += Self.item(name, value) }
        // This is iTunes' own handler, because players look for it.
        let handler = Self.box(BoxType.hdlr, [0, 0, 0, 0, 0, 0, 0, 0] + Array("mdirappl".utf8) + [UInt8](repeating: 0, count: 9))
        let meta = Self.box(.meta, [0, 0, 0, 0] + handler + Self.box(.ilst, items))
        var others: [UInt8] = []
        if let old = try source.children(.udta, of: inside).first {
            for box in try source.boxes(in: old) where box.type != .meta { others += source.bytes[box.whole] }
        }
        return Self.box(.udta, others + meta)
    }

    private static func item(_ name: String, _ value: String) -> [UInt8] {
        // Type 1 is UTF-8.
        let data = box(.data, [0, 0, 0, 1, 0, 0, 0, 0] + Array(value.utf8))
        guard name != ClipTags.description else { return box(.desc, data) }
        return box(.freeform, box(.mean, [0, 0, 0, 0] + Array("com.apple.iTunes".utf8)) + box(.name, [0, 0, 0, 0] + Array(name.utf8)) + data)
    }

    // MARK: Boxes

    private static func box(_ type: BoxType, _ payload: [UInt8]) -> [UInt8] {
        number(UInt32(payload.count + 8)) + number(type.rawValue) + payload
    }

    private static func number(_ value: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
    }

    /// Returns an index whose chunks lie this much further on.
    private static func moved(_ moov: [UInt8], by growth: Int64) throws(MP4Fault) -> [UInt8] {
        let boxes = MP4Boxes(moov)
        var result = moov
        for track in try boxes.children(.trak, of: 8..<moov.count) {
            let table = try boxes.child(.stbl, of: try boxes.child(.minf, of: try boxes.child(.mdia, of: track)))
            for (type, width) in [(BoxType.stco, 4), (BoxType.co64, 8)] {
                for offsets in try boxes.children(type, of: table) {
                    let count = Int(try boxes.uint32(at: offsets.lowerBound + 4, within: offsets))
                    guard count <= (offsets.count - 8) / width else { throw MP4Fault("a table in its index is too short") }
                    for index in 0..<count {
                        let place = offsets.lowerBound + 8 + index * width
                        let old =
                            width == 8
                            ? Int64(clamping: try boxes.uint64(at: place, within: offsets))
                            : Int64(try boxes.uint32(at: place, within: offsets))
                        let (new, overflow) = old.addingReportingOverflow(growth)
                        guard !overflow, new >= 0, width == 8 || new <= UInt32.max else { throw MP4Fault("it is too long for its index") }
                        let digits = width == 8 ? number(UInt32(truncatingIfNeeded: new >> 32)) : []
                        result.replaceSubrange(place..<place + width, with: digits + number(UInt32(truncatingIfNeeded: new)))
                    }
                }
            }
        }
        return result
    }
}
