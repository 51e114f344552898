import Core
import TOMLKit

/// A setting's value as TOML has it.
enum TOMLWord {
    static func text(of value: SettingValue) -> String {
        switch value {
        case .string(let text): quoted(text)
        case .integer(let number): "\(number)"
        case .double(let number): Int(exactly: number).map(String.init) ?? "\(number)"
        case .bool(let flag): "\(flag)"
        }
    }

    /// The value of a key; `nil` for a table, an array or a date, which no setting is.
    static func value(of node: any TOMLValueConvertible) -> SettingValue? {
        switch node.type {
        case .string: node.string.map { .string($0) }
        case .int: node.int.map { .integer($0) }
        case .double: node.double.map { .double($0) }
        case .bool: node.bool.map { .bool($0) }
        default: nil
        }
    }

    private static func quoted(_ text: String) -> String {
        let escaped = text.unicodeScalars.map { scalar in
            switch scalar {
            case "\"": "\\\""
            case "\\": "\\\\"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F: unicodeEscape(scalar.value)
            default: String(scalar)
            }
        }
        return "\"\(escaped.joined())\""
    }

    private static func unicodeEscape(_ value: UInt32) -> String {
        let digits = String(value, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
}
