// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A screen to go to, in plain values. A screen that leads to another one returns its route; only the appliance makes screens.
enum Route: Hashable, Sendable {
    /// The delay line, beginning at its newest mark.
    case lookAgain(shown: FrameStamp?)
    /// The delay line, held at the picture that is shown.
    case freeze(shown: FrameStamp?)
    /// The sessions on the card.
    case history
    /// The sessions on the card, to choose a clip that is compared with the present one.
    case otherClip
    /// The clips of a session, of which one is chosen to be compared.
    case clipChoice(ScoreBook)
    /// The clips of the session on the desk, side by side, with this clip in the middle; `nil` for the newest.
    case carousel(showing: Int?)
    /// The clips of this run's newest session that has any, side by side.
    case newestClips
    /// The clips of the session on the desk in a grid, at the end's first clip.
    case clipGrid(end: Int?)
    /// A clip beside another one.
    case compare(ClipKey)
    /// All clips of the card that nobody judged, for a review.
    case unjudged
    /// The page about hearing shots.
    case hearing
    /// The page about the box.
    case box
    /// The frame round the archer, or round a court.
    case region
    /// The date and the time, to set them.
    case clock
    /// A list of faces or rounds, for this archer; `nil` for the current shooter.
    case choice(ChoiceKind, of: String? = nil)
    /// A tool that works on the picture of the screen that asks.
    case tool(Tool)
    /// The sheet that exports a subject, which it describes in words and in a second line. `first` is the form that is chosen.
    case export(ExportSubject, title: String, line: String?, first: ExportForm?)

    static func export(_ subject: ExportSubject, title: String, line: String? = nil) -> Route {
        .export(subject, title: title, line: line, first: nil)
    }
}

/// The subject of a list to choose from.
enum ChoiceKind: Hashable, Sendable {
    case face, round
    /// A round for one archer alone.
    case ownRound
}
