// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The stills that some screen asked for: each is fetched once.
struct StillRequests: Hashable, Sendable {
    private enum Still: Hashable, Sendable {
        case asked, there, missing
    }

    private var stills: [ClipKey: Still] = [:]

    func isThere(_ key: ClipKey) -> Bool { stills[key] == .there }

    /// Asks for those that weren't asked for yet.
    mutating func ask(for keys: [ClipKey]) -> [Effect] {
        var effects: [Effect] = []
        // A screen may name a clip twice.
        for key in keys where stills[key] == nil {
            stills[key] = .asked
            effects.append(.stills(.fetch(key)))
        }
        return effects
    }

    mutating func take(_ news: StillNews) {
        switch news {
        case .loaded(let key): if stills[key] != nil { stills[key] = .there }
        case .missing(let key): if stills[key] != nil { stills[key] = .missing }
        case .measured, .measuredLine, .peek, .extract, .foundMotion, .motion: break
        }
    }

    /// Stills that weren't there are asked for again.
    mutating func forgetMissing(of session: SessionKey? = nil) {
        stills = stills.filter { still in still.value != .missing || (session.map { !still.key.session.isSame(as: $0) } ?? false) }
    }

    /// These look other than they did.
    mutating func forget(_ keys: Set<ClipKey>) { stills = stills.filter { !keys.contains($0.key) } }

    mutating func clear() { stills = [:] }
}
