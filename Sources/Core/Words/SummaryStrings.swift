// SPDX-License-Identifier: GPL-3.0-or-later

extension Strings {
    /// On the summary.
    package enum Summary {
        package static var noClip: String { text("summary.no-clip") }
        package static var noClipLinked: String { text("summary.no-clip-linked") }
        package static var notScoredYet: String { text("summary.not-scored-yet") }
        package static var onlyThisRun: String { text("summary.only-this-run") }
        package static var noClipsYet: String { text("summary.no-clips-yet") }
        package static var keepsClip: String { text("summary.keeps-clip") }
        package static var unlinked: String { text("summary.unlinked") }
        package static var noClipStays: String { text("summary.no-clip-stays") }
        package static var notes: String { text("summary.notes") }
        package static var clipsOfSession: String { text("summary.clips-of-session") }

        // MARK: Figures

        package static var end: String { text("summary.end") }
        package static var total: String { text("summary.total") }
        package static var sum: String { text("summary.sum") }
        package static var session: String { text("summary.session") }
        package static var round: String { text("summary.round") }
        package static var average: String { text("summary.average") }
        package static var tens: String { text("summary.tens") }

        /// What a session may be remembered by.
        package static var notePhrases: [String] {
            [
                text("note.windy"), text("note.rain"), text("note.sun-in-the-eyes"), text("note.cold"), text("note.new-string"),
                text("note.new-arrows"), text("note.sight-moved"), text("note.tired"), text("note.good-group"), text("note.competition"),
            ]
        }

        package static func end(_ number: Int, of count: Int) -> String {
            count > 1 ? text("summary.end-of", ["number": number, "count": count]) : Strings.nextEnd(number)
        }
        package static func end(_ number: Int, of count: Int, at distance: String) -> String {
            text("summary.end-at", ["number": number, "count": count, "distance": distance])
        }
        package static func points(_ count: Int) -> String { text("summary.points", count: count) }
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
        /// When a clip begins, from the first one's beginning: `1:05`.
        package static func moment(_ seconds: Double) -> String {
            let whole = Int(seconds.clamped(to: 0...359_999).rounded(.down))
            let rest = whole % 60
            return "\(whole / 60):\(rest < 10 ? "0" : "")\(rest)"
        }
        package static func whichClip(ofArrow number: Int) -> String { text("summary.which-clip", ["number": number]) }
        package static func swaps(withArrow number: Int) -> String { text("summary.swaps", ["number": number]) }
        package static func swaps(withArrow number: Int, ofEnd end: Int) -> String { text("summary.swaps-of-end", ["number": number, "end": end]) }
        package static func linked(_ arrow: Int, _ clip: String?) -> String {
            clip.map { text("summary.linked", ["arrow": arrow, "clip": $0]) } ?? text("summary.linked-to-none", ["arrow": arrow])
        }
        package static func roundOver(_ name: String, _ total: Int, of most: Int) -> String {
            text("summary.round-over", ["name": name, "total": total, "most": most])
        }

        // MARK: The group

        package static func meanRadius(_ millimetres: Double) -> String {
            text("summary.mean-radius", ["millimetres": wholeMillimetres(millimetres)])
        }
        package static func spread(_ millimetres: Double) -> String { text("summary.spread", ["millimetres": wholeMillimetres(millimetres)]) }
        package static func groupCentre(_ group: ArrowGroup) -> String {
            let millimetres = wholeMillimetres(group.offset)
            return millimetres == 0
                ? text("summary.centred")
                : text("summary.place", ["millimetres": millimetres, "hour": group.direction.hour])
        }

        private static func wholeMillimetres(_ millimetres: Double) -> Int { Int(millimetres.clamped(to: 0...1e6).rounded()) }
    }
}
