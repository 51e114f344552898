// SPDX-License-Identifier: GPL-3.0-or-later

/// A date and a time of day of the Gregorian calendar, without a zone.
public struct CivilTime: Hashable, Sendable {
    public var year: Int
    /// 1…12.
    public var month: Int
    public var day: Int
    public var hour: Int
    public var minute: Int
    public var second: Int

    public init(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
        (self.year, self.month, self.day, self.hour, self.minute, self.second) = (year, month, day, hour, minute, second)
    }

    /// The seconds since 1970 that have a year of four digits: a clock or a file may say anything.
    public static let range: ClosedRange<Int64> = -62_135_596_800...253_402_300_799

    /// - Parameter seconds: seconds since the beginning of 1970, clamped to `range`.
    public init(seconds: Int64) {
        let seconds = seconds.clamped(to: Self.range)
        let ofDay = Int(((seconds % 86_400) + 86_400) % 86_400)
        // Days are counted from 1 March of the year 0, in cycles of 400 years (Howard Hinnant, "chrono-compatible low-level date algorithms").
        let days = Int((seconds - Int64(ofDay)) / 86_400) + 719_468
        let cycle = days / 146_097
        let dayOfCycle = days % 146_097
        let yearOfCycle = (dayOfCycle - dayOfCycle / 1460 + dayOfCycle / 36_524 - dayOfCycle / 146_096) / 365
        let dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        month = shifted < 10 ? shifted + 3 : shifted - 9
        year = yearOfCycle + cycle * 400 + (month <= 2 ? 1 : 0)
        day = dayOfYear - (153 * shifted + 2) / 5 + 1
        (hour, minute, second) = (ofDay / 3600, ofDay / 60 % 60, ofDay % 60)
    }

    /// Seconds since the beginning of 1970.
    /// - Precondition: the year is 1…9999 and the other values are those of a date.
    public var seconds: Int64 {
        let shifted = month <= 2 ? year - 1 : year
        let cycle = shifted / 400
        let yearOfCycle = shifted - cycle * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let days = cycle * 146_097 + yearOfCycle * 365 + yearOfCycle / 4 - yearOfCycle / 100 + dayOfYear - 719_468
        return Int64(days) * 86_400 + Int64(hour * 3600 + minute * 60 + second)
    }

    /// The label of a session that begins then: `2026-11-20T14:03:00`.
    public var label: String {
        func padded(_ number: Int, _ digits: Int = 2) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, digits - text.count)) + text
        }
        return "\(padded(year, 4))-\(padded(month))-\(padded(day))T\(padded(hour)):\(padded(minute)):\(padded(second))"
    }

    /// Reads the first 19 characters of a label; `nil` if they are no date.
    public init?(label: String) {
        let parts = label.utf8.prefix(19).split { [UInt8(ascii: "-"), UInt8(ascii: "T"), UInt8(ascii: ":")].contains($0) }
        let numbers = parts.compactMap { part in part.count <= 4 ? Int(String(decoding: Array(part), as: UTF8.self)) : nil }
        guard label.utf8.count >= 19, numbers.count == 6, (1...9999).contains(numbers[0]), (1...12).contains(numbers[1]),
            (1...Self.days(in: numbers[1], of: numbers[0])).contains(numbers[2]), (0..<24).contains(numbers[3]), (0..<60).contains(numbers[4]),
            (0..<60).contains(numbers[5])
        else { return nil }
        self.init(year: numbers[0], month: numbers[1], day: numbers[2], hour: numbers[3], minute: numbers[4], second: numbers[5])
    }

    /// The same instant in UTC as film files have it: `2026-11-20T14:03:00Z`.
    public var creationTime: String { label + "Z" }

    public static func days(in month: Int, of year: Int) -> Int {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
    }
}
