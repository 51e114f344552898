// SPDX-License-Identifier: GPL-3.0-or-later

import Synchronization

/// Names for sessions that no other session has, on this card or another: 64 random bits, as 16 hexadecimal digits.
///
/// Thread-safe. A virtual run counts instead, so that the same inputs give the same card.
final class SessionIDs: Sendable {
    private let count = Atomic<UInt64>(0)
    private let isRepeatable: Bool

    init(isRepeatable: Bool) {
        self.isRepeatable = isRepeatable
    }

    func next() -> String {
        let number = isRepeatable ? count.wrappingAdd(1, ordering: .relaxed).newValue : UInt64.random(in: .min ... .max)
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
