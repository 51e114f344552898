// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// An archer's sessions in the parts of time that a plot shows one point for: months. A session without a date is a part by itself.
struct SeasonPeriods {
    struct Period {
        var name: String
        var sum: SeasonSum
    }

    /// The most points of a plot. Beyond it, years take the place of months, and several sessions without a date are one point.
    static let most = 60

    let periods: [Period]

    /// - Parameters:
    ///   - sessions: an archer's, in any order.
    ///   - target: the target of all groups.
    init(_ sessions: [SessionSummary], on target: SeasonSum.Target?) {
        let ordered = sessions.sorted { ($0.number, $0.name) < ($1.number, $1.name) }
        let months = Set(ordered.compactMap(\.month))
        let label = months.count > Self.most ? 4 : 7
        let undated = ordered.filter { $0.month == nil }
        let together = Self.together(undated.count)
        var parts: [(name: String, sessions: [SessionSummary])] = []
        var known: [String: Int] = [:]
        // A part stands where its first session does: the order is the numbers', whatever the clock said.
        var open: Int?
        for session in ordered {
            if let month = session.month.map({ String($0.prefix(label)) }) {
                if let index = known[month] {
                    parts[index].sessions.append(session)
                } else {
                    known[month] = parts.count
                    parts.append((SessionMoment.month(month), [session]))
                }
            } else if let index = open, parts[index].sessions.count < together {
                parts[index].sessions.append(session)
            } else {
                open = parts.count
                parts.append(("", [session]))
            }
        }
        periods = parts.map { part in
            let numbers = (part.sessions.first?.number ?? 0, part.sessions.last?.number ?? 0)
            let undated = numbers.0 == numbers.1 ? Strings.Page.session(numbers.0) : Strings.Page.sessionsFrom(numbers.0, last: numbers.1)
            return Period(name: part.name.isEmpty ? undated : part.name, sum: SeasonSum(part.sessions, on: target))
        }
    }

    /// Returns the number of sessions without a date that make one point: 1, 2, 5, 10, 20, 50 and so on.
    private static func together(_ count: Int) -> Int {
        var (together, factors) = (1, [2.0, 2.5, 2])
        while count > together * most {
            together = Int(Double(together) * factors[0])
            factors.append(factors.removeFirst())
        }
        return together
    }
}

extension SessionSummary {
    /// The month of its beginning, `2026-11`; `nil` without a date.
    var month: String? { SessionMoment(started).map { _ in String(started.prefix(7)) } }
}
