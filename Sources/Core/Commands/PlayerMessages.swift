// SPDX-License-Identifier: GPL-3.0-or-later

/// A command to the players.
public enum PlayerCommand: Hashable, Sendable {
    /// Play these tracks from now on, and no others. If a track's footage plays already, only its timeline changes. A track that couldn't
    /// be played is tried again.
    case show([Track])
}

/// Facts about a clip that are read from its file.
public struct ClipFacts: Hashable, Sendable {
    /// The playing time.
    public var seconds: Double
    /// The time from one picture to the next.
    public var interval: Duration
    /// The size of the pictures as stored in the file.
    public var size: VideoSize
    /// The turn and the mirroring with which the pictures are displayed.
    public var orientation: PictureOrientation
    /// The positions of the visible keyframes, in order.
    public var keyframes: [Duration]

    public init(
        seconds: Double, interval: Duration, size: VideoSize, orientation: PictureOrientation = .upright, keyframes: [Duration] = []
    ) {
        self.keyframes = keyframes
        self.seconds = seconds
        self.interval = interval
        self.size = size
        self.orientation = orientation
    }
}

/// A report of the players.
public enum PlayerNews: Hashable, Sendable {
    /// The first picture of the clip is ready, and the facts of its file are known.
    case ready(ClipKey, ClipFacts)
    /// The tracks that play can't be decoded at this speed, a multiple of the recorded speed without its sign.
    case behind(speed: Double)
    /// The requested clip can't be played, and why.
    case failed(ClipKey, reason: Message)
}
