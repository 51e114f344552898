// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The pictures that a gesture or a tool requested, and the state of each: available, missing, or still to come.
///
/// They are requested while something is dragged or turned, and given up when the direction changes. So nothing is decoded that nobody is
/// about to see.
struct PictureRequests<Key: Hashable & Sendable>: Hashable, Sendable {
    private var there: Set<Key> = []
    private var missing: Set<Key> = []
    /// The requests as they were made last.
    private var wanted: [Key] = []

    func isThere(_ key: Key) -> Bool { there.contains(key) }
    func isMissing(_ key: Key) -> Bool { missing.contains(key) }

    /// Requests the pictures that aren't there, and gives up all other requests.
    /// - Returns: the requests that replace the last ones, or `nil` if they are the same.
    mutating func ask(for keys: [Key]) -> [Key]? {
        let lacking = keys.filter { !there.contains($0) && !missing.contains($0) }
        guard lacking != wanted else { return nil }
        wanted = lacking
        return lacking
    }

    mutating func take(_ news: PictureNews<Key>) {
        switch news {
        case .ready(let key):
            there.insert(key)
            wanted.removeAll { $0 == key }
        case .missing(let key):
            missing.insert(key)
            wanted.removeAll { $0 == key }
        case .forgotten(let key): there.remove(key)
        }
    }

    /// Forgets which pictures were missing, because they may be readable now.
    mutating func forgetMissing() { missing = [] }
}
