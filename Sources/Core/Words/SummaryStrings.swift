// SPDX-License-Identifier: GPL-3.0-or-later

extension Strings {
    /// The words of the summary.
    package enum Summary {
        package static var noClip: String { text("summary.no-clip") }
        package static var noClipLinked: String { text("summary.no-clip-linked") }
        package static func selected(_ count: Int) -> String { text("summary.selected", ["count": count]) }
        /// - Parameter clip: its name.
        package static func deleted(_ clip: String) -> String { text("summary.clip-deleted", ["clip": clip]) }
        package static var deleted: String { text("summary.deleted") }
        package static func isDeleted(_ clip: String) -> String { text("summary.clip-is-deleted", ["clip": clip]) }
        package static func isRemoved(_ clip: String) -> String { text("summary.clip-is-removed", ["clip": clip]) }
        package static var notScoredYet: String { text("summary.not-scored-yet") }
        package static var noClipsYet: String { text("summary.no-clips-yet") }
        package static var keepsClip: String { text("summary.keeps-clip") }
        package static var unlinked: String { text("summary.unlinked") }
        package static var noClipStays: String { text("summary.no-clip-stays") }
        package static var notes: String { text("summary.notes") }
        /// The button behind which a note is written.
        package static var writeNote: String { text("summary.write-note") }
        package static var clipsOfSession: String { text("summary.clips-of-session") }

        package static func scoreAgainQuestion(_ end: String) -> String { text("summary.score-again-question", ["end": end]) }
        package static var scoreStays: String { text("summary.score-stays") }
        package static var scoreAgain: String { text("summary.score-again") }

        // MARK: Figures

        package static var tens: String { text("summary.tens") }

        /// The default phrases for a session's notes.
        package static var notePhrases: [String] {
            [
                text("note.windy"), text("note.rain"), text("note.sun-in-the-eyes"), text("note.cold"), text("note.new-string"),
                text("note.new-arrows"), text("note.sight-moved"), text("note.tired"), text("note.good-group"), text("note.competition"),
            ]
        }
        /// The default phrases about a bow and its arrows.
        package static var notePhrasesOfArrows: [String] {
            [text("note.new-string"), text("note.new-arrows"), text("note.sight-moved"), text("note.good-group")]
        }

        package static func end(_ number: Int, of count: Int) -> String {
            count > 1 ? text("summary.end-of", ["number": number, "count": count]) : Strings.nextEnd(number)
        }
        package static func arrow(_ number: Int, of all: Int) -> String { text("summary.arrow", ["number": number, "all": all]) }
        package static func place(_ distance: Length, _ direction: Angle) -> String {
            let millimetres = wholeMillimetres(distance.millimetres)
            return millimetres == 0
                ? text("summary.dead-centre")
                : text("summary.place", ["millimetres": millimetres, "hour": direction.hour])
        }
        package static var notPlaced: String { text("summary.not-placed") }
        package static var byRing: String { text("summary.by-ring") }
        package static func clip(_ title: String, seconds: Double) -> String {
            seconds > 0 ? text("summary.clip", ["clip": title, "seconds": tenths(seconds)]) : title
        }
        /// The beginning of a clip, counted from the beginning of the session's first clip: `1:05`.
        package static func moment(_ seconds: Double) -> String {
            let whole = Int(seconds.clamped(to: 0...359_999).rounded(.down))
            let rest = whole % 60
            return "\(whole / 60):\(rest < 10 ? "0" : "")\(rest)"
        }
        package static func whichClip(ofArrow number: Int) -> String { text("summary.which-clip", ["number": number]) }
        package static func swaps(withArrow number: Int) -> String { text("summary.swaps", ["number": number]) }
        package static func swaps(withArrow number: Int, of end: String) -> String { text("summary.swaps-of-end", ["number": number, "end": end]) }
        package static func linked(_ arrow: Int, _ clip: String?) -> String {
            clip.map { text("summary.linked", ["arrow": arrow, "clip": $0]) } ?? text("summary.linked-to-none", ["arrow": arrow])
        }
        package static func roundOver(_ name: String, _ total: Int, of most: Int) -> String {
            text("summary.round-over", ["name": name, "total": total, "most": most])
        }

        // MARK: The group

        package static var centred: String { text("summary.centred") }
        package static var tooFewPlaces: String { text("summary.too-few-places") }

        /// The position of the group and the direction to move the sight, from millimetres to the right and up; either may be 0.
        package static func sight(right: Double, up: Double) -> String {
            let (vertical, side) = (distance(up), distance(right))
            switch (up == 0 ? 0 : up > 0 ? 1 : -1, right == 0 ? 0 : right > 0 ? 1 : -1) {
            case (1, 0): return text("summary.sight-up", ["distance": vertical])
            case (-1, 0): return text("summary.sight-down", ["distance": vertical])
            case (0, 1): return text("summary.sight-right", ["distance": side])
            case (0, -1): return text("summary.sight-left", ["distance": side])
            case (1, 1): return text("summary.sight-up-right", ["vertical": vertical, "side": side])
            case (1, -1): return text("summary.sight-up-left", ["vertical": vertical, "side": side])
            case (-1, 1): return text("summary.sight-down-right", ["vertical": vertical, "side": side])
            case (-1, -1): return text("summary.sight-down-left", ["vertical": vertical, "side": side])
            default: return centred
            }
        }

        /// The position of the group, in short.
        package static func off(right: Double, up: Double) -> String {
            let vertical = up == 0 ? nil : text(up > 0 ? "summary.high" : "summary.low", ["distance": distance(up)])
            let side = right == 0 ? nil : text(right > 0 ? "summary.right" : "summary.left", ["distance": distance(right)])
            return [vertical, side].compactMap { $0 }.joined(separator: ", ")
        }

        /// A distance in whole centimetres, or in millimetres below three centimetres.
        private static func distance(_ millimetres: Double) -> String {
            let whole = wholeMillimetres(abs(millimetres))
            return whole < 30 ? text("summary.millimetres", ["number": whole]) : text("summary.centimetres", ["number": (whole + 5) / 10])
        }

        /// The size of a group: the greatest distance between two arrows, in millimetres.
        package static func group(_ spread: Double) -> String { text("summary.group", ["size": size(spread)]) }
        private static func size(_ spread: Double) -> String { text("summary.millimetres", ["number": wholeMillimetres(spread)]) }
        /// - Parameter spread: the group's size in millimetres; `nil` if it has fewer than two arrows.
        package static func thisEnd(_ spread: Double?, placed: Int, of all: Int) -> String {
            spread.map { text("summary.this-end", ["size": size($0), "placed": placed, "all": all]) }
                ?? text("summary.this-end-alone", ["placed": placed, "all": all])
        }
        package static func placed(_ count: Int, in scope: String) -> String { text("summary.scope-placed", ["scope": scope, "placed": count]) }
        package static func count(_ label: String, _ count: Int) -> String { text("summary.count", ["label": label, "count": count]) }
        package static func average(_ points: Double) -> String { text("summary.average-of", ["points": hundredths(points)]) }

        private static func wholeMillimetres(_ millimetres: Double) -> Int { Int(millimetres.clamped(to: 0...1e6).rounded()) }
    }
}
