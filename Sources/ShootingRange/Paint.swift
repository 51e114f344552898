// SPDX-License-Identifier: GPL-3.0-or-later

/// A colour as the camera's pixels hold it: BT.709, limited range.
struct Paint: Hashable {
    let y: Int32
    let u: Int32
    let v: Int32

    init(y: Int32, u: Int32, v: Int32) {
        self.y = y
        self.u = u
        self.v = v
    }

    /// Converts red, green and blue, each 0…1.
    init(red: Double, green: Double, blue: Double) {
        let luma = 0.2126 * red + 0.7152 * green + 0.0722 * blue
        y = Int32((16 + 219 * luma).rounded())
        u = Int32((128 + 224 * (blue - luma) / 1.8556).rounded())
        v = Int32((128 + 224 * (red - luma) / 1.5748).rounded())
    }

    /// Converts 0xRRGGBB.
    init(_ hex: UInt32) {
        self.init(
            red: Double(hex >> 16 & 0xFF) / 255, green: Double(hex >> 8 & 0xFF) / 255,
            blue: Double(hex & 0xFF) / 255)
    }

    static let black = Paint(y: 16, u: 128, v: 128)
    static let white = Paint(y: 235, u: 128, v: 128)
}
