// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Storage
import Synchronization

extension CardWriter {
    /// Tells the lines that stay on every picture, where the card has some. While newer ones wait to be kept, the card's are out of date: told,
    /// they would be seen in the place of the newer ones, and with the next change be written over those.
    func tellLines() {
        guard waitingLines.load(ordering: .sequentiallyConsistent) == 0, let lines = try? filing.card.standingLines() else { return }
        tell(.lines(lines))
    }

    func keep(_ lines: StandingLines) throws(CardError) {
        if let refusal = try refusal(of: { () throws(CardError) in try self.filing.card.keep(lines) }) { tell(.settingsNotSaved(refusal.message)) }
        waitingLines.subtract(1, ordering: .sequentiallyConsistent)
    }
}
