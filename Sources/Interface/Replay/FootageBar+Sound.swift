// SPDX-License-Identifier: GPL-3.0-or-later

import Core

extension FootageBar {
    private static let (stroke, step) = (3.0, 6.0)

    /// The sound of the footage as strokes, up and down from a middle: a release is seen as what it is, a short loud one.
    /// - Parameters:
    ///   - zero: where in the clip the bar's zero is.
    ///   - middle: `nil`: the bar's own.
    ///   - reach: how far the loudest stroke goes up, and down.
    func draw(_ waveform: Waveform, at zero: Duration = .zero, middle: Double? = nil, reach: Double = 15, on sketch: inout Sketch) {
        let count = Int(track.width / Self.step)
        let span = whole.lowerBound + zero...whole.upperBound + zero
        let (color, middle) = (Palette.text.opacity(0.62), middle ?? rect.center.y)
        // The bar's end is where the last stroke's time ends: what is under a stroke is what is heard there.
        for (index, height) in waveform.strokes(count, over: span).enumerated() where height > 0 {
            let x = track.x + track.width * Double(index) / Double(count)
            let half = max(1, height * reach)
            sketch.add([.fill(Rect(x: x, y: middle - half, width: Self.stroke, height: 2 * half), cornerRadius: 1, color)])
        }
    }
}
