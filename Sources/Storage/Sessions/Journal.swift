import Core
import Foundation

/// `journal.jsonl`: what is known of a session while it is open, one JSON object a line.
///
/// Every line ends with a checksum of itself. The last one may be torn by a cut, anywhere; it was never acknowledged
/// and doesn't count. A line of a kind that this program doesn't know (from a later one) is passed over.
enum Journal {
    /// What the lines of a journal tell.
    struct Reading {
        var entries: [JournalEntry] = []
        /// Numbers, from 1, of lines that are broken although a whole one follows: the card lost what was acknowledged.
        var brokenLines: [Int] = []
        /// Where the last whole line ends, and the next one goes.
        var end = 0
    }

    private struct Line: Codable {
        var what: String
        var header: SessionHeader?
        var mark: Mark?
        var clip: ClipRecord?
        var end: EndRecord?
        var notes: String?
        var number: Int?
        var reason: String?
    }

    static func line(for entry: JournalEntry) throws(CardError) -> [UInt8] {
        let line = switch entry {
        case .opened(let header): Line(what: "opened", header: header)
        case .marked(let mark): Line(what: "marked", mark: mark)
        case .withdrawn(let number): Line(what: "withdrawn", number: number)
        case .clip(let clip): Line(what: "clip", clip: clip)
        case .lostClip(let number, let reason): Line(what: "lostClip", number: number, reason: reason)
        case .end(let end): Line(what: "end", end: end)
        case .notes(let notes): Line(what: "notes", notes: notes)
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

    static func read(_ bytes: [UInt8]) -> Reading {
        var reading = Reading()
        var broken: [Int] = []
        var start = 0
        var number = 0
        while let stop = bytes[start...].firstIndex(of: newline) {
            number += 1
            if let line = wholeLine(bytes[start..<stop]) {
                reading.brokenLines += broken
                broken = []
                reading.end = stop + 1
                if let entry = entry(of: line) { reading.entries.append(entry) }
            } else {
                broken.append(number)
            }
            start = stop + 1
        }
        return reading
    }

    private static let newline = UInt8(ascii: "\n")

    /// What closes a line: the checksum of all before it, and the object's brace.
    private static func seal(of object: some Sequence<UInt8>) -> [UInt8] {
        let digits = String(Checksum.crc32(object), radix: 16)
        return Array(",\"crc\":\"\(String(repeating: "0", count: 8 - digits.count))\(digits)\"}".utf8)
    }

    private static let sealLength = seal(of: []).count

    private static func wholeLine(_ bytes: ArraySlice<UInt8>) -> Line? {
        let object = bytes.dropLast(sealLength)
        guard !object.isEmpty, bytes.suffix(sealLength).elementsEqual(seal(of: object)) else { return nil }
        return try? JSONDecoder().decode(Line.self, from: Data(bytes))
    }

    private static func entry(of line: Line) -> JournalEntry? {
        switch line.what {
        case "opened": line.header.map { .opened($0) }
        case "marked": line.mark.map { .marked($0) }
        case "withdrawn": line.number.map { .withdrawn(mark: $0) }
        case "clip": line.clip.map { .clip($0) }
        case "lostClip": line.number.map { .lostClip(number: $0, reason: line.reason ?? "") }
        case "end": line.end.map { .end($0) }
        case "notes": line.notes.map { .notes($0) }
        case "closed": .closed
        default: nil
        }
    }
}
