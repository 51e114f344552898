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

        // MARK: Without a group

        package static func fewPlaced(_ placed: Int, of all: Int) -> String { Phrases.SummaryParts.fewPlaced(placed, all: all) }
        /// - Parameter number: the number of an end, or of a practice end.
        package static func bestSince(_ number: Int, isPractice: Bool) -> String {
            isPractice ? Phrases.SummaryParts.bestSincePractice(number) : Phrases.SummaryParts.bestSince(number)
        }
        /// The average of an end beside that of its round, or of its session.
        package static func averages(_ own: Double, _ whole: Double, isRound: Bool) -> String {
            isRound
                ? Phrases.SummaryParts.averagesOfRound(hundredths(own), whole: hundredths(whole))
                : Phrases.SummaryParts.averagesOfSession(hundredths(own), whole: hundredths(whole))
        }
        /// The lowest arrow of an end.
        /// - Parameter isHeld: true if the knob holds it, and its clip can be played.
        package static func lowest(_ number: Int, _ score: String, isHeld: Bool) -> String {
            let words = Phrases.SummaryParts.lowest(number, score: score)
            return isHeld ? Phrases.SummaryParts.lowestClip(words) : words
        }
        package static func allAlike(_ score: String) -> String { Phrases.SummaryParts.allAlike(score) }
        /// The totals of the best and of the lowest end.
        package static func ends(between least: Int, _ most: Int) -> String { Phrases.SummaryParts.endsBetween(most, least: least) }

        // MARK: Figures

        package static func spotsOnOne(_ count: Int) -> String { Phrases.SummaryParts.spotsOnOne(count) }
        package static func placed(_ count: Int, in scope: String) -> String { Phrases.SummaryParts.scopePlaced(scope, placed: count) }
        package static func average(_ points: Double) -> String { Phrases.SummaryParts.averageOf(hundredths(points)) }

        static func wholeCentimetres(_ millimetres: Double) -> Int { (wholeMillimetres(millimetres) + 5) / 10 }
        static func wholeMillimetres(_ millimetres: Double) -> Int { Int(millimetres.clamped(to: 0...1e6).rounded()) }
    }
}
