// SPDX-License-Identifier: GPL-3.0-or-later

/// A command to store the picture on the TV.
public enum PictureCommand: Hashable, Sendable {
    /// Make a picture of this scene, with the pictures that its videos show now, and store it in this session's folder.
    /// `CardNews.pictureKept` or `.pictureNotKept` answers.
    case keep(Scene, SessionRef)
}
