// SPDX-License-Identifier: GPL-3.0-or-later

/// Returns the name that a TV gives itself in its EDID (VESA E-EDID 1.4, 3.10.3.4), or `nil` if it gives none.
func monitorName(inEDID bytes: some Collection<UInt8>) -> String? {
    let edid = Array(bytes.prefix(128))
    guard edid.count == 128 else { return nil }
    for start in stride(from: 54, through: 108, by: 18) where edid[start..<start + 5].elementsEqual([0, 0, 0, 0xFC, 0]) {
        let text = edid[start + 5..<start + 18].prefix { $0 != 0x0A }
        let name = String(decoding: text.filter { (0x20..<0x7F).contains($0) }, as: UTF8.self)
        let words = name.split(separator: " ").joined(separator: " ")
        return words.isEmpty ? nil : words
    }
    return nil
}
