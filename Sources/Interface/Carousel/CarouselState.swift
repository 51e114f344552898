// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// What the row of clips is doing. It isn't kept anywhere: `CarouselMotion` works it out from its record of the gesture and the time.
enum CarouselState: Hashable, Sendable {
    case idle
    case dragging(translation: Point, velocity: Point)
    /// It was let go, and is fast.
    case decelerating(velocity: Point)
    /// It is slow, and on its way into its place.
    case settling
    /// It goes out at the bottom right.
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
    /// What may come next in one gesture: five transitions and no more. Whatever a gesture interrupts is over with it, so each begins at
    /// idle; what lasts no time at all isn't seen, but is gone through.
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
