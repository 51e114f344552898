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
    /// The picture can be shown now.
    case peeked(PeekKey)
    /// It had to make room for another one, and can't be shown any more.
    case forgotPeek(PeekKey)
    /// It can't be decoded.
    case noPeek(PeekKey)
}
