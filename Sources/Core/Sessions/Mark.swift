// SPDX-License-Identifier: GPL-3.0-or-later

/// A moment somebody marked: the picture that was on the TV when the button went down (or the live one).
public struct Mark: Hashable, Sendable, Codable {
    /// What kind of thing the mark was set with.
    public enum Source: String, Hashable, Sendable, Codable {
        case gpio, keyboard, mouse, touch, script
    }

    /// From 1, in the order of pressing, within a session. A withdrawn mark's number is used again only if no clip had it:
    /// by a button that was held for a quick save.
    public var number: Int
    /// The marked picture: its frame number and sensor time, which is the place in the footage.
    public var stamp: FrameStamp
    /// When the button went down: the clip doesn't end before what the camera had seen by then. `nil` for one that was set while
    /// looking back, whose clip ends after its post-roll, and in a record of before version 3.
    public var pressed: Timestamp?
    public var source: Source

    public init(number: Int, stamp: FrameStamp, pressed: Timestamp? = nil, source: Source) {
        self.number = number
        self.stamp = stamp
        self.pressed = pressed
        self.source = source
    }
}
