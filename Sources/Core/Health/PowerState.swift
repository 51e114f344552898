// SPDX-License-Identifier: GPL-3.0-or-later

/// How it stands with the board's power supply and its heat. What nobody tells is `nil`, and nobody is told of it.
public struct PowerState: Hashable, Sendable {
    /// The supply gives too little now.
    public var isWeak: Bool?
    /// The processor is slower now because it is hot.
    public var isSlowedByHeat: Bool?
    /// The same at any time since the board was started, as far as the firmware remembers.
    public var hasBeenWeak = false
    public var hasBeenSlowed = false
    /// Of the processor, in whole degrees Celsius.
    public var celsius: Int?

    /// From here on the firmware slows the processor down, as the makers of the board say.
    public static let hotCelsius = 80

    public init(isWeak: Bool? = nil, isSlowedByHeat: Bool? = nil, celsius: Int? = nil) {
        self.isWeak = isWeak
        self.isSlowedByHeat = isSlowedByHeat
        self.celsius = celsius
    }
}

extension PowerState {
    /// From what the kernel's files say, whatever they say: what isn't as it should be counts as not told.
    ///
    /// - Parameters:
    ///   - throttled: `get_throttled` of Raspberry Pi's own kernel: hexadecimal bits, 0 under-voltage, 1 clock capped, 2 throttled,
    ///     3 soft temperature limit; the same from 16 on for what has been since the start.
    ///   - alarm: `in0_lcrit_alarm` of the kernel's driver raspberrypi-hwmon, which looks every two seconds: 0 or 1.
    ///   - millidegrees: a thermal zone's `temp`.
    ///   - zone: that zone's `type`; only a board's own `cpu-thermal` says when a Pi's firmware slows down.
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

    /// A capped clock is heat's doing only where too little voltage isn't: the firmware caps it for both.
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
        // Sensors that aren't there read as zero kelvin or as thousands of degrees.
        guard let word = word(text), let value = Int(word), (-40_000...150_000).contains(value) else { return nil }
        return Int((Double(value) / 1000).rounded())
    }
}
