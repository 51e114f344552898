// SPDX-License-Identifier: GPL-3.0-or-later

import Core

extension ScoreScreen {
    /// Saves a done end also if somebody leaves the face by STOP before its total has led on.
    mutating func leave(in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        guard context.desk.book?[end: end]?.isDone == true else { return [] }
        let over = context.noteSaved()
        return .effects(over.isEmpty ? [] : over + context.sayTotals(ofEnd: end, isOver: true))
    }

    /// Skips scoring an end. An end with clips counts as done, and its clips stay its own. Without clips it would be scored from the paper,
    /// so it stays open.
    func skip(_ end: inout EndRecord) -> [ScreenOutcome] {
        if end.arrows.isEmpty, !end.clips.isEmpty { end.isDone = true }
        return [.skip]
    }
}
