import Core

/// What the knob moves on the face, in words.
extension Strings.Score {
    static func name(of axis: ScoreCircle.Axis) -> String {
        switch axis {
        case .radius: "Radius"
        case .angle: "Angle"
        case .spot: "Spot"
        }
    }
}
