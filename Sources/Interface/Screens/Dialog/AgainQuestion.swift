// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Asks whether to score an end again if the card has its score already, because that score is of an earlier day.
struct AgainQuestion: Hashable, Sendable {
    /// True if the knob holds the answer "score again".
    var isAgain = false

    /// - Parameter title: the end's title.
    func layout(_ look: Theme, _ title: String) -> DialogLayout {
        let text = DialogText(
            title: Strings.Summary.scoreAgainQuestion(title), lines: [Strings.Summary.scoreStays], answer: !isAgain,
            keeping: Strings.keepWord, other: Strings.Summary.scoreAgain)
        return DialogLayout(look, text, below: Areas.belowChip(look))
    }
}
