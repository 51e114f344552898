// SPDX-License-Identifier: GPL-3.0-or-later

import Core

extension FaceSight {
    /// The face with its hits. The screens draw the hits' numbers themselves.
    var picture: Drawing {
        let ground = DrawingCommand.clipped(window, cornerRadius: ScoreDrawing.windowRadius, ScoreDrawing.sheet(drawing, in: window))
        return Drawing([ground] + HitMarks.discs(of: end, on: drawing, within: window))
    }
}
