// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation

/// `journal.jsonl`: everything about a session while it is open, one JSON object a line.
///
/// Every line ends with a checksum of itself. A power cut may tear the last line anywhere; that line was never acknowledged and doesn't
/// count. A line of a kind that this program doesn't know (from a later one) is skipped.
enum Journal {
    /// The content of a journal's lines.
    struct Reading {
        var entries: [JournalEntry] = []
        /// Broken lines that are followed by a whole one: the card lost what was acknowledged.
        var broken = BrokenLines()
        /// The number of whole lines that this version doesn't understand: a later one wrote them.
        var foreign = 0
        /// The position at which the last whole line ends, and the next one goes.
        var end = 0
    }

    /// The longest journal that is read, in bytes: a mark each second for days.
    static let longestBytes: Int64 = 64 << 20
    /// The longest line that can be whole, in bytes: an end of a thousand arrows, or notes of a whole book.
    static let longestLine = 4 << 20
    /// The number of bytes that are read at a time.
    private static let piece = 256 << 10

    private struct Line: Codable {
        var what: String
        var header: SessionHeader?
        var mark: Mark?
        var clip: ClipRecord?
        var end: EndRecord?
        var notes: String?
        var target: SessionTarget?
        var over: SessionEnd?
        var isProtected: Bool?
        var judgement: ClipJudgement?
        var number: Int?
        var seconds: Double?
        var reason: String?
        var link: SessionLink?
        var part: SessionPart?
        var folder: String?
        var id: String?
        var date: SessionDate?

        /// The time of an impact; `nil` if no impact is heard then.
        var impact: Double? { seconds.flatMap { Mark.impacts.contains($0) ? $0 : nil } }
    }

    static func line(for entry: JournalEntry) throws(CardError) -> [UInt8] {
        let line =
            switch entry {
            case .opened(let header): Line(what: "opened", header: header)
            case .dated(let date): Line(what: "dated", date: date)
            case .continues(let link): Line(what: "continues", link: link)
            case .alone: Line(what: "alone")
            case .joined(let folder, let id): Line(what: "joined", folder: folder, id: id)
            case .parted(let part): Line(what: "parted", part: part)
            case .marked(let mark): Line(what: "marked", mark: mark)
            case .withdrawn(let number): Line(what: "withdrawn", number: number)
            case .impact(let number, let seconds): Line(what: "impact", number: number, seconds: seconds)
            case .clip(let clip): Line(what: "clip", clip: clip)
            case .judged(let number, let judgement): Line(what: "judged", judgement: judgement, number: number)
            case .lostClip(let number, let reason): Line(what: "lostClip", number: number, reason: reason)
            case .end(let end): Line(what: "end", end: end)
            case .notes(let notes): Line(what: "notes", notes: notes)
            case .target(let target): Line(what: "target", target: target)
            case .over(let end): Line(what: "over", over: end)
            case .protected(let isProtected): Line(what: "protected", isProtected: isProtected)
            case .closed: Line(what: "closed")
            }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            let object = [UInt8](try encoder.encode(line).dropLast())
            return object + seal(of: object) + [newline]
        } catch {
            throw .failed(operation: "put into words", subject: line.what, reason: "\(error)")
        }
    }

    /// Returns these entries as they are read again: a journal rounds positions and times.
    static func asRead(_ entries: [JournalEntry]) -> [JournalEntry] {
        entries.map { entry in (try? line(for: entry)).flatMap { read($0).entries.first } ?? entry }
    }

    static func read(_ bytes: [UInt8]) -> Reading {
        var reader = Reader()
        reader.take(bytes[...])
        return reader.reading
    }

    /// Reads a journal piece by piece. The memory it takes depends on the content, however long the file is.
    static func read(_ path: String, files: any FileSystem) throws(CardError) -> Reading {
        let size = try files.size(of: path)
        guard size <= longestBytes else {
            throw .failed(operation: "read", subject: path, reason: .isLarge(Int(size), most: Int(longestBytes)))
        }
        var reader = Reader()
        var offset: Int64 = 0
        while offset < size {
            let bytes = try files.read(path, from: offset, count: piece)
            if bytes.isEmpty { break }
            reader.take(bytes[...])
            offset += Int64(bytes.count)
        }
        return reader.reading
    }

    /// Joins pieces into lines.
    private struct Reader {
        var reading = Reading()
        /// Broken lines of which it isn't known yet whether a whole line follows.
        private var torn = BrokenLines()
        private var number = 0
        /// The number of bytes taken so far.
        private var start = 0
        /// The beginning of the line that isn't complete yet; no more than a line may have.
        private var beginning: [UInt8] = []
        private var isTooLong = false

        mutating func take(_ bytes: ArraySlice<UInt8>) {
            var rest = bytes
            while let stop = rest.firstIndex(of: newline) {
                end(with: rest[rest.startIndex..<stop])
                rest = rest[(stop + 1)...]
            }
            keep(rest)
        }

        private mutating func keep(_ bytes: ArraySlice<UInt8>) {
            start += bytes.count
            isTooLong = isTooLong || beginning.count + bytes.count > longestLine
            if isTooLong { beginning = [] } else { beginning += bytes }
        }

        private mutating func end(with bytes: ArraySlice<UInt8>) {
            number += 1
            start += bytes.count + 1
            defer {
                if !beginning.isEmpty { beginning = [] }
                isTooLong = false
            }
            let isLine = !isTooLong && beginning.count + bytes.count <= longestLine
            let line = beginning.isEmpty ? bytes : (beginning + bytes)[...]
            guard isLine, isWhole(line) else { return torn.add(number) }
            reading.broken.add(torn)
            torn = BrokenLines()
            reading.end = start
            if let entry = entry(of: line) { reading.entries.append(entry) } else { reading.foreign += 1 }
        }
    }

    private static let newline = UInt8(ascii: "\n")

    /// Returns the end of a line: the checksum of everything before it, and the object's brace.
    private static func seal(of object: some Sequence<UInt8>) -> [UInt8] {
        let digits = String(Checksum.crc32(object), radix: 16)
        return Array(",\"crc\":\"\(String(repeating: "0", count: 8 - digits.count))\(digits)\"}".utf8)
    }

    private static let sealLength = seal(of: []).count

    /// True if a line's seal is right: it is as somebody wrote it, whether it is understood here or not.
    private static func isWhole(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes.count > sealLength else { return false }
        let object = bytes.dropLast(sealLength)
        return !object.isEmpty && bytes.suffix(sealLength).elementsEqual(seal(of: object))
    }

    private static func entry(of bytes: ArraySlice<UInt8>) -> JournalEntry? {
        guard let line = try? JSONDecoder().decode(Line.self, from: Data(bytes)) else { return nil }
        return switch line.what {
        case "opened": line.header.map { .opened($0) }
        case "dated": line.date.map { .dated($0) }
        case "continues": line.link.map { .continues($0) }
        case "alone": .alone
        case "parted": line.part.map { .parted($0) }
        case "joined": line.folder.map { .joined(folder: $0, id: line.id) }
        case "marked": line.mark.map { .marked($0) }
        case "withdrawn": line.number.map { .withdrawn(mark: $0) }
        case "impact": line.number.flatMap { number in line.impact.map { .impact(mark: number, seconds: $0) } }
        case "clip": line.clip.map { .clip($0) }
        case "judged": line.number.flatMap { number in line.judgement.map { .judged(clip: number, $0) } }
        case "lostClip": line.number.map { .lostClip(number: $0, reason: line.reason ?? "") }
        case "end": line.end.map { .end($0) }
        case "notes": line.notes.map { .notes($0) }
        case "target": line.target.map { .target($0) }
        case "over": line.over.map { .over($0) }
        case "protected": line.isProtected.map { .protected($0) }
        case "closed": .closed
        default: nil
        }
    }
}
