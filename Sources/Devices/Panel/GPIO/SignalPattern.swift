// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The pattern of an indicator, on and off in turns, as a function of the time since it began.
///
/// Each signal has a rhythm of its own, so that it is known by ear alone. Marked is one beat, saved two even beats, refused short, short,
/// long, and the box switching off four even beats. An arrow that is placed is one very short beat, and one taken back short, long. Of
/// clips, liked is three very short beats, deleted one long beat, and skipped one very short beat.
struct SignalPattern: Hashable, Sendable {
    /// The lengths of on, off, on, and so on. The pattern ends with an on.
    let beats: [Duration]

    /// Returns the LED's pattern, slow enough to be seen from the shooting line.
    static func lamp(_ signal: PanelSignal) -> SignalPattern {
        switch signal {
        case .marked: SignalPattern(milliseconds: 250)
        case .saved: SignalPattern(milliseconds: 120, 120, 120)
        case .refused: SignalPattern(milliseconds: 70, 70, 70, 70, 300)
        case .placed: SignalPattern(milliseconds: 90)
        case .undone: SignalPattern(milliseconds: 70, 70, 200)
        case .liked: SignalPattern(milliseconds: 60, 60, 60, 60, 60)
        case .deleted: SignalPattern(milliseconds: 400)
        case .silent(let signal): lamp(signal)
        case .ending: SignalPattern(milliseconds: 80, 80, 80, 80, 80, 80, 80)
        case .horn(let horn): SignalPattern(beats: horn.beats)
        }
    }

    /// Returns the buzzer's pattern, short because people are shooting.
    static func buzzer(_ signal: PanelSignal) -> SignalPattern {
        switch signal {
        case .marked: SignalPattern(milliseconds: 40)
        case .saved: SignalPattern(milliseconds: 40, 80, 40)
        case .refused: SignalPattern(milliseconds: 40, 60, 40, 60, 200)
        case .placed: SignalPattern(milliseconds: 20)
        case .undone: SignalPattern(milliseconds: 20, 60, 80)
        case .liked: SignalPattern(milliseconds: 20, 50, 20, 50, 20)
        case .deleted: SignalPattern(milliseconds: 150)
        case .silent: SignalPattern()
        case .ending: SignalPattern(milliseconds: 40, 40, 40, 40, 40, 40, 40)
        case .horn(let horn): SignalPattern(beats: horn.beats)
        }
    }

    /// Makes a pattern; without beats it is never on.
    private init(milliseconds: Int...) {
        beats = milliseconds.map { .milliseconds($0) }
    }

    private init(beats: [Duration]) {
        self.beats = beats
    }

    /// The time from its beginning to its end.
    var length: Duration { beats.reduce(.zero, +) }

    /// Returns true if the indicator is on this long after the beginning.
    func isOn(at elapsed: Duration) -> Bool {
        guard elapsed >= .zero else { return false }
        var end = Duration.zero
        for (index, beat) in beats.enumerated() {
            end += beat
            if elapsed < end { return index.isMultiple(of: 2) }
        }
        return false
    }

    /// Returns the time since the beginning at which the indicator next goes on or off; `nil` once it has ended.
    func nextChange(after elapsed: Duration) -> Duration? {
        var end = Duration.zero
        for beat in beats {
            end += beat
            if elapsed < end { return end }
        }
        return nil
    }
}
