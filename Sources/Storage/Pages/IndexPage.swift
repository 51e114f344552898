// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The content of the card's own page, in which `IndexTemplate` looks up its names.
struct IndexPage {
    var summary: String
    /// Months in the order of the sessions. A clock that was wrong may bring one up twice.
    var months: [Month]
    /// The totals of each archer, by name. If only one archer is named and has no page, the list is empty: the totals are the card's.
    var archers: [ArcherLine]
    var hasArchers: Bool
    /// True if there are several months, so that links to them help.
    var hasMonths: Bool
    /// The path of the help; `nil` if it doesn't lie beside the page.
    var help: String?
    let helpWords = Strings.CardHelp.link
    /// The title of the window or tab.
    let windowTitle = PageTemplates.windowTitle(Strings.Page.scorebook)
    let style = PageStyle.text
    let words = PageWords()

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
        var months: [Month] = []
        var last: String?
        var before: SessionSummary?
        let days = ShotDays(sessions)
        for session in newestFirst {
            let month = SessionMoment(session.started).map { _ in String(session.started.prefix(7)) } ?? ""
            if last != month || months.isEmpty {
                months.append(
                    Month(
                        monthName: month.isEmpty ? Strings.Page.withoutADate : SessionMoment.month(month), monthID: "month-\(months.count + 1)",
                        sessions: [], monthCount: ""))
                last = month
            }
            var entry = Entry(session)
            entry.counts += days.words(at: session, below: before)
            months[months.count - 1].sessions.append(entry)
            before = session
        }
        for index in months.indices { months[index].monthCount = Strings.sessionCount(months[index].sessions.count) }
        self.months = months
        hasMonths = months.count > 1
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
        heading = SessionPage.heading(session.number, started: session.started)
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
