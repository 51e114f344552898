/// How the panel's wiring is written: `line-mark = 17`, `line-mark = "GPIO17"`, `line-buzzer = "none"`.
extension SettingKey {
    /// The part of the panel whose line this sets; `nil` for every other setting.
    public var panelPart: PanelLines.Part? {
        switch self {
        case .lineMark: .mark
        case .lineStop: .stop
        case .lineLeft: .left
        case .lineRight: .right
        case .lineUp: .up
        case .lineDown: .down
        case .lineKnobA: .knobA
        case .lineKnobB: .knobB
        case .linePush: .push
        case .lineLED: .led
        case .lineBuzzer: .buzzer
        default: nil
        }
    }
}

extension SettingValue {
    /// A line as it is written.
    init(line: PanelLines.Line) {
        switch line {
        case .number(let number): self = .integer(number)
        case .name(let name): self = .string(name)
        }
    }

    /// The line that is meant; `nil` for "none".
    func panelLine(_ key: SettingKey) throws(SettingProblem) -> PanelLines.Line? {
        switch self {
        case .string(PanelLines.none):
            return nil
        case .integer(let number) where (0...PanelLines.highestNumber).contains(number):
            return .number(number)
        case .string(let text):
            if let number = Int(text) { return try SettingValue.integer(number).panelLine(key) }
            guard Self.isPlain(text), text.utf8.count <= PanelLines.longestName else { break }
            return .name(text)
        case .integer, .double, .bool:
            break
        }
        throw SettingProblem(key, "\(shown) is no line; take a BCM number such as 17, a line's name such as GPIO17, or none")
    }

    /// A chip's path, name or label.
    func gpioChip(_ key: SettingKey) throws(SettingProblem) -> String {
        guard case .string(let text) = self, Self.isPlain(text) else {
            throw SettingProblem(key, "\(shown) is no chip; take its path, name or label such as gpiochip0, or auto")
        }
        return text
    }

    private static func isPlain(_ text: String) -> Bool {
        !text.isEmpty && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }

    /// The value as a message can show it, on one line.
    private var shown: String {
        let text = description
        return Self.isPlain(text) ? String(text.prefix(40)) : "an empty or unprintable word"
    }
}
