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

    /// The delay line's, while that is looked at: from which place on it is. It grows, so it is asked for anew each second.
    private(set) var line: Line?
    private var lineAsked: Timestamp?

    struct Line: Hashable, Sendable {
        var waveform: Waveform
        var from: Duration
    }

    private static let lineInterval = Duration.seconds(1)

    /// Asks for the clips that play and weren't asked for yet, and for the delay line if that is looked at.
    /// - Parameter bounds: what the line holds.
    mutating func ask(for tracks: [Track], line bounds: ClosedRange<Duration>?, at now: Timestamp) -> [Effect] {
        var effects: [Effect] = []
        if !tracks.contains(where: { $0.id == .replay && $0.footage == .line }) {
            (line, lineAsked) = (nil, nil)
        } else if let bounds, lineAsked.map({ $0 + Self.lineInterval <= now }) ?? true {
            lineAsked = now
            effects.append(.stills(.measureLine(bounds)))
        }
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

    mutating func takeLine(_ waveform: Waveform?, from place: Duration) {
        if lineAsked != nil { line = waveform.map { Line(waveform: $0, from: place) } }
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
