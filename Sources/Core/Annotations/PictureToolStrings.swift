// SPDX-License-Identifier: GPL-3.0-or-later

// Drawings on pictures.
extension Strings {
    package static func drawingTime(_ seconds: Double) -> String { seconds > 0 ? Strings.seconds(seconds) : Phrases.Draw.always }

    /// The words from which a text on a picture is chosen.
    package static var drawingWords: [String] {
        [
            Phrases.Draw.wordElbowUp, Phrases.Draw.wordElbowDown, Phrases.Draw.wordShoulderDown, Phrases.Draw.wordHeadStill,
            Phrases.Draw.wordWait, Phrases.Draw.wordGood, Phrases.Draw.wordHere,
        ]
    }

    package static func name(of kind: Annotation.Kind) -> String { Phrases.row("draw.kind", kind.rawValue) }
    /// The action that was done: "Angle drawn".
    package static func drawn(_ kind: Annotation.Kind) -> String { Phrases.Draw.drawn(name(of: kind)) }
    package static func erased(_ kind: Annotation.Kind) -> String { Phrases.Draw.erased(name(of: kind)) }
    package static func pointMoved(_ kind: Annotation.Kind) -> String { Phrases.Draw.moved(name(of: kind)) }
    package static func keptForAll(_ kind: Annotation.Kind) -> String { Phrases.Draw.kept(name(of: kind)) }
    package static func noLongerKept(_ kind: Annotation.Kind) -> String { Phrases.Draw.notKept(name(of: kind)) }
    package static func standingLines(_ isOn: Bool) -> String { isOn ? Phrases.Draw.linesOn : Phrases.Draw.linesOff }
    /// The point under the cursor, for the line above the palette.
    package static func pointOf(_ kind: Annotation.Kind) -> String { Phrases.Draw.pointOf(name(of: kind)) }
    package static func pointsLeft(_ kind: Annotation.Kind, _ point: Int, of count: Int) -> String {
        Phrases.Draw.point(name(of: kind), number: point, count: count)
    }
}

// The stopwatch and the phases of a shot.
extension Strings {
    package static var phaseNames: [String] { [Phrases.Phase.raise, Phrases.Phase.draw, Phrases.Phase.anchor, Phrases.Phase.release] }

    /// "Anchor 0.31 s under the mean, ±0.21"
    package static func phaseFinding(_ name: String, off seconds: Double, spread: Double) -> String {
        let (off, spread) = (phaseSeconds(abs(seconds), places: 2), phaseSeconds(spread, places: 2))
        return seconds < 0
            ? Phrases.Stopwatch.under(name, seconds: off, spread: spread) : Phrases.Stopwatch.over(name, seconds: off, spread: spread)
    }

    /// "2.31 s"
    package static func hold(_ seconds: Double) -> String { Phrases.Stopwatch.hold(phaseSeconds(seconds, places: 2)) }
    /// "+0.05 s each time"
    package static func holdTrend(_ seconds: Double) -> String {
        Phrases.Stopwatch.trend((seconds < 0 ? "" : "+") + phaseSeconds(seconds, places: 2))
    }
    /// "57.3 ± 1.9 m/s"
    /// - Parameters:
    ///   - metresPerSecond: the speed.
    ///   - uncertainty: its standard uncertainty, in metres a second.
    package static func speed(_ metresPerSecond: Double, uncertainty: Double) -> String {
        Phrases.Stopwatch.speed(decimal(metresPerSecond, places: 1), uncertainty: decimal(uncertainty, places: 1))
    }

    /// Seconds with 2 or 3 decimals, in the writing of the language: `1.267`.
    package static func phaseSeconds(_ seconds: Double, places: Int = 3) -> String { decimal(seconds, places: places) }
}

// Movement, trails and strips of pictures.
extension Strings {
    package static func movement(_ isOn: Bool) -> String { isOn ? Phrases.Movement.on : Phrases.Movement.off }
    /// The kind of the picture, shown under the time.
    package static func trail(_ side: Trail.Side) -> String { side == .darkest ? Phrases.Trail.darkest : Phrases.Trail.lightest }

    /// "one picture every 0.033 s, around the moment"
    package static func stripStep(_ seconds: Double) -> String { Phrases.Strip.step(phaseSeconds(seconds)) }
    /// "every clip at +0.033 s, same part"
    package static func stripOffset(_ seconds: Double) -> String { Phrases.Strip.offset(offsetMilliseconds(seconds)) }
}
