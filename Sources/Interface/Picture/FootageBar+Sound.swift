// SPDX-License-Identifier: GPL-3.0-or-later

import Core

extension FootageBar {
    private static let (stroke, step) = (3.0, 6.0)

    /// Draws the sound of the footage as strokes, up and down from a middle. A release shows as a short, loud stroke.
    /// - Parameters:
    ///   - zero: the time in the clip at the bar's zero.
    ///   - middle: the height of the middle; `nil`: the bar's own.
    ///   - reach: how far the loudest stroke goes up and down.
    func draw(_ waveform: Waveform, at zero: Duration = .zero, middle: Double? = nil, reach: Double = 15, on sketch: inout DrawingBuilder) {
        let count = Int(track.width / Self.step)
        let span = whole.lowerBound + zero...whole.upperBound + zero
        let (color, middle) = (Palette.text.opacity(0.62), middle ?? rect.center.y)
        // The last stroke's time ends at the bar's end, so the footage under a stroke is the footage heard there.
        for (index, height) in waveform.strokes(count, over: span).enumerated() where height > 0 {
            let x = track.x + track.width * Double(index) / Double(count)
            let half = max(1, height * reach)
            sketch.add([.fill(Rect(x: x, y: middle - half, width: Self.stroke, height: 2 * half), cornerRadius: 1, color)])
        }
    }
}
