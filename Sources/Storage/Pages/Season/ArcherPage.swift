// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The content of an archer's page, in which `ArcherTemplate` looks up its names.
struct ArcherPage {
    /// The title of the window or tab.
    var windowTitle: String
    var archerName: String
    var summary: String
    /// Average, share of inner tens, group, hold, the best and the last session.
    var facts: [Fact]
    var plots: [SeasonPlot]
    var years: [Year]
    /// The sessions that aren't listed; `nil` if all are.
    var older: String?
    let style = PageStyle.text
    let words = PageWords()

    struct Fact {
        var term: String
        var value: String
        /// The page of the session that it is about.
        var factLink: String?
    }

    /// The sessions of a year, newest first.
    struct Year {
        var yearName: String
        var yearFigures: String
        var isFolded: Bool
        var shot: [Line]
    }

    struct Line {
        var day: String
        /// The percent-encoded path; `nil` for a session whose folder can't be linked to.
        var lineLink: String?
        var lineFigures: String
    }

    /// The number of sessions from which on the years are folded.
    static let folded = 500
    /// The most sessions that are listed, so that the page stays below 150 kB. The card's own page has all.
    static let mostListed = 700
    /// The fewest arrows of a session that can be the best: an end of six.
    static let leastForBest = 6

    /// - Parameters:
    ///   - name: the archer's.
    ///   - sessions: all of the archer's, in any order.
    init(_ name: String, _ sessions: [SessionSummary]) {
        let newest = sessions.sorted { ($0.number, $0.name) > ($1.number, $1.name) }
        archerName = name
        let sum = SeasonSum(sessions)
        summary = IndexPage.figures(sessions, withPoints: true)
        windowTitle = PageTemplates.windowTitle(Strings.Page.titleOf(name))
        facts = Self.facts(sum, newest)
        plots = Self.plots(sum, sessions)
        years = Self.years(newest)
        older = newest.count > Self.mostListed ? Strings.Page.olderSessions(newest.count - Self.mostListed) : nil
    }

    private static func facts(_ sum: SeasonSum, _ newest: [SessionSummary]) -> [Fact] {
        var facts: [Fact?] = [
            sum.average.map { Fact(term: Strings.Page.averageArrow, value: PageNumber.shown($0, places: 2)) },
            sum.innerShare.map { Fact(term: Strings.Page.innerShare, value: percent($0)) },
            sum.group.map { Fact(term: Strings.Page.meanRadius, value: "\(millimetres($0)) (\(target(sum)))") },
            sum.hold.map { Fact(term: Strings.phaseHold, value: Strings.phaseSeconds($0)) },
        ]
        func session(_ term: String, _ session: SessionSummary?) -> Fact? {
            session.map { session in
                let round = session.round.map { PageText.cut(PageText.line(SessionPage.roundName($0)), to: SessionPage.longestName) }
                let words = [heading(session), round, figures(session)].compactMap { $0 }.joined(separator: " · ")
                return Fact(term: term, value: words, factLink: link(session))
            }
        }
        let oldest = newest.reversed()
        // A whole round can be compared with the same round; of the rest, the average counts. The first of equals was the record.
        let whole = Dictionary(grouping: oldest.filter(\.isWholeRound)) { $0.round ?? "" }
        for round in whole.keys.sorted() {
            facts.append(session(Strings.Page.best, whole[round]?.max { ($0.total, -$0.number) < ($1.total, -$1.number) }))
        }
        if whole.isEmpty {
            let able = oldest.filter { $0.arrows >= leastForBest }
            facts.append(session(Strings.Page.best, able.max { ($0.averageArrow, -$0.number) < ($1.averageArrow, -$1.number) }))
        }
        facts.append(session(Strings.Page.last, newest.first { $0.arrows > 0 } ?? newest.first))
        return facts.compactMap { $0 }
    }

    private static func plots(_ sum: SeasonSum, _ sessions: [SessionSummary]) -> [SeasonPlot] {
        // Months in which nothing was scored have no point.
        let periods = SeasonPeriods(sessions.filter { $0.arrows > 0 || $0.holds > 0 }, on: sum.target).periods
        return [
            SeasonPlot("average", Strings.Page.averageArrow, periods, value: \.average) { PageNumber.shown($0, places: 2) },
            SeasonPlot("inner", Strings.Page.innerShare, periods, value: \.innerShare, words: percent),
            SeasonPlot(
                "group", Strings.Page.meanRadius, remark: sum.target.map { _ in Strings.Page.groupRemark(target(sum)) }, periods,
                value: \.group, words: millimetres),
            SeasonPlot("hold", Strings.phaseHold, remark: Strings.Page.holdRemark, periods, value: \.hold) { Strings.phaseSeconds($0) },
        ].compactMap { $0 }
    }

    private static func years(_ newest: [SessionSummary]) -> [Year] {
        var years: [(label: String, all: [SessionSummary])] = []
        var known: [String: Int] = [:]
        for session in newest {
            let label = session.month.map { String($0.prefix(4)) } ?? ""
            if let index = known[label] {
                years[index].all.append(session)
            } else {
                known[label] = years.count
                years.append((label, [session]))
            }
        }
        let isFolded = newest.count >= folded
        var room = mostListed
        return years.map { year in
            let shown = year.all.prefix(room)
            room -= shown.count
            return Year(
                yearName: year.label.isEmpty ? Strings.Page.withoutADate : year.label, yearFigures: IndexPage.figures(year.all, withPoints: true),
                isFolded: isFolded,
                shot: shown.map { session in
                    let day = SessionMoment(session.started).map(\.dayWords) ?? Self.heading(session)
                    return Line(day: day, lineLink: link(session), lineFigures: figures(session))
                })
        }
    }

    private static func heading(_ session: SessionSummary) -> String {
        SessionPage.heading(session.number, started: session.started, notBefore: session.notBefore)
    }

    private static func link(_ session: SessionSummary) -> String? {
        session.name.contains("/") ? nil : PageLink.path(session.name).map { "../\($0)/\(CardLayout.page)" }
    }

    private static func figures(_ session: SessionSummary) -> String {
        session.arrows > 0 ? "\(session.total) · \(Strings.arrows(session.arrows))" : Strings.clips(session.clips)
    }

    private static func target(_ sum: SeasonSum) -> String {
        PageText.cut(PageText.line(sum.target?.words ?? ""), to: SessionPage.longestName)
    }

    private static func percent(_ share: Double) -> String { Strings.Page.percent(PageNumber.shown(share * 100, places: 0)) }
    private static func millimetres(_ size: Double) -> String { Strings.Page.millimetres(PageNumber.shown(size, places: 0)) }
}

extension SessionSummary {
    /// True if every arrow of its round was shot.
    fileprivate var isWholeRound: Bool { round.flatMap(RoundCatalog.round).map { $0.arrows == arrows } ?? false }
    fileprivate var averageArrow: Double { SeasonSum([self]).average ?? 0 }
}
