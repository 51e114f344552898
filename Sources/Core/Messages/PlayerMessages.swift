/// What the player of clips is to do.
public enum PlayerCommand: Hashable, Sendable {
    /// Play a clip from its beginning, or change how the one that plays goes on. `file` is relative to the card.
    case play(ClipKey, file: String, PlaybackTimeline)
    case stop
}

/// What the player tells.
public enum PlayerNews: Hashable, Sendable {
    /// The clip that plays is this long.
    case ready(ClipKey, seconds: Double)
    /// The clip that was to be played can't be, in words.
    case failed(ClipKey, reason: String)
}
