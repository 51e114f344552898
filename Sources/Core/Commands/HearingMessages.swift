// SPDX-License-Identifier: GPL-3.0-or-later

/// A command to the ear, which hears shots in the microphone's sound.
public enum HearingCommand: Hashable, Sendable {
    /// MARK was pressed: learn from the loudest onset before it.
    /// - Parameters:
    ///   - pressed: the time of the press.
    ///   - shown: the time of the picture that was on the TV then; `nil` if the TV showed no delayed picture.
    case learn(pressed: Timestamp, shown: Timestamp?)
    /// Report from now on ten times a second how loud it is, or no longer.
    case watchLevel(Bool)
}

/// A report of the ear.
public enum HearingNews: Hashable, Sendable {
    /// A shot was heard. A later report with the same id replaces this one: a louder onset was the shot, or the arrow's impact was heard.
    case shot(DetectedShot)
    /// A pressed mark taught the ear something.
    case learned(HearingLesson)
    /// The loudest sound of the last moment, in dB of full scale, measured as a shot's level is.
    case level(Double)
    /// A referee's whistle was heard, which began at this time.
    case whistle(Timestamp)
}

/// A shot that the box noticed by itself.
public struct DetectedShot: Hashable, Sendable {
    /// Unique within the run, from 1.
    public var id: Int
    /// The time of its first sample at the bow: the sound's way to the microphone is taken off.
    public var timestamp: Timestamp
    /// In dB of full scale.
    public var level: Double
    /// The time from the shot to the arrow's impact; `nil` if no impact was heard. The microphone's distance is taken off both times.
    public var flight: Duration?

    public init(id: Int, timestamp: Timestamp, level: Double, flight: Duration? = nil) {
        self.id = id
        self.timestamp = timestamp
        self.level = level
        self.flight = flight
    }
}

/// The progress of the ear's learning.
public struct HearingLesson: Hashable, Sendable {
    /// The number of pressed marks that count.
    public var marks: Int
    /// The moment that the archer's presses follow; `nil` if the marks don't agree yet, so that nothing is heard.
    public var habit: ShotTeaching.Habit?
    /// A shot is louder than this, in dB of full scale; `nil` like the habit.
    public var gate: Double?

    public init(marks: Int, habit: ShotTeaching.Habit? = nil, gate: Double? = nil) {
        self.marks = marks
        self.habit = habit
        self.gate = gate
    }
}
