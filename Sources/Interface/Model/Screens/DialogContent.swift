// SPDX-License-Identifier: GPL-3.0-or-later

/// The subject of the dialog in the middle of the TV.
enum DialogContent: Hashable, Sendable {
    /// Nothing was marked: save the whole buffer?
    case offer
    /// The progress of the last session's clips.
    case report
}
