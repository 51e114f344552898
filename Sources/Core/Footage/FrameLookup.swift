// SPDX-License-Identifier: GPL-3.0-or-later

/// The result of a lookup at a position in a piece of footage.
public struct FrameLookup: Sendable {
    /// The picture to show; `nil`: the old picture stays.
    public var frame: VideoFrame?
    /// True if it is exactly the picture that is due: no other picture lies between it and the position. Without a picture: true if no
    /// picture is due.
    public var isDue: Bool
    /// True if the player has been at this position: a picture that isn't found now doesn't exist, or comes late.
    public var isSettled: Bool

    public init(frame: VideoFrame?, isDue: Bool, isSettled: Bool) {
        self.frame = frame
        self.isDue = isDue
        self.isSettled = isSettled
    }

    /// The footage isn't being played.
    public static let nothing = FrameLookup(frame: nil, isDue: true, isSettled: true)
    /// The footage can't be played, and the requester has been told.
    public static let never = FrameLookup(frame: nil, isDue: true, isSettled: false)
    /// The footage isn't open yet.
    public static let waiting = FrameLookup(frame: nil, isDue: false, isSettled: false)
}
