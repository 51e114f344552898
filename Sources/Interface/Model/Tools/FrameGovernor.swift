// SPDX-License-Identifier: GPL-3.0-or-later

/// Decides which effects moving clips are drawn with, by the frame rate that the box achieves. Below 50 frames a second the blur goes
/// first, then the shadows, then the depth; below 30 all of them go at once. They come back one by one, and only once the rate is high
/// enough.
struct FrameGovernor: Hashable, Sendable {
    /// The effects that are left out, in the order in which they go.
    enum Level: Int, Hashable, Sendable, CaseIterable, Comparable {
        case all, noBlur, noShadows, noDepth

        static func < (one: Level, other: Level) -> Bool { one.rawValue < other.rawValue }
    }

    /// Fewer frames a second than this are too few …
    static let least = 50.0
    /// … and below this all effects go at once.
    static let bottom = 30.0
    /// At this many an effect comes back …
    static let plenty = 57.0
    /// … after this many counts in a row.
    static let patience = 3

    private(set) var level = Level.all
    private var good = 0

    var hasBlur: Bool { level < .noBlur }
    var hasShadows: Bool { level < .noShadows }
    var hasDepth: Bool { level < .noDepth }

    /// Takes in the frame rate that was achieved while something moved, counted over a second or over one motion.
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
            // Between the two limits nothing changes: an effect that came back would soon go again.
            good = 0
        }
    }
}
