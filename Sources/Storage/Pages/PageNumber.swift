// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Numbers as the files of a session write them: with a point on every machine. People read them on a page in the language's writing.
enum PageNumber {
    /// Returns a number with this many decimal places and a point; a dash if a page can't show it.
    static func fixed(_ value: Double, places: Int) -> String {
        let power = (0..<places).reduce(1) { power, _ in power * 10 }
        guard abs(value) < 1e12 else { return "–" }
        let scaled = Int((value * Double(power)).rounded())
        let sign = scaled < 0 ? "-" : ""
        let whole = "\(sign)\(scaled.magnitude / UInt(power))"
        guard places > 0 else { return whole }
        let rest = String(scaled.magnitude % UInt(power))
        return "\(whole).\(String(repeating: "0", count: places - rest.utf8.count))\(rest)"
    }

    /// Returns a number with at most three decimal places and without zeros at its end, for drawings.
    static func short(_ value: Double) -> String {
        guard abs(value) < 1e12 else { return "–" }
        let scaled = Int((value * 1000).rounded())
        let sign = scaled < 0 ? "-" : ""
        let whole = scaled.magnitude / 1000
        var rest = scaled.magnitude % 1000
        guard rest > 0 else { return "\(sign)\(whole)" }
        let zeros = rest < 10 ? "00" : rest < 100 ? "0" : ""
        while rest % 10 == 0 { rest /= 10 }
        return "\(sign)\(whole).\(zeros)\(rest)"
    }

    /// Returns a number for people, with a fixed count of decimals.
    static func shown(_ value: Double, places: Int) -> String { Strings.withDecimalSign(fixed(value, places: places)) }

    /// Returns a number for people, with a sign that is as wide as a digit: `+12.3`, `−4.0`.
    static func signed(_ value: Double, places: Int) -> String {
        let text = shown(value, places: places)
        return text.hasPrefix("-") ? "−" + text.dropFirst() : "+" + text
    }

    /// Returns a duration: `0:09`, `1:02:03`.
    static func duration(_ seconds: Double) -> String {
        guard seconds >= 0, seconds < 1e9 else { return "–" }
        let whole = Int(seconds.rounded())
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return whole < 3600 ? "\(whole / 60):\(two(whole % 60))" : "\(whole / 3600):\(two(whole / 60 % 60)):\(two(whole % 60))"
    }

    /// Returns an arrow's position as an offset from the centre, or its hour alone if nobody measured it: `4 o’clock, by the hour`; `nil`
    /// without a position.
    static func position(of arrow: PlacedArrow) -> String? {
        arrow.place.map { place in
            arrow.placedBy == .hour
                ? Strings.Page.byTheHour(Strings.Page.hour(place.direction.hour)) : offset(place.distance.millimetres, towards: place.direction)
        }
    }

    /// Returns an offset from the centre: `12.3 mm at 4 o'clock`.
    static func offset(_ millimetres: Double, towards angle: Angle) -> String {
        let distance = fixed(millimetres, places: 1)
        return distance == "0.0" ? Strings.Page.deadCentre : Strings.Page.offset(Strings.withDecimalSign(distance), hour: angle.hour)
    }
}
