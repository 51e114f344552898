// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// How loud the clips are that are looked at: each is measured once, and the last few are kept.
struct Waveforms: Hashable, Sendable {
    private enum Measure: Hashable, Sendable {
        case asked
        /// `nil`: it has no sound.
        case known(Waveform?)
    }

    /// More than two clips are never looked at together; these are gone back and forth between.
    static let most = 6

    private var measures: [ClipKey: Measure] = [:]
    /// The ones that were looked at last come last.
    private var order: [ClipKey] = []

    /// Asks for the clips that play and weren't asked for yet.
    mutating func ask(for tracks: [Track]) -> [Effect] {
        var effects: [Effect] = []
        for case .clip(let key) in tracks.map(\.footage) where order.last != key || measures[key] == nil {
            order.removeAll { $0 == key }
            order.append(key)
            guard measures[key] == nil else { continue }
            measures[key] = .asked
            effects.append(.stills(.measure(key)))
        }
        while order.count > Self.most { measures[order.removeFirst()] = nil }
        return effects
    }

    /// - Parameter waveform: `nil`: there is none.
    mutating func take(_ waveform: Waveform?, of key: ClipKey) {
        if measures[key] != nil { measures[key] = .known(waveform) }
    }

    func known(of key: ClipKey) -> Waveform? {
        if case .known(let waveform) = measures[key] { waveform } else { nil }
    }

    /// What couldn't be read may be there now.
    mutating func forgetMissing() {
        measures = measures.filter { $0.value != .known(nil) }
        order.removeAll { measures[$0] == nil }
    }
}
