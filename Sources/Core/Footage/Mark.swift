// SPDX-License-Identifier: GPL-3.0-or-later

/// A marked moment: the picture that was on the TV when somebody's button went down (or the camera's live picture), or the live picture at a
/// moment that the box found by itself.
public struct Mark: Hashable, Sendable {
    /// The input that set the mark.
    public enum Source: String, Hashable, Sendable, Codable {
        case gpio, keyboard, mouse, touch, script
        /// The trigger line of the panel: a sound gate, a light beam, a pedal on a long wire.
        case trigger
        /// The sound of a shot.
        case sound
        /// Movement in the archer's region.
        case movement

        /// True if the box set the mark by itself.
        public var isAutomatic: Bool {
            switch self {
            case .gpio, .keyboard, .mouse, .touch, .script: false
            case .trigger, .sound, .movement: true
            }
        }
    }

    /// Its number within the session, in the order of setting: of a pressed mark from 1, of an automatic mark above
    /// `ClipPlan.Kind.detected.base`. A withdrawn mark's number is used again only if no clip had it: if
    /// the button turned out to be held for a quick save.
    public var number: Int
    /// The marked picture: its frame number and its sensor time, which is its position in the footage.
    public var stamp: FrameStamp
    /// The time when the button went down: the clip doesn't end before this time. `nil` for a mark that was set while looking back, for an
    /// automatic mark, and in a record from before version 3. Such a mark's clip ends after its post-roll.
    public var pressed: Timestamp?
    public var source: Source
    /// The time of the detected shot that the mark is about; `nil` if none was detected. The clip's moment is there.
    public var shot: Timestamp?
    /// The time after `shot` at which the sound of the arrow's impact reached the microphone, in seconds; `nil` if no impact was heard.
    public var impact: Double?

    /// True if the box set it by itself. Its clip is a window that is no border of other clips, and it counts as an arrow only once somebody
    /// has confirmed it.
    public var isAutomatic: Bool { source.isAutomatic }

    public init(number: Int, stamp: FrameStamp, pressed: Timestamp? = nil, source: Source, shot: Timestamp? = nil, impact: Double? = nil) {
        self.number = number
        self.stamp = stamp
        self.pressed = pressed
        self.source = source
        self.shot = shot
        self.impact = impact
    }

    /// The place in the footage that the mark is about: the detected shot, else the marked picture.
    public var about: FrameStamp { shot.map { FrameStamp(frame: stamp.frame, timestamp: $0) } ?? stamp }

    /// The times at which an impact can be heard: the longest flight that the detector knows, and the sound's way back from far away.
    package static let impacts = 0.1...4.0

    /// Returns true if this is the same mark, although more may be known of its shot now.
    package func isSame(as other: Mark) -> Bool {
        var other = other
        other.impact = impact
        return self == other
    }
}

/// The form in `session.json` and in the journal. An impossible impact is left out, and the mark stays.
extension Mark: Codable {
    private enum CodingKeys: String, CodingKey { case number, stamp, pressed, source, shot, impact }

    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        number = try fields.decode(Int.self, forKey: .number)
        stamp = try fields.decode(FrameStamp.self, forKey: .stamp)
        pressed = try fields.decodeIfPresent(Timestamp.self, forKey: .pressed)
        source = try fields.decode(Source.self, forKey: .source)
        shot = try fields.decodeIfPresent(Timestamp.self, forKey: .shot)
        impact = ((try? fields.decodeIfPresent(Double.self, forKey: .impact)) ?? nil).flatMap { Self.impacts.contains($0) ? $0 : nil }
    }
}
