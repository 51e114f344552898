// SPDX-License-Identifier: GPL-3.0-or-later

/// A film or a picture that lies where an export is to be written, as far as its own bytes tell of it.
struct ExportedFile {
    /// `nil`: the file says nothing of an export.
    var mark: ExportMark?
    /// Nothing of the file is missing.
    var isWhole = false
    /// Nobody can play or open the file: a pulled stick, or a check of one, left it so.
    var isWreck = false

    /// A film's beginning before its pictures, or a picture's before its rows, is looked for in so much.
    private static let beginning = 64 << 10
    /// A shorter file is no film and no picture.
    private static let shortest = 64

    /// - Throws: what the folder as a whole refuses. A file that can't be read is somebody's: it says nothing.
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

/// The words that a PNG file says of itself (PNG specification, 11.3.4.5): those that were written as UTF-8 and not compressed.
struct PNGText {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    /// The last chunk, which is empty.
    static let end: [UInt8] = [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]

    private var texts: [String: String] = [:]

    /// - Parameter bytes: the file's beginning, as far as it is known.
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

    /// Key, 0, two bytes that say "not compressed", a language, 0, a translated key, 0, the text.
    private mutating func note(_ payload: ArraySlice<UInt8>) {
        guard let end = payload.firstIndex(of: 0), end + 3 <= payload.endIndex, payload[end + 1] == 0 else { return }
        let parts = payload[(end + 3)...].split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3 else { return }
        texts[String(decoding: payload[..<end], as: UTF8.self)] = String(decoding: parts[2], as: UTF8.self)
    }
}
