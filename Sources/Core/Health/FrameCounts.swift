// SPDX-License-Identifier: GPL-3.0-or-later

/// What became of the frames between the camera and the TV, counted since the run began.
///
/// Each kind of loss counts other frames than the rest do, so a frame that is lost is counted once.
public struct FrameCounts: Hashable, Sendable {
    /// Frames that the camera handed over.
    public var captured: Int64 = 0
    /// Gaps in the camera's own numbers.
    public var lostByCamera: Int64 = 0
    /// Frames that went into the encoder and never came out.
    public var lostByEncoder: Int64 = 0
    /// Encoded frames that the delay line couldn't store.
    public var notStored: Int64 = 0
    /// Frames that were due at a vblank and never got to the TV: decoded late or not at all, or the vblank was missed.
    ///
    /// Frames that fall between two vblanks, of a camera that is faster than the TV, aren't among them.
    public var neverShown: Int64 = 0

    public init() {}

    /// Every frame that the camera made.
    public var made: Int64 { captured + lostByCamera }
    /// Every frame that was lost on the way, whoever lost it.
    public var lost: Int64 { lostByCamera + lostByEncoder + notStored + neverShown }
}
