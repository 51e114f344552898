// SPDX-License-Identifier: GPL-3.0-or-later

import Core

// The pictures that stand for a clip which is in memory, before it plays.
extension StillReader {
    /// Returns the still of a clip in memory: its first keyframe, as `picture(ofClip:)` returns it.
    public static func picture(ofHeld clip: HeldClipReader) throws(ClipError) -> PixelBuffer {
        let fitted = try scaled(try decodePicture(ofHeld: clip, at: nil), clip.orientation)
        return turned(fitted, clip.orientation)
    }

    /// Returns the picture that a clip in memory shows first if it comes up at a position, as `peek(intoClip:)` returns it.
    public static func peek(
        intoHeld clip: HeldClipReader, at place: Duration?
    ) throws(ClipError) -> (picture: PixelBuffer, orientation: PictureOrientation) {
        let picture = try scaled(try decodePicture(ofHeld: clip, at: place), .upright)
        return (picture, clip.orientation)
    }

    private static func decodePicture(ofHeld clip: HeldClipReader, at place: Duration?) throws(ClipError) -> PixelBuffer {
        let keyframe = ClipEntry.keyframe(for: place, among: clip.keyframes)
        let frames = try FootageFrames(clip)
        try frames.go(to: keyframe)
        guard let picture = try frames.picture(at: keyframe) else {
            throw .unreadable(clip: clip.name, operation: "decode", reason: .noPicture)
        }
        return picture.buffer
    }
}
