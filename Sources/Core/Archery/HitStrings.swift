// SPDX-License-Identifier: GPL-3.0-or-later

/// The words about where arrows hit.
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
    /// Returns an arrow's position in words; `nil` if it has none.
    package static func place(of arrow: PlacedArrow) -> String? {
        arrow.place.map { place in
            arrow.placedBy == .hour ? Phrases.SummaryParts.byHour(place.direction.hour) : Self.place(place.distance, place.direction)
        }
    }

    package static func place(_ distance: Length, _ direction: Angle) -> String {
        let millimetres = wholeMillimetres(distance.millimetres)
        return millimetres == 0
            ? Phrases.SummaryParts.deadCentre
            : Phrases.SummaryParts.place(millimetres, hour: direction.hour)
    }

    // MARK: Groups and rings

    /// The size of a group: the greatest distance between two arrows.
    package static func group(_ group: ArrowGroup) -> String {
        group.isByHour ? Phrases.SummaryParts.groupByHour(size(group)) : Phrases.SummaryParts.group(size(group))
    }
    package static func thisEnd(_ group: ArrowGroup, placed: Int, of all: Int) -> String {
        group.isByHour
            ? Phrases.SummaryParts.thisEndByHour(size(group), placed: placed, all: all)
            : Phrases.SummaryParts.thisEnd(size(group), placed: placed, all: all)
    }
    /// In millimetres; of arrows that were placed by the hour, in whole centimetres, at least one.
    private static func size(_ group: ArrowGroup) -> String {
        group.isByHour
            ? Phrases.SummaryParts.centimetres(max(1, wholeCentimetres(group.extremeSpread)))
            : Phrases.SummaryParts.millimetres(wholeMillimetres(group.extremeSpread))
    }

    /// A count of arrows in a ring: "X: 3".
    package static func count(_ label: String, _ count: Int) -> String { Phrases.SummaryParts.count(inner(label), count: count) }
    /// The name of a count of arrows in the inner ring. The eleven is called by a number, so its count is that of "11s".
    package static func inner(_ label: String) -> String { label == Ring.elevenLabel ? Phrases.SummaryParts.elevens : label }
}
