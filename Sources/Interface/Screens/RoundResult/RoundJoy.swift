// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The one moment in which the box is glad with the archer: the target's rings go out from the total, once, while the total comes up and
/// the bars rise. Everything only moves and fades, so nothing is painted anew.
struct RoundJoy: Hashable, Sendable {
    let span: TimeSpan
    private let total: TimeSpan
    private let bars: TimeSpan

    init(from start: Timestamp) {
        span = TimeSpan(start + .milliseconds(150), for: .milliseconds(1600))
        total = TimeSpan(start + .milliseconds(150), for: .milliseconds(500))
        bars = TimeSpan(start + .milliseconds(250), for: .milliseconds(800))
    }

    func layers(_ drawing: RoundResultDrawing, at now: Timestamp) -> [Layer] {
        guard now < span.end else { return drawing.layers }
        let layout = drawing.layout
        var rings = Layer(.drawing(drawing.rings))
        let out = span.progress(at: now)
        rings.transform = Transform(scale: 0.15 + 1.35 * Self.eased(out), about: layout.total.center)
        rings.placement.opacity = out > 0 ? 0.7 * (1 - out) * (1 - out) : 0
        var figure = Layer(.drawing(drawing.total))
        let up = total.progress(at: now)
        // It comes a little too near, and rests.
        let rest = up - 1
        figure.transform = Transform(scale: 0.7 + 0.3 * (1 + 2.4 * rest * rest * rest + 1.4 * rest * rest), about: layout.total.center)
        figure.placement.opacity = Self.eased(up)
        var rising = Layer(.drawing(drawing.bars))
        rising.place.y = (1 - Self.eased(bars.progress(at: now))) * layout.barArea.height
        rising.window = layout.barArea
        return [Layer(.drawing(drawing.ground)), rings, rising, Layer(.drawing(drawing.words)), figure]
    }

    private static func eased(_ progress: Double) -> Double { 1 - (1 - progress) * (1 - progress) * (1 - progress) }
}
