// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The names of the archers' pages: `archers/ana.html`.
///
/// A name depends on the archer's name alone, so that a session's page can link to it without knowing the other archers.
enum ArcherFile {
    /// The most letters of an archer's name in a file's name.
    private static let longest = 40
    /// Names that Windows keeps for devices, whatever their suffix.
    private static let reserved = Set(["con", "prn", "aux", "nul"] + (0...9).flatMap { ["com\($0)", "lpt\($0)"] })

    /// Returns the name of an archer's page in the folder `archers`; `nil` if the name has nothing to read.
    static func name(of archer: String) -> String? { stem(of: archer).map { $0 + ".html" } }

    /// Returns the page's path from the card's root; `nil` as above.
    static func path(of archer: String) -> String? { name(of: archer).map { "\(CardLayout.archers)/\($0)" } }

    /// Returns the small letters and digits of the name. If another name has the same ones, as `ana` and `Ana` have, or if Windows keeps
    /// them for a device, a checksum of the whole name follows. A word with a capital in front needs no checksum.
    static func stem(of archer: String) -> String? {
        guard SessionPage.name(ofArcher: archer) != nil else { return nil }
        var words: [[UInt8]] = [[]]
        for byte in archer.utf8.prefix(longest) {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): words[words.count - 1].append(byte)
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): words[words.count - 1].append(byte + 0x20)
            default: if words.last?.isEmpty == false { words.append([]) }
            }
        }
        words.removeAll(where: \.isEmpty)
        let stem = String(decoding: Array(words.joined(separator: [UInt8(ascii: "-")])), as: UTF8.self)
        let plain = words.map { word in word.enumerated().map { $0 == 0 && $1 > UInt8(ascii: "9") ? $1 - 0x20 : $1 } }
        guard !Array(plain.joined(separator: [UInt8(ascii: " ")])).elementsEqual(archer.utf8) || reserved.contains(stem) else { return stem }
        return "\(stem.isEmpty ? "archer" : stem)_\(checksum(archer))"
    }

    /// Returns 16 digits of base 16 (FNV-1a, 64 bits).
    private static func checksum(_ text: String) -> String {
        let digits = String(text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
