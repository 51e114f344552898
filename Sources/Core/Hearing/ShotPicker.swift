// SPDX-License-Identifier: GPL-3.0-or-later

/// A shot that was heard.
public struct HeardShot: Hashable, Sendable {
    /// The time of its first sample, counted from the first sample of the sound. The way from the bow to the microphone is taken off.
    public var place: Duration
    /// In dB of full scale.
    public var level: Double
    /// The time from the shot to the arrow's impact; `nil` if no impact was heard.
    public var flight: Duration?
}

/// The detector's word about the last onset.
public enum ShotVerdict: Hashable, Sendable {
    case shot(HeardShot)
    /// A louder shot within a second takes the place of the last one, which wasn't a shot.
    case instead(HeardShot)
    /// The impact of the last shot's arrow was heard.
    case impact(HeardShot)
}

/// Picks the shots out of the onsets: one a second, and a quieter onset after it is the arrow's impact (docs/hearing.md, rule 4).
struct ShotPicker: Sendable {
    /// After a shot nothing else is one for this time, unless it is louder by this many dB (rule 4).
    private static let (lockOut, louder) = (Duration.seconds(1), 6.0)
    /// The time from a shot to its arrow's impact (rule 4).
    private static let flights = Duration.milliseconds(150)...Duration.milliseconds(2500)

    /// True if the level alone decides: the reference that the benchmark puts beside the rule.
    var hearsByLevelAlone = false
    private var last: HeardShot?
    /// The level of the impact that gave the last shot's flight time.
    private var impactLevel = -Double.infinity

    /// Forgets the last shot, because other sound begins.
    mutating func restart() { (last, impactLevel) = (nil, -.infinity) }

    /// Judges the next onset. Onsets come in the order of their places.
    mutating func take(_ onset: SoundOnset, _ learned: LearnedShot) -> ShotVerdict? {
        let isShot = hearsByLevelAlone ? learned.isLoudEnough(onset) : learned.isShot(onset)
        guard let last, onset.place - last.place < Self.flights.upperBound else { return isShot ? accept(onset, instead: false) : nil }
        let passed = onset.place - last.place
        if passed < Self.lockOut {
            // The onset before may have been dated to the same moment: nothing is heard twice.
            if isShot, onset.level >= last.level + Self.louder { return accept(onset, instead: true) }
        } else if isShot {
            return accept(onset, instead: false)
        }
        // Of the onsets in the time of a flight, the loudest is the impact: an echo and a dropped arrow are quieter.
        guard passed >= Self.flights.lowerBound, onset.level < last.level, onset.level > impactLevel else { return nil }
        impactLevel = onset.level
        self.last?.flight = passed
        return self.last.map { .impact($0) }
    }

    private mutating func accept(_ onset: SoundOnset, instead: Bool) -> ShotVerdict {
        let shot = HeardShot(place: onset.place, level: onset.level)
        last = shot
        impactLevel = -.infinity
        return instead ? .instead(shot) : .shot(shot)
    }
}
