// SPDX-License-Identifier: GPL-3.0-or-later

/// What a group says about the sight: the arrows lie off the middle, and the sight follows them.
package enum SightAdvice: Hashable, Sendable {
    /// Two arrows say nothing about a sight.
    case tooFew
    case centred
    /// How far the arrows lie to the right and how high, in millimetres; 0 where that is too little to move the sight for.
    case off(right: Double, up: Double)

    /// Fewer arrows with a place tell nothing.
    package static let leastArrows = 3
    /// How far off the mean may lie on the largest face, in millimetres; in proportion on others.
    private static let tolerance = 20.0
    private static let largestFace = 1220.0

    package init(_ arrows: [PlacedArrow], on face: Face) {
        guard arrows.count(where: { $0.place != nil }) >= Self.leastArrows, let group = ArrowGroup(arrows) else {
            self = .tooFew
            return
        }
        let tolerance = Self.tolerance * face.scoringDiameter.millimetres / Self.largestFace
        guard group.offset > tolerance else {
            self = .centred
            return
        }
        // The larger of the two is always told.
        let isHigher = abs(group.centreY) >= abs(group.centreX)
        self = .off(
            right: abs(group.centreX) > tolerance || !isHigher ? group.centreX : 0,
            up: abs(group.centreY) > tolerance || isHigher ? group.centreY : 0)
    }

    /// As a coach says it: "13 cm high: move the sight up".
    package var words: String {
        switch self {
        case .tooFew: return Strings.Summary.tooFewPlaces
        case .centred: return Strings.Summary.centred
        case .off(let right, let up): return Strings.Summary.sight(right: right, up: up)
        }
    }

    /// Where the group lies, in short: "13 cm high, 4 cm left"; `nil` where nothing can be said.
    package var offWords: String? {
        switch self {
        case .tooFew: nil
        case .centred: Strings.Summary.centred
        case .off(let right, let up): Strings.Summary.off(right: right, up: up)
        }
    }
}
