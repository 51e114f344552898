// SPDX-License-Identifier: GPL-3.0-or-later

extension Strings {
    /// `Fri 20 Nov 2026, 14:03`.
    /// - Parameter weekday: 0 for Monday … 6 for Sunday.
    static func moment(_ date: SessionMoment, weekday: Int, time: String) -> String {
        text("date.moment", ["weekday": weekdays[weekday], "day": date.day, "month": months[date.month - 1], "year": date.year, "time": time])
    }

    /// `Nov 2026`.
    static func month(_ date: SessionMoment) -> String { text("date.month", ["month": months[date.month - 1], "year": date.year]) }

    /// `20 Nov`.
    static func day(_ date: SessionMoment) -> String { text("date.day", ["day": date.day, "month": months[date.month - 1]]) }

    private static var weekdays: [String] {
        [text("date.mon"), text("date.tue"), text("date.wed"), text("date.thu"), text("date.fri"), text("date.sat"), text("date.sun")]
    }

    private static var months: [String] {
        [
            text("date.jan"), text("date.feb"), text("date.mar"), text("date.apr"), text("date.may"), text("date.jun"), text("date.jul"),
            text("date.aug"), text("date.sep"), text("date.oct"), text("date.nov"), text("date.dec"),
        ]
    }
}
