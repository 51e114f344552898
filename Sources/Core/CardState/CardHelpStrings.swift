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
            [
                Section(
                    heading: Phrases.CardHelp.drive,
                    lines: [
                        Phrases.CardHelp.index,
                        Phrases.CardHelp.sessions,
                        Phrases.CardHelp.settings,
                        Phrases.CardHelp.rest,
                        Phrases.CardHelp.copying,
                        Phrases.CardHelp.unplug,
                    ]),
                Section(
                    heading: Phrases.CardHelp.keys,
                    lines: [
                        Phrases.CardHelp.mark,
                        Phrases.CardHelp.stop,
                        Phrases.CardHelp.knob,
                        Phrases.CardHelp.arrows,
                        Phrases.CardHelp.voice,
                    ]),
                Section(
                    heading: Phrases.CardHelp.trouble,
                    lines: [
                        Phrases.CardHelp.input,
                        Phrases.CardHelp.socket,
                        Phrases.CardHelp.modes,
                        Phrases.CardHelp.power,
                        Phrases.CardHelp.log,
                    ]),
            ]
        }
    }
}
