// SPDX-License-Identifier: GPL-3.0-or-later

extension Strings {
    /// `Fri 20 Nov 2026, 14:03`.
    /// - Parameter weekday: 0 for Monday … 6 for Sunday.
    static func moment(_ date: SessionMoment, weekday: Int, time: String) -> String {
        Phrases.Date.moment(weekdays[weekday], day: date.day, month: months[date.month - 1], year: date.year, time: time)
    }

    /// `Nov 2026`.
    static func month(_ date: SessionMoment) -> String { Phrases.Date.month(months[date.month - 1], year: date.year) }

    /// `20 Nov`.
    static func day(_ date: SessionMoment) -> String { Phrases.Date.day(date.day, month: months[date.month - 1]) }

    private static var weekdays: [String] {
        [Phrases.Date.mon, Phrases.Date.tue, Phrases.Date.wed, Phrases.Date.thu, Phrases.Date.fri, Phrases.Date.sat, Phrases.Date.sun]
    }

    private static var months: [String] {
        [
            Phrases.Date.jan, Phrases.Date.feb, Phrases.Date.mar, Phrases.Date.apr, Phrases.Date.may, Phrases.Date.jun, Phrases.Date.jul,
            Phrases.Date.aug, Phrases.Date.sep, Phrases.Date.oct, Phrases.Date.nov, Phrases.Date.dec,
        ]
    }
}
