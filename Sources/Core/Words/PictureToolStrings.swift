// SPDX-License-Identifier: GPL-3.0-or-later

// Drawings on pictures.
extension Strings {
    package static func drawingTime(_ seconds: Double) -> String { seconds > 0 ? Strings.seconds(seconds) : text("draw.always") }

    /// The words from which a text on a picture is chosen.
    package static var drawingWords: [String] {
        [
            text("draw.word.elbow-up"), text("draw.word.elbow-down"), text("draw.word.shoulder-down"), text("draw.word.head-still"),
            text("draw.word.wait"), text("draw.word.good"), text("draw.word.here"),
        ]
    }

    package static func name(of kind: Annotation.Kind) -> String { text("draw.kind.\(kind.rawValue)") }
    /// The action that was done: "Angle drawn".
    package static func drawn(_ kind: Annotation.Kind) -> String { text("draw.drawn", ["what": name(of: kind)]) }
    package static func erased(_ kind: Annotation.Kind) -> String { text("draw.erased", ["what": name(of: kind)]) }
    package static func pointMoved(_ kind: Annotation.Kind) -> String { text("draw.moved", ["what": name(of: kind)]) }
    package static func keptForAll(_ kind: Annotation.Kind) -> String { text("draw.kept", ["what": name(of: kind)]) }
    package static func noLongerKept(_ kind: Annotation.Kind) -> String { text("draw.not-kept", ["what": name(of: kind)]) }
    package static var drawingIsFull: String { text("draw.full") }
    package static func standingLines(_ isOn: Bool) -> String { text(isOn ? "draw.lines-on" : "draw.lines-off") }
    /// The point under the cursor, for the line above the palette.
    package static func pointOf(_ kind: Annotation.Kind) -> String { text("draw.point-of", ["what": name(of: kind)]) }
    package static func pointsLeft(_ kind: Annotation.Kind, _ point: Int, of count: Int) -> String {
        text("draw.point", ["what": name(of: kind), "number": point, "count": count])
    }
}

// The stopwatch and the phases of a shot.
extension Strings {
    package static var phaseNames: [String] { [text("phase.raise"), text("phase.draw"), text("phase.anchor"), text("phase.release")] }

    package static var phase: String { text("stopwatch.phase") }
    package static var phaseOfThis: String { text("stopwatch.this") }
    package static var phaseMean: String { text("stopwatch.mean") }
    package static var phaseTotal: String { text("stopwatch.total") }
    package static var phaseSpread: String { text("stopwatch.spread") }
    package static var phaseNow: String { text("stopwatch.now") }
    package static func phaseTo(_ name: String) -> String { text("stopwatch.to", ["name": name]) }
    /// The action that was done: "Draw set".
    package static func phaseSet(_ name: String) -> String { text("stopwatch.set", ["name": name]) }
    package static var phasesCleared: String { text("stopwatch.cleared") }
    /// "Anchor 0.31 s under the mean, ±0.21"
    package static func phaseFinding(_ name: String, off seconds: Double, spread: Double) -> String {
        text(
            seconds < 0 ? "stopwatch.under" : "stopwatch.over",
            ["name": name, "seconds": phaseSeconds(abs(seconds), places: 2), "spread": phaseSeconds(spread, places: 2)])
    }

    /// Seconds with a decimal point and this number of decimals, 2 or 3: `1.267`.
    package static func phaseSeconds(_ seconds: Double, places: Int = 3) -> String {
        let unit = places == 3 ? 1000 : 100
        let count = Int((seconds * Double(unit)).rounded())
        let rest = "\(abs(count) % unit)"
        return "\(count < 0 ? "−" : "")\(abs(count) / unit).\(String(repeating: "0", count: max(0, places - rest.count)))\(rest)"
    }
}

// Movement, trails and strips of pictures.
extension Strings {
    package static func movement(_ isOn: Bool) -> String { text(isOn ? "movement.on" : "movement.off") }
    /// The kind of the picture, shown under the time.
    package static func trail(_ side: Trail.Side) -> String { text(side == .darkest ? "trail.darkest" : "trail.lightest") }
    /// Shown beside the figure: "frames".
    package static var trailFrames: String { text("trail.frames") }

    /// "a picture every 0.033 s about the moment"
    package static func stripStep(_ seconds: Double) -> String { text("strip.step", ["seconds": phaseSeconds(seconds)]) }
    /// Shown over the row of a clip that is compared.
    package static var stripSame: String { text("strip.same") }
    /// "every clip at +0.033 s, same part"
    package static func stripOffset(_ seconds: Double) -> String { text("strip.offset", ["seconds": offsetMilliseconds(seconds)]) }
    package static var stripKeep: String { text("strip.keep") }
    package static var stripCrop: String { text("strip.crop") }
}
