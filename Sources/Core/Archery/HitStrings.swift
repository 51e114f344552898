// SPDX-License-Identifier: GPL-3.0-or-later

/// The words about where an arrow hit.
extension Strings.Score {
    /// `4.2 cm out`; below ten centimetres to a tenth of a millimetre, as the finest step moves it.
    package static func out(_ distance: Length) -> String {
        switch distance.micrometres {
        case ..<50: Phrases.ScoreParts.inTheCentre
        case ..<100_000: Phrases.ScoreParts.millimetresOut(tenths(distance.millimetres))
        default: Phrases.ScoreParts.centimetresOut(tenths(distance.millimetres / 10))
        }
    }

    /// `7 o’clock`, `7:24`: an hour is 30°, a degree two minutes.
    package static func clock(_ angle: Angle) -> String {
        let minutes = Int((angle.degrees * 2).rounded()) % 720
        let hour = minutes / 60 == 0 ? 12 : minutes / 60
        let rest = minutes % 60
        return rest == 0 ? Phrases.ScoreParts.oClock(hour) : "\(hour):\(rest < 10 ? "0" : "")\(rest)"
    }

    package static func arrows(_ shaft: Length) -> String { Phrases.ScoreParts.arrows(tenths(shaft.millimetres)) }
}

extension Strings.Summary {
    package static func place(_ distance: Length, _ direction: Angle) -> String {
        let millimetres = wholeMillimetres(distance.millimetres)
        return millimetres == 0
            ? Phrases.SummaryParts.deadCentre
            : Phrases.SummaryParts.place(millimetres, hour: direction.hour)
    }
}
