// SPDX-License-Identifier: GPL-3.0-or-later

/// An action of a control on a screen, as the footer and the page about the panel name it.
package enum ActionLabel: String, Hashable, Sendable, CaseIterable {
    // Everywhere.
    case live, off, tools, back, close, cancel, take, choose
    // Live.
    case keep, saveAll = "save-all", score, finish, askToSave = "ask-to-save", split, nextArcher = "next-archer", delay, menu
    case lookAgain = "look-again", freeze
    case lessPicture = "less-picture", leavePicture = "leave-picture", resume, newSession = "new-session"
    // Tools.
    case toolBefore = "tool-before", toolAfter = "tool-after", tool, openTool = "open-tool", deleteClip = "delete-clip"
    case splitSession = "split-session"
    // The dialog.
    case saveBuffer = "save-buffer", saveNothing = "save-nothing", answer, takeAnswer = "take-answer"
    case answerBefore = "answer-before", answerAfter = "answer-after"
    // The menu.
    case row, rowBefore = "row-before", rowAfter = "row-after", value, less, more, oldValue = "old-value", change, openRow = "open-row", learn,
        forget, forgetFootage = "forget-footage", rename, add, remove, switchOff = "switch-off"
    case partBefore = "part-before", partAfter = "part-after", scroll
    case tile, tileBefore = "tile-before", tileAfter = "tile-after", openTile = "open-tile", toLive = "to-live"
    case letter, takeLetter = "take-letter", letterBack = "letter-back", letterUp = "letter-up", letterDown = "letter-down", takeName = "take-name",
        takeWords = "take-words"
    // The lists of faces and rounds.
    case item, groupBefore = "group-before", groupAfter = "group-after", lineUp = "line-up", lineDown = "line-down", takeItem = "take-item"
    // The score.
    case place, done, ring, hour, fine, nextRing = "next-ring", nextHour = "next-hour", nextFine = "next-fine"
    case spotBefore = "spot-before", spotAfter = "spot-after"
    case arrowBefore = "arrow-before", arrowAfter = "arrow-after", nudgeUp = "nudge-up", nudgeDown = "nudge-down"
    // The summary.
    case nextEnd = "next-end", arrow, play, endBefore = "end-before", endAfter = "end-after"
    case selectClip = "select-clip"
    case clip, clipBefore = "clip-before", clipAfter = "clip-after", rowUp = "row-up", rowDown = "row-down", link
    case playRound = "play-round", keepScore = "keep-score", goOnWithSession = "go-on-with-session"
    case note, noteBefore = "note-before", noteAfter = "note-after", takeNote = "take-note"
    // The sessions.
    case session, open, select, sessionBefore = "session-before", sessionAfter = "session-after", pageBefore = "page-before", pageAfter = "page-after"
    case keepSessions = "keep-sessions", delete, keepClips = "keep-clips", empty
    // Replay.
    case zoom, zoomWhole = "zoom-whole", zoomDone = "zoom-done"
    case panLeft = "pan-left", panRight = "pan-right", panUp = "pan-up", panDown = "pan-down"
    case regionSize = "region-size", regionSet = "region-set"
    case regionLeft = "region-left", regionRight = "region-right", regionUp = "region-up", regionDown = "region-down"
    case clockBefore = "clock-before", clockAfter = "clock-after", clockMore = "clock-more", clockLess = "clock-less", clockValue = "clock-value"
    case clockSet = "clock-set"
    case pause, goOn = "go-on", frame, scrub, faster, slower, shuttleBack = "shuttle-back", shuttleOn = "shuttle-on"
    case playBefore = "play-before", playAfter = "play-after", like, unlike
    case newClip = "new-clip", asItWas = "as-it-was", partFirst = "part-first", partLast = "part-last", tenOn = "ten-on", tenBack = "ten-back"
    case otherBefore = "other-before", otherAfter = "other-after", mix, wipe, shift, shiftDone = "shift-done", keepPicture = "keep-picture"
    case momentBefore = "moment-before", momentAfter = "moment-after", toDelayed = "to-delayed"
    // The stack of clips.
    case dropClip = "drop-clip", skipClip = "skip-clip", takeBack = "take-back", dragClip = "drag-clip", toScore = "to-score", review, understood
    // Clips side by side.
    case clipsSoFar = "clips-so-far", dragRow = "drag-row", look, leaveRow = "leave-row"
    // Drawing.
    case cursorLeft = "cursor-left", cursorRight = "cursor-right", cursorUp = "cursor-up", cursorDown = "cursor-down", cursorFine = "cursor-fine"
    case penKind = "pen-kind", penInk = "pen-ink", penWidth = "pen-width", penWords = "pen-words", penDown = "pen-down", penUp = "pen-up"
    case setPoint = "set-point", letPointGo = "let-point-go", setWords = "set-words", endDrawing = "end-drawing", takeBackPoint = "take-back-point"
    case drawn
    // The stopwatch.
    case splitPhase = "split-phase", phaseBefore = "phase-before", phaseAfter = "phase-after", stopwatchDone = "stopwatch-done",
        takeBackPhase = "take-back-phase", frameBack = "frame-back", frameOn = "frame-on"
    // Pictures laid over each other.
    case trailCount = "trail-count", trailDark = "trail-dark", trailLight = "trail-light"
    // Pictures in rows.
    case stripStep = "strip-step", stripBack = "strip-back", stripOn = "strip-on", stripUp = "strip-up", stripDown = "strip-down",
        stripLook = "strip-look", stripShotBefore = "strip-shot-before", stripShotAfter = "strip-shot-after", cropDone = "crop-done", crop
    // Export.
    case exportForm = "export-form", placeBefore = "place-before", placeAfter = "place-after", export, cancelExport = "cancel-export"

    /// True if the action loses something or can't be undone: the ring of its hold is red, and it is held for a whole second.
    package var loses: Bool { [.off, .delete, .empty, .remove, .switchOff, .deleteClip, .splitSession, .forgetFootage].contains(self) }
}

extension Strings {
    /// The words in the footer: one word, or two short words.
    package static func word(of deed: ActionLabel) -> String { parts(of: deed).word }

    /// The sentence on the page about the panel.
    package static func manual(of deed: ActionLabel) -> String { parts(of: deed).manual }

    /// Splits an action's line into its word and its sentence: `Keep | Keep this moment as a mark.`
    private static func parts(of deed: ActionLabel) -> (word: String, manual: String) {
        halves(of: Phrases.row("panel", deed.rawValue))
    }
}
