// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The content of the card's own page, in which `IndexTemplate` looks up its names.
struct IndexPage {
    var summary: String
    /// Years in the order of the sessions, newest first. A clock that was wrong may bring one up twice. If they aren't folded, they are one.
    var years: [Year]
    /// The places to which the page's head leads: its months, or its years if they are folded.
    var places: [Place]
    /// The totals of each archer, by name. If only one archer is named and has no page, the list is empty: the totals are the card's.
    var archers: [ArcherLine]
    var hasArchers: Bool
    /// True if there are several places, so that links to them help.
    var hasPlaces: Bool
    /// The name of all places together.
    let placesName: String
    /// The path of the help; `nil` if it doesn't lie beside the page.
    var help: String?
    let helpWords = Strings.CardHelp.link
    /// The title of the window or tab.
    let windowTitle = PageTemplates.windowTitle(Strings.Page.scorebook)
    let style = PageStyle.text
    let words = PageWords()

    /// The months of a year.
    struct Year {
        var yearName: String
        var yearID: String
        var yearFigures: String
        var isFolded: Bool
        /// True for the newest one: its sessions are in sight.
        var isOpen: Bool
        var months: [Month]
    }

    struct Place {
        var placeName: String
        var placeID: String
    }

    /// The months in the order of the sessions. A clock that was wrong may bring one up twice.
    struct Month {
        var monthName: String
        var monthID: String
        var sessions: [Entry]
        var monthCount: String
    }

    /// One archer in all sessions of the card.
    struct ArcherLine {
        var name: String
        /// The archer's page; `nil` if it doesn't lie beside this one.
        var archerLink: String?
        /// Sessions, arrows, clips.
        var figures: String
    }

    struct Entry {
        /// The archer's name.
        var shooter: String?
        var heading: String
        /// The percent-encoded path; `nil` for a session whose folder can't be linked to.
        var link: String?
        var picture: String?
        var face: String?
        /// The whole name, if `face` is cut.
        var faceTitle: String?
        var round: String?
        var isScored: Bool
        var total: Int
        /// Arrows, X, clips.
        var counts: [String]
        var note: String?
    }

    /// The longest beginning of the notes for which a line of the list has room.
    private static let longestNote = 240

    /// - Parameter sessions: in any order. They are shown by number, because a box has no clock that can be trusted.
    init(_ sessions: [SessionSummary], hasHelp: Bool = false, hasPages: Bool = false) {
        help = hasHelp ? CardLayout.help : nil
        let newestFirst = sessions.sorted { ($0.number, $0.name) > ($1.number, $1.name) }
        let isFolded = newestFirst.count >= ArcherPage.folded
        years = Self.years(newestFirst, isFolded: isFolded)
        places =
            isFolded
            ? years.map { Place(placeName: $0.yearName, placeID: $0.yearID) }
            : years.flatMap(\.months).map { Place(placeName: $0.monthName, placeID: $0.monthID) }
        hasPlaces = places.count > 1
        placesName = isFolded ? Strings.Page.years : Strings.Page.months
        summary = Self.figures(sessions)
        let names = Set(sessions.compactMap(\.archer)).sorted()
        archers =
            names.count < 2 && !hasPages
            ? []
            : names.compactMap { name in
                SessionPage.name(ofArcher: name).map {
                    ArcherLine(
                        name: $0, archerLink: hasPages ? ArcherFile.path(of: name).flatMap(PageLink.path) : nil,
                        figures: Self.figures(sessions.filter { $0.archer == name }, withPoints: true))
                }
            }
        hasArchers = !archers.isEmpty
    }

    private static func years(_ newestFirst: [SessionSummary], isFolded: Bool) -> [Year] {
        let days = ShotDays(newestFirst)
        var months = 0
        var before: SessionSummary?
        return parts(newestFirst) { isFolded ? String($0.month?.prefix(4) ?? "") : "" }.enumerated().map { index, year in
            Year(
                yearName: year.label.isEmpty ? Strings.Page.withoutADate : year.label, yearID: "year-\(index + 1)",
                yearFigures: figures(year.sessions, withPoints: true), isFolded: isFolded, isOpen: index == 0,
                months: parts(year.sessions) { $0.month ?? "" }.map { month in
                    months += 1
                    let entries = month.sessions.map { session in
                        var entry = Entry(session)
                        entry.counts += days.words(at: session, below: before)
                        before = session
                        return entry
                    }
                    return Month(
                        monthName: month.label.isEmpty ? Strings.Page.withoutADate : SessionMoment.month(month.label),
                        monthID: "month-\(months)", sessions: entries, monthCount: Strings.sessionCount(entries.count))
                })
        }
    }

    /// Returns sessions in their order, those together that follow one another and have the same label.
    private static func parts(_ sessions: [SessionSummary], label: (SessionSummary) -> String) -> [(label: String, sessions: [SessionSummary])] {
        var parts: [(label: String, sessions: [SessionSummary])] = []
        for session in sessions {
            let own = label(session)
            if parts.last?.label == own {
                parts[parts.count - 1].sessions.append(session)
            } else {
                parts.append((own, [session]))
            }
        }
        return parts
    }

    /// Returns the totals of sessions in words. If nothing was scored, scores aren't mentioned.
    static func figures(_ sessions: [SessionSummary], withPoints: Bool = false) -> String {
        let arrows = sessions.reduce(0) { $0 + $1.arrows }
        let scored = arrows == 0 ? [] : [Strings.arrows(arrows)] + (withPoints ? [Strings.Page.points(sessions.reduce(0) { $0 + $1.total })] : [])
        return ([Strings.sessionCount(sessions.count)] + scored + [Strings.clips(sessions.reduce(0) { $0 + $1.clips })]).joined(separator: " · ")
    }
}

extension IndexPage.Entry {
    fileprivate init(_ session: SessionSummary) {
        shooter = session.archer.flatMap(SessionPage.name(ofArcher:))
        heading = SessionPage.heading(session.number, started: session.started, notBefore: session.notBefore)
        let folder = session.name.contains("/") ? nil : PageLink.path(session.name)
        link = folder.map { "\($0)/\(CardLayout.page)" }
        picture = session.faceID == nil ? nil : folder.map { "\($0)/\(CardLayout.target)" }
        let name = session.faceName.map(PageText.line)
        face = name.map { PageText.cut($0, to: SessionPage.longestName) }
        faceTitle = name == face ? nil : name
        round = session.round.map { PageText.cut(PageText.line(SessionPage.roundName($0)), to: SessionPage.longestName) }
        isScored = session.arrows > 0
        total = session.total
        counts = isScored ? [Strings.arrows(session.arrows)] : []
        // A face without an inner ring has no inner tens to count.
        let inner = session.faceID.flatMap(FaceCatalog.face)?.innerLabel
        if isScored, inner != nil || session.innerTens > 0 { counts.append(Strings.Summary.count(inner ?? Ring.innerLabel, session.innerTens)) }
        counts.append(Strings.clips(session.clips))
        if session.likedClips > 0 { counts.append(Strings.likedCount(session.likedClips)) }
        let note = PageText.line(session.notes)
        self.note = note.isEmpty ? nil : PageText.cut(note, to: IndexPage.longestNote)
    }
}
