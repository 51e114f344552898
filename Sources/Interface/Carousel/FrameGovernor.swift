// SPDX-License-Identifier: GPL-3.0-or-later

/// What moving clips are drawn with, by how many frames a second the box achieves: under 50 the blur goes first, then the shadows, then
/// the depth, and under 30 all of it at once. It comes back one by one, and only once there is room for it.
struct FrameGovernor: Hashable, Sendable {
    enum Level: Int, Hashable, Sendable, CaseIterable, Comparable {
        case all, noBlur, noShadows, noDepth

        static func < (one: Level, other: Level) -> Bool { one.rawValue < other.rawValue }
    }

    /// Fewer frames a second than this are too few …
    static let least = 50.0
    /// … and fewer than this never last.
    static let bottom = 30.0
    /// As many are enough for more …
    static let plenty = 57.0
    /// … if it was so for this many counts.
    static let patience = 3

    private(set) var level = Level.all
    private var good = 0

    var hasBlur: Bool { level < .noBlur }
    var hasShadows: Bool { level < .noShadows }
    var hasDepth: Bool { level < .noDepth }

    /// Takes in what was achieved while something moved, counted over a second or a motion.
    mutating func take(framesPerSecond: Double) {
        guard framesPerSecond.isFinite, framesPerSecond >= 0 else { return }
        if framesPerSecond < Self.least {
            good = 0
            level = framesPerSecond < Self.bottom ? .noDepth : Level(rawValue: level.rawValue + 1) ?? .noDepth
        } else if framesPerSecond >= Self.plenty {
            good += 1
            guard good >= Self.patience else { return }
            good = 0
            level = Level(rawValue: level.rawValue - 1) ?? .all
        } else {
            // Between the two nothing changes: what would come back would go again.
            good = 0
        }
    }
}
