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

    /// The title of a session: its date in words; without a date `Session 37`, or the name of a folder whose number isn't known either.
    /// - Parameters:
    ///   - notBefore: the label of a moment before it, if that is all that is known.
    ///   - isShort: true for the day alone, `20 Nov`.
    package static func session(
        started: String, notBefore: String? = nil, number: Int?, folder: String?, isShort: Bool = false
    ) -> String? {
        SessionMoment(started).map { isShort ? $0.dayWords : $0.words } ?? number.map { session($0, notBefore: notBefore) } ?? folder
    }

    /// The title of a session without a date: `Session 37`, or `Session 37, after 20 Nov`.
    /// - Parameter label: the label of a moment before it; `nil` if nothing is known.
    package static func session(_ number: Int, notBefore label: String?) -> String {
        label.flatMap(SessionMoment.init).map { Phrases.PageParts.sessionAfter(number, day: $0.dayWords) } ?? Phrases.PageParts.sessionNumber(number)
    }

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

extension SessionHeader {
    /// The date with its source; `nil` in a record from before that field.
    public var date: SessionDate? { dateFrom.map { SessionDate($0, utc: utc, offset: offset) } }

    /// The label of a moment before its beginning, if that is all that is known: it is shown, and goes into no name, no film and no month.
    package var notBefore: String? {
        guard dateFrom == .after, let utc, CivilTime.range.contains(utc) else { return nil }
        let local = utc + Int64((offset ?? 0).clamped(to: SessionDate.offsets)) * 60
        return CivilTime.range.contains(local) ? CivilTime(seconds: local).label : nil
    }

    /// The label that the session had when it began. Its folder keeps the name that was made of it, and files that were exported before the
    /// clock was set are recognized by it.
    public var firstLabel: String { dateFrom == .later ? "" : started }

    /// Returns the session's name in the titles of its films, which aren't translated: its folder's, or `Session 37` if no date is known.
    public func title(in folder: String) -> String { date != nil && started.isEmpty ? "Session \(number)" : folder }

    /// The header as it was before a date was learnt: what an earlier copy of it must have too if it is of the same session.
    package var asBegun: SessionHeader {
        guard let dateFrom, [.later, .after, .unknown].contains(dateFrom) else { return self }
        var header = self
        (header.started, header.dateFrom, header.utc, header.offset) = ("", .unknown, nil, nil)
        return header
    }

    /// Takes a date that a person has set since the session began. A known date is never changed.
    package mutating func learn(_ date: SessionDate) {
        guard let dateFrom, [.after, .unknown].contains(dateFrom), let known = date.known else { return }
        let later = SessionDate(.later, utc: known, offset: date.offset)
        (self.dateFrom, utc, offset, started) = (later.from, later.utc, later.offset, later.label)
    }
}
