// SPDX-License-Identifier: GPL-3.0-or-later

/// What the players are to do.
public enum PlayerCommand: Hashable, Sendable {
    /// Play these tracks from now on, and nothing else. Of a track whose footage plays already only the timeline changes; one that
    /// couldn't be played is tried again.
    case show([Track])
}

/// What a clip's file says of it.
public struct ClipFacts: Hashable, Sendable {
    /// How long it plays.
    public var seconds: Double
    /// From one picture to the next.
    public var interval: Duration
    /// Of its pictures, as they lie in the file.
    public var size: VideoSize
    /// How they are turned and mirrored to be looked at.
    public var orientation: PictureOrientation
    /// The places of the keyframes that are shown, in their order.
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

/// What the players tell.
public enum PlayerNews: Hashable, Sendable {
    /// The first picture of the clip is there, and what its file says is known.
    case ready(ClipKey, ClipFacts)
    /// What plays can't be decoded as fast as this: so many times as fast as it was recorded, without the sign.
    case behind(speed: Double)
    /// The clip that was to be played can't be, and why.
    case failed(ClipKey, reason: Message)
}
