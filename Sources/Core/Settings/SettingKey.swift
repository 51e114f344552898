/// Everything that can be set, under the name it has in `settings.toml` and on the command line.
public enum SettingKey: String, Sendable, CaseIterable, Codable {
    case delay, size, fps, camera, display, panel
    case mark, clip, before, after, longest, tail, sound
    case flip, rotation, split
    case textScale = "text-scale"
    case contrast
    case reducedMotion = "reduced-motion"
    case diagnostics, buffer
    case exposure, shutter, flicker, focus
    case tvPower = "tv-power"
    case tvStandby = "tv-standby"
    case scoring, face, arrow, round
    case customFace1 = "custom-face-1"
    case customFace2 = "custom-face-2"
    case customFace3 = "custom-face-3"
    case customFace4 = "custom-face-4"
    case customFace5 = "custom-face-5"
    case customFace6 = "custom-face-6"
    case keys
    case gpioChip = "gpio-chip"
    case lineMark = "line-mark"
    case lineStop = "line-stop"
    case lineLeft = "line-left"
    case lineRight = "line-right"
    case lineUp = "line-up"
    case lineDown = "line-down"
    case lineKnobA = "line-knob-a"
    case lineKnobB = "line-knob-b"
    case linePush = "line-push"
    case lineLED = "line-led"
    case lineBuzzer = "line-buzzer"
}

/// A setting's value as a file or a command line has it.
public enum SettingValue: Hashable, Sendable {
    case string(String)
    case integer(Int)
    case double(Double)
    case bool(Bool)

    /// A word of the command line: `true` and `false`, a number, or else a string.
    public init(word: String) {
        if let bool = Bool(word) {
            self = .bool(bool)
        } else if let integer = Int(word) {
            self = .integer(integer)
        } else if let double = decimal(word) {
            self = .double(double)
        } else {
            self = .string(word)
        }
    }
}

/// A number as people write it. Swift reads hexadecimal too, and 0x480 is a size with a nought in it, and no number.
public func decimal(_ word: String) -> Double? {
    word.utf8.contains { $0 == UInt8(ascii: "x") || $0 == UInt8(ascii: "X") } ? nil : Double(word)
}

/// Why a setting isn't taken: its name, and what it would take.
public struct SettingProblem: Error, Hashable, Sendable, CustomStringConvertible {
    public var key: SettingKey
    public var reason: String

    public init(_ key: SettingKey, _ reason: String) {
        self.key = key
        self.reason = reason
    }

    /// One clear line: `delay: 61 is out of range; take 1 to 60 seconds`.
    public var description: String { "\(key.rawValue): \(reason)" }
}
