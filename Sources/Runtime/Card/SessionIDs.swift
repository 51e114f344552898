// SPDX-License-Identifier: GPL-3.0-or-later

import Devices
import Synchronization

/// Makes ids of sessions and cards that no other session or card has: 64 random bits, as 16 hexadecimal digits.
///
/// Thread-safe. The ids of a virtual run follow from the run's inputs, so that the same inputs give the same card, and other inputs
/// other ids.
final class SessionIDs: Sendable {
    private let count = Atomic<UInt64>(0)
    /// `nil`: the ids are random.
    private let seed: UInt64?

    init(seed: UInt64? = nil) { self.seed = seed }

    /// Creates the ids of a virtual run.
    /// - Parameters:
    ///   - script: the script of the run.
    ///   - names: the names of what is on its card already: a second run there has other ids than the first.
    init(of script: Script?, onCardWith names: [String]) {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for word in (script?.inputs.map { "\($0)" } ?? []) + ["", "card:"] + names.sorted() {
            for byte in word.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
            hash = hash &* 0x100_0000_01b3
        }
        seed = hash
    }

    func next() -> String {
        let number = seed.map { Self.mixed($0 &+ count.wrappingAdd(1, ordering: .relaxed).newValue) } ?? UInt64.random(in: .min ... .max)
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// One step of SplitMix64: neighbours come out far from each other.
    private static func mixed(_ number: UInt64) -> UInt64 {
        var mixed = number &* 0x9e37_79b9_7f4a_7c15
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}
