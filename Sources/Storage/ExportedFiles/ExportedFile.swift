// SPDX-License-Identifier: GPL-3.0-or-later

/// A film or a picture at the path of an export, as far as its own bytes identify it.
struct ExportedFile {
    /// The file's mark; `nil` if nothing in it comes from an export.
    var mark: ExportMark?
    /// True if nothing of the file is missing.
    var isWhole = false
    /// True if nobody can play or open the file, because a stick was pulled or a check of a stick cut it off.
    var isWreck = false

    /// The number of bytes in which the part before a film's pictures, or before a picture's rows, is searched.
    private static let beginning = 64 << 10
    /// The size of the shortest film or picture, in bytes.
    private static let shortest = 64

    /// - Throws: a refusal of the folder as a whole. A file that can't be read is somebody's: it has no mark.
    init(_ place: String, bytes size: Int64, files: any FileSystem) throws(CardError) {
        let head: [UInt8]
        do throws(CardError) {
            head = try files.read(place, from: 0, count: Self.beginning)
            if size < Self.shortest || head.prefix(Self.shortest).allSatisfy({ $0 == 0 }) {
                isWreck = true
            } else if head.starts(with: PNGText.signature) {
                let texts = PNGText(head)
                mark = texts["Comment"].flatMap(ExportMark.init(comment:))
                isWhole = try files.read(place, from: size - Int64(PNGText.end.count), count: PNGText.end.count) == PNGText.end
                isWreck = !isWhole && size <= Self.beginning && mark == nil
            } else if head.dropFirst(4).starts(with: "ftyp".utf8) {
                try lookAtFilm(place, files)
            }
        } catch {
            guard case .failed = error else { throw error }
        }
    }

    private mutating func lookAtFilm(_ place: String, _ files: any FileSystem) throws(CardError) {
        do throws(MP4Fault) {
            let film = try MP4Retagging(path: place, files: files)
            mark = film.comment.flatMap(ExportMark.init(comment:))
            isWhole = (try? MP4Inspection(path: place, files: files)) != nil
        } catch {
            switch error {
            case .unread(let refusal): throw refusal
            case .broken: isWreck = true
            }
        }
    }
}

/// The texts in a PNG file (PNG specification, 11.3.4.5), as far as they are uncompressed UTF-8.
struct PNGText {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    /// The last chunk, which is empty.
    static let end: [UInt8] = [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]

    private var texts: [String: String] = [:]

    /// - Parameter bytes: the file's beginning, as far as it was read.
    init(_ bytes: [UInt8]) {
        var place = Self.signature.count
        while place + 8 <= bytes.count {
            let length = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            let type = bytes[place + 4..<place + 8]
            guard length <= bytes.count - place - 8 else { return }
            if type.elementsEqual("iTXt".utf8) { note(bytes[place + 8..<place + 8 + length]) }
            place += 12 + length
        }
    }

    subscript(key: String) -> String? { texts[key] }

    /// Reads a chunk's content: key, 0, two bytes that say "not compressed", a language, 0, a translated key, 0, the text.
    private mutating func note(_ payload: ArraySlice<UInt8>) {
        guard let end = payload.firstIndex(of: 0), end + 3 <= payload.endIndex, payload[end + 1] == 0 else { return }
        let parts = payload[(end + 3)...].split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3 else { return }
        texts[String(decoding: payload[..<end], as: UTF8.self)] = String(decoding: parts[2], as: UTF8.self)
    }
}
