// SPDX-License-Identifier: GPL-3.0-or-later

import Core

extension ScoreScreen {
    /// Whoever leaves the face by STOP, before its total has led on, has scored the end all the same.
    mutating func leave(in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        context.desk.book?[end: end]?.isDone == true ? .effects(context.noteSaved()) : []
    }

    /// The end isn't scored now, and its clips stay its own. One that would be scored from the paper has none: it stays open.
    func skip(_ end: inout EndRecord) -> [ScreenOutcome] {
        if end.arrows.isEmpty, !end.clips.isEmpty { end.isDone = true }
        return [.skip]
    }
}
