// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// One figure over an archer's months: a curve, and the same numbers as a table.
struct SeasonPlot {
    var plotID: String
    var plotName: String
    var plotRemark: String?
    /// The SVG of the curve; a template takes it unescaped.
    var curve: String
    var rows: [Row]

    struct Row {
        var rowName: String
        var rowValue: String
        /// The sessions behind the value.
        var rowSessions: Int
    }

    private static let size = (width: 720.0, height: 200.0)
    /// The area of the points in the drawing. The room at its left holds the values in a phone's size of text too.
    private static let area = Rect(x: 120, y: 20, width: 580, height: 145)

    /// - Parameters:
    ///   - value: a period's figure; `nil` if it has none.
    ///   - words: a value for people, with its unit.
    /// - Returns: `nil` if no period has the figure.
    init?(
        _ id: String, _ name: String, remark: String? = nil, _ periods: [SeasonPeriods.Period], value: (SeasonSum) -> Double?,
        words: (Double) -> String
    ) {
        let values = periods.map { value($0.sum) }
        let known = values.compactMap { $0 }
        guard let lowest = known.min(), let highest = known.max() else { return nil }
        (plotID, plotName, plotRemark) = (id, name, remark)
        rows = zip(periods, values).map { period, value in
            Row(rowName: period.name, rowValue: value.map(words) ?? "–", rowSessions: period.sum.sessions)
        }
        let (low, high) = highest > lowest ? (lowest, highest) : (lowest - 1, highest + 1)
        let points = values.enumerated().map { index, value in
            value.map { value in
                Point(
                    Self.area.x + Self.area.width * (values.count > 1 ? Double(index) / Double(values.count - 1) : 0.5),
                    Self.area.maxY - Self.area.height * (value - low) / (high - low))
            }
        }
        var svg = SVG(named: id)
        for value in highest > lowest ? [lowest, highest] : [lowest] {
            let y = Self.area.maxY - Self.area.height * (value - low) / (high - low)
            svg.element("path", ["class": "grid", "d": "M\(Self.number(Self.area.x)) \(Self.number(y))h\(Self.number(Self.area.width))"])
            svg.element("text", ["x": Self.number(Self.area.x - 10), "y": Self.number(y + 5), "text-anchor": "end"], words: words(value))
        }
        let ends = periods.count > 1 ? [(0, "start"), (periods.count - 1, "end")] : [(0, "middle")]
        for (index, anchor) in ends {
            let x = anchor == "middle" ? Self.area.center.x : index == 0 ? Self.area.x : Self.area.maxX
            svg.element("text", ["x": Self.number(x), "y": "192", "text-anchor": anchor], words: periods[index].name)
        }
        // A period without a value interrupts the curve.
        for run in points.split(separator: nil) where run.count > 1 {
            let places = run.compactMap { $0 }.map { "\(Self.number($0.x)),\(Self.number($0.y))" }
            svg.element("polyline", ["class": "curve", "points": places.joined(separator: " ")])
        }
        for point in points.compactMap({ $0 }) {
            svg.element("circle", ["cx": Self.number(point.x), "cy": Self.number(point.y), "r": "5"])
        }
        curve = svg.picture(
            Rect(x: 0, y: 0, width: Self.size.width, height: Self.size.height), title: name,
            description: zip(periods, values).reversed().first { $0.1 != nil }.map { "\($0.0.name): \($0.1.map(words) ?? "")" } ?? "",
            role: "img", isFile: false)
    }

    private static func number(_ number: Double) -> String { PageNumber.short((number * 10).rounded() / 10) }
}
