// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The pictures that a gesture asked for: which are there, and which can't be had.
///
/// They are asked for while something is dragged, and given up when it turns: nothing is decoded that nobody is about to see.
struct PeekRequests: Hashable, Sendable {
    private var there: Set<PeekKey> = []
    private var missing: Set<PeekKey> = []
    /// As they were asked for last.
    private var wanted: [PeekKey] = []

    func isThere(_ key: PeekKey) -> Bool { there.contains(key) }
    func isMissing(_ key: PeekKey) -> Bool { missing.contains(key) }

    /// Asks for those that aren't there, and gives up all others.
    mutating func ask(for keys: [PeekKey]) -> [Effect] {
        let lacking = keys.filter { !there.contains($0) && !missing.contains($0) }
        guard lacking != wanted else { return [] }
        wanted = lacking
        return [.stills(.peek(lacking))]
    }

    mutating func take(_ news: StillNews) {
        switch news {
        case .peeked(let key):
            there.insert(key)
            wanted.removeAll { $0 == key }
        case .noPeek(let key):
            missing.insert(key)
            wanted.removeAll { $0 == key }
        case .forgotPeek(let key): there.remove(key)
        case .loaded, .missing, .measured, .measuredLine: break
        }
    }

    /// What couldn't be read may be there now.
    mutating func forgetMissing() { missing = [] }
}
