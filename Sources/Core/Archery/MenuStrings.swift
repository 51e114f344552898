// SPDX-License-Identifier: GPL-3.0-or-later

/// The words of the menu's first page, of its archers, and of the lists of faces and rounds.
extension Strings {
    // MARK: Archers

    /// - Parameter round: its name; `nil`: practice.
    package static func everybodysRoundHelp(_ round: String?) -> String {
        Phrases.Archers.everybodysRoundHelp(round ?? Strings.practice)
    }

    // MARK: Faces and rounds

    package static func needs(_ round: String, _ face: String) -> String { Phrases.Choice.needs(round, face: face) }
    package static func needsOther(_ round: String, _ face: String) -> String { Phrases.Choice.needsOther(round, face: face) }
    package static func of(_ archer: String, _ words: String) -> String { Phrases.Choice.ofArcher(archer, words: words) }
    package static func ringSpan(_ first: String, _ last: String) -> String { Phrases.Choice.ringSpan(first, last: last) }
    package static func endsOf(_ ends: Int, _ arrows: Int) -> String { Phrases.Choice.endsOf(ends, arrows: arrows) }

    package static func title(of group: FaceGroup) -> String {
        switch group {
        case .outdoor: Phrases.Choice.waOutdoors
        case .indoor: Phrases.Choice.waIndoors
        case .field: Phrases.Choice.waField
        case .nfaa: Phrases.Choice.nfaa
        case .vegas: Phrases.Choice.vegas
        case .british: Phrases.Choice.british
        case .own: Phrases.Choice.own
        }
    }

    package static func title(of group: RoundGroup) -> String {
        switch group {
        case .practice: practice
        case .worldArchery: Phrases.Choice.waRounds
        case .american: Phrases.Choice.american
        case .british: Phrases.Choice.british
        }
    }
}
