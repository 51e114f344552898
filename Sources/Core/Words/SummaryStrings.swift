// SPDX-License-Identifier: GPL-3.0-or-later

extension Strings {
    /// The words of the summary.
    package enum Summary {
        /// - Parameter clip: its name.
        package static func deleted(_ clip: String) -> String { Phrases.SummaryParts.clipDeleted(clip) }

        /// The default phrases for a session's notes.
        package static var notePhrases: [String] {
            [
                Phrases.Note.windy, Phrases.Note.rain, Phrases.Note.sunInTheEyes, Phrases.Note.cold, Phrases.Note.newString,
                Phrases.Note.newArrows, Phrases.Note.sightMoved, Phrases.Note.tired, Phrases.Note.goodGroup, Phrases.Note.competition,
            ]
        }
        /// The default phrases about a bow and its arrows.
        package static var notePhrasesOfArrows: [String] {
            [Phrases.Note.newString, Phrases.Note.newArrows, Phrases.Note.sightMoved, Phrases.Note.goodGroup]
        }

        package static func end(_ number: Int, of count: Int) -> String {
            count > 1 ? Phrases.SummaryParts.endOf(number, count: count) : Strings.nextEnd(number)
        }
        package static func arrow(_ number: Int, of all: Int) -> String { Phrases.SummaryParts.arrow(number, all: all) }
        package static func clip(_ title: String, seconds: Double) -> String {
            seconds > 0 ? Phrases.SummaryParts.clip(title, seconds: tenths(seconds)) : title
        }
        /// The beginning of a clip, counted from the beginning of the session's first clip: `1:05`.
        package static func moment(_ seconds: Double) -> String {
            let whole = Int(seconds.clamped(to: 0...359_999).rounded(.down))
            let rest = whole % 60
            return "\(whole / 60):\(rest < 10 ? "0" : "")\(rest)"
        }
        package static func whichClip(ofArrow number: Int) -> String { Phrases.SummaryParts.whichClip(number) }
        package static func swaps(withArrow number: Int) -> String { Phrases.SummaryParts.swaps(number) }
        package static func swaps(withArrow number: Int, of end: String) -> String { Phrases.SummaryParts.swapsOfEnd(end, number: number) }
        package static func linked(_ arrow: Int, _ clip: String?) -> String {
            clip.map { Phrases.SummaryParts.linked(arrow, clip: $0) } ?? Phrases.SummaryParts.linkedToNone(arrow)
        }

        // MARK: The group

        /// The position of the group and the direction to move the sight, from millimetres to the right and up; either may be 0.
        package static func sight(right: Double, up: Double) -> String {
            let (vertical, side) = (distance(up), distance(right))
            switch (up == 0 ? 0 : up > 0 ? 1 : -1, right == 0 ? 0 : right > 0 ? 1 : -1) {
            case (1, 0): return Phrases.SummaryParts.sightUp(vertical)
            case (-1, 0): return Phrases.SummaryParts.sightDown(vertical)
            case (0, 1): return Phrases.SummaryParts.sightRight(side)
            case (0, -1): return Phrases.SummaryParts.sightLeft(side)
            case (1, 1): return Phrases.SummaryParts.sightUpRight(vertical, side: side)
            case (1, -1): return Phrases.SummaryParts.sightUpLeft(vertical, side: side)
            case (-1, 1): return Phrases.SummaryParts.sightDownRight(vertical, side: side)
            case (-1, -1): return Phrases.SummaryParts.sightDownLeft(vertical, side: side)
            default: return centred
            }
        }

        /// The position of the group, in short.
        package static func off(right: Double, up: Double) -> String {
            let vertical = up == 0 ? nil : up > 0 ? Phrases.SummaryParts.high(distance(up)) : Phrases.SummaryParts.low(distance(up))
            let side = right == 0 ? nil : right > 0 ? Phrases.SummaryParts.right(distance(right)) : Phrases.SummaryParts.left(distance(right))
            return [vertical, side].compactMap { $0 }.joined(separator: ", ")
        }

        /// A distance in whole centimetres, or in millimetres below three centimetres.
        private static func distance(_ millimetres: Double) -> String {
            let whole = wholeMillimetres(abs(millimetres))
            return whole < 30 ? Phrases.SummaryParts.millimetres(whole) : Phrases.SummaryParts.centimetres((whole + 5) / 10)
        }

        /// The size of a group: the greatest distance between two arrows, in millimetres.
        package static func group(_ spread: Double) -> String { Phrases.SummaryParts.group(size(spread)) }
        private static func size(_ spread: Double) -> String { Phrases.SummaryParts.millimetres(wholeMillimetres(spread)) }
        /// - Parameter spread: the group's size in millimetres; `nil` if it has fewer than two arrows.
        package static func thisEnd(_ spread: Double?, placed: Int, of all: Int) -> String {
            spread.map { Phrases.SummaryParts.thisEnd(size($0), placed: placed, all: all) }
                ?? Phrases.SummaryParts.thisEndAlone(placed, all: all)
        }
        package static func placed(_ count: Int, in scope: String) -> String { Phrases.SummaryParts.scopePlaced(scope, placed: count) }
        package static func count(_ label: String, _ count: Int) -> String { Phrases.SummaryParts.count(label, count: count) }
        package static func average(_ points: Double) -> String { Phrases.SummaryParts.averageOf(hundredths(points)) }

        static func wholeMillimetres(_ millimetres: Double) -> Int { Int(millimetres.clamped(to: 0...1e6).rounded()) }
    }
}
