// SPDX-License-Identifier: GPL-3.0-or-later

@testable import Core
@testable import Interface

/// A card with this number of sessions, queried as the screen queries it.
struct HistoryPractice {
    var sessions: [SessionSummary]
    var screen = HistoryScreen(at: .zero)
    var settings = Settings()
    /// True if the card answers with the figures of one archer's sessions.
    var hasSeason = false
    private(set) var outcomes: [ScreenOutcome] = []
    var now = Timestamp.zero

    init(_ count: Int) {
        sessions = (0..<count).map { HistoryPractice.session(count - $0) }
        answer(screen.query)
    }

    static func session(_ number: Int) -> SessionSummary {
        SessionSummary(
            name: "2026-11-20_1403_S\(number)", number: number, started: "2026-\(number % 2 == 0 ? "11" : "10")-20T14:03:00",
            faceID: number % 3 == 0 ? "wa_40" : "wa_122", faceName: number % 3 == 0 ? "WA 40 cm" : "WA 122 cm", total: number,
            arrows: 6, shot: 6, ends: 1, clips: 2)
    }

    private func matching(_ query: SessionQuery) -> [SessionSummary] {
        sessions.filter { session in
            (query.date.map(session.started.hasPrefix) ?? true) && (query.face.map { $0 == session.faceID } ?? true)
                && (query.archer.map { $0 == session.archer } ?? true)
        }
    }

    mutating func answer(_ query: SessionQuery) {
        let found = matching(query)
        var list = SessionList(
            query: query, sessions: Array(found.dropFirst(query.offset).prefix(query.limit)), matching: found.count,
            months: ["2026-11", "2026-10"], faces: [.init(id: "wa_122", name: "WA 122 cm"), .init(id: "wa_40", name: "WA 40 cm")],
            archers: Set(sessions.compactMap(\.archer)).sorted(), usedBytes: 1, freeBytes: 2, days: ShotDays(found))
        if hasSeason, query.isOfOneArcher(among: list.archers) { list.season = SeasonSum(found) }
        screen.take(list)
    }

    @discardableResult
    mutating func send(_ inputs: ScreenInput...) -> [ScreenOutcome] {
        var all: [ScreenOutcome] = []
        for input in inputs {
            var context = context
            var pending = screen.handle(input, in: &context, at: now)
            while let outcome = pending.first {
                pending.removeFirst()
                all.append(outcome)
                switch outcome {
                case .effect(.card(.find(let query))): answer(query)
                case .effect(.card(.delete(let keys))):
                    sessions.removeAll { session in keys.contains { $0.folder == session.name } }
                    pending += screen.noteDeleted(keys, problem: nil)
                default: break
                }
            }
        }
        outcomes += all
        return all
    }

    /// Tells the screen the card's condition.
    mutating func hear(_ condition: CardCondition) -> [ScreenOutcome] {
        var context = context
        context.conditions.card = condition
        return screen.hear(.card(.condition(condition)), in: &context, at: now)
    }

    private var context: Context { Context(settings) }
    var layout: HistoryLayout { HistoryLayout(Theme(settings), screen, at: now) }
    var scene: Scene { Scene(layers: screen.layers(in: context, at: now)) }
    var deleted: [String] { outcomes.flatMap { if case .effect(.card(.delete(let keys))) = $0 { keys.map(\.folder) } else { [String]() } } }
}
