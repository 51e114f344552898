// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// What the knob moves on the face, in words.
extension Strings.Score {
    static func name(of axis: ScoreCircle.Axis) -> String {
        switch axis {
        case .radius: Strings.Score.radius
        case .angle: Strings.Score.angle
        case .spot: Strings.Score.spot
        }
    }
}
