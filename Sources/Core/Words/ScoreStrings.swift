extension Strings {
    /// Of the score screen.
    package enum Score {
        // MARK: Controls

        package static let place = "Place"
        package static let add = "Add"
        package static let miss = "Miss"
        package static let undo = "Undo"
        package static let save = "Save & Done"
        package static let skip = "Skip (hold)"
        package static let move = "Move"
        package static let up = "Up"
        package static let down = "Down"

        // MARK: Once

        package static let nothingPlaced = "Nothing is placed yet. STOP again skips."
        package static let nothingToUndo = "Nothing to undo"
        package static let allPlacedAdvice = "All placed. MARK adds an arrow."
        package static let noMoreArrows = "No end has more arrows"
        package static let twoInASpot = "Two in one spot: the lower counts"

        // MARK: The panel

        package static func arrow(_ number: Int, of all: Int) -> String { "Arrow \(number) of \(all)" }
        package static func allPlaced(_ count: Int) -> String { count == 1 ? "1 arrow placed" : "All \(count) placed" }
        package static let endTotal = "Total of this end"
        package static let stopSaves = "STOP saves it"
        package static let total = "Total"
        package static let tens = "10s"
        package static let average = "Average"
        package static let round = "Round"
        package static let session = "Session"
        package static func hidden(_ count: Int) -> String { "+\(count)" }

        /// `4.2 cm out`; below ten centimetres to a tenth of a millimetre, as the finest step moves it.
        package static func out(_ distance: Length) -> String {
            switch distance.micrometres {
            case ..<50: "In the centre"
            case ..<100_000: "\(tenths(distance.millimetres)) mm out"
            default: "\(tenths(distance.millimetres / 10)) cm out"
            }
        }

        /// `7 o’clock`, `7:24`: an hour is 30°, a degree two minutes.
        package static func clock(_ angle: Angle) -> String {
            let minutes = Int((angle.degrees * 2).rounded()) % 720
            let hour = minutes / 60 == 0 ? 12 : minutes / 60
            let rest = minutes % 60
            return rest == 0 ? "\(hour) o’clock" : "\(hour):\(rest < 10 ? "0" : "")\(rest)"
        }

        package static func spot(_ number: Int, of all: Int) -> String { "Spot \(number) of \(all)" }
        package static func arrows(_ shaft: Length) -> String { "\(tenths(shaft.millimetres)) mm arrows" }
    }
}

/// A number to a hundredth: 9.5 is 9.50. Among archers a tenth of a point is much.
package func hundredths(_ number: Double) -> String {
    let scaled = Int((number * 100).clamped(to: -1e12...1e12).rounded())
    let rest = abs(scaled) % 100
    return "\(scaled < 0 ? "-" : "")\(abs(scaled) / 100).\(rest < 10 ? "0" : "")\(rest)"
}
