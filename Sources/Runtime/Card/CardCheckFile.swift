// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation

/// The file in which the system's script `card` says in one word how it found the card that it mounted.
enum CardCheckFile {
    static let place = "/run/vir-card.check"
    private static let longest = 16

    static func read(_ path: String) -> CardFacts.Check? {
        guard let file = FileHandle(forReadingAtPath: path), let bytes = try? file.read(upToCount: longest) else { return nil }
        return CardFacts.Check(rawValue: String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines))
    }
}
