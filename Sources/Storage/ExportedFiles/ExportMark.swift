// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The mark of an exported file: what it was made of, and how. It is the last word of the file's comment, `VIR-1f3a…-9b2c…`.
///
/// A name doesn't tell one session from another: a box without a clock gives the same names again. Two files with the same subject are of
/// the same clips of the same session. If their shapes are equal too, nothing that shapes such a file has changed.
/// the same session. If their shapes are equal too, nothing that shapes such a file has changed.
public struct ExportMark: Hashable, Sendable {
    private static let prefix = "VIR-"

    /// A digest of the session and its clips, whatever was done to them since they were shot.
    public var subject: UInt64
    /// A digest of the way of exporting, and of everything about the clips that such a file shows.
    public var shape: UInt64

    /// - Parameter shape: a text that differs for files that would look or sound different.
    public init(clips: [ClipRecord], of header: SessionHeader, shape: String) {
        // A clip's frames never change: a trimmed part is a clip of its own.
        let numbers = clips.map { "\($0.number) \($0.kind.rawValue) \($0.firstFrame) \($0.lastFrame)" }
        subject = Self.digest(([Self.words(of: header)] + numbers).joined(separator: "|"))
        self.shape = Self.digest(shape)
    }

    /// Reads the mark at the end of a comment; `nil` if the file isn't of an export, or is of an export by an earlier VIR.
    init?(comment: String) {
        guard let word = comment.split(separator: " ").last, word.hasPrefix(Self.prefix) else { return nil }
        let numbers = word.dropFirst(Self.prefix.count).split(separator: "-").map { UInt64($0, radix: 16) }
        guard numbers.count == 2, let subject = numbers[0], let shape = numbers[1] else { return nil }
        (self.subject, self.shape) = (subject, shape)
    }

    /// The mark as it stands at the end of a comment.
    public var word: String { Self.prefix + Self.digits(subject) + "-" + Self.digits(shape) }

    /// Returns four letters that tell a session's files from those of another session with the same name.
    public static func letters(of header: SessionHeader) -> String {
        let letters = (header.id ?? "").utf8.filter { byte in
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        }
        return letters.count < 4 ? String(digits(digest(words(of: header))).suffix(4)) : String(decoding: letters.suffix(4), as: UTF8.self)
    }

    private static func words(of header: SessionHeader) -> String {
        "\(header.id ?? "") \(header.number) \(header.firstLabel) \(header.camera) \(header.size)"
    }

    private static func digits(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// FNV-1a, 64 bits.
    private static func digest(_ text: String) -> UInt64 {
        text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}
