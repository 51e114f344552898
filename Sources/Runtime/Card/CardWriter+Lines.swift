// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Storage

extension CardWriter {
    /// Tells the lines that stay on every picture, where the card has some.
    func tellLines() {
        if let lines = try? filing.card.standingLines() { tell(.lines(lines)) }
    }

    func keep(_ lines: StandingLines) throws(CardError) {
        if let refusal = try refusal(of: { () throws(CardError) in try self.filing.card.keep(lines) }) { tell(.settingsNotSaved(refusal.message)) }
    }
}
