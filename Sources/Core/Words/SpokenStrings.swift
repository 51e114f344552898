// SPDX-License-Identifier: GPL-3.0-or-later

extension Strings {
    /// The words that are said. Almost everything that is said is written somewhere too; these are the words that tie it together.
    package enum Spoken {
        package static func total(_ points: Int) -> String { Phrases.Spoken.total(points) }
        package static func round(_ points: Int) -> String { Phrases.Spoken.round(points) }
        package static func points(_ count: Int) -> String { Phrases.Spoken.points(count) }
        static var miss: String { Phrases.Spoken.miss }
        package static var placed: String { Phrases.Spoken.placed }

        // MARK: Places and states

        /// "Delay, 5 of 9".
        package static func place(_ what: String, _ number: Int, of all: Int) -> String { Phrases.Spoken.place(what, number: number, all: all) }
        package static func clip(_ number: Int, of all: Int) -> String { Phrases.Spoken.clip(number, all: all) }
        package static func selected(_ isSelected: Bool) -> String { isSelected ? Phrases.Spoken.selected : Phrases.Spoken.notSelected }
        package static func liked(_ isLiked: Bool) -> String { isLiked ? Strings.liked : Phrases.Spoken.notLiked }
        package static func set(_ isSet: Bool) -> String { isSet ? Phrases.Spoken.set : Phrases.Spoken.notSet }
        package static func paused(_ isPaused: Bool) -> String { isPaused ? Phrases.Spoken.paused : Phrases.Spoken.playing }
        package static var idle: String { Phrases.Spoken.idle }
        package static var refused: String { Phrases.Spoken.refused }
        /// A place in the picture, 0…1 both ways, in percent.
        package static func at(left: Double, top: Double) -> String { Phrases.Spoken.at(Strings.percent(left), top: Strings.percent(top)) }
        /// The width of a part of the picture, 0…1, in percent.
        package static func wide(_ width: Double) -> String { Phrases.Spoken.wide(Strings.percent(width)) }

        // MARK: Screens without a written name

        package static var summary: String { Phrases.Spoken.summary }
        package static var report: String { Phrases.Spoken.report }

        // MARK: Controls

        /// "Like: right".
        package static func does(_ deed: String, by control: String) -> String { Phrases.Spoken.does(deed, control: control) }
        package static func either(_ one: String, _ other: String) -> String { Phrases.Spoken.or(one, other: other) }
        /// Said while a control is held, before it acts.
        package static func holdOn(for deed: String) -> String { Phrases.Spoken.holdOn(deed) }
        package static func hold(_ control: String) -> String { Phrases.Spoken.hold(control) }
        package static var turn: String { Phrases.Spoken.turn }
        package static var push: String { Phrases.Spoken.push }
        package static var knob: String { Phrases.Spoken.knob }
        package static var left: String { Phrases.Spoken.left }
        package static var right: String { Phrases.Spoken.right }
        package static var up: String { Phrases.Spoken.up }
        package static var down: String { Phrases.Spoken.down }

        // MARK: Signs

        /// Returns a letter to choose, or the name of a sign that would be silent.
        package static func letter(_ letter: String) -> String {
            switch letter {
            case " ": Phrases.Spoken.space
            case "-": Phrases.Spoken.hyphen
            case "'": Phrases.Spoken.apostrophe
            default: letter
            }
        }

        /// Returns written words as they can be read aloud: the dot between two words is a pause, and an arrow button has its name.
        package static func readable(_ words: String) -> String {
            guard words.contains(where: Self.isSign) else { return words }
            var read = words
            for (sign, name) in [("◀", left), ("▶", right), ("▲", up), ("▼", down), ("·", ","), ("…", ""), ("“", ""), ("”", "")] {
                read = read.replacing(sign, with: name)
            }
            return read.split(separator: " ").joined(separator: " ").replacing(" ,", with: ",")
        }

        private static func isSign(_ character: Character) -> Bool { "◀▶▲▼·…“”".contains(character) || character == "\n" }
    }
}
