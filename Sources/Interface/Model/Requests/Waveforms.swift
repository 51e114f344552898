// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The loudness of the clips that are viewed. Each clip is measured once, and the last few are kept.
struct Waveforms: Hashable, Sendable {
    private enum Measure: Hashable, Sendable {
        case asked
        /// The waveform; `nil`: the clip has no sound.
        case known(Waveform?)
    }

    /// The number of clips that are kept. No more than two are viewed together, and this allows for going back and forth.
    static let most = 6

    private var measures: [ClipKey: Measure] = [:]
    /// The clips in the order in which they were last viewed.
    private var order: [ClipKey] = []

    /// The delay line's waveform while the line is shown, with the position at which it begins. The line grows, so it is requested anew
    /// each second.
    private(set) var line: Line?
    private var lineAsked: Timestamp?

    /// The waveform of the delay line, and the position at which it begins.
    struct Line: Hashable, Sendable {
        var waveform: Waveform
        var from: Duration
    }

    private static let lineInterval = Duration.seconds(1)

    /// Requests the waveforms of the clips that play and weren't requested yet, and that of the delay line if it is shown.
    /// - Parameter bounds: the range that the line holds.
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

    /// - Parameter waveform: `nil`: the clip has none.
    mutating func take(_ waveform: Waveform?, of key: ClipKey) {
        if measures[key] != nil { measures[key] = .known(waveform) }
    }

    mutating func takeLine(_ waveform: Waveform?, from place: Duration) {
        if lineAsked != nil { line = waveform.map { Line(waveform: $0, from: place) } }
    }

    func known(of key: ClipKey) -> Waveform? {
        if case .known(let waveform) = measures[key] { waveform } else { nil }
    }

    /// Forgets the clips without a waveform, because they may be readable now.
    mutating func forgetMissing() {
        measures = measures.filter { $0.value != .known(nil) }
        order.removeAll { measures[$0] == nil }
    }
}
