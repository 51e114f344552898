// SPDX-License-Identifier: GPL-3.0-or-later

/// The comment in a clip's file: the camera and the encoder that made it, and whether the TV showed it mirrored. No file itself is
/// mirrored.
///
/// The clip's record says the same. The comment is for a clip whose line in the journal was lost in a power cut.
public enum ClipComment {
    private static let beginning = "VIR"
    private static let mirrored = ", mirrored"

    public static func words(_ makers: [String] = [], isMirrored: Bool) -> String {
        ([beginning] + makers).joined(separator: ", ") + (isMirrored ? mirrored : "")
    }

    static func saysMirrored(_ comment: String) -> Bool { comment.hasPrefix(beginning) && comment.hasSuffix(mirrored) }
}
