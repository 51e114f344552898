// SPDX-License-Identifier: GPL-3.0-or-later

/// The identity of a frame: its number in the run and its sensor time.
public struct FrameStamp: Hashable, Sendable, Codable {
    /// The camera's sequence number, from 0. A gap in it is a lost frame.
    public var frame: Int64
    /// The time at which the first row was exposed.
    public var timestamp: Timestamp

    public init(frame: Int64, timestamp: Timestamp) {
        self.frame = frame
        self.timestamp = timestamp
    }
}

/// One picture of the camera, raw or decoded, by reference.
public struct VideoFrame: Sendable {
    public var buffer: PixelBuffer
    public var stamp: FrameStamp
    /// The turn and mirroring for viewing, as the frame's file says. Frames of the delay line are oriented by the settings instead.
    public var orientation: PictureOrientation

    public init(buffer: PixelBuffer, stamp: FrameStamp, orientation: PictureOrientation = .upright) {
        self.buffer = buffer
        self.stamp = stamp
        self.orientation = orientation
    }
}
