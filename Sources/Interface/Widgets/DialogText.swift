// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The words of the dialog in the middle.
struct DialogText: Hashable {
    var title: String
    var lines: [String]
    /// The share of all clips that is on the card; `nil` if there is nothing to wait for.
    var progress: Double?
    /// True if the knob holds the first of the two answers, which keeps; `nil` if nothing is asked.
    var answer: Bool?
    var keeping = Strings.save
    var other = Strings.dontSave
}
