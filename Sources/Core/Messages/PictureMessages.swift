// SPDX-License-Identifier: GPL-3.0-or-later

/// What is to be kept of what is on the TV.
public enum PictureCommand: Hashable, Sendable {
    /// Make a picture of this scene, with what its videos show now, and put it into this session's folder. `CardNews.pictureKept` or
    /// `.pictureNotKept` answers.
    case keep(Scene, SessionRef)
}
