// SPDX-License-Identifier: GPL-3.0-or-later

/// One encoded picture, H.264 in Annex B form, with parameter sets in front if it is a keyframe.
///
/// The bytes are borrowed: they are valid only inside the call that hands the access unit over.
public struct AccessUnit {
    public var stamp: FrameStamp
    /// True for an IDR picture: decoding may start here. Every GOP starts with an IDR picture, and there are no B-frames.
    public var isKeyframe: Bool
    public var bytes: UnsafeRawBufferPointer

    public init(stamp: FrameStamp, isKeyframe: Bool, bytes: UnsafeRawBufferPointer) {
        self.stamp = stamp
        self.isKeyframe = isKeyframe
        self.bytes = bytes
    }
}

/// One block of encoded sound (AAC, 1024 samples), borrowed like an access unit.
public struct SoundUnit {
    /// The time of the first sample.
    public var timestamp: Timestamp
    public var bytes: UnsafeRawBufferPointer

    public init(timestamp: Timestamp, bytes: UnsafeRawBufferPointer) {
        self.timestamp = timestamp
        self.bytes = bytes
    }
}
