// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The state of the row of clips. It isn't stored: `CarouselMotion` derives it from its record of the gesture and the time.
enum CarouselState: Hashable, Sendable {
    case idle
    case dragging(translation: Point, velocity: Point)
    /// The row was let go, and is fast.
    case decelerating(velocity: Point)
    /// The row is slow, and moves to its resting position.
    case settling
    /// The row leaves to the bottom right.
    case exiting

    enum Kind: Hashable, Sendable, CaseIterable {
        case idle, dragging, decelerating, settling, exiting
    }

    var kind: Kind {
        switch self {
        case .idle: .idle
        case .dragging: .dragging
        case .decelerating: .decelerating
        case .settling: .settling
        case .exiting: .exiting
        }
    }
}

extension CarouselState.Kind {
    /// The states that may follow in one gesture: five transitions and no more. A gesture that interrupts another one ends it, so each
    /// begins at idle. A state may last no time and isn't shown then, but none is skipped.
    var next: [CarouselState.Kind] {
        switch self {
        case .idle: [.dragging]
        case .dragging: [.decelerating, .exiting]
        case .decelerating: [.settling]
        case .settling: [.idle]
        case .exiting: []
        }
    }
}
