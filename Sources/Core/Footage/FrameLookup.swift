// SPDX-License-Identifier: GPL-3.0-or-later

/// What was found for a place in a piece of footage.
public struct FrameLookup: Sendable {
    /// The picture to show; `nil`: the old one stays.
    public var frame: VideoFrame?
    /// Whether that is the very one which is due there: none lies between it and the place. Without a picture: nothing is due.
    public var isDue: Bool
    /// Whether the player has been there: what isn't found now isn't there at all, or comes late.
    public var isSettled: Bool

    public init(frame: VideoFrame?, isDue: Bool, isSettled: Bool) {
        self.frame = frame
        self.isDue = isDue
        self.isSettled = isSettled
    }

    /// Nobody plays it.
    public static let nothing = FrameLookup(frame: nil, isDue: true, isSettled: true)
    /// It can't be played, and whoever asked for it was told.
    public static let never = FrameLookup(frame: nil, isDue: true, isSettled: false)
    /// It isn't open yet.
    public static let waiting = FrameLookup(frame: nil, isDue: false, isSettled: false)
}
