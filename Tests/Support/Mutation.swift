// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// Returns the number of damaged files to test: `few` in `make test`, or the number in this environment variable in `make soak`.
public func damagedFiles(_ variable: String, few: Int) -> Int {
    max(1, ProcessInfo.processInfo.environment[variable].flatMap(Int.init) ?? few)
}

extension [UInt8] {
    /// Returns these bytes with a few errors: flipped, overwritten, cut off, doubled, or replaced completely.
    public func mutated(_ random: inout SeededGenerator) -> [UInt8] {
        if Int.random(in: 0..<20, using: &random) == 0 {
            return (0..<Int.random(in: 0...2 * count, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
        }
        var bytes = self
        for _ in 0..<Int.random(in: 1...6, using: &random) where !bytes.isEmpty {
            let place = Int.random(in: 0..<bytes.count, using: &random)
            let stop = Swift.min(bytes.count, place + Int.random(in: 1...16, using: &random))
            switch Int.random(in: 0..<6, using: &random) {
            case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            case 1: bytes[place] = [0, 1, 0x7F, 0x80, 0xFF, 0x0A, 0x22, 0x5B].randomElement(using: &random) ?? 0
            case 2: bytes.removeSubrange(place...)
            case 3: bytes.removeSubrange(place..<stop)
            case 4: bytes.insert(contentsOf: bytes[place..<stop], at: place)
            default: bytes.replaceSubrange(place..<stop, with: [UInt8](repeating: 0xFF, count: stop - place))
            }
        }
        return bytes
    }

    /// The same, but only in the first `count` bytes: in a film all lengths and positions are there.
    public func mutated(first count: Int, _ random: inout SeededGenerator) -> [UInt8] {
        Array(prefix(count)).mutated(&random) + dropFirst(count)
    }
}
