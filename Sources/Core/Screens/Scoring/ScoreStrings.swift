extension Strings {
    /// Of the score screen.
    enum Score {
        // MARK: Controls

        static let place = "Place"
        static let add = "Add"
        static let miss = "Miss"
        static let undo = "Undo"
        static let save = "Save & Done"
        static let skip = "Skip (hold)"
        static let move = "Move"
        static let up = "Up"
        static let down = "Down"

        static func name(of axis: ScoreCircle.Axis) -> String {
            switch axis {
            case .radius: "Radius"
            case .angle: "Angle"
            case .spot: "Spot"
            }
        }

        // MARK: Once

        static let nothingPlaced = "Nothing is placed yet. STOP again skips."
        static let nothingToUndo = "Nothing to undo"
        static let allPlacedAdvice = "All placed. MARK adds an arrow."
        static let noMoreArrows = "No end has more arrows"
        static let twoInASpot = "Two in one spot: the lower counts"

        // MARK: The panel

        static func arrow(_ number: Int, of all: Int) -> String { "Arrow \(number) of \(all)" }
        static func allPlaced(_ count: Int) -> String { count == 1 ? "1 arrow placed" : "All \(count) placed" }
        static let endTotal = "Total of this end"
        static let stopSaves = "STOP saves it"
        static let total = "Total"
        static let tens = "10s"
        static let average = "Average"
        static let round = "Round"
        static let session = "Session"
        static func hidden(_ count: Int) -> String { "+\(count)" }

        /// `4.2 cm out`; below ten centimetres to a tenth of a millimetre, as the finest step moves it.
        static func out(_ distance: Length) -> String {
            switch distance.micrometres {
            case ..<50: "In the centre"
            case ..<100_000: "\(tenths(distance.millimetres)) mm out"
            default: "\(tenths(distance.millimetres / 10)) cm out"
            }
        }

        /// `7 o’clock`, `7:24`: an hour is 30°, a degree two minutes.
        static func clock(_ angle: Angle) -> String {
            let minutes = Int((angle.degrees * 2).rounded()) % 720
            let hour = minutes / 60 == 0 ? 12 : minutes / 60
            let rest = minutes % 60
            return rest == 0 ? "\(hour) o’clock" : "\(hour):\(rest < 10 ? "0" : "")\(rest)"
        }

        static func spot(_ number: Int, of all: Int) -> String { "Spot \(number) of \(all)" }
        static func arrows(_ shaft: Length) -> String { "\(tenths(shaft.millimetres)) mm arrows" }
    }
}

/// A number to a hundredth: 9.5 is 9.50. Among archers a tenth of a point is much.
func hundredths(_ number: Double) -> String {
    let scaled = Int((number * 100).clamped(to: -1e12...1e12).rounded())
    let rest = abs(scaled) % 100
    return "\(scaled < 0 ? "-" : "")\(abs(scaled) / 100).\(rest < 10 ? "0" : "")\(rest)"
}
