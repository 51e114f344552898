// SPDX-License-Identifier: GPL-3.0-or-later

/// The state of the board's power supply and its temperature. An unknown value is `nil` and isn't shown.
public struct PowerState: Hashable, Sendable {
    /// True if the supply's voltage is too low now.
    public var isWeak: Bool?
    /// True if the processor is slowed down now because it is hot.
    public var isSlowedByHeat: Bool?
    /// The same two conditions at any time since the board was started, as far as the firmware remembers.
    public var hasBeenWeak = false
    public var hasBeenSlowed = false
    /// The processor's temperature, in whole degrees Celsius.
    public var celsius: Int?

    /// The temperature from which the firmware slows the processor down, according to the board's makers.
    public static let hotCelsius = 80

    public init(isWeak: Bool? = nil, isSlowedByHeat: Bool? = nil, celsius: Int? = nil) {
        self.isWeak = isWeak
        self.isSlowedByHeat = isSlowedByHeat
        self.celsius = celsius
    }
}

extension PowerState {
    /// Reads the kernel's files. An unexpected content counts as unknown.
    ///
    /// - Parameters:
    ///   - throttled: `get_throttled` of Raspberry Pi's own kernel: hexadecimal bits, 0 under-voltage, 1 clock capped, 2 throttled, 3 soft
    ///     temperature limit; from bit 16 on the same conditions at any time since the start.
    ///   - alarm: `in0_lcrit_alarm` of the kernel's driver raspberrypi-hwmon, which checks every two seconds: 0 or 1.
    ///   - millidegrees: a thermal zone's `temp`.
    ///   - zone: that zone's `type`. Only the temperature of a board's own `cpu-thermal` tells when a Pi's firmware slows down.
    public init(throttled: String?, alarm: String?, millidegrees: String?, zone: String?) {
        celsius = Self.celsius(millidegrees)
        let isBoard = Self.word(zone)?.hasPrefix("cpu") ?? false
        let isHot = isBoard ? celsius.map { $0 >= Self.hotCelsius } : nil
        let bits = Self.bits(throttled)
        let tells = [bits.map { $0 & 1 != 0 }, Self.flag(alarm)].compactMap { $0 }
        isWeak = tells.isEmpty ? nil : tells.contains(true)
        isSlowedByHeat = bits.map { Self.isHeat($0, isHot: isHot) } ?? isHot
        if let bits {
            hasBeenWeak = bits >> 16 & 1 != 0
            hasBeenSlowed = Self.isHeat(bits >> 16, isHot: nil)
        }
    }

    /// True if these bits mean heat. The firmware caps the clock for heat and for low voltage, so a capped clock means heat if the voltage
    /// isn't too low or the processor is hot.
    private static func isHeat(_ bits: UInt32, isHot: Bool?) -> Bool {
        if bits & 0b1000 != 0 { return true }
        guard bits & 0b0110 != 0 else { return false }
        return bits & 1 == 0 || isHot ?? false
    }

    private static func word(_ text: String?) -> Substring? {
        text?.split(whereSeparator: \.isWhitespace).first
    }

    private static func bits(_ text: String?) -> UInt32? {
        guard var word = word(text) else { return nil }
        if word.hasPrefix("0x") { word = word.dropFirst(2) }
        guard word.utf8.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }) else { return nil }
        return UInt32(word, radix: 16)
    }

    private static func flag(_ text: String?) -> Bool? {
        switch word(text) {
        case "0": false
        case "1": true
        default: nil
        }
    }

    private static func celsius(_ text: String?) -> Int? {
        // Missing sensors read as zero kelvin or as thousands of degrees.
        guard let word = word(text), let value = Int(word), (-40_000...150_000).contains(value) else { return nil }
        return Int((Double(value) / 1000).rounded())
    }
}
