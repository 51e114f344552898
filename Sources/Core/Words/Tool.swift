// SPDX-License-Identifier: GPL-3.0-or-later

/// A tool in the row that the held knob opens on a screen.
package enum Tool: String, Hashable, Sendable, CaseIterable {
    // Every screen that has tools.
    case undo, redo, moreTools = "more-tools"
    // Live.
    case split, zoom, mirror, turn
    // The score.
    case lookAtClip = "look-at-clip", miss, more, fewer, done, skip, practice
    // The summary.
    case wrongClip = "wrong-clip", score, notes, clips, arrows, newSession = "new-session", newInstead = "new-instead"
    case splitHere = "split-here", phases
    // A clip.
    case moment, trim, compare, export
    // Two clips.
    case zoomApart = "zoom-apart", beside, ghost, wipe, shift, swap, chooseOther = "choose-other", model, fetchFilms = "fetch-films"
    case selectAll = "select-all", selectLiked = "select-liked", goOn = "go-on"
    case deleteClip = "delete-clip", restoreClip = "restore-clip"
    // The stack of clips.
    case review, slow
    // Clips side by side.
    case carousel
    // Drawing on a picture.
    case draw, lines, drawKind = "draw-kind", drawInk = "draw-ink", drawWidth = "draw-width", drawWords = "draw-words"
    case keepForAll = "keep-for-all", erase
    // The stopwatch.
    case stopwatch, clearPhases = "clear-phases", otherClip = "other-clip"
    // Movement and trails.
    case movement, trail
    // Pictures in rows.
    case strip, cropPicture = "crop-picture"
    // The sessions.
    case filter, protect, delete, empty

    /// The action of a tool that deletes something or can't be undone: its tile is held for a second, so that a push too many does nothing.
    /// `nil` for a tool that is pushed.
    package var hold: ActionLabel? {
        switch self {
        case .deleteClip: .deleteClip
        case .splitHere: .splitSession
        default: nil
        }
    }

    /// True if the tool is a switch. A push toggles it, and the row stays open for a moment, in which the change is seen.
    package var isSwitch: Bool {
        self == .split || self == .mirror || self == .turn || self == .zoomApart || self == .slow || self == .lines || self == .movement
            || self == .model
    }
}

extension Strings {
    /// The word under the tool's picture.
    package static func word(of tool: Tool) -> String { parts(of: tool).word }

    /// The sentence about the tool, in the row's last line and on the page about the panel.
    package static func help(for tool: Tool) -> String { parts(of: tool).help }

    private static func parts(of tool: Tool) -> (word: String, help: String) {
        halves(of: Phrases.row("tool", tool.rawValue))
    }
}
