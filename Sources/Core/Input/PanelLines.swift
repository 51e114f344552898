// SPDX-License-Identifier: GPL-3.0-or-later

/// Which lines of which chip the panel's controls and indicators are wired to.
public struct PanelLines: Hashable, Sendable {
    /// What a line is wired to.
    public enum Part: String, Hashable, Sendable, CaseIterable {
        case mark, stop, left, right, up, down
        case knobA = "knob-a"
        case knobB = "knob-b"
        case push, led, buzzer

        /// As it stands beside the part in a message: `MARK`, `KNOB-A`.
        public var title: String { rawValue.uppercased() }

        /// The control that goes down and up with the line; `nil` for the knob's turning and the indicators.
        public var button: Control? {
            switch self {
            case .mark: .mark
            case .stop: .stop
            case .left: .left
            case .right: .right
            case .up: .up
            case .down: .down
            case .push: .knob
            case .knobA, .knobB, .led, .buzzer: nil
            }
        }
    }

    /// How a person names a line.
    public enum Line: Hashable, Sendable, CustomStringConvertible {
        /// Its place on the chip; on a Raspberry Pi that is the BCM number.
        case number(Int)
        /// The name it has in the kernel, such as `GPIO17`.
        case name(String)

        public var description: String {
            switch self {
            case .number(let number): "\(number)"
            case .name(let name): name
            }
        }
    }

    /// How many steps of the knob's contacts lie between two detents.
    public enum KnobSteps: String, Hashable, Sendable, CaseIterable {
        /// The box learns it while the knob is turned.
        case learned = "auto"
        case two = "2"
        case four = "4"

        /// `nil` if it is learned.
        public var count: Int? { Int(rawValue) }
    }

    public var knobSteps = KnobSteps.learned
    /// The chip's path, name or label; `auto` finds the one of the Raspberry Pi's header, else the one that has the named lines.
    public var chip = Self.automatic
    private var lines: [Part: Line] = Self.header

    public init() {}

    /// The line of a part; `nil` where the box has no such part.
    public subscript(part: Part) -> Line? {
        get { lines[part] }
        set { lines[part] = newValue }
    }

    public static let automatic = "auto"
    /// The word that leaves a part out.
    public static let none = "none"
    /// The highest number that a line may have; no chip has as many.
    public static let highestNumber = 1023
    /// How long a name of a line can be in the kernel, in bytes.
    public static let longestName = 31

    /// The wiring of the box, in BCM numbers.
    private static let header: [Part: Line] = [
        .mark: .number(17), .stop: .number(27), .left: .number(22), .right: .number(23), .up: .number(24), .down: .number(25),
        .knobA: .number(5), .knobB: .number(6), .push: .number(13), .led: .number(16), .buzzer: .number(12),
    ]
}
