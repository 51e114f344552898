// SPDX-License-Identifier: GPL-3.0-or-later

/// Advice about the sight from a group of arrows: if the group is off the centre, the sight has to follow it.
package enum SightAdvice: Hashable, Sendable {
    /// There are too few arrows for a group, and so for advice.
    case tooFew
    case centred
    /// The group's distance to the right and upwards, in millimetres; 0 if it is too small to move the sight.
    case off(right: Double, up: Double)

    /// The largest offset that counts as centred, on the largest face, in millimetres; on other faces in proportion.
    private static let tolerance = 20.0
    private static let largestFace = 1220.0

    package init(_ arrows: [PlacedArrow], on face: Face) {
        guard let group = ArrowGroup(arrows) else {
            self = .tooFew
            return
        }
        let tolerance = Self.tolerance * face.scoringDiameter.millimetres / Self.largestFace
        guard group.offset > tolerance else {
            self = .centred
            return
        }
        // The larger of the two distances is always given.
        let isHigher = abs(group.centreY) >= abs(group.centreX)
        self = .off(
            right: abs(group.centreX) > tolerance || !isHigher ? group.centreX : 0,
            up: abs(group.centreY) > tolerance || isHigher ? group.centreY : 0)
    }

    /// The advice as a coach says it: "13 cm high: move the sight up"; `nil` if there are too few arrows.
    package var words: String? {
        switch self {
        case .tooFew: nil
        case .centred: Strings.Summary.centred
        case .off(let right, let up): Strings.Summary.sight(right: right, up: up)
        }
    }

    /// The group's position in short: "13 cm high, 4 cm left"; `nil` if there are too few arrows.
    package var offWords: String? {
        switch self {
        case .tooFew: nil
        case .centred: Strings.Summary.centred
        case .off(let right, let up): Strings.Summary.off(right: right, up: up)
        }
    }
}
