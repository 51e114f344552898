// SPDX-License-Identifier: GPL-3.0-or-later

/// Counts of the frames between the camera and the TV, since the run began.
///
/// No two kinds of loss count the same frame, so each lost frame is counted once.
public struct FrameCounts: Hashable, Sendable {
    /// Frames that the camera handed over.
    public var captured: Int64 = 0
    /// Gaps in the camera's own numbers.
    public var lostByCamera: Int64 = 0
    /// Frames that went into the encoder and never came out.
    public var lostByEncoder: Int64 = 0
    /// Encoded frames that the delay line couldn't store.
    public var notStored: Int64 = 0
    /// Frames that were due at a vblank and never reached the TV: decoded late or not at all, or the vblank was missed.
    ///
    /// If the camera is faster than the TV, frames that fall between two vblanks aren't counted here.
    public var neverShown: Int64 = 0

    public init() {}

    /// Every frame that the camera made.
    public var made: Int64 { captured + lostByCamera }
    /// Every frame that was lost on the way, whoever lost it.
    public var lost: Int64 { lostByCamera + lostByEncoder + notStored + neverShown }
}
