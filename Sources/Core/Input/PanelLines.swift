// SPDX-License-Identifier: GPL-3.0-or-later

/// The GPIO chip and the lines to which the panel's controls and indicators are wired.
public struct PanelLines: Hashable, Sendable {
    /// A part of the panel that is wired to a line.
    public enum Part: String, Hashable, Sendable, CaseIterable {
        case mark, stop, left, right, up, down
        case knobA = "knob-a"
        case knobB = "knob-b"
        case push, led, buzzer
        /// A line that marks by itself when it closes: a sound gate, a light beam, a pedal on a long wire.
        case trigger

        /// The part's name in a message: `MARK`, `KNOB-A`.
        public var title: String { rawValue.uppercased() }

        /// The control that is pressed and released with the line; `nil` for the knob's turning, the indicators and the trigger.
        public var button: Control? {
            switch self {
            case .mark: .mark
            case .stop: .stop
            case .left: .left
            case .right: .right
            case .up: .up
            case .down: .down
            case .push: .knob
            case .knobA, .knobB, .led, .buzzer, .trigger: nil
            }
        }
    }

    /// A line as a person names it.
    public enum Line: Hashable, Sendable, CustomStringConvertible {
        /// The line's offset on the chip; on a Raspberry Pi that is the BCM number.
        case number(Int)
        /// The line's name in the kernel, such as `GPIO17`.
        case name(String)

        public var description: String {
            switch self {
            case .number(let number): "\(number)"
            case .name(let name): name
            }
        }
    }

    /// The number of steps of the knob's contacts between two detents.
    public enum KnobSteps: String, Hashable, Sendable, CaseIterable {
        /// The box learns the number while the knob is turned.
        case learned = "auto"
        case two = "2"
        case four = "4"

        /// The number of steps; `nil` if the box learns it.
        public var count: Int? { Int(rawValue) }
    }

    public var knobSteps = KnobSteps.learned
    /// The time for which the trigger's line has to be open before it can close again. Until then it bounces.
    public var triggerDebounceSeconds: Double = 0.02
    /// The time after a trigger for which nothing that its line does is another one.
    public var triggerLockoutSeconds: Double = 1
    /// The chip's path, name or label. `auto` finds the chip of the Raspberry Pi's header, or else the chip with the named lines.
    public var chip = Self.automatic
    private var lines: [Part: Line] = Self.header

    public init() {}

    /// The line of a part; `nil` if the box has no such part.
    public subscript(part: Part) -> Line? {
        get { lines[part] }
        set { lines[part] = newValue }
    }

    public static let automatic = "auto"
    /// The word that leaves a part out.
    public static let none = "none"
    /// The highest number that a line may have; no chip has more lines.
    public static let highestNumber = 1023
    /// The longest name of a line in the kernel, in bytes.
    public static let longestName = 31

    /// True if the trigger has the box's own line: nobody has said that a trigger is wired, and nobody misses it.
    public var hasOwnTrigger: Bool { self[.trigger] == Self.header[.trigger] }

    /// The wiring of the box, in BCM numbers.
    private static let header: [Part: Line] = [
        .mark: .number(17), .stop: .number(27), .left: .number(22), .right: .number(23), .up: .number(24), .down: .number(25),
        .knobA: .number(5), .knobB: .number(6), .push: .number(13), .led: .number(16), .buzzer: .number(12),
        .trigger: .number(26),
    ]
}
