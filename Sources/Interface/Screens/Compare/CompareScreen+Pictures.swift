// SPDX-License-Identifier: GPL-3.0-or-later

import Core

// The pictures of the comparison, for the tools that work on them.
extension CompareScreen {
    /// Returns its pictures, for the drawings on them.
    func pictures(in context: Context, at now: Timestamp) -> [DrawnPicture] { CompareDrawing(self, context, at: now).drawnPictures }

    func pictureLayers(in context: Context, at now: Timestamp) -> [Layer] { CompareDrawing(self, context, at: now).pictureLayers }

    func time(in context: Context, at now: Timestamp) -> String {
        Strings.offsetMilliseconds(transport.time(of: transport.position(at: now), from: .zero))
    }

    func drawBar(in context: Context, at now: Timestamp, on sketch: inout DrawingBuilder) {
        CompareDrawing(self, context, at: now).drawBar(on: &sketch)
    }
}
