// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// JSON for another program: pretty, with sorted keys, so that equal values are equal texts.
enum JSONText {
    static func of(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}
