// SPDX-License-Identifier: GPL-3.0-or-later

/// What the loader of stills is to do.
public enum StillCommand: Hashable, Sendable {
    /// Load the still of a clip, for drawings that show it.
    case fetch(ClipKey)
    /// Measure how loud the sound of a clip is, from its beginning to its end.
    case measure(ClipKey)
    /// The same of a part of the delay line, from one place on the common clock to another.
    case measureLine(ClosedRange<Duration>)
    /// Decode these pictures, the first one first, and give up whatever else was asked for like that: somebody drags a clip.
    case peek([PeekKey])
    /// Take these pictures out of their footage, the first one first, and give up whatever else was asked for like that.
    case extract([Extract])
    /// Work out what moves in these parts, the first one first, and give up whatever else was asked for like that.
    case findMotion([MotionPart])
    /// Tell what moves in this picture as it is shown, from now on; `nil`: in none.
    case watchMotion(VideoSource?)
}

/// What became of a picture that was asked for.
public enum PictureNews<Key: Hashable & Sendable>: Hashable, Sendable {
    /// It can be shown now.
    case ready(Key)
    /// It had to make room for another one, and can't be shown any more.
    case forgotten(Key)
    /// It can't be made.
    case missing(Key)
}

/// What became of a still that was asked for.
public enum StillNews: Hashable, Sendable {
    /// It can be drawn now.
    case loaded(ClipKey)
    /// There is none, or it can't be read now.
    case missing(ClipKey)
    /// How loud the clip's sound is; `nil` if it has none, or none that can be read.
    case measured(ClipKey, Waveform?)
    /// How loud the delay line is from this place on; `nil` if there is nothing to hear in it.
    case measuredLine(Waveform?, from: Duration)
    case peek(PictureNews<PeekKey>)
    case extract(PictureNews<Extract>)
    /// What moves in a part of some footage; `nil`: that can't be read.
    case foundMotion(MotionPart, MotionTrace?)
    /// What moves in the picture that is watched.
    case motion(MotionGrid)
}
