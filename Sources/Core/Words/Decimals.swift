// SPDX-License-Identifier: GPL-3.0-or-later

// Numbers with decimals, with the decimal sign of the current language.
extension Strings {
    /// Returns a number with a fixed count of decimals: `1.50`.
    static func decimal(_ number: Double, places: Int, minus: String = "−") -> String {
        let unit = (0..<places).reduce(1) { unit, _ in unit * 10 }
        let scaled = Int((number * Double(unit)).clamped(to: -1e12...1e12).rounded())
        let rest = "\(abs(scaled) % unit)"
        let zeros = String(repeating: "0", count: places - rest.count)
        return "\(scaled < 0 ? minus : "")\(abs(scaled) / unit)\(Language.current.decimalSign)\(zeros)\(rest)"
    }

    /// Returns a number without a needless fraction: 5, not 5.0; 2.5 as it is.
    static func plain(_ number: Double) -> String { withDecimalSign(plainNumber(number)) }

    /// Returns a number that was written with a point, with the decimal sign of the current language.
    package static func withDecimalSign(_ number: String) -> String {
        number.split(separator: ".", omittingEmptySubsequences: false).joined(separator: Language.current.decimalSign)
    }
}

/// Returns a number to a tenth: 5 is 5.0.
package func tenths(_ number: Double) -> String { Strings.decimal(number, places: 1, minus: "-") }

/// Returns a number to a hundredth: 9.5 is 9.50. For archers a tenth of a point is much.
package func hundredths(_ number: Double) -> String { Strings.decimal(number, places: 2, minus: "-") }
