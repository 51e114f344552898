// SPDX-License-Identifier: GPL-3.0-or-later

extension Strings {
    /// Of the score screen.
    package enum Score {
        // MARK: Controls

        package static var place: String { text("score.place") }
        package static var add: String { text("score.add") }
        package static var miss: String { text("score.miss") }
        package static var undo: String { text("score.undo") }
        package static var save: String { text("score.save") }
        package static var skip: String { text("score.skip") }
        package static var radius: String { text("score.radius") }
        package static var angle: String { text("score.angle") }
        package static var spot: String { text("score.spot-word") }
        package static var move: String { text("score.move") }
        package static var up: String { text("score.up") }
        package static var down: String { text("score.down") }

        // MARK: Once

        package static var nothingPlaced: String { text("score.nothing-placed") }
        package static var nothingToUndo: String { text("score.nothing-to-undo") }
        package static var allPlacedAdvice: String { text("score.all-placed-advice") }
        package static var noMoreArrows: String { text("score.no-more-arrows") }
        package static var twoInASpot: String { text("score.two-in-a-spot") }

        // MARK: The panel

        package static func arrow(_ number: Int, of all: Int) -> String { text("score.arrow", ["number": number, "all": all]) }
        package static func allPlaced(_ count: Int) -> String { text("score.all-placed", count: count) }
        package static var endTotal: String { text("score.end-total") }
        package static var stopSaves: String { text("score.stop-saves") }
        package static var total: String { text("score.total") }
        package static var tens: String { text("score.tens") }
        package static var average: String { text("score.average") }
        package static var round: String { text("score.round") }
        package static var session: String { text("score.session") }
        package static func hidden(_ count: Int) -> String { text("score.hidden", ["count": count]) }

        /// `4.2 cm out`; below ten centimetres to a tenth of a millimetre, as the finest step moves it.
        package static func out(_ distance: Length) -> String {
            switch distance.micrometres {
            case ..<50: text("score.in-the-centre")
            case ..<100_000: text("score.millimetres-out", ["number": tenths(distance.millimetres)])
            default: text("score.centimetres-out", ["number": tenths(distance.millimetres / 10)])
            }
        }

        /// `7 o’clock`, `7:24`: an hour is 30°, a degree two minutes.
        package static func clock(_ angle: Angle) -> String {
            let minutes = Int((angle.degrees * 2).rounded()) % 720
            let hour = minutes / 60 == 0 ? 12 : minutes / 60
            let rest = minutes % 60
            return rest == 0 ? text("score.o-clock", ["hour": hour]) : "\(hour):\(rest < 10 ? "0" : "")\(rest)"
        }

        package static func spot(_ number: Int, of all: Int) -> String { text("score.spot", ["number": number, "all": all]) }
        package static func arrows(_ shaft: Length) -> String { text("score.arrows", ["shaft": tenths(shaft.millimetres)]) }
    }
}

/// A number to a hundredth: 9.5 is 9.50. Among archers a tenth of a point is much.
package func hundredths(_ number: Double) -> String {
    let scaled = Int((number * 100).clamped(to: -1e12...1e12).rounded())
    let rest = abs(scaled) % 100
    return "\(scaled < 0 ? "-" : "")\(abs(scaled) / 100).\(rest < 10 ? "0" : "")\(rest)"
}
