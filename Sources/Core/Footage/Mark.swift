// SPDX-License-Identifier: GPL-3.0-or-later

/// A moment that somebody marked: the picture that was on the TV when the button went down (or the camera's live picture).
public struct Mark: Hashable, Sendable, Codable {
    /// The kind of input that set the mark.
    public enum Source: String, Hashable, Sendable, Codable {
        case gpio, keyboard, mouse, touch, script
    }

    /// Its number within the session, from 1, in the order of pressing. A withdrawn mark's number is used again only if no clip had it: if
    /// the button turned out to be held for a quick save.
    public var number: Int
    /// The marked picture: its frame number and its sensor time, which is its position in the footage.
    public var stamp: FrameStamp
    /// The time when the button went down: the clip doesn't end before this time. `nil` for a mark that was set while looking back, whose
    /// clip ends after its post-roll, and in a record from before version 3.
    public var pressed: Timestamp?
    public var source: Source

    public init(number: Int, stamp: FrameStamp, pressed: Timestamp? = nil, source: Source) {
        self.number = number
        self.stamp = stamp
        self.pressed = pressed
        self.source = source
    }
}
