// SPDX-License-Identifier: GPL-3.0-or-later

/// Which frame it is: its number in the run and its sensor time.
public struct FrameStamp: Hashable, Sendable, Codable {
    /// The camera's sequence number, from 0. A gap in it is a lost frame.
    public var frame: Int64
    /// When the first row was exposed.
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
    /// How it is turned and mirrored to be looked at, as its file says; the line's pictures lie as the settings say.
    public var orientation: PictureOrientation

    public init(buffer: PixelBuffer, stamp: FrameStamp, orientation: PictureOrientation = .upright) {
        self.buffer = buffer
        self.stamp = stamp
        self.orientation = orientation
    }
}
