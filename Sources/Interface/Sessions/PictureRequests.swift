// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The pictures that somebody asked for with a gesture or a tool: which are there, and which can't be had.
///
/// They are asked for while something is dragged or turned, and given up when it turns: nothing is decoded that nobody is about to see.
struct PictureRequests<Key: Hashable & Sendable>: Hashable, Sendable {
    private var there: Set<Key> = []
    private var missing: Set<Key> = []
    /// As they were asked for last.
    private var wanted: [Key] = []

    func isThere(_ key: Key) -> Bool { there.contains(key) }
    func isMissing(_ key: Key) -> Bool { missing.contains(key) }

    /// Asks for those that aren't there, and gives up all others.
    /// - Returns: what is to be asked for now in the place of what was; `nil`: that is the same.
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

    /// What couldn't be read may be there now.
    mutating func forgetMissing() { missing = [] }
}
