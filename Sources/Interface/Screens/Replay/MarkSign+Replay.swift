// SPDX-License-Identifier: GPL-3.0-or-later

import Core

extension MarkSign {
    /// Returns the same sign as in Live, but its number only fades out.
    func layers(overReplayIn context: Context, at now: Timestamp) -> [Layer] {
        var layers: [Layer] = []
        if frameOpacity(at: now) > 0 {
            layers.append(Layer(.drawing(MarkSign.frame(in: Canvas.bounds)), placement: Placement(opacity: frameOpacity(at: now))))
        }
        guard isNumberUp(at: now) else { return layers }
        var sketch = DrawingBuilder(Theme(context.settings))
        let entry = context.sessions.session.entries.first { $0.mark?.number == number }
        let figure = MarkNumber(
            number, isConfirmed: entry?.counts ?? true, shrinkage: 0, into: nil, top: Areas.isUpright ? Areas.markTop : Areas.top + 190)
        figure.draw(on: &sketch, isSolid: entry?.isJournalled ?? false)
        layers.append(Layer(.drawing(sketch.drawing), placement: Placement(opacity: 1 - shrinkage(at: now))))
        return layers
    }
}
