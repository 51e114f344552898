// SPDX-License-Identifier: GPL-3.0-or-later

/// The date and time of a session's beginning, for people. Its label comes from a clock that may be wrong or from a file that anybody may
/// have edited: a label that isn't a date has no `SessionMoment`, and is shown as it is.
public struct SessionMoment: Hashable, Sendable {
    public let year: Int
    /// 1…12.
    public let month: Int
    public let day: Int
    public let hour: Int
    public let minute: Int

    /// Reads a label such as `2026-11-20T14:03:00`; `nil` if it isn't such a date.
    public init?(_ label: String) {
        let bytes = Array(label.utf8)
        guard bytes.count >= 16, [bytes[4], bytes[7]].allSatisfy({ $0 == UInt8(ascii: "-") }), bytes[10] == UInt8(ascii: "T"),
            bytes[13] == UInt8(ascii: ":")
        else { return nil }
        func number(_ range: Range<Int>) -> Int? {
            bytes[range].reduce(0) { sum, byte in
                guard let sum, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
                return sum * 10 + Int(byte - UInt8(ascii: "0"))
            }
        }
        guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10), let hour = number(11..<13),
            let minute = number(14..<16), year >= 1, (1...12).contains(month), hour < 24, minute < 60,
            (1...CivilTime.days(in: month, of: year)).contains(day)
        else { return nil }
        (self.year, self.month, self.day, self.hour, self.minute) = (year, month, day, hour, minute)
    }

    /// The weekday, 0 for Monday … 6 for Sunday (Gregorian calendar, Sakamoto's method).
    var weekday: Int {
        let shifts = [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4]
        let year = month < 3 ? self.year - 1 : self.year
        let fromSunday = (year + year / 4 - year / 100 + year / 400 + shifts[month - 1] + day) % 7
        return (fromSunday + 6) % 7
    }

    /// The number of the day, which grows by one from each day to the next (H. Hinnant, `days_from_civil`).
    package var dayNumber: Int {
        let year = month < 3 ? self.year - 1 : self.year
        return 365 * year + year / 4 - year / 100 + year / 400 + (153 * ((month + 9) % 12) + 2) / 5 + day
    }

    /// `Fri 20 Nov 2026, 14:03`.
    public var words: String {
        Strings.moment(self, weekday: weekday, time: "\(two(hour)):\(two(minute))")
    }

    /// `20 Nov`.
    public var dayWords: String { Strings.day(self) }

    /// Returns `Nov 2026` for `2026-11`. A label that isn't a month is returned as it is.
    public static func month(_ label: String) -> String {
        guard let date = SessionMoment(label + "-01T00:00") else { return label }
        return Strings.month(date)
    }

    private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
