// SPDX-License-Identifier: GPL-3.0-or-later

/// What the players are to do.
public enum PlayerCommand: Hashable, Sendable {
    /// Play these tracks from now on, and nothing else. Of a track whose footage plays already only the timeline changes; one that
    /// couldn't be played is tried again.
    case show([Track])
}

/// What the players tell.
public enum PlayerNews: Hashable, Sendable {
    /// The first picture of the clip is there; it is this long, its pictures are so far apart, and its file has them turned like this.
    case ready(ClipKey, seconds: Double, interval: Duration, orientation: PictureOrientation)
    /// The clip that was to be played can't be, and why.
    case failed(ClipKey, reason: Message)
}
