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

    /// `Goes on with Thu 19 Nov 2026, 14:03`, as that session is named in the list; `Goes on with Session 7` if its folder has no date.
    /// - Parameters:
    ///   - folder: the folder of the other session, such as `2026-11-19_1403_S07`.
    ///   - started: the beginning of the session that goes on; if the other one has the same, it is named by its number.
    package static func goesOnWith(folder: String, beside started: SessionMoment? = nil) -> String {
        let parts = folder.split(separator: "_")
        let moment = parts.count == 3 ? SessionMoment("\(parts[0])T\(parts[1].prefix(2)):\(parts[1].dropFirst(2))") : nil
        let number = parts.last.flatMap { $0.first == "S" ? Int($0.dropFirst()) : nil }
        // Without a clock, the sessions of a day may all say the same minute.
        let date = moment.flatMap { $0 == started && number != nil ? nil : $0.words }
        return Phrases.History.goesOnWith(date ?? number.map { Phrases.PageParts.sessionNumber($0) } ?? folder)
    }

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
