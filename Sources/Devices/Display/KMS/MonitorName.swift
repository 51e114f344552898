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

/// Returns the diagonal of a TV in inches by the size in its EDID (VESA E-EDID 1.4, 3.6.2), or `nil` if it gives none, as projectors do. Some
/// TVs give the shape of their picture instead, such as 16 by 9 centimetres or ten times that: this is no size.
func diagonalInches(inEDID bytes: some Collection<UInt8>) -> Double? {
    let edid = Array(bytes.prefix(128))
    guard edid.count == 128 else { return nil }
    let (width, height) = (Double(edid[21]), Double(edid[22]))
    let shapes: [(Double, Double)] = [(16, 9), (16, 10), (4, 3), (160, 90), (160, 100)]
    guard width > 0, height > 0, !shapes.contains(where: { $0 == (width, height) }) else { return nil }
    return (width * width + height * height).squareRoot() / 2.54
}
