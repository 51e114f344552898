// SPDX-License-Identifier: GPL-3.0-or-later

extension Strings {
    /// The help on the card, for whoever opens it on a laptop.
    package enum CardHelp {
        package struct Section: Hashable, Sendable {
            package var heading: String
            /// One sentence or two each.
            package var lines: [String]
        }

        package static var title: String { Phrases.CardHelp.title }
        package static var about: String { Phrases.CardHelp.about }
        package static var link: String { Phrases.CardHelp.link }

        package static var sections: [Section] {
            typealias Words = Phrases.CardHelp
            return [
                Section(heading: Words.drive, lines: [Words.index, Words.sessions, Words.settings, Words.rest, Words.copying, Words.unplug]),
                Section(heading: Words.keys, lines: [Words.mark, Words.stop, Words.knob, Words.arrows]),
                Section(heading: Words.trouble, lines: [Words.input, Words.socket, Words.modes, Words.power, Words.log]),
            ]
        }
    }
}
