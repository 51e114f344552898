// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Storage
import Synchronization

extension CardWriter {
    /// Tells the lines that stay on every picture, if the card has some. While newer lines wait to be kept, the card's are out of date and
    /// aren't told: they would replace the newer ones on the screen, and the next change would write them over the newer ones.
    func tellLines() {
        guard waitingLines.load(ordering: .sequentiallyConsistent) == 0, let lines = try? filing.card.standingLines() else { return }
        unsavedLinesFrom = nil
        tell(.lines(lines))
    }

    func keep(_ lines: StandingLines, changedFrom base: StandingLines) throws(CardError) {
        let before = unsavedLinesFrom ?? base
        var kept = lines
        let refusal = try refusal(of: { () throws(CardError) in
            kept = try self.filing.card.standingLines()?.withChanges(from: before, to: lines) ?? lines
            try self.filing.card.keep(kept)
        })
        unsavedLinesFrom = refusal == nil ? nil : before
        let waiting = waitingLines.subtract(1, ordering: .sequentiallyConsistent).newValue
        if let refusal {
            tell(.settingsNotSaved(refusal.message))
        } else if kept != lines, waiting == 0 {
            tell(.lines(kept))
        }
    }
}

extension CardWriter {
    var worker: Worker {
        Worker(
            thread: .card, runOnce: { self.runOnce() }, wait: { [bell] in bell.wait(until: $0) }, end: { [bell] in bell.ring() },
            nextStep: { self.nextStep })
    }
}
