// SPDX-License-Identifier: GPL-3.0-or-later

/// The comment in a clip's file: which camera and encoder made it, and if the TV showed it mirrored, which no file is.
///
/// The clip's record says so too. The comment is for a clip whose line in the journal a power cut took.
public enum ClipComment {
    private static let beginning = "VIR"
    private static let mirrored = ", mirrored"

    public static func words(_ makers: [String] = [], isMirrored: Bool) -> String {
        ([beginning] + makers).joined(separator: ", ") + (isMirrored ? mirrored : "")
    }

    static func saysMirrored(_ comment: String) -> Bool { comment.hasPrefix(beginning) && comment.hasSuffix(mirrored) }
}
