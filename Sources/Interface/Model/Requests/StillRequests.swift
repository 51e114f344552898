// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The stills that screens requested. Each is fetched once.
struct StillRequests: Hashable, Sendable {
    private enum Still: Hashable, Sendable {
        case asked, there, missing
    }

    private var stills: [ClipKey: Still] = [:]

    func isThere(_ key: ClipKey) -> Bool { stills[key] == .there }

    /// Requests the stills that weren't requested yet.
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
        case .measured, .measuredLine, .peek, .extract, .foundMotion, .motion, .burst, .region: break
        }
    }

    /// Forgets stills that were missing, so that they are requested again.
    mutating func forgetMissing(of session: SessionKey? = nil) {
        stills = stills.filter { still in still.value != .missing || (session.map { !still.key.session.isSame(as: $0) } ?? false) }
    }

    /// Forgets stills that look different now.
    mutating func forget(_ keys: Set<ClipKey>) { stills = stills.filter { !keys.contains($0.key) } }

    mutating func clear() { stills = [:] }
}
