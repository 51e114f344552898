// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Whether an end that the card has with its score is scored again: asked first, since what stands there was shot on another day.
struct AgainQuestion: Hashable, Sendable {
    /// The answer that the knob holds is to score again.
    var isAgain = false

    /// - Parameter title: of the end.
    func layout(_ look: Look, _ title: String) -> DialogLayout {
        let text = DialogText(
            title: Strings.Summary.scoreAgainQuestion(title), lines: [Strings.Summary.scoreStays], answer: !isAgain,
            keeping: Strings.keepWord, other: Strings.Summary.scoreAgain)
        return DialogLayout(look, text, below: Areas.belowChip(look))
    }
}
