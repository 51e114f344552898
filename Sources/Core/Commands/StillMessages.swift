// SPDX-License-Identifier: GPL-3.0-or-later

/// A command to the services that read pictures and sound out of footage, for screens that show them.
public enum StillCommand: Hashable, Sendable {
    /// Load the still of a clip, for drawings that show it.
    case fetch(ClipKey)
    /// Measure the loudness of a clip's sound, from its beginning to its end.
    case measure(ClipKey)
    /// Measure the same for a part of the delay line, from one time on the common clock to another.
    case measureLine(ClosedRange<Duration>)
    /// Decode these pictures, the first one first, and drop earlier requests of this kind: a person is dragging a clip.
    case peek([PeekKey])
    /// Extract these pictures from their footage, the first one first, and drop earlier requests of this kind.
    case extract([Extract])
    /// Find the motion in these parts, the first one first, and drop earlier requests of this kind.
    case findMotion([MotionPart])
    /// Report from now on the motion in this picture while it is shown; `nil`: in no picture.
    case watchMotion(VideoSource?)
    /// Report from now on each burst of movement in what the camera sees, or no longer.
    case watchBursts(Bool)
    /// Report from now on since when this region of what the camera sees has been moving or resting; `nil`: no region.
    case watchRegion(MovementRegion?)
}

/// The state of a requested picture.
public enum PictureNews<Key: Hashable & Sendable>: Hashable, Sendable {
    /// The picture can be shown now.
    case ready(Key)
    /// The picture had to make room for another one and can't be shown any more.
    case forgotten(Key)
    /// The picture can't be made.
    case missing(Key)
}

/// A report about a still or a measurement that was requested.
public enum StillNews: Hashable, Sendable {
    /// The still can be drawn now.
    case loaded(ClipKey)
    /// The still doesn't exist or can't be read now.
    case missing(ClipKey)
    /// The loudness of the clip's sound; `nil` if the clip has no sound, or no readable sound.
    case measured(ClipKey, Waveform?)
    /// The loudness of the delay line from this position on; `nil` if it has no sound.
    case measuredLine(Waveform?, from: Duration)
    case peek(PictureNews<PeekKey>)
    case extract(PictureNews<Extract>)
    /// The motion in a part of some footage; `nil`: the part can't be read.
    case foundMotion(MotionPart, MotionTrace?)
    /// The motion in the picture that is watched.
    case motion(MotionGrid)
    /// A burst of movement began with this picture of the camera. Its middle is given in 0…1 both ways of the recorded picture.
    case burst(FrameStamp, middle: Point)
    /// The region that is watched moves, or rests again.
    case region(RegionMovement.Change)
}
