// SPDX-License-Identifier: GPL-3.0-or-later

/// CRC-32 as in Ethernet and ZIP (ISO 3309): tells a line that was written completely from a torn line.
enum Checksum {
    static func crc32(_ bytes: some Sequence<UInt8>) -> UInt32 {
        ~bytes.reduce(~UInt32(0)) { remainder, byte in
            table[Int((remainder ^ UInt32(byte)) & 0xFF)] ^ (remainder >> 8)
        }
    }

    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { remainder, _ in
            remainder & 1 == 1 ? 0xEDB8_8320 ^ (remainder >> 1) : remainder >> 1
        }
    }
}
