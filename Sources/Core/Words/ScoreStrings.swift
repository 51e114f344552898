// SPDX-License-Identifier: GPL-3.0-or-later

extension Strings {
    /// The words of the score screen.
    package enum Score {
        // MARK: Controls

        package static var ring: String { text("score.ring") }
        package static var hour: String { text("score.hour") }
        package static var fine: String { text("score.fine") }
        package static var turnRing: String { text("score.turn-ring") }
        package static var pushHour: String { text("score.push-hour") }
        package static var pushFine: String { text("score.push-fine") }
        package static var pushRing: String { text("score.push-ring") }

        // MARK: Toasts

        package static var twoInASpot: String { text("score.two-in-a-spot") }
        package static func practice(_ isPractice: Bool) -> String { text(isPractice ? "score.practice" : "score.counts-again") }

        // MARK: The panel

        package static func arrow(_ number: Int, of all: Int) -> String { text("score.arrow", ["number": number, "all": all]) }
        package static func allPlaced(_ count: Int) -> String { text("score.all-placed", count: count) }
        package static var ringOnly: String { text("score.ring-only") }
        package static var highToLow: String { text("score.high-to-low") }
        /// - Parameter end: its name.
        package static func soFar(_ end: String) -> String { text("score.so-far", ["end": end]) }
        package static func lowestCount(_ count: Int) -> String { text("score.lowest-count", ["count": count]) }
        package static func round(afterEnds count: Int) -> String { text("score.round-after", count: count) }
        package static func session(afterEnds count: Int) -> String { text("score.session-after", count: count) }

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

        package static func arrows(_ shaft: Length) -> String { text("score.arrows", ["shaft": tenths(shaft.millimetres)]) }
    }
}

/// Returns a number to a hundredth: 9.5 is 9.50. For archers a tenth of a point is much.
package func hundredths(_ number: Double) -> String {
    let scaled = Int((number * 100).clamped(to: -1e12...1e12).rounded())
    let rest = abs(scaled) % 100
    return "\(scaled < 0 ? "-" : "")\(abs(scaled) / 100).\(rest < 10 ? "0" : "")\(rest)"
}
